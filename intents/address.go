package intents

import (
	"regexp"
	"strings"
	"unicode"

	"balcao/internal/brazil"
)

var (
	streetStart = regexp.MustCompile(`(?i)(?:^|[^\p{L}])((?:rua|r\.|avenida|av\.?|travessa|alameda|praça|praca|estrada|rodovia|rod\.|largo|viela|calle|street)\s+[\p{L}0-9])`)
	// addressEnd is the end of a sentence: a mark after a long word or a number, not the
	// point of an abbreviation.
	addressEnd   = regexp.MustCompile(`(?:[\p{L}]{4,}|[0-9]|\b[A-Z]{2})[.;!?](?:\s|$)|\n`)
	complement   = regexp.MustCompile(`(?i)^(?:apto?\.?|apart(?:amento)?\.?|apt\.?|bloco|bl\.?|casa|sala|conj(?:unto)?\.?|cj\.?|fundos|andar|[0-9]+[ºo°]? andar|lote|lt\.?|quadra|qd\.?|torre|edif[ií]cio|ed\.?|cobertura|suite|unit|depto\.?|piso|loja|box|portaria)(?:\s|$|[0-9])`)
	complementIn = regexp.MustCompile(`(?i)\s(?:apto?\.?|apartamento|apt\.?|bloco|bl\.?|casa|sala|conj\.?|cj\.?|fundos|unit|suite|depto\.?)\s+[0-9A-Za-z]+.*$`)
	houseNumber  = regexp.MustCompile(`(?i)^(?:n[ºo°]?\.?\s*|n[uú]mero\s+|#)?[0-9]{1,6}\s?[a-z]?$|^s/?n$`)
	cityAndState = regexp.MustCompile(`^(.+?)[\s/\-–(]+([A-Za-z]{2})\)?$`)
	country      = regexp.MustCompile(`(?i)^(?:br|brasil|brazil)$`)
	cepWord      = regexp.MustCompile(`(?i)\b(?:cep|zip(?:\s?code)?|c[oó]digo postal|postal code)\b\s*(?:é|e|is|es|:)?`)
	district     = regexp.MustCompile(`(?i)^(?:bairro|barrio)\s+`)
	segmentMark  = regexp.MustCompile(`\s*[,;]\s*|\s+[-–/]\s+`)
)

// findAddress finds a Brazilian street address: from the word for the street to the end
// of the sentence, read piece by piece between commas. It finds one; the CEP is a span of
// its own.
func (s *spans) findAddress() {
	m := streetStart.FindStringSubmatchIndex(s.text)
	if m == nil {
		return
	}
	start := m[2]
	end := len(s.text)
	if stop := addressEnd.FindStringIndex(s.text[start:]); stop != nil {
		end = start + stop[1]
	}
	a := addressReader{shouting: strings.ToUpper(s.text) == s.text, lower: strings.ToLower(s.text) == s.text}
	used := a.read(s.withoutSpans(start, end))
	for i := range s.list {
		if other := &s.list[i]; other.start > start && other.start < start+used && other.kind != spanCEP {
			used = other.start - start
		}
	}
	s.list = append(s.list, span{kind: spanAddress, start: start, end: start + used, address: a.slots()})
}

// withoutSpans returns a stretch of the text with other spans blanked out, byte for byte.
func (s *spans) withoutSpans(start, end int) string {
	b := []byte(s.text[start:end])
	for _, other := range s.list {
		for i := max(other.start, start); i < min(other.end, end); i++ {
			b[i-start] = ' '
		}
	}
	return string(b)
}

// addressReader collects the pieces of an address.
type addressReader struct {
	shouting, lower                    bool
	street, extended, locality, region string
	// others are pieces that nothing tells the meaning of: district and city.
	others []string
}

// read reads the pieces until one belongs to something else, and returns how many bytes
// it used.
func (a *addressReader) read(body string) int {
	at := 0
	for at < len(body) {
		next, stop := len(body), len(body)
		if m := segmentMark.FindStringIndex(body[at:]); m != nil {
			stop, next = at+m[0], at+m[1]
		}
		piece := strings.Trim(cepWord.ReplaceAllString(body[at:stop], " "), " .;!?\n")
		piece = strings.Join(strings.Fields(piece), " ")
		if piece != "" && !a.take(piece) {
			return at
		}
		at = next
	}
	return at
}

// take places one piece; false means that the address is over.
func (a *addressReader) take(piece string) bool {
	switch {
	case a.street == "":
		a.takeStreet(piece)
	case startsClause(piece):
		return false
	case houseNumber.MatchString(piece) && !endsInNumber(a.street):
		a.street += ", " + piece
	case complement.MatchString(piece):
		a.extend(piece)
	case country.MatchString(piece) || a.takeState(piece):
	case complementIn.MatchString(piece):
		in := complementIn.FindString(piece)
		return a.take(strings.TrimSuffix(piece, in)) && a.take(strings.TrimSpace(in))
	default:
		a.others = append(a.others, district.ReplaceAllString(piece, ""))
	}
	return true
}

func (a *addressReader) takeStreet(piece string) {
	if in := complementIn.FindString(piece); in != "" {
		piece = strings.TrimSuffix(piece, in)
		a.extend(strings.TrimSpace(in))
	}
	a.street = piece
}

func (a *addressReader) extend(piece string) {
	if a.extended != "" {
		a.extended += ", "
	}
	a.extended += piece
}

// takeState reads "GO", "Campinas SP", "Campinas/SP" and, after a city, "Goiás".
func (a *addressReader) takeState(piece string) bool {
	if a.region != "" {
		return false
	}
	if uf, ok := brazil.NormalizeUF(piece); ok && (len(piece) == 2 && a.isCode(piece) || len(piece) > 2 && len(a.others) > 0) {
		a.region = uf
		return true
	}
	m := cityAndState.FindStringSubmatch(piece)
	if m == nil || !a.isCode(m[2]) {
		return false
	}
	uf, ok := brazil.NormalizeUF(m[2])
	if ok {
		a.locality, a.region = m[1], uf
	}
	return ok
}

// isCode tells a state from a short word: capitals, unless the customer does not use
// them at all.
func (a *addressReader) isCode(word string) bool {
	return strings.ToUpper(word) == word || a.lower
}

func (a *addressReader) slots() Slots {
	if n := len(a.others); a.locality == "" && n > 0 {
		a.locality, a.others = a.others[n-1], a.others[:n-1]
	}
	for _, o := range a.others {
		a.extend(o)
	}
	return Slots{Street: a.street, Extended: a.extended, Locality: a.locality, Region: a.region}
}

func endsInNumber(street string) bool {
	return strings.ContainsFunc(street[strings.LastIndexByte(street, ' ')+1:], unicode.IsDigit)
}

// startsClause reports whether a piece begins something new, such as "e paga no pix" or
// "meu email é".
func startsClause(piece string) bool {
	tokens := tokenize(piece)
	for i, t := range tokens {
		if connectors[t.word] {
			continue
		}
		if t.word == "meu" || t.word == "minha" || t.word == "my" || t.word == "mi" || t.word == "cpf" {
			return true
		}
		return i < len(tokens) && cueAt(tokens, i) != cueNone
	}
	return false
}

// cueAt returns the cue that starts at tokens[i].
func cueAt(tokens []token, i int) cue {
	for _, c := range cuePhrases {
		if c.words.at(tokens, i) > 0 {
			return c.cue
		}
	}
	return cueNone
}
