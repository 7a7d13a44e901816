package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/platform"
)

// getOrder reads an order of the platform that it was bought through.
func getOrder() tool {
	return tool{
		name: "get_order", title: "Consultar pedido", capability: platform.CapOrder,
		input: "get_order", output: "order_result",
		description: "Reads an order as it stands: items, totals, what was promised and what happened. Whatever concerns the order beyond that " +
			"is done on the shop's own page, permalink_url.",
		read: func(a *arguments, _ *visit) (work, error) {
			id, err := a.id()
			if err != nil {
				return nil, err
			}
			return readOrder(ids.Order(id)), nil
		},
	}
}

// readOrder answers for another's order as for one that never was.
func readOrder(id ids.Order) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		if !v.caller.Rights.Has(platform.RightOrder) {
			return s.envelope(v, platform.CapOrder, checkout.CodeUnauthorized)
		}
		o, err := s.Records.Order(ctx, id)
		if errors.Is(err, checkout.ErrNotFound) || err == nil && !v.caller.Sees(o.Owner) {
			return s.envelope(v, platform.CapOrder, checkout.CodeNotFound)
		}
		if err != nil {
			return nil, err
		}
		read := *o
		read.Session = v.session() // order reads negotiate per read
		return s.Encoder.Order(&read)
	}
}
