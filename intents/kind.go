package intents

import (
	"slices"

	"balcao/catalog"
)

// ofTheKind finds what comes in a product's place by what that is: "o cabo de 1 m por um de
// 2 m".
func (t *turn) ofTheKind(old *catalog.Product, rest []token, next target) target {
	var tokens []token
	for _, tok := range tokenize(old.Title) {
		if !hasDigit(tok.word) && units[tok.word] == "" {
			tokens = append(tokens, tok)
		}
	}
	l := t.index.link(append(glueUnits(tokens), rest...), nil)
	if unit := unitOf(old.Title); len(l.products) == 0 && unit != "" {
		l = t.index.link(append(glueUnits(tokens), withUnit(rest, unit)...), nil) // "o de 65"
	}
	if len(l.products) != 1 || l.products[0].ID == old.ID || l.explained < surelyExplained {
		return next
	}
	return t.withOptions(l.products[0], l.terms, next.said)
}

// unitOf is the unit of the last measure in a title, "" if it has none.
func unitOf(title string) (unit string) {
	for _, t := range glueUnits(tokenize(title)) {
		if isMeasure(t.word) {
			_, unit = splitNumber(t.word)
		}
	}
	return unit
}

// withUnit gives the numbers without a unit that one.
func withUnit(tokens []token, unit string) []token {
	out := slices.Clone(tokens)
	for i, t := range out {
		if isNumber(t.word) {
			out[i].word = t.word + unit
		}
	}
	return out
}
