package intents

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameCue comes before the customer's own name. After a weak one only words in capitals
// make a name.
var (
	nameCue     = pattern(`(?i)(?:^|[^\p{L}])(?:me chamo|meu nome (?:completo )?[eé]|meu nome:|nome(?: completo)?\s*:|my (?:full )?name is|my name's|name\s*:|(?:first|last|buyer'?s?|customer|full|client) name(?: is|:)?|name is|me llamo|mi nombre(?: completo)? es|nombre\s*:)\s+`)
	weakNameCue = pattern(`(?i)(?:^|[^\p{L}])(?:nome completo|nome|name|nombre|sou|soy|i am|i'm|im|buyer is|sou [oa]|aqui [eé] [oa]|comprador[a]?:?|cliente:?|em nome de|no nome de|i am called|this is|buyer:?|a nombre de)\s+`)
)

// particles join the parts of a name.
var particles = wordSet(wordList("name particles"))

// maxNameWords bounds a name.
const maxNameWords = 8

// findName finds the name after such a cue: words in capitals with the particles between
// them, or, from someone who writes no capitals, all words up to the next mark or span.
func (s *spans) findName() {
	for _, o := range s.list {
		if o.kind == spanAddress && o.address.FullName != "" && inNameOf.MatchString(s.text) {
			return // the name is the recipient's
		}
	}
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

// nameBeside is a name in capitals of two words or more.
var nameBeside = pattern(`\p{Lu}\p{Ll}+(?:\s+(?:d[aeo]s?\s+|e\s+|del\s+|de la\s+)?\p{Lu}[\p{Ll}.]+)+`)

// findNameBeside finds a name without a word for it where the customer gives a CPF or an
// e-mail: two words or more in capitals that stand on their own between marks.
func (s *spans) findNameBeside(x *Index) {
	personal := false
	for _, o := range s.list {
		personal = personal || o.kind == spanCPF || o.kind == spanEmail || o.kind == spanPhone
		if o.kind == spanName || o.kind == spanAddress && o.address.FullName != "" {
			return
		}
	}
	if !personal {
		return
	}
	for _, m := range nameBeside.FindAllStringIndex(s.text, -1) {
		start, end := m[0], m[1]
		tokens := tokenize(s.text[start:end])
		for len(tokens) > 0 && nameLeads[tokens[0].word] { // "Meu nome", "Sou João"
			start += tokens[0].end - tokens[0].start
			for start < end && s.text[start] == ' ' {
				start++
			}
			tokens = tokenize(s.text[start:end])
		}
		if len(tokens) < 2 || !isName(tokens) || x.namesAny(tokens) || !s.alone(start, end) {
			continue
		}
		if s.add(span{kind: spanName, start: start, end: end, value: s.text[start:end]}) {
			return
		}
	}
}

var nameLeads = wordSet(wordList("name nameLeads"))

// alone reports whether nothing but a mark, a span, or a word that leads in to data stands
// before and after a stretch of the text.
func (s *spans) alone(start, end int) bool {
	before := tokenize(s.text[:start])
	if n := len(before); n > 0 {
		last := before[n-1]
		if !last.mark && !s.covered(last.start) && !nameLeads[last.word] {
			return false
		}
	}
	after := tokenize(s.text[end:])
	if len(after) > 0 {
		next := after[0]
		return next.mark || s.covered(end+next.start) || nameStops[next.word] || connectors[next.word]
	}
	return true
}

// isName reports whether the words may be a name: no word of it asks for anything.
func isName(tokens []token) bool {
	for i := range tokens {
		if cue := cueAt(tokens, i); cue == cuePay || cue == cueCancel || cue == cueCoupon {
			return false
		}
	}
	return !injects(fold(strings.Join(words(tokens), " ")))
}

// namesAny reports whether the words name a product.
func (x *Index) namesAny(tokens []token) bool {
	l := x.link(tokens, nil)
	return len(l.products) > 0 && l.explained >= surelyExplained
}

func (s *spans) addName(start int, lower bool) bool {
	end := s.nameEnd(start, lower)
	name := strings.TrimSpace(s.text[start:end])
	if tokens := tokenize(name); len(tokens) == 0 || !isName(tokens) || yesWords.at(tokens, 0) == len(tokens) {
		return false
	}
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
		case particles[t.word] && n == 0:
			return end // "nome é Sim": the name comes behind
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
var nameStops = wordSet(wordList("name nameStops"))

func (s *spans) covered(at int) bool {
	for _, other := range s.list {
		if other.start <= at && at < other.end {
			return true
		}
	}
	return false
}
