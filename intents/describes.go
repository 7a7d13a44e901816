package intents

import (
	"slices"

	"balcao/internal/ids"
)

// onlyDescribes reports whether a phrase tells nothing of a thing but its colour, or one of
// its traits with a number before it, and neither what was spoken of nor what was shown is
// meant: "quero um preto" asks for no product, whatever is the only black one here.
func (t *turn) onlyDescribes(found target, rest []token, counted bool) bool {
	for _, p := range append(found.candidates, found.product) {
		if p != nil && t.inView(p.ID) {
			return false
		}
	}
	terms := t.index.terms(t.index.withoutNoise(rest))
	if len(terms) == 0 {
		return false
	}
	traits := 0
	for i, o := range terms {
		switch {
		case isColor(o.text):
		case (isNumber(o.text) || numberWords[o.text] > 0) && i+1 < len(terms) && isColor(terms[i+1].text): // "três brancos e dois pretos"
		case o.trait && !o.digits:
			traits++
		default:
			return false
		}
	}
	definite := slices.ContainsFunc(rest, func(o token) bool { return ofLeads[o.word] }) // "dois do descafeinado"
	return traits == 0 || counted && !definite && found.product != nil
}

// onlyColors reports whether the terms are colours alone.
func onlyColors(terms []term) bool {
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(o term) bool { return !isColor(o.text) })
}

// labelsOfFocus reports whether all parts of a list count pieces of what was spoken of and
// tell them by their options alone: "add one black and one blue".
func (t *turn) labelsOfFocus(parts [][]token) bool {
	p := t.conversation.pointed(t.index)
	return p != nil && len(parts) > 1 && !slices.ContainsFunc(parts, func(part []token) bool {
		_, counted, rest := t.takeQuantity(glueUnits(part))
		terms := t.index.terms(t.index.withoutNoise(rest))
		return !counted || len(terms) == 0 || !t.index.onlyLabels(p, terms)
	})
}

// inView reports whether a product was shown, spoken of or taken.
func (t *turn) inView(id ids.Product) bool {
	c := t.conversation
	return c.Focus == id || slices.Contains(c.Results, id) || c.line(id) != nil ||
		slices.ContainsFunc(t.slots, func(s Slots) bool { return s.Product == string(id) || slices.Contains(s.Candidates, string(id)) })
}
