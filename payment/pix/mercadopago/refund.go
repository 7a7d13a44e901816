package mercadopago

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"balcao/checkout"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// Refund implements pix.Provider. The request's id is the idempotency key, together with
// the payment's: the API answers a second wish with the refund of the first. Where it no
// longer knows the key and the money is all gone, a refund of the whole amount is that one;
// a part is not told from another, and is left to a person.
func (c *Client) Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error) {
	valor, err := written(r.Amount)
	switch {
	case !pix.ValidRefundID(r.ID):
		return payment.RefundFailed, refused("refund id %q is not 1 to 35 letters and digits", r.ID)
	case err != nil:
		return payment.RefundFailed, refused("refund %s: %w", r.ID, err)
	case !digits.MatchString(r.EndToEndID):
		return payment.RefundFailed, refused("refund %s: the payment's id is none", r.ID)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	paid, err := c.read(ctx, r.EndToEndID)
	switch {
	case errors.Is(err, errNotFound):
		return payment.RefundFailed, refused("refund %s: the provider does not know payment %s", r.ID, r.EndToEndID)
	case err != nil:
		return payment.RefundNone, err
	case r.TXID != "" && paid.ExternalReference != string(r.TXID):
		return payment.RefundFailed, refused("refund %s: payment %s is not of charge %s", r.ID, r.EndToEndID, r.TXID)
	}
	var made refund
	err = c.ask(ctx, &made, rest.Call{
		Name: "make refund " + r.ID, Method: http.MethodPost, Path: []string{"v1", "payments", r.EndToEndID, "refunds"},
		Body:   map[string]any{"amount": valor},
		Header: http.Header{"X-Idempotency-Key": {r.EndToEndID + "-" + r.ID}}, Repeatable: true,
	})
	if errors.Is(err, checkout.ErrRefused) || errors.Is(err, errNotFound) {
		return c.afterRefusal(ctx, r, err)
	}
	if err != nil {
		return payment.RefundNone, err
	}
	if made.ID != "" && made.state() == payment.RefundQueued {
		if now, err := c.refundOf(ctx, r, string(made.ID)); err == nil {
			made = now // the answer to a repeated wish may be that of the first
		}
	}
	return made.concluded(r)
}

// refundOf reads a refund.
func (c *Client) refundOf(ctx context.Context, r payment.RefundRequest, id string) (refund, error) {
	var found refund
	err := c.ask(ctx, &found, rest.Call{
		Name: "look for refund " + r.ID, Method: http.MethodGet, Path: []string{"v1", "payments", r.EndToEndID, "refunds", id}, Repeatable: true,
	})
	return found, err
}

// afterRefusal looks whether what was refused had been done before.
func (c *Client) afterRefusal(ctx context.Context, r payment.RefundRequest, refusal error) (payment.RefundState, error) {
	paid, err := c.read(ctx, r.EndToEndID)
	if err != nil {
		return payment.RefundNone, err
	}
	if money.Amount(paid.Amount) == r.Amount && len(paid.Refunds) == 1 && money.Amount(paid.Refunds[0].Amount) == r.Amount {
		return paid.Refunds[0].concluded(r)
	}
	if errors.Is(refusal, errNotFound) {
		refusal = refused("refund %s: the provider does not know payment %s", r.ID, r.EndToEndID)
	}
	return payment.RefundFailed, refusal
}

// concluded tells how a refund of the provider stands that should be the one asked for.
func (d refund) concluded(r payment.RefundRequest) (payment.RefundState, error) {
	switch {
	case d.ID == "":
		return payment.RefundNone, fmt.Errorf("mercadopago: refund %s: %w: no id", r.ID, errUnreadable)
	case money.Amount(d.Amount) != r.Amount:
		return payment.RefundFailed, refused("refund %s has another amount", r.ID)
	case d.state() == payment.RefundFailed:
		return payment.RefundFailed, refused("refund %s was not carried out", r.ID)
	}
	return d.state(), nil
}
