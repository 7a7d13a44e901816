package mcp

import (
	"balcao/checkout"
	"balcao/platform"
)

// cancelCheckout ends a checkout.
func cancelCheckout() tool {
	return tool{
		name: "cancel_checkout", title: "Cancelar checkout", capability: platform.CapCheckout, keyed: true, changes: true,
		input: "cancel_checkout", output: "checkout_result",
		description: "Ends a checkout session that is not completed; an open Pix charge is withdrawn. meta idempotency-key is the same UUID " +
			"for every retry.",
		read: func(a *arguments, _ *visit) (work, error) {
			id, err := a.target(nil)
			if err != nil {
				return nil, err
			}
			return visitCounter(id, checkout.Cancel{}), nil
		},
	}
}
