package intents

import (
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	couponCue = pattern(`(?i)\b(cupom|cupon|cupom|cup[oó]n|cupao|coupon|voucher|promo(?:cional)?|c[oó]digo|code|desconto|discount|descuento)\b`)
	// couponFill are the words between the cue and the code.
	couponFill = pattern(`(?i)^(?:[\s:,="'“”«»\-]+|(?:de|do|del|desconto|descuento|discount|promocional|promo|code|c[oó]digo|coupon|cupom|eh|es|is|o|el|the|called|chamado|com|with|que|tenho|here|it|s|is|its|esse|este|aqui|ese|esta|aca|here)\b|[éeoa]\s)+`)
	// couponTold are a few words and a colon before the code: "esse cupom funciona: X".
	couponTold = pattern(`^(?:\s+\p{Ll}+){0,4}\s*:\s*`)
	// couponWord is a code as shops write them (the pattern of a discount code).
	couponWord = pattern(`^[A-Za-z0-9][A-Za-z0-9-]{2,31}\b`)
	// couponVerb gives a code without the word for it.
	couponVerb = pattern(`(?i)\b(?:aplica|aplicar|aplique|usa|usar|use|apply|aplicar|redeem|resgata|resgate|resgatar|ativa|ative|activate|enter)\s+(?:o |a |el |the )?([A-Za-z0-9][A-Za-z0-9-]{2,31})\b`)
	// notCoupon are codes of another kind.
	notCoupon = pattern(`(?i)^\s*(?:postal|de\s+(?:rastreio|rastreamento|barras|seguran[cç]a)|zip|area)\b`)
)

// longestCouponLead is how far behind the word for it a code ends, at the most.
const longestCouponLead = 160

// head is the beginning of a text, of so many bytes and no half character.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// findCoupons finds discount codes: only what the customer wrote, and only where a word
// says that it is one. A code has a digit or is written in capitals, which tells it from
// the words around it.
func (s *spans) findCoupons() {
	for _, m := range couponCue.FindAllStringIndex(s.text, -1) {
		rest := head(s.text[m[1]:], longestCouponLead)
		if notCoupon.MatchString(rest) {
			continue
		}
		fill := couponFill.FindString(rest)
		if told := couponTold.FindString(rest); len(told) > len(fill) {
			fill = told
		}
		if code := couponWord.FindString(rest[len(fill):]); fill != "" && s.isCode(code) {
			start := m[1] + len(fill)
			s.add(span{kind: spanCoupon, start: start, end: start + len(code), value: strings.ToUpper(code)})
		}
	}
	for _, m := range couponVerb.FindAllStringSubmatchIndex(s.text, -1) {
		if code := s.text[m[2]:m[3]]; s.isCode(code) && hasDigit(code) && strings.ToUpper(code) == code {
			s.add(span{kind: spanCoupon, start: m[2], end: m[3], value: code})
		}
	}
}

// findLooseCode finds a code as shops write them (letters, then digits) beside a verb that
// applies codes, where no word for it stands: "esse VOLTA10 ainda vale? aplica aí".
func (s *spans) findLooseCode(x *Index) {
	pattern := looseCode
	if couponCue.MatchString(s.text) && !slices.ContainsFunc(s.list, func(o span) bool { return o.kind == spanCoupon }) {
		pattern = shoutedCode
	} else if !applyVerb.MatchString(s.text) {
		return
	}
	if strings.ToUpper(s.text) == s.text {
		return
	}
	for _, m := range pattern.FindAllStringIndex(s.text, -1) {
		code := s.text[m[0]:m[1]]
		if _, product := x.offer(code); !product && !x.carries(form(fold(code))) {
			s.add(span{kind: spanCoupon, start: m[0], end: m[1], value: code})
			return
		}
	}
}

var (
	applyVerb   = pattern(`(?i)\b(?:aplica|aplique|aplicar|apply|redeem|resgata|resgate)\b`)
	shoutedCode = pattern(`\b[A-Z]{3,}(?:-[A-Z0-9]{1,12})*-[0-9]{1,3}\b|\b[A-Z]{5,}[0-9]{0,3}\b|\b[A-Z]{3,}[0-9]{1,3}\b`)
	looseCode   = pattern(`\b[A-Z]{4,}[0-9]{1,3}\b`)
)

