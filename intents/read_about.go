package intents

import "slices"

// aboutFocus reads a question about the product last spoken of, whatever is asked of it:
// "essa aí pode molhar?", "cabe notebook nela?", "dá pra lavar?".
func (t *turn) aboutFocus(c clause, h hits) bool {
	p := t.conversation.pointed(t.index)
	if p == nil || !c.asks || isPersonal(c.tokens) || otherWords.in(c.tokens) || shippingWords.in(c.tokens) || orderThings.in(c.tokens) {
		return false
	}
	for _, other := range []cue{cuePay, cueCancel, cueRemove, cueUpdate, cueReplace, cueEmpty, cueHelp, cueCoupon} {
		if h.has(other) && !attributes.in(c.tokens) {
			return false
		}
	}
	points := slices.ContainsFunc(c.tokens, func(o token) bool { return oneThing[o.word] })
	left := meaning(attributes.without(t.index.withoutNoise(withoutCues(c.tokens, cueAdd))))
	asked := len(meaning(t.index.withoutNoise(c.tokens))) - len(left)
	if h.has(cueAdd) {
		if _, counted, _ := t.takeQuantity(glueUnits(withoutCues(c.tokens, cueAdd))); counted || !points || len(left)+asked == 0 || strongAdd.in(c.tokens) {
			return false // that is a wish
		}
		if len(t.index.link(left, nil).products) > 0 {
			return false
		}
	}
	if !points && (asked == 0 || len(left) > 0) {
		return false
	}
	t.add(t.withOptions(p, t.index.terms(glueUnits(c.tokens)), "").slots(Slots{Action: "get_product"}))
	t.named = true
	return true
}

// aboutIt reads a question that begins with what a thing may do or have and names no
// subject: it is about the product last spoken of, whatever else is in it.
func (t *turn) aboutIt(c clause, h hits) bool {
	p := t.conversation.Focus
	if p == "" || !c.asks || h.has(cuePay) || h.has(cueRemove) || h.has(cueCancel) || h.has(cueCart) || h.has(cueHelp) || shippingWords.in(c.tokens) || methodsIn(c.tokens) {
		return false
	}
	at := 0
	for at < len(c.tokens) && (c.tokens[at].word == "e" || c.tokens[at].word == "mas" || c.tokens[at].mark || c.tokens[at].word == "and" || c.tokens[at].word == "y") {
		at++
	}
	if at == len(c.tokens) || aboutVerbs.at(c.tokens, at) == 0 || t.index.product(p) == nil || h.has(cueAdd) && strongAdd.in(c.tokens) {
		return false
	}
	t.add(t.withOptions(t.index.product(p), t.index.terms(glueUnits(c.tokens)), "").slots(Slots{Action: "get_product"}))
	t.named = true
	return true
}

// aboutVerbs begin such a question.
var aboutVerbs = table(wordList("about aboutVerbs"))

// oneThing are the pronouns of one product.
var oneThing = wordSet(wordList("about oneThing"))

// mostCompared is how many of the products last shown are shown again to be compared.
const mostCompared = 4

// compareShown reads a question which of the products last shown is so or so: all of them
// are shown again. The cheapest is told by compare.
func (t *turn) compareShown(c clause, h hits) bool {
	list := t.conversation.Results
	if len(list) < 2 || len(list) > mostCompared || !c.asks || cheapestWords.in(c.tokens) || dearestWords.in(c.tokens) || h.has(cueAdd) || h.has(cuePay) {
		return false
	}
	compares := h.has(cueCompare) && len(t.index.terms(t.index.withoutNoise(amongWords.without(attributes.without(withoutCues(c.tokens, cueCompare)))))) == 0
	if !compares && !(whichWords.in(c.tokens) && amongWords.in(c.tokens)) {
		return false
	}
	for _, id := range list {
		t.add(Slots{Action: "get_product", Product: string(id)})
	}
	return true
}

var (
	whichWords = table(wordList("about whichWords"))
	amongWords = table(wordList("about amongWords"))
)
