package checkout

import (
	"context"
	"errors"
	"slices"

	"balcao/order"
	"balcao/payment"
)

// errElsewhere says that money went back that the shop did not give back.
var errElsewhere = errors.New("checkout: the bank took money back, or somebody gave it back by hand at the provider")

// returnedOf are the refunds of one payment, in the order's terms.
func returnedOf(records []payment.RefundRecord, endToEndID string) []order.Returned {
	var out []order.Returned
	for _, r := range records {
		if r.EndToEndID != endToEndID {
			continue
		}
		status := order.Pending
		switch r.State {
		case payment.RefundDone:
			status = order.Completed
		case payment.RefundFailed:
			status = order.Failed
		}
		out = append(out, order.Returned{ID: r.ID, Anonymous: r.Anonymous, Amount: r.Amount, Status: status, Unasked: r.Unasked})
	}
	return out
}

// noteReturned tells the order that a charge paid what went back of it. was is the checkout
// before the provider's word was applied: an order that came of it knows already. That nothing
// went back is a word too, but only where the provider speaks of the payment.
func (s *Service) noteReturned(ctx context.Context, was *Checkout, ch payment.Charge, status payment.ChargeStatus) error {
	if s.Orders == nil || was.Order == nil && len(status.Refunds) == 0 {
		return nil
	}
	c, err := s.Store.Checkout(ctx, was.ID)
	if err != nil || c.Order == nil {
		return err
	}
	at := slices.IndexFunc(c.Receipts, func(r payment.Receipt) bool { return r.Accepted && r.TXID == ch.TXID })
	if at < 0 {
		return nil // another charge of the checkout paid
	}
	o, err := s.Store.Order(ctx, c.Order.ID)
	if err != nil {
		return err
	}
	paid := c.Receipts[at].EndToEndID
	if !slices.ContainsFunc(status.Receipts, func(r payment.Receipt) bool { return r.EndToEndID == paid }) {
		return nil
	}
	news, err := s.Orders.NoteReturned(ctx, o, returnedOf(status.Refunds, paid))
	if err != nil {
		return err
	}
	born := was.Order == nil && slices.ContainsFunc(o.Adjustments, func(a order.Adjustment) bool { return a.Elsewhere })
	if len(news) > 0 || born {
		return &GaveUp{What: "money of order " + string(o.ID), TXID: ch.TXID, EndToEndID: paid, Err: errElsewhere}
	}
	return nil
}

// wentBack books what went back of the payments that do not pay the order: only the rest is owed.
func (d *desk) wentBack(ch *payment.Charge, records []payment.RefundRecord) {
	for i := range d.c.Receipts {
		r := &d.c.Receipts[i]
		if r.TXID != ch.TXID || r.Accepted {
			continue
		}
		b := backOf(*r, records)
		if r.Returned = b.gone + b.going; b.given+b.gone >= r.Amount {
			r.Refund = payment.RefundDone
		}
	}
}
