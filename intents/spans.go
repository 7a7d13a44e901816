package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/internal/brazil"
)

// spanKind is what a typed span of a text is.
type spanKind string

// The kinds. In the tokens a span stands as its kind in angle brackets, so that no rule
// takes a CPF for a quantity or a coupon for a product.
const (
	spanEmail   spanKind = "<email>"
	spanCPF     spanKind = "<cpf>"
	spanPhone   spanKind = "<phone>"
	spanCEP     spanKind = "<cep>"
	spanAddress spanKind = "<address>"
	spanName    spanKind = "<name>"
	spanCoupon  spanKind = "<coupon>"
	spanOrder   spanKind = "<order>"
	spanMax     spanKind = "<max>"
	spanMin     spanKind = "<min>"
	spanPrice   spanKind = "<price>"
	spanProduct spanKind = "<product>"
)

// span is a stretch of the clean text whose type is told by its form, with its value in
// normal form: slots for what goes into them, minor units for prices.
type span struct {
	kind       spanKind
	start, end int
	value      string
	amount     int64
	address    Slots
	offer      catalog.Offer
	// wrong says that the form is right and the content is not, as in a CPF whose check
	// digits fail.
	wrong bool
}

// spans collects spans that do not overlap; the first finder to claim a stretch has it.
type spans struct {
	text string
	list []span
}

// findSpans finds the typed spans, in the order of the text.
func (r reader) findSpans(text string) []span {
	s := &spans{text: text}
	s.find(emailPattern, spanEmail, brazil.NormalizeEmail)
	s.findCoupons()
	s.find(orderPattern, spanOrder, keep)
	s.findProducts(r.index)
	s.findLooseCode(r.index)
	s.findCPFs()
	s.findAmounts()
	s.find(phonePattern, spanPhone, brazil.NormalizePhone)
	s.find(cepPattern, spanCEP, cepDigits)
	s.findAddress()
	s.findName()
	s.findNameBeside(r.index)
	slices.SortFunc(s.list, func(a, b span) int { return a.start - b.start })
	return s.list
}

var (
	emailPattern = pattern(`([A-Za-z0-9._%+\-]+@[A-Za-z0-9.\-]+\.[A-Za-z]{2,})`)
	orderPattern = pattern(`(?i)\b(order_[a-z0-9_\-]+)\b|\b((?:ped|pedido|ord|order|orden)[_\-][a-z0-9_\-]*[0-9][a-z0-9_\-]*)\b|\b(?:pedido|order|orden|encomenda)\s*(?:n[ºo°.]+|n[uú]mero|number|#|id)?\s*:?\s*#?([a-z]+[_\-][a-z0-9_\-]*[0-9][a-z0-9_\-]*|[0-9]{4,}[a-z0-9_\-]*)`)
	cpfPattern   = pattern(`\b([0-9]{3}\.[0-9]{3}\.[0-9]{3}-?[0-9]{2}|[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}[ \-]?[0-9]{2}|[0-9]{3} [0-9]{3} [0-9]{5}|[0-9]{9}[ \-][0-9]{2}|[0-9]{11})\b`)
	cpfForm      = pattern(`^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$`)
	cpfCue       = pattern(`(?i)cpf[^0-9]{0,15}$`)
	phonePattern = pattern(`(\+(?:[1-46-9][0-9]?|5[0-46-9])[0-9\s.\-()]{8,17}[0-9]\b|\+[0-9]{1,3}[\s.\-]?\(?[0-9]{2,3}\)?[\s.\-]?[0-9]{4,5}[\s.\-]?[0-9]{4}\b|\(?\b0?[0-9]{2}\)?[\s.\-]{0,2}[0-9]{4,5}[\s.\-]?[0-9]{4}\b|\+[0-9]{8,15}\b)`)
	cepPattern   = pattern(`\b([0-9]{5}-?[0-9]{3}|[0-9]{2}\.[0-9]{3}-[0-9]{3}|[0-9]{2} [0-9]{3}[ \-][0-9]{3})\b`)
	idPattern    = pattern(`[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)+`)
)

// find adds a span for every match whose content is right. The first group that matched
// is the content.
func (s *spans) find(pattern *expression, kind spanKind, normal func(string) (string, bool)) {
	for _, m := range pattern.FindAllStringSubmatchIndex(s.text, -1) {
		start, end := group(m)
		if value, ok := normal(s.text[start:end]); ok {
			s.add(span{kind: kind, start: start, end: end, value: value})
		}
	}
}

func group(match []int) (start, end int) {
	for i := 2; i+1 < len(match); i += 2 {
		if match[i] >= 0 {
			return match[i], match[i+1]
		}
	}
	return match[0], match[1]
}

func (s *spans) add(n span) bool {
	for _, other := range s.list {
		if n.start < other.end && other.start < n.end {
			return false
		}
	}
	s.list = append(s.list, n)
	return true
}

func keep(text string) (string, bool) { return text, true }

// cepDigits keeps the digits: that a CEP is in no state is for the checkout to tell.
func cepDigits(text string) (string, bool) {
	return strings.NewReplacer("-", "", ".", "", " ", "").Replace(text), true
}

// findCPFs takes eleven digits for a CPF if the check digits hold. With the word before
// them, or with points and hyphen, they were meant for one, right or wrong.
func (s *spans) findCPFs() {
	for _, m := range cpfPattern.FindAllStringIndex(s.text, -1) {
		value, ok := brazil.NormalizeCPF(strings.ReplaceAll(s.text[m[0]:m[1]], " ", ""))
		if ok || cpfForm.MatchString(s.text[m[0]:m[1]]) || cpfCue.MatchString(s.text[:m[0]]) {
			s.add(span{kind: spanCPF, start: m[0], end: m[1], value: value, wrong: !ok})
		}
	}
}

// findProducts finds ids and SKUs of the catalogue, written out.
func (s *spans) findProducts(x *Index) {
	for _, m := range idPattern.FindAllStringIndex(s.text, -1) {
		if offer, ok := x.offer(s.text[m[0]:m[1]]); ok {
			s.add(span{kind: spanProduct, start: m[0], end: m[1], offer: offer})
		}
	}
}

// mask puts the kinds of the spans in the place of the tokens that they cover.
func mask(tokens []token, list []span) []token {
	out := make([]token, 0, len(tokens))
	for _, t := range tokens {
		i := slices.IndexFunc(list, func(s span) bool { return t.start < s.end && s.start < t.end })
		if i < 0 {
			out = append(out, t)
			continue
		}
		if n := len(out); n == 0 || out[n-1].start != list[i].start || !isMask(out[n-1].word) {
			out = append(out, token{word: string(list[i].kind), start: list[i].start, end: list[i].end})
		}
	}
	return out
}

func isMask(word string) bool { return strings.HasPrefix(word, "<") && len(word) > 1 }