func (s *spans) isCode(word string) bool {
	hasLetter := strings.ContainsFunc(word, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' })
	shouted := strings.ToUpper(word) == word && strings.ToUpper(s.text) != s.text
	return word != "" && hasLetter && (hasDigit(word) || shouted)
}

// correctedCode returns the code that takes the place of the one before: "usa o FESTA10,
// não, errei, é FESTA25"; empty if the clause has none.
func (t *turn) correctedCode(c clause) string {
	if !c.corrects || len(t.slots) == 0 || t.slots[len(t.slots)-1].Action != "apply_discount" {
		return ""
	}
	left := words(restated.without(c.tokens))
	if len(left) != 1 {
		return ""
	}
	code := t.text[c.tokens[len(c.tokens)-1].start:c.tokens[len(c.tokens)-1].end]
	if !shoutedCode.MatchString(code) || fold(code) != left[0] {
		return ""
	}
	return code
}

// bareCode reads a code that stands alone with a word that puts it in another's place:
// "PIX15 então". Where a coupon was spoken of just before it needs none. Only what is
// written as shops write codes is one, and nothing that the catalogue knows.
func (t *turn) bareCode(c clause, _ hits) bool {
	rest := trimMarks(polite.without(c.tokens))
	left := codeLeads.without(rest)
	if len(left) != 1 || left[0].mark || isMask(left[0].word) || hasNegation(c.tokens) {
		return false
	}
	code := t.text[left[0].start:left[0].end]
	switch {
	case t.conversation.CouponOpen && openCode.MatchString(code) && hasDigit(code):
	case shoutedCode.FindString(code) == code && hasDigit(code) && swapWords.in(rest) && !c.asks:
	default:
		return false
	}
	if _, product := t.index.offer(code); product || t.index.carries(form(left[0].word)) {
		return false
	}
	code = strings.ToUpper(code)
	t.spans = append(t.spans, span{kind: spanCoupon, start: left[0].start, end: left[0].end, value: code})
	t.add(Slots{Action: "apply_discount", Code: code})
	return true
}

var (
	// openCode is a code as customers write them: letters, then digits, in any case.
	openCode = pattern(`^[A-Za-z]{3,}[A-Za-z-]*[0-9]{1,4}$`)
	// swapWords put what stands beside them in the place of something else.
	swapWords = table(wordList("coupon swapWords"))
	// codeLeads are the words beside a code that stands alone.
	codeLeads = table(wordList("coupon codeLeads"))
)

// codeAlone reads a text that is nothing but a code as shops write them: "NATAL-20". It is
// never a number of pieces. Where no coupon was spoken of it must be in capitals, or have
// its hyphen; nothing that the catalogue or another question knows is one.
func (t *turn) codeAlone() (slots []Slots, done bool) {
	code := strings.Trim(strings.TrimSpace(t.text), ".!\"'`“”")
	parts := loneCode.FindStringSubmatch(code)
	if parts == nil || slices.ContainsFunc(t.spans, func(s span) bool { return s.kind != spanCoupon }) {
		return nil, false
	}
	shouted := strings.ToUpper(code) == code
	if !shouted && !t.conversation.CouponOpen && !strings.Contains(code, "-") {
		return nil, false
	}
	if _, product := t.index.offer(code); product || t.index.carries(form(fold(code))) {
		return nil, false
	}
	for _, word := range strings.Split(fold(parts[1]), "-") {
		_, number := numberWords[word]
		one := []token{{word: word}}
		if number || placeWords[word] || sizeCues.in(one) || labels.in(one) || units[word] != "" || pieces.has(word) || stopWords[word] || famousNames[word] || t.index.carries(form(word)) {
			return nil, false
		}
		if !shouted && (cueAt(one, 0) != cueNone || len(concepts().names[form(word)]) > 0) {
			return nil, false
		}
	}
	return []Slots{{Action: "apply_discount", Code: strings.ToUpper(code)}}, true
}

// loneCode is letters, then digits, with a hyphen or without.
var loneCode = pattern(`^([A-Za-z]{3,16}(?:-[A-Za-z]{2,12})?)-?[0-9]{1,4}$`)
