package mcp

import (
	"context"
	"encoding/json"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/platform"
)

// completeCheckout places the order.
func completeCheckout() tool {
	return tool{
		name: "complete_checkout", title: "Concluir checkout", capability: platform.CapCheckout, keyed: true, changes: true,
		input: "complete_checkout", output: "checkout_result",
		description: "Places the order of a checkout that is ready_for_complete. With Pix the answer is complete_in_progress until the buyer " +
			"has paid. meta idempotency-key is the same UUID for every retry of the same purchase, also after a timeout; after a decline " +
			"a new attempt needs a new one. Where ap2_mandate was negotiated checkout.ap2.checkout_mandate is required.",
		read: readCompletion,
	}
}

// readCompletion reads payment, mandate and what fiscal identity lets a completion say of the
// buyer. A mandate that is malformed is a fault only where mandates were negotiated: to all
// others the member says nothing.
func readCompletion(a *arguments, _ *visit) (work, error) {
	object, err := a.object("checkout")
	if err != nil {
		return nil, err
	}
	id, err := a.target(object)
	if err != nil {
		return nil, err
	}
	if !present(object["payment"]) {
		return nil, invalid("checkout.payment", "is required")
	}
	var c checkout.Complete
	if c.Payment, err = bcp.DecodePayment(object["payment"]); err != nil {
		return nil, within("checkout.payment", err)
	}
	if present(object["buyer"]) {
		buyer, err := bcp.DecodeBuyer(object["buyer"])
		if err != nil {
			return nil, within("checkout.buyer", err)
		}
		c.Buyer = &buyer
	}
	if _, err := bcp.DecodeSignals(object["signals"]); err != nil {
		return nil, within("checkout.signals", err)
	}
	if _, err := bcp.DecodeAttribution(object["attribution"]); err != nil {
		return nil, within("checkout.attribution", err)
	}
	mandate, bad := bcp.DecodeMandate(object["ap2"])
	c.Mandate = mandate
	return complete(id, c, within("checkout.ap2", bad)), nil
}

func complete(id ids.Checkout, c checkout.Complete, badMandate error) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		if badMandate != nil && v.session().Has(platform.CapAP2Mandate) {
			return nil, badMandate
		}
		return visitCounter(id, c)(ctx, s, v)
	}
}
