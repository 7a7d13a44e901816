package intents

import (
	"regexp"
	"slices"
	"strings"
)

// guarded is what the guards say of a whole text.
type guarded struct {
	// stop is the reason to go no further, empty if there is none.
	stop Reason
	// noPayment keeps a claim of having paid from starting a payment.
	noPayment bool
	// tainted says that a part of the text speaks to the machinery: only what can harm
	// nobody is read from the rest of it.
	tainted bool
}

// guardText looks at the whole text before any clause is read.
func guardText(text string) guarded {
	text = fold(text)
	switch {
	case headerPattern.MatchString(text) || hidden(text):
		return guarded{stop: ReasonInjection}
	case haggles(text) && conditionalPattern.MatchString(text):
		return guarded{stop: ReasonNegotiation}
	}
	return guarded{noPayment: paidPattern.MatchString(text), tainted: injects(text) || rolePattern.MatchString(text)}
}

func injects(text string) bool { return injectionPattern.MatchString(text) }

// hidden reports whether an attempt to speak to the machinery is written so that a rule
// would not see it: with digits for letters, backwards, with letters of another alphabet,
// or encoded.
func hidden(text string) bool {
	if encodedPattern.MatchString(text) {
		return true
	}
	for _, plain := range []string{digitsToLetters.Replace(text), latin.Replace(text), backwards(text)} {
		if plain != text && injects(plain) && !injects(text) {
			return true
		}
	}
	return false
}

var (
	digitsToLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s")
	latin           = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ѕ", "s", "ԁ", "d", "һ", "h", "ո", "n", "м", "m", "т", "t", "к", "k", "в", "b", "α", "a", "ο", "o", "ε", "e")
	// encodedPattern is a long word in mixed case with no vowel pattern of a language.
	encodedPattern = regexp.MustCompile(`[a-z0-9+/]{32,}={0,2}`)
)

func backwards(text string) string {
	r := []rune(text)
	slices.Reverse(r)
	return string(r)
}

// harmless are the actions that are read from a text of which a part was an attack.
func harmless(s Slots) bool {
	if s.Unresolved {
		return false
	}
	switch s.Action {
	case "search_catalog", "get_product", "add_to_checkout", "update_quantity", "get_checkout", "select_fulfillment_option", "set_shipping_address":
		return true
	case "remove_from_checkout":
		return !s.All
	case "set_buyer":
		return s.FullName == ""
	case "apply_discount":
		return true // the code stands in the text, and the shop knows which are good
	}
	return false
}

// guardClause looks at one clause: it is dropped, and the others stand.
func guardClause(clause string, asks bool) Reason {
	clause = fold(clause)
	switch {
	case injects(clause), rolePattern.MatchString(clause) && !couponCue.MatchString(clause):
		return ReasonInjection
	case paidPattern.MatchString(clause) && !asks:
		return ReasonPaymentClaim
	case haggles(clause) && !couponGiven.MatchString(clause):
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
		case t.word == "menos" && i+1 < len(tokens) && (isNumber(tokens[i+1].word) || i > 0 && numberWords[tokens[i+1].word] > 1 && cueAt(tokens, i-1) == cueAdd), t.word == "minus", t.word == "negativo" && i > 0 && isNumber(tokens[i-1].word):
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
