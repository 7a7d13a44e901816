package intents

import "strings"

// guarded is what the guards say of a whole text.
type guarded struct {
	// stop is the reason to go no further, empty if there is none.
	stop Reason
	// noPayment keeps a claim of having paid from starting a payment.
	noPayment bool
}

// guardText looks at the whole text before any clause is read.
func guardText(text string) guarded {
	text = fold(text)
	switch {
	case injectionPattern.MatchString(text):
		return guarded{stop: ReasonInjection}
	case haggles(text) && conditionalPattern.MatchString(text):
		return guarded{stop: ReasonNegotiation}
	}
	return guarded{noPayment: paidPattern.MatchString(text)}
}

// guardClause looks at one clause: it is dropped, and the others stand.
func guardClause(clause string) Reason {
	clause = fold(clause)
	switch {
	case rolePattern.MatchString(clause):
		return ReasonInjection
	case paidPattern.MatchString(clause):
		return ReasonPaymentClaim
	case haggles(clause):
		return ReasonNegotiation
	}
	return ""
}

func haggles(text string) bool {
	return negotiationPattern.MatchString(text) && !freeShipping.MatchString(text)
}

// small reports what a clause without any wish is: an acknowledgement, a pleasantry, a
// topic outside the shop, or unclear.
func small(tokens []token) Reason {
	if len(words(tokens)) == 0 {
		return ReasonEmpty
	}
	if chatWords.at(tokens, 0) > 0 && ackWords.at(tokens, 0) == 0 {
		return ReasonChitchat
	}
	if len(meaning(ackWords.without(tokens))) == 0 && ackWords.in(tokens) {
		return ReasonNoPending
	}
	switch {
	case outsideWords.in(tokens):
		return ReasonOutOfScope
	case chatWords.in(tokens):
		return ReasonChitchat
	}
	return ReasonUnclear
}

// meaning returns the tokens that are neither marks nor stop words.
func meaning(tokens []token) []token {
	var out []token
	for _, t := range tokens {
		if !t.mark && !stopWords[t.word] && !isMask(t.word) {
			out = append(out, t)
		}
	}
	return out
}

// invalidQuantity reports whether the phrase asks for a number of pieces that cannot be:
// negative, a fraction or absurdly many.
func invalidQuantity(tokens []token) bool {
	for i, t := range tokens {
		switch {
		case t.mark && (t.word == "-" || t.word == "−") && i+1 < len(tokens) && isNumber(tokens[i+1].word):
			return true
		case t.word == "menos" && i+1 < len(tokens) && isNumber(tokens[i+1].word), t.word == "minus":
			return true
		}
	}
	return false
}

// isFraction reports whether a word is a number with decimals.
func isFraction(word string) bool {
	whole, decimals, ok := strings.Cut(strings.ReplaceAll(word, ",", "."), ".")
	return ok && isNumber(whole) && isNumber(decimals)
}
