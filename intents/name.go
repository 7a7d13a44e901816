package intents

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameCue comes before the customer's own name. After a weak one only words in capitals
// make a name.
var (
	nameCue     = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:me chamo|meu nome (?:completo )?[eé]|meu nome:|nome(?: completo)?\s*:|my (?:full )?name is|my name's|name\s*:|me llamo|mi nombre(?: completo)? es|nombre\s*:)\s+`)
	weakNameCue = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:nome completo|sou [oa]|aqui [eé] [oa]|comprador[a]?:?|cliente:?|em nome de|no nome de|i am called|this is|buyer:?|a nombre de)\s+`)
)

// particles join the parts of a name.
var particles = wordSet("da de do das dos e del la las los y van von di")

// maxNameWords bounds a name.
const maxNameWords = 8

// findName finds the name after such a cue: words in capitals with the particles between
// them, or, from someone who writes no capitals, all words up to the next mark or span.
func (s *spans) findName() {
	lower := strings.ToLower(s.text) == s.text
	for _, m := range nameCue.FindAllStringIndex(s.text, -1) {
		if s.addName(m[1], lower) {
			return
		}
	}
	for _, m := range weakNameCue.FindAllStringIndex(s.text, -1) {
		if s.addName(m[1], false) {
			return
		}
	}
}

func (s *spans) addName(start int, lower bool) bool {
	end := s.nameEnd(start, lower)
	name := strings.TrimSpace(s.text[start:end])
	return name != "" && s.add(span{kind: spanName, start: start, end: start + len(name), value: name})
}

func (s *spans) nameEnd(start int, lower bool) int {
	end, n := start, 0
	for _, t := range tokenize(s.text[start:]) {
		from, to := start+t.start, start+t.end
		first, _ := utf8.DecodeRuneInString(s.text[from:])
		switch {
		case t.mark || hasDigit(t.word) || n == maxNameWords || s.covered(from) || nameStops[t.word]:
			return end
		case particles[t.word]:
			n++ // counts only with a name after it
		case lower && !connectors[t.word] || unicode.IsUpper(first):
			end, n = to, n+1
		default:
			return end
		}
	}
	return end
}

// nameStops are words that begin the next piece of data.
var nameStops = wordSet("cpf email e-mail mail telefone tel celular fone zap whatsapp cep meu minha my mi and endereco rua avenida av quero queria preciso gostaria")

func (s *spans) covered(at int) bool {
	for _, other := range s.list {
		if other.start <= at && at < other.end {
			return true
		}
	}
	return false
}
