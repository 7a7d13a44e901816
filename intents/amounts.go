package intents

import (
	"strconv"
	"strings"
)

const amountForm = `(r\$)?\s*([0-9][0-9.,]*)\s*(mil\b|k\b)?\s*(reais|reales|real|contos?|pilas?|brl)?`

// costs may stand before a limit: "que custem", "priced", "que no cuesten"; notAbove is a
// limit that is told by what must not be passed.
const (
	costs    = `(?:(?:\b(?:que|that|which)\s+)?(?:\b(?:are|is|s[aã]o|est[aã]o|estejam|fiquem|fique|fica|ficam)\s+)?\b(?:cust(?:em?|ar|am|a|ando)|cuest(?:en?|an?)|pric(?:ed|ing)|cost(?:s|ing)?|sa(?:iam|ia|em|i)|valham|valgan|valen|est[eé]n|for|por|going for|fiquem|fique)\s+)?`
	notAbove = `(?:\b(?:nothing|not) (?:over|above|more than)|\bnada (?:acima|mais) de|\bn[aã]o acima de|\bnada por encima de|(?:\b(?:que|that|which)\s+)?\b(?:n[aã]o|no|n|do not|don['’]t|does not|doesn['’]t|without|sem|sin|never)\s+(?:me\s+)?(?:(?:pass(?:em?|ar|a|am|ando)|pas(?:en?|ar|an?)|ultrapass\w+|excedam?|exced[ae]n?|exceda|exceed(?:ing)?|super\w+|estour\w+|go(?:ing)? (?:over|above|past|beyond)|cost(?:ing)? (?:over|above|more than)|sa(?:iam|ia) (?:por )?mais|cust(?:em?|ar) (?:mais|acima)|cuest(?:en?|an) m[aá]s|valham mais|valgan m[aá]s)(?:\s+(?:de|dos|que|a|os|los))?))`
	// atMost are the words before an upper limit.
	atMost = `at[eé]|que n[aã]o passe de|n[aã]o passe de|que custe at[eé]|costing up to|max(?:imum)?(?: of)?|m[aá]x\.?|no more than|not more than|n[aã]o mais (?:de|que)|no m[aá]s de|menor (?:de|que)|menos que|inferior(?:es)? a|or[cç]amento (?:de|[eé])|budget (?:of|is)|presupuesto de|faixa de(?: at[eé])?|de at[eé]|m[aá]ximo|menos de|hasta|abaixo (?:de|dos)|por menos de|no m[aá]ximo(?: de)?|m[aá]ximo de|por no m[aá]ximo|de no m[aá]ximo|a lo sumo|como mucho|como m[aá]ximo|m[aá]ximo de|under|below|less than|for less than|at most|at the most|up to|at or below|cheaper than|por debajo de|m[aá]s baratos? que|m[aá]s baratas? que|debajo de|mais barat[oa]s? (?:do )?que`
)

var (
	maxPattern = pattern(`(?i)(?:` + costs + `\b(?:` + atMost + `)|` + notAbove + `)\s*(?:(?:uns|umas|os|los|unos|unas|about|around|cerca de|no m[aá]ximo)\s+)?` + amountForm)
	minPattern = pattern(`(?i)(?:\bacima de|\bmais que|\bm[ií]nimo(?: de)?|\ba partir dos?|\bsuperior a|\bpelo menos|\bno m[ií]nimo|\bstarting at|\bm[aá]s que|\ba partir de|\bmais de|\bover|\babove|\bmore than|\bat least|\bdesde|\bm[aá]s de|\bpor encima de)\s*` + amountForm)
	rangeStart = pattern(`(?i)(?:\bentre|\bbetween|\bfrom|\bde|\bdesde)\s*(?:os |uns )?` + amountForm + `\s*(?:e|and|y|to|a|at[eé]|hasta|-)\s*` + amountForm)
	plainPrice = pattern(`(?i)(?:r\$\s*([0-9][0-9.,]*)|\b([0-9][0-9.,]*)\s*(?:reais|reales|contos?|pilas?|brl)\b)`)
)

// leastPrice is the least amount, in minor units, that "até 50" means without a word for
// money; below it the number counts something else.
const leastPrice = 2000

// findAmounts finds prices and the limits that a search has for them.
func (s *spans) findAmounts() {
	for _, m := range rangeStart.FindAllStringSubmatchIndex(s.text, -1) {
		low, _ := s.amount(m, 2)
		high, ok := s.amount(m, 10)
		if lead := fold(s.text[m[0] : m[0]+2]); ok && lead == "de" && m[14] < 0 && m[10] < 0 && m[16] < 0 {
			continue // "de 128 a 256" is no price without a word for money
		}
		if ok {
			low = scaleLike(low, high)
			middle := max(m[5], m[7], m[9])
			s.add(span{kind: spanMin, start: m[0], end: middle, amount: low})
			s.add(span{kind: spanMax, start: middle, end: m[1], amount: high})
		}
	}
	s.findLimit(maxPattern, spanMax)
	s.findLimit(minPattern, spanMin)
	s.findSpokenAmounts()
	for _, m := range plainPrice.FindAllStringSubmatchIndex(s.text, -1) {
		start, end := group(m)
		if value, ok := parseAmount(s.text[start:end]); ok {
			s.add(span{kind: spanPrice, start: m[0], end: m[1], amount: value})
		}
	}
}

func (s *spans) findLimit(pattern *expression, kind spanKind) {
	for _, m := range pattern.FindAllStringSubmatchIndex(s.text, -1) {
		if value, ok := s.amount(m, 2); ok && !s.countsThings(m) {
			s.add(span{kind: kind, start: m[0], end: m[1], amount: value})
		}
	}
}

// countsThings reports whether an amountForm at m without a word for money is the number of
// something else: "menos que 2.500 unidades", "até 256 GB".
func (s *spans) countsThings(m []int) bool {
	if m[2] >= 0 || m[8] >= 0 {
		return false
	}
	next := tokenize(s.text[m[1]:min(len(s.text), m[1]+longestThing)])
	return len(next) > 1 && (units[next[0].word] != "" || pieces.at(next, 0) > 0 && next[0].word != "un")
}

// longestThing is how much of the text behind a number is looked at for what it counts.
const longestThing = 24

// amount reads an amountForm whose groups start at m[at].
func (s *spans) amount(m []int, at int) (minor int64, ok bool) {
	minor, ok = parseAmount(s.text[m[at+2]:m[at+3]])
	if m[at+4] >= 0 {
		minor *= 1000
	}
	money := m[at] >= 0 || m[at+4] >= 0 || m[at+6] >= 0
	return minor, ok && (money || minor >= leastPrice)
}

// scaleLike reads "entre 1 e 2 mil" as 1000 to 2000.
func scaleLike(low, high int64) int64 {
	if low*100 < high {
		return low * 1000
	}
	return low
}

// parseAmount reads a price in either notation, 1.234,56 or 1,234.56, in minor units.
func parseAmount(text string) (minor int64, ok bool) {
	text = strings.TrimRight(text, ".,")
	whole, cents := text, ""
	if i := strings.LastIndexAny(text, ".,"); i >= 0 && len(text)-i-1 <= 2 {
		whole, cents = text[:i], text[i+1:]
	}
	whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
	cents = (cents + "00")[:2]
	minor, err := strconv.ParseInt(whole+cents, 10, 64)
	const most = 1e12 // more is no price
	return minor, err == nil && minor < most
}
