package fakepsp

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"balcao/internal/ids"
)

// window is what a list is asked for: a time, both ends included.
type window struct{ from, to time.Time }

func (w window) has(t time.Time) bool { return !t.Before(w.from) && !t.After(w.to) }

// cobs lists the charges made within a time that pass the filter, the oldest first.
func (b *Bank) cobs(ctx context.Context, w window, keep func(charge) bool) ([]charge, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return nil, now, err
	}
	defer b.mu.Unlock()
	var out []charge
	for txid, known := range b.charges {
		if known.Loose || !w.has(known.CreatedAt) {
			continue
		}
		c, _, err := b.charge(txid, now)
		if err != nil {
			return nil, now, err
		}
		if keep(c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b charge) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(string(a.TXID), string(b.TXID)))
	})
	return out, now, nil
}

// arrival is a payment with the charge it came for.
type arrival struct {
	charge  charge
	payment received
}

// arrivals lists the payments that came within a time and pass the filter, the oldest first.
func (b *Bank) arrivals(ctx context.Context, w window, keep func(arrival) bool) ([]arrival, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return nil, now, err
	}
	defer b.mu.Unlock()
	var out []arrival
	for txid := range b.charges {
		c, _, err := b.charge(txid, now)
		if err != nil {
			return nil, now, err
		}
		for _, p := range c.Payments {
			if a := (arrival{c, p}); w.has(p.PaidAt) && keep(a) {
				out = append(out, a)
			}
		}
	}
	slices.SortFunc(out, func(a, b arrival) int {
		return cmp.Or(a.payment.PaidAt.Compare(b.payment.PaidAt), strings.Compare(a.payment.EndToEndID, b.payment.EndToEndID))
	})
	return out, now, nil
}

// arrival finds one payment.
func (b *Bank) arrival(ctx context.Context, endToEndID string) (arrival, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return arrival{}, now, err
	}
	defer b.mu.Unlock()
	c, i, err := b.payment(endToEndID)
	if err != nil {
		return arrival{}, now, notFound(kindPixUnknown, "Pix não encontrado para o e2eid informado.")
	}
	return arrival{c, c.Payments[i]}, now, nil
}

// Charges lists the txids of all charges, the newest first: for people at the bank.
func (b *Bank) Charges(ctx context.Context) ([]ids.TXID, error) {
	all, _, err := b.cobs(ctx, window{to: b.config.Clock.Now()}, func(charge) bool { return true })
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	out := make([]ids.TXID, len(all))
	for i, c := range all {
		out[i] = c.TXID
	}
	return out, nil
}
