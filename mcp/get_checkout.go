package mcp

import "balcao/platform"

// getCheckout reads a checkout.
func getCheckout() tool {
	return tool{
		name: "get_checkout", title: "Consultar checkout", capability: platform.CapCheckout,
		input: "get_checkout", output: "checkout_result",
		description: "Reads a checkout session as it stands, its order too once it is completed. Use it to follow a Pix payment, " +
			"or when the answer to another call was lost.",
		read: func(a *arguments, _ *visit) (work, error) {
			id, err := a.target(nil)
			if err != nil {
				return nil, err
			}
			return visitCounter(id), nil
		},
	}
}
