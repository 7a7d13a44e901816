package bcp

import (
	"encoding/json"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
)

// DecodeUnits reads units of an order's lines: [{id, quantity}], each line once.
func DecodeUnits(raw json.RawMessage) ([]order.LineQuantity, error) {
	return decode(raw, func(f field) []order.LineQuantity {
		list := f.list(checkout.MaxLines)
		if len(list) == 0 {
			f.fail("must not be empty")
		}
		seen := map[ids.LineItem]bool{}
		out := make([]order.LineQuantity, len(list))
		for i, l := range list {
			m := l.required().object()
			id := ids.LineItem(m.get("id").required().id())
			if seen[id] {
				f.fail("names a line twice")
			}
			seen[id] = true
			out[i] = order.LineQuantity{Line: id, Quantity: m.get("quantity").required().integer(1, checkout.MaxQuantity)}
		}
		return out
	})
}
