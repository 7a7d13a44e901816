package intents

import "slices"

// doubtedCode is for a code: one that is to be made up was not given to the customer.
func (t *turn) doubtedCode(s Slots) Reason {
	place := -1
	for _, o := range t.spans {
		if o.kind == spanCoupon && o.value == s.Code {
			place = o.start
		}
	}
	if place < 0 {
		return ""
	}
	sentence := t.sentence(place)
	if len(sentence) > 0 {
		if reason := t.othersCode(sentence, place); reason != "" {
			return reason
		}
	}
	switch {
	case t.relayed(place, leastQuoted):
		return ReasonInjection
	case t.guard.wantsCodes:
		return ReasonInjection
	case saveWords.in(sentence) || putsOff(segment(t.tokens, place)), putsOff(sentence) && !findCues(sentence).has(cuePay):
		return ReasonDeclined
	case t.conditional(place) || supposedWords.in(sentence):
		return ReasonUnclear
	}
	part := segment(t.tokens, place)
	if place := upTo(part, place); withoutWords.in(place) || codeFailed.in(part) {
		return ReasonDeclined
	}
	if t.asking(place) && aboutCodes.in(sentence) && !findCues(sentence).has(cueCoupon) {
		return ReasonUnclear
	}
	for i := range upTo(part, place) {
		if turnsAround(part, i, t.language) {
			return ReasonDeclined
		}
	}
	return ""
}

var (
	// withoutWords leave out the code behind them.
	withoutWords = table(wordList("careful_data withoutWords"))
	// codeFailed tell that a code had no effect, aboutCodes ask what one is.
	codeFailed = table(wordList("careful_data codeFailed"))
	aboutCodes = table(wordList("careful_data aboutCodes"))
)

// withheld reports whether a span with data of a person is spoken of without being given:
// turned down, quoted, asked about, or somebody else's.
func (t *turn) withheld(s span) bool {
	sentence := t.sentence(s.start)
	part := segment(t.tokens, s.start)
	before := upTo(part, s.start)
	switch {
	case t.relayed(s.start, leastQuoted):
		return true
	case slices.ContainsFunc(before, func(o token) bool { return negations[o.word] && o.word != "no" && o.word != "n" && o.word != "num" }):
		return true
	case givingWords.in(sentence) && t.conditional(s.start):
		return true
	case othersData.in(before):
		return true
	case t.asking(s.start) && !ownWords.in(sentence):
		return true
	}
	return false
}

// misplaced reports whether an address or a CEP is spoken of without being where the goods
// go: turned down, of the past, or somebody else's. Goods may go to somebody else: "entrega na
// casa da minha tia, Rua ...".
func (t *turn) misplaced(s span) bool {
	sentence := t.sentence(s.start)
	before := upTo(segment(t.tokens, s.start), s.start)
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].word == string(s.kind) {
			before = before[i+1:] // "não é 20040-030 é 22041-001"
			break
		}
	}
	for i := range before {
		if turnsAround(before, i, t.language) || i == 0 && before[i].word == "no" && bringWords.at(before, 1) > 0 {
			return true
		}
	}
	if formerWords.in(before) {
		return true
	}
	return placeNouns.in(before) && slices.ContainsFunc(before, func(o token) bool { return personNouns[o.word] }) && !bringWords.in(sentence)
}

var (
	// formerWords tell of a place that is no longer it.
	formerWords = table(wordList("careful_data formerWords"))
	// placeNouns name what a place is told by, bringWords have goods go there or data taken.
	placeNouns = table(wordList("careful_data placeNouns"))
	bringWords = table(wordList("careful_data bringWords"))
)

// othersThings are those of somebody else.
var othersThings = table(wordList("careful_data othersThings"))
