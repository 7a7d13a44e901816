package pix

import (
	"cmp"
	"context"
	"slices"

	"balcao/payment"
)

var _ Statement = (*Sandbox)(nil)

// Received implements Statement. Charges whose time to settle has come are paid first.
func (s *Sandbox) Received(ctx context.Context, w Window) (Page, error) {
	if w.Page < 0 || w.To.Before(w.From) {
		return Page{}, refused("no such window")
	}
	now, err := s.begin(ctx)
	if err != nil {
		return Page{}, err
	}
	defer s.mu.Unlock()
	var all []payment.Receipt
	refunds := map[string][]payment.RefundRecord{}
	for txid := range s.charges {
		c, _, err := s.charge(txid, now)
		if err != nil {
			return Page{}, err
		}
		for _, p := range c.Payments {
			if p.PaidAt.Before(w.From) || p.PaidAt.After(w.To) {
				continue
			}
			all = append(all, p.receipt(txid))
			refunds[p.EndToEndID] = p.records()
		}
	}
	slices.SortFunc(all, func(a, b payment.Receipt) int {
		return cmp.Or(a.PaidAt.Compare(b.PaidAt), cmp.Compare(a.EndToEndID, b.EndToEndID))
	})
	// A page number is bounded before it is multiplied.
	from := min(w.Page, len(all)/PageSize+1) * PageSize
	to := min(from+PageSize, len(all))
	page := Page{Receipts: all[min(from, to):to], More: to < len(all)}
	for _, r := range page.Receipts {
		page.Refunds = append(page.Refunds, refunds[r.EndToEndID]...)
	}
	return page, nil
}

// records tells what went back of a payment.
func (p bankPayment) records() []payment.RefundRecord {
	var out []payment.RefundRecord
	for _, r := range p.Refunds {
		out = append(out, payment.RefundRecord{EndToEndID: p.EndToEndID, ID: r.ID, Amount: r.Amount, State: payment.RefundDone})
	}
	return out
}
