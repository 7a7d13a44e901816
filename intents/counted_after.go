package intents

// countedAfter reads "o mouse eu quero 3": the product before the verb, its number after.
func (t *turn) countedAfter(c clause, at hit) bool {
	before, after := c.tokens[:at.at], withoutCues(c.tokens[at.at+at.length:], cueAdd)
	n, counted, rest := t.takeQuantity(glueUnits(after))
	if !counted || n < 1 || n > maxQuantityInText || len(meaning(t.index.withoutNoise(rest))) > 0 || len(t.index.terms(t.index.withoutNoise(before))) == 0 && !pointsAt(before) {
		return false
	}
	found := t.target(t.conversation, phrase{tokens: before, spans: t.spans, again: true})
	if !found.found() || found.empty {
		return false
	}
	action := "add_to_checkout"
	if found.product != nil && t.conversation.line(found.product.ID) != nil {
		action = "update_quantity"
	}
	t.add(found.slots(Slots{Action: action, Quantity: n}))
	return true
}
