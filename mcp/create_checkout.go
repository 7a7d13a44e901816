package mcp

import (
	"balcao/bcp"
	"balcao/checkout"
	"balcao/platform"
)

// createCheckout makes a checkout. It has no id yet: one that is sent means another tool.
func createCheckout() tool {
	return tool{
		name: "create_checkout", title: "Criar checkout", capability: platform.CapCheckout, changes: true,
		input: "create_checkout", output: "checkout_result",
		description: "Creates a checkout session with items (item.id is a variant id of the catalogue), and optionally buyer, fulfilment, " +
			"discount codes and payment. Answers with the whole checkout: its status, totals, and in messages what is missing. " +
			"If nothing can be sold, no checkout is made and ucp.status is error.",
		read: func(a *arguments, v *visit) (work, error) {
			object, err := a.object("checkout")
			if err != nil {
				return nil, err
			}
			if present(object["id"]) {
				return nil, invalid("checkout.id", "must be left out: the shop gives a new checkout its id")
			}
			in, err := a.input(bcp.Create, v)
			if err != nil {
				return nil, err
			}
			return visitCounter("", checkout.Create{Input: in}), nil
		},
	}
}
