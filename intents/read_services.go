package intents

import _ "embed"

//go:embed lexicon/services.txt
var servicesList string

// services are the phrases of questions about what the shop offers as a whole.
var services = sections(servicesList)

// wares reads a question about all that is sold here, which names no goods: "o que vocês
// vendem?".
func (t *turn) wares(c clause, h hits) bool {
	asked := services["wares"]
	if !asked.in(c.tokens) || h.has(cueAdd) || h.has(cueRemove) || namesCart(c.tokens) || hasNegation(c.tokens) {
		return false
	}
	rest := t.index.withoutNoise(services["wares fill"].without(asked.without(c.tokens)))
	for _, o := range rest {
		if !o.mark {
			return false
		}
	}
	t.add(Slots{Action: "help", ask: AskWares})
	return true
}

// givesBack reads a wish to have money or goods back, or a complaint of what came; "" if the
// clause is neither.
func (t *turn) givesBack(c clause) Question {
	switch {
	case services["defect"].in(c.tokens):
		return AskDefect
	case services["wrong product"].in(c.tokens):
		return AskWrongProduct
	case refundWords.in(c.tokens), services["return"].in(c.tokens):
		return AskReturn
	}
	return ""
}

// returns leads to the question whether what is paid shall go back. By itself it does nothing.
func (t *turn) returns(r Reason, about Question) {
	t.reasons = append(t.reasons, Slots{Action: "unknown", Reason: r, ask: about})
}
