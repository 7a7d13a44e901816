package intents

// fewer takes n pieces off a line that has more of them, and else the line.
func (t *turn) fewer(found target, n int64, counted bool) Slots {
	if counted && found.product != nil {
		if l := t.conversation.line(found.product.ID); l != nil && l.Quantity > n && n > 0 {
			return found.slots(Slots{Action: "update_quantity", Quantity: l.Quantity - n})
		}
	}
	s := found.slots(Slots{Action: "remove_from_checkout"})
	s.Options = nil
	return s
}
