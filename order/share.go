package order

import (
	"balcao/internal/ids"
	"balcao/money"
)

// share is the part of an amount that k of n units have. Minor units that do not divide
// go to the first units, so that shares taken one after the other, each of what the
// earlier ones left, sum to the amount exactly.
func share(amount money.Amount, k, n int64) money.Amount {
	each, over := int64(amount)/n, int64(amount)%n
	return money.Amount(each*k + min(k, over))
}

// PaidFor spreads what was paid, without freight, over the lines of an order that was just
// placed: their totals less the discounts, split by largest remainder as the checkout does,
// and with the taxes that come on top.
func (o *Order) PaidFor() []money.Amount {
	weights := make([]money.Amount, len(o.Lines))
	var discount money.Amount
	for i, l := range o.Lines {
		weights[i] = Amount(l.Totals, TotalTotal)
	}
	for _, t := range o.Totals {
		if t.Type == TotalDiscount {
			discount += t.Amount
		}
	}
	paid := money.Allocate(discount, weights)
	for i, l := range o.Lines {
		paid[i] += weights[i]
		for _, t := range l.Taxes {
			if t.Behavior == TaxExclusive {
				paid[i] += t.Amount
			}
		}
	}
	return paid
}

// Start completes an order that is placed: its first version, what it keeps of the money
// for each line and for delivery.
func (o *Order) Start() {
	o.Version = 1
	o.UpdatedAt = o.CreatedAt
	o.FreightKept = Amount(o.Totals, TotalFulfillment)
	for i, paid := range o.PaidFor() {
		o.Lines[i].Kept = paid
	}
}

// Upgrade completes an order that was placed by a release which did not follow orders any
// further: it is as it was placed. Nothing is known of its payment but the amount.
func (o *Order) Upgrade() {
	if o.Version > 0 {
		return
	}
	sum := money.Amount(0)
	for _, t := range o.Totals {
		if t.Type != TotalTotal {
			sum += t.Amount
		}
	}
	total := Amount(o.Totals, TotalTotal)
	for i := range o.Totals {
		// The tax that prices contain is listed beside what adds up.
		if t := &o.Totals[i]; t.Type == TotalTax && sum-t.Amount == total && sum != total {
			t.Included = true
			break
		}
	}
	o.Payment.Amount = total
	o.Start()
}

// line returns a line, nil if there is none of that id.
func (o *Order) line(id ids.LineItem) *Line {
	for i := range o.Lines {
		if o.Lines[i].ID == id {
			return &o.Lines[i]
		}
	}
	return nil
}

// Adjustment returns an adjustment, nil if there is none of that id. It is the order's own.
func (o *Order) Adjustment(id string) *Adjustment {
	for i := range o.Adjustments {
		if o.Adjustments[i].ID == id {
			return &o.Adjustments[i]
		}
	}
	return nil
}

// GivenBack is the money that was given back or is about to be. Refunds that failed do not
// count.
func (o *Order) GivenBack() money.Amount {
	var sum money.Amount
	for _, a := range o.Adjustments {
		if a.Type == Refunded && a.Status != Failed {
			sum -= a.Amount
		}
	}
	return sum
}

// Refundable is what can still be given back.
func (o *Order) Refundable() money.Amount { return o.Payment.Amount - o.GivenBack() }

// nothingLeft reports whether every unit was canceled or repaid.
func (o *Order) nothingLeft() bool {
	for _, l := range o.Lines {
		if l.Total > l.Repaid {
			return false
		}
	}
	return true
}
