package intents

import (
	"regexp"
	"strconv"
	"strings"
)

const amountForm = `(r\$)?\s*([0-9][0-9.,]*)\s*(mil\b|k\b)?\s*(reais|reales|real|contos?|pilas?|brl)?`

var (
	maxPattern = regexp.MustCompile(`(?i)(?:\bnothing (?:over|above|more than)|\bnot (?:over|above|more than)|\bnada (?:acima|mais) de|\bn[aã]o acima de|\bsem passar de|\bsin pasar de|\bnada por encima de|\bat[eé]|\bque n[aã]o passe de|\bn[aã]o passe de|\bque custe at[eé]|\bcusting up to|\bmax(?:imum)?(?: of)?|\bm[aá]x\.?|\bno more than|\bn[aã]o mais (?:de|que)|\bmenor (?:de|que)|\bmenos que|\binferior a|\bor[cç]amento (?:de|[eé])|\bbudget (?:of|is)|\bpresupuesto de|\bfaixa de(?: at[eé])?|\bde at[eé]|\bm[aá]ximo|\bmenos de|\bhasta|\babaixo de|\bpor menos de|\bmenos de|\bno m[aá]ximo|\bm[aá]ximo de|\bunder|\bbelow|\bless than|\bup to|\bcheaper than|\bhasta|\bpor debajo de|\bmais barato que)\s*(?:(?:uns|umas|unos|unas|about|around|cerca de|no m[aá]ximo)\s+)?` + amountForm)
	minPattern = regexp.MustCompile(`(?i)(?:\bacima de|\bmais que|\bm[ií]nimo(?: de)?|\ba partir dos?|\bsuperior a|\bpelo menos|\bno m[ií]nimo|\bstarting at|\bm[aá]s que|\ba partir de|\bmais de|\bover|\babove|\bmore than|\bat least|\bdesde|\bm[aá]s de|\bpor encima de)\s*` + amountForm)
	rangeStart = regexp.MustCompile(`(?i)(?:\bentre|\bbetween|\bfrom|\bde|\bdesde)\s*(?:os |uns )?` + amountForm + `\s*(?:e|and|y|to|a|at[eé]|hasta|-)\s*` + amountForm)
	plainPrice = regexp.MustCompile(`(?i)(?:r\$\s*([0-9][0-9.,]*)|\b([0-9][0-9.,]*)\s*(?:reais|reales|contos?|pilas?|brl)\b)`)
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
	s.findWordRange()
	s.findWordLimits()
	s.findLimit(maxPattern, spanMax)
	s.findLimit(minPattern, spanMin)
	for _, m := range plainPrice.FindAllStringSubmatchIndex(s.text, -1) {
		start, end := group(m)
		if value, ok := parseAmount(s.text[start:end]); ok {
			s.add(span{kind: spanPrice, start: m[0], end: m[1], amount: value})
		}
	}
}

func (s *spans) findLimit(pattern *regexp.Regexp, kind spanKind) {
	for _, m := range pattern.FindAllStringSubmatchIndex(s.text, -1) {
		if value, ok := s.amount(m, 2); ok {
			s.add(span{kind: kind, start: m[0], end: m[1], amount: value})
		}
	}
}

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

// wordLimit is a limit written in words: "até mil e quinhentos reais".
var wordLimit = regexp.MustCompile(`(?i)\b((?:mas )?(?:que )?n[aã]o passe de|que no pase de|at[eé]|abaixo de|por menos de|menos de|no m[aá]ximo|m[aá]ximo de|under|below|less than|hasta|acima de|a partir de|mais de|over|above|m[aá]s de)\s+(?:(?:uns|umas|unos|unas|about|around|cerca de)\s+)?((?:\p{L}+\s+){1,5}?)(reais|reales|real|contos?|pilas?|bucks|brl)\b`)

// findWordLimits finds limits whose amount is in words.
func (s *spans) findWordLimits() {
	for _, m := range wordLimit.FindAllStringSubmatchIndex(s.text, -1) {
		total, ok := amountInWords(s.text[m[4]:m[5]])
		if !ok {
			continue
		}
		kind := spanMax
		if minPattern.MatchString(s.text[m[2]:m[3]] + " 1000") {
			kind = spanMin
		}
		s.add(span{kind: kind, start: m[0], end: m[1], amount: total * 100})
	}
}

// wordRange is a range in words: "entre mil e dois mil reais".
var wordRange = regexp.MustCompile(`(?i)\b(?:entre|between)\s+((?:\p{L}+\s+){1,3}?)(?:e|and|y)\s+((?:\p{L}+\s+){1,3}?)(?:reais|reales|real|contos?|pilas?|bucks|brl)\b`)

func (s *spans) findWordRange() {
	for _, m := range wordRange.FindAllStringSubmatchIndex(s.text, -1) {
		low, lowOK := amountInWords(s.text[m[2]:m[3]])
		high, highOK := amountInWords(s.text[m[4]:m[5]])
		if lowOK && highOK && low < high {
			s.add(span{kind: spanMin, start: m[0], end: m[3], amount: low * 100})
			s.add(span{kind: spanMax, start: m[3], end: m[1], amount: high * 100})
		}
	}
}

// amountInWords reads "mil e quinhentos".
func amountInWords(text string) (total int64, ok bool) {
	part := int64(0)
	for _, word := range strings.Fields(fold(text)) {
		n, known := numberWords[word]
		switch {
		case word == "e" || word == "y" || word == "and":
		case !known:
			return 0, false
		case n == 1000:
			total, part = total+max(part, 1)*1000, 0
		case n == 100 && part > 0 && part < 10:
			part *= 100
		default:
			part += n
		}
	}
	total += part
	return total, total > 0
}
