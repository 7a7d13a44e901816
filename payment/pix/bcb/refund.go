package bcb

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// Refund implements pix.Provider. The API answers a used id by a refusal, so it is looked
// for first, and again wherever the answer to the wish leaves its fate open.
func (c *Client) Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error) {
	valor, err := pix.FormatValor(r.Amount)
	switch {
	case !pix.ValidRefundID(r.ID):
		return payment.RefundFailed, refused("refund id %q is not 1 to 35 letters and digits", r.ID)
	case err != nil:
		return payment.RefundFailed, refused("refund %s: %w", r.ID, err)
	case !pix.ValidEndToEndID(r.EndToEndID):
		return payment.RefundFailed, refused("refund %s: the payment's id is none", r.ID)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	state, err := c.refundState(ctx, r)
	if !errors.Is(err, errNotFound) {
		return state, err
	}
	if state, err := c.checkRefund(ctx, r); err != nil || state != payment.RefundNone {
		return state, err
	}
	var made devolucao
	err = c.ask(ctx, &made, rest.Call{
		Name: "make refund " + r.ID, Method: http.MethodPut, Path: []string{"pix", r.EndToEndID, "devolucao", r.ID},
		Body: map[string]string{"valor": valor},
	})
	if err == nil {
		return concluded(made, r)
	}
	// Whatever went wrong: if it is there, it counts.
	if state, again := c.refundState(ctx, r); !errors.Is(again, errNotFound) && !open(again) {
		return state, again
	}
	if errors.Is(err, errNotFound) {
		err = refused("refund %s: the provider does not know payment %s", r.ID, r.EndToEndID)
	}
	if isRefusal(err) {
		return payment.RefundFailed, err
	}
	return payment.RefundNone, err
}

// refundState looks for a refund.
func (c *Client) refundState(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error) {
	var found devolucao
	err := c.get(ctx, "look for refund "+r.ID, &found, nil, "pix", r.EndToEndID, "devolucao", r.ID)
	if isRefusal(err) {
		// A look that is refused says nothing of the refund.
		return payment.RefundNone, fmt.Errorf("bcb: the look for refund %s failed: %v", r.ID, err)
	}
	if err != nil {
		return payment.RefundNone, err
	}
	return concluded(found, r)
}

// checkRefund looks at the payment before it is given back. A state says that the refund is
// there by now: somebody else asked for it after the look for it. It is not to be counted
// against itself.
func (c *Client) checkRefund(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error) {
	var found received
	err := c.get(ctx, "look for payment "+r.EndToEndID, &found, nil, "pix", r.EndToEndID)
	switch {
	case errors.Is(err, errNotFound):
		return payment.RefundFailed, refused("refund %s: the provider does not know payment %s", r.ID, r.EndToEndID)
	case err != nil:
		return payment.RefundNone, fmt.Errorf("bcb: refund %s: %v", r.ID, err)
	}
	receipt, refunds, err := found.read()
	if err != nil {
		return payment.RefundNone, fmt.Errorf("bcb: refund %s: %w", r.ID, err)
	}
	if receipt.EndToEndID != r.EndToEndID {
		return payment.RefundNone, fmt.Errorf("bcb: refund %s: %w: another payment", r.ID, errUnreadable)
	}
	if r.TXID != "" && receipt.TXID != "" && receipt.TXID != r.TXID {
		return payment.RefundFailed, refused("refund %s: payment %s is not of charge %s", r.ID, r.EndToEndID, r.TXID)
	}
	if i := slices.IndexFunc(refunds, func(x payment.RefundRecord) bool { return x.ID == r.ID }); i >= 0 {
		return outcome(refunds[i].Amount, refunds[i].State, r)
	}
	if left := leftOf(receipt, refunds); r.Amount > left {
		return payment.RefundFailed, refused("refund %s of %d, but %d is left of payment %s", r.ID, r.Amount, left, r.EndToEndID)
	}
	return payment.RefundNone, nil
}

// leftOf is what of a payment was not given back and is not on its way.
func leftOf(receipt payment.Receipt, refunds []payment.RefundRecord) money.Amount {
	left := receipt.Amount
	for _, refund := range refunds {
		if refund.State != payment.RefundFailed {
			left -= refund.Amount
		}
	}
	return left
}

// concluded tells how a refund of the provider stands that should be the one asked for.
func concluded(d devolucao, r payment.RefundRequest) (payment.RefundState, error) {
	if d.ID != "" && d.ID != r.ID {
		return payment.RefundNone, fmt.Errorf("bcb: refund %s: %w: another refund", r.ID, errUnreadable)
	}
	amount, err := pix.ParseValor(d.Valor)
	if err != nil {
		return payment.RefundNone, fmt.Errorf("bcb: refund %s: %w: its amount", r.ID, errUnreadable)
	}
	return outcome(amount, d.state(), r)
}

// outcome is what a refund of the provider's means for the one asked for.
func outcome(amount money.Amount, state payment.RefundState, r payment.RefundRequest) (payment.RefundState, error) {
	switch {
	case amount != r.Amount:
		return payment.RefundFailed, refused("refund %s has another amount", r.ID)
	case state == payment.RefundFailed:
		return payment.RefundFailed, refused("refund %s was not carried out", r.ID)
	}
	return state, nil
}
