package intents

import (
	"slices"

	"balcao/internal/ids"
)

// correct reads a clause that restates something: another quantity or another product in
// place of that of the action before it, or another quantity for the line spoken of.
func (t *turn) correct(c clause) bool {
	if h := findCues(c.tokens); h.has(cueRemove) || h.has(cueEmpty) || h.has(cueCancel) || h.has(cuePay) || h.has(cueSearch) {
		return false
	}
	tokens := restated.without(withoutCues(t.cutContrast(c.tokens), cueAdd, cueUpdate))
	n, counted, rest := t.takeNewQuantity(glueUnits(tokens))
	if counted && (n < 1 || n > maxQuantityInText) {
		t.nothing(ReasonInvalidQuantity)
		return true
	}
	if t.correctsPayment(n, counted, rest) {
		return true
	}
	if t.lastTarget() == nil && t.tooMany != nil && counted {
		s := *t.tooMany
		t.tooMany, s.Quantity = nil, n
		t.reasons = slices.DeleteFunc(t.reasons, func(o Slots) bool { return o.Reason == ReasonInvalidQuantity })
		t.add(s)
		return true
	}
	if last := t.lastTarget(); last != nil {
		return t.correctLast(last, n, counted, rest)
	}
	if counted && !moreWords.in(c.tokens) && !findCues(c.tokens).has(cueAdd) && len(t.index.terms(t.index.withoutNoise(rest))) > 0 {
		if found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true}); t.holds(found) {
			t.add(Slots{Action: "update_quantity", Product: string(found.product.ID), Quantity: n})
			return true
		}
	}
	p := t.conversation.pointedLine(t.index)
	if !counted || p == nil || len(meaning(rest)) > 0 {
		return false
	}
	t.add(target{product: p}.slots(Slots{Action: "update_quantity", Quantity: n}))
	return true
}

// correctsPayment reads another number of installments: "em três vezes, quer dizer,
// quatro".
func (t *turn) correctsPayment(n int64, counted bool, rest []token) bool {
	if len(t.slots) == 0 || !counted || len(meaning(timesWords.without(rest))) > 0 || n > maxInstallments {
		return false
	}
	last := &t.slots[len(t.slots)-1]
	if last.Action != "start_payment" || last.Installments == 0 {
		return false
	}
	last.Installments = int(n)
	return true
}

// lastTarget returns the action before, if it puts a product into the checkout.
func (t *turn) lastTarget() *Slots {
	if len(t.slots) == 0 {
		return nil
	}
	last := &t.slots[len(t.slots)-1]
	if last.Action == "add_to_checkout" || last.Action == "update_quantity" {
		return last
	}
	return nil
}

func (t *turn) correctLast(last *Slots, n int64, counted bool, rest []token) bool {
	if len(t.index.terms(rest)) > 0 {
		focused := t.conversation
		if p := t.index.product(ids.Product(last.Product)); p != nil {
			focused.Focus = p.ID
		}
		found := t.target(focused, phrase{tokens: rest, spans: t.spans})
		if p := t.index.product(focused.Focus); !found.found() && p != nil {
			found = t.ofTheKind(p, rest, found)
		}
		if !found.found() {
			return false
		}
		if found.product != nil && string(found.product.ID) == last.Product {
			found = withChosen(found, chosenOf(found.product, *last)) // another colour in the same size
		}
		*last = found.slots(Slots{Action: last.Action, Quantity: last.Quantity})
	}
	if counted {
		if p := t.index.product(ids.Product(last.Product)); p != nil && last.Action == "add_to_checkout" {
			old := t.withOptions(p, t.index.terms(t.before), "")
			delete(old.options, sizeAxis)
			if sized, ok := t.asSize(target{product: p, options: old.options}, n, true); ok {
				*last = sized.slots(Slots{Action: last.Action, Quantity: last.Quantity})
				return true
			}
		}
		last.Quantity = n
	}
	return true
}
