package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/token"
)

// refunds gives the money of orders back where it was paid. It is order.Refunds.
type refunds struct {
	payments  payments
	checkouts interface {
		Checkout(ctx context.Context, id ids.Checkout) (*checkout.Checkout, error)
	}
}

var _ order.Refunds = refunds{}

// Refund asks the provider behind the order's payment. That a provider is not set up any more
// is no refusal: it is asked when it is there again.
func (r refunds) Refund(ctx context.Context, q order.RefundRequest) (order.RefundState, error) {
	if q.Payment.Kind == "" {
		paid, err := r.paymentOf(ctx, q.Checkout)
		if err != nil {
			return "", err
		}
		q.Payment = paid
	}
	p := q.Payment
	if p.Kind == string(payment.KindPix) {
		return refundState(r.payments.Refund(ctx, payment.Handler{ID: p.Handler, Kind: payment.KindPix}, payment.RefundRequest{
			ID: q.ID, EndToEndID: p.EndToEndID, TXID: p.TXID, Amount: q.Amount,
		}))
	}
	processor, err := r.payments.processor(p.Handler)
	if err != nil {
		return "", err
	}
	return refundState(processor.Refund(ctx, token.Refund{ID: q.ID, Attempt: p.Attempt, Amount: q.Amount}))
}

// paymentOf finds the payment of an order that was placed before orders told of theirs. Its
// checkout knows the Pix payments; of a token payment nothing is left, and people must give
// the money back.
func (r refunds) paymentOf(ctx context.Context, id ids.Checkout) (order.Payment, error) {
	c, err := r.checkouts.Checkout(ctx, id)
	if err != nil && !errors.Is(err, checkout.ErrNotFound) {
		return order.Payment{}, err
	}
	if err == nil {
		for _, receipt := range c.Receipts {
			if receipt.Accepted {
				return order.Payment{Kind: string(payment.KindPix), TXID: receipt.TXID, EndToEndID: receipt.EndToEndID, Amount: receipt.Amount}, nil
			}
		}
	}
	return order.Payment{}, fmt.Errorf("nothing is known of the order's payment: %w", order.ErrRefused)
}

// refundState puts a provider's answer into the order's terms.
func refundState(state payment.RefundState, err error) (order.RefundState, error) {
	switch {
	case errors.Is(err, checkout.ErrRefused):
		return order.RefundFailed, fmt.Errorf("%w: %w", order.ErrRefused, err)
	case err != nil:
		return "", err
	case state == payment.RefundDone:
		return order.RefundDone, nil
	case state == payment.RefundFailed:
		return order.RefundFailed, nil
	case state == payment.RefundQueued:
		return order.RefundUnderWay, nil
	}
	return "", fmt.Errorf("a provider says %q of a refund", state)
}

// refundOrder gives the money of an order back, after a look at what the provider, or somebody
// at the provider, gave back already.
func (sh *shop) refundOrder(ctx context.Context, j job.Job) (time.Time, error) {
	o, err := sh.store.Order(ctx, ids.Order(j.Ref))
	if err != nil && !errors.Is(err, order.ErrNotFound) {
		return time.Time{}, err
	}
	var look *checkout.GaveUp
	if err == nil && o.Payment.TXID != "" {
		if err := sh.counter.SettleCharge(ctx, o.Payment.TXID); err != nil && !errors.As(err, &look) && !errors.Is(err, checkout.ErrNotFound) {
			return time.Time{}, err
		}
	}
	again, err := sh.orders.RunJob(ctx, j)
	if look == nil {
		return again, err
	}
	var failed *order.GaveUp
	if err != nil && !errors.As(err, &failed) {
		// What the look found is told now or never; the refunds are tried again.
		sh.log.WarnContext(ctx, "the refunds of an order will be tried again", "order", j.Ref, "error", err)
		return sh.clock.Now().Add(refundPause), look
	}
	return again, errors.Join(look, err)
}

// refundPause is how long before refunds that failed are tried again, where a look found
// something to tell first.
const refundPause = time.Minute
