package mcp

import (
	"balcao/bcp"
	"balcao/checkout"
	"balcao/jsonrpc"
	"balcao/platform"
)

// updateCheckout replaces what the platform may write of a checkout.
func updateCheckout() tool {
	return tool{
		name: "update_checkout", title: "Atualizar checkout", capability: platform.CapCheckout, changes: true,
		input: "update_checkout", output: "checkout_result",
		description: "Replaces what the platform may write of a checkout session: send everything that shall stay. Lines and fulfilment " +
			"methods keep what the shop knows of them by their id. To choose Pix, send a payment instrument with its handler_id and type; " +
			"the answer then carries the charge to pay.",
		read: func(a *arguments, v *visit) (work, error) {
			in, err := a.input(bcp.Update, v)
			if err != nil {
				return nil, err
			}
			object, _ := jsonrpc.Members(a.members["checkout"]) // read before
			id, err := a.target(object)
			if err != nil {
				return nil, err
			}
			return visitCounter(id, checkout.Update{Input: in}), nil
		},
	}
}
