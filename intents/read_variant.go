package intents

import (
	"maps"
	"slices"

	"balcao/catalog"
)

// otherVariant reads what corrects the variant of the line spoken of and nothing else: "não,
// o preto" takes the black one of the same size in its place.
func (t *turn) otherVariant(c clause) bool {
	rest, corrects := c.tokens, c.corrects
	if n := correctionWords.at(rest, 0); n > 0 {
		rest, corrects = rest[n:], true
	}
	if len(rest) > 1 && negations[rest[0].word] && rest[1].mark { // without one it turns down
		rest, corrects = rest[1:], true
	}
	p := t.conversation.pointedLine(t.index)
	if !corrects || p == nil || len(p.Options) == 0 || len(t.slots) > 0 {
		return false
	}
	rest = t.index.withoutNoise(restated.without(variantFill.without(rest)))
	terms := t.index.terms(glueUnits(rest))
	at := slices.IndexFunc(t.conversation.Lines, func(l Line) bool { return l.Product == p.ID })
	old := t.conversation.Lines[at]
	if len(terms) == 0 || !t.index.onlyLabels(p, terms) || t.linesOf(old) != 1 {
		return false
	}
	next := t.withOptions(p, terms, "")
	if len(next.options) == 0 && next.variant == nil {
		return false
	}
	next = withChosen(next, t.optionsOf(p, old, next.options))
	switch {
	case next.variant == nil:
		return false
	case next.variant.ID == old.Variant:
		t.nothing(ReasonDeclined) // it stays as it is
		return true
	}
	gone := lineSlots(old, "remove_from_checkout")
	gone.Variant = string(old.Variant)
	t.add(gone, next.slots(Slots{Action: "add_to_checkout", Quantity: old.Quantity}))
	return true
}

// variantFill are the words beside the label of a variant.
var variantFill = table(wordList("variant variantFill"))

// linesOf is how many lines have the product of one.
func (t *turn) linesOf(l Line) int {
	n := 0
	for _, o := range t.conversation.Lines {
		if o.Product == l.Product {
			n++
		}
	}
	return n
}

// optionsOf are the labels of a line's variant by axis, without those said anew.
func (t *turn) optionsOf(p *catalog.Product, l Line, said map[string]string) map[string]string {
	out := map[string]string{}
	for _, v := range p.Variants {
		if v.ID == l.Variant {
			for _, s := range v.Selected {
				out[fold(s.Name)] = s.Label
			}
		}
	}
	maps.Copy(out, said)
	return out
}
