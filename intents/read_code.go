package intents

import "slices"

var (
	// sendVerbs ask for the means to pay; resendVerbs do so for the second time.
	sendVerbs   = table(wordList("code sendVerbs"))
	resendVerbs = table(wordList("code resendVerbs"))
	againWords  = table(wordList("code againWords"))
	// codeThings are what a charge is paid with.
	codeThings = table(wordList("code codeThings"))
	// lostCode tells that the code is not at hand any more.
	lostCode = table(wordList("code lostCode"))
	codeFill = table(wordList("code codeFill"))
)

// codeAgain reads the wish for a charge's code once more: "manda o código de novo", "gera
// de novo o pix". Where a charge is out, "manda o código" and "perdi o código" are enough.
func (t *turn) codeAgain(c clause, _ hits) bool {
	again := againWords.in(c.tokens) || resendVerbs.in(c.tokens)
	if !again && !t.conversation.Paying || !t.asksCode(c.tokens) {
		return false
	}
	t.reading = againWords.without(c.tokens)
	t.add(Slots{Action: "start_payment", Method: methodOf(c.tokens), Again: true})
	return true
}

// asksCode reports whether the tokens ask for what a charge is paid with and for nothing
// else.
func (t *turn) asksCode(tokens []token) bool {
	tokens = trimMarks(tokens)
	if couponNouns.in(tokens) || slices.ContainsFunc(tokens, func(o token) bool { return negations[o.word] && o.word != "no" }) {
		return false
	}
	rest := againWords.without(tokens)
	lost := t.conversation.Paying && lostCode.in(rest)
	if !codeThings.in(rest) || !sendVerbs.in(rest) && !resendVerbs.in(rest) && !lost {
		return false
	}
	if lost {
		rest = lostCode.without(rest)
	}
	return len(meaning(codeFill.without(sendVerbs.without(resendVerbs.without(codeThings.without(rest)))))) == 0
}

// siteLink reads the wish for a link or for the shop's page, which pays nothing: help tells
// how one buys here.
func (t *turn) siteLink(c clause, h hits) bool {
	if !linkWords.in(c.tokens) || h.has(cuePay) || t.namesProduct(linkWords.without(c.tokens)) {
		return false
	}
	if !sendVerbs.in(c.tokens) && !h.has(cueAdd) && !modal.in(c.tokens) && !h.has(cueSearch) {
		return false
	}
	t.add(Slots{Action: "help"})
	return true
}

// linkWords name a page, but for that of a payment.
var linkWords = table(wordList("code linkWords"))
