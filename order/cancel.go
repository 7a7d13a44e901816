package order

import (
	"slices"

	"balcao/money"
)

func (c Cancel) apply(d *desk) error {
	if err := checkText("description", c.Description, maxText); err != nil {
		return err
	}
	units, err := d.units(c.Lines, func(l *Line) int64 { return l.Total - l.Fulfilled })
	if err != nil {
		return err
	}
	amount := d.cancel(units)
	id := d.adjust(Adjustment{Type: Cancellation, Status: Completed, Lines: negative(units), Description: c.Description})
	d.refund(amount, "", c.Description, id)
	return nil
}

// cancel takes units that were not handed over out of the order, puts them back on the
// shelf, and returns the money that is owed for them.
func (d *desk) cancel(units []LineQuantity) money.Amount {
	var value, goods, included, added money.Amount
	for _, q := range units {
		l := d.o.line(q.Line)
		part := share(l.Kept, q.Quantity, l.Total-l.Repaid)
		in, on := l.untax(q.Quantity)
		included, added, value = included+in, added+on, value+part
		goods += l.Price * money.Amount(q.Quantity)
		l.Kept -= part
		l.Total -= q.Quantity
		left := l.Price * money.Amount(l.Total)
		l.Totals = []Total{{Type: TotalSubtotal, Amount: left}, {Type: TotalTotal, Amount: left}}
		d.shelve(l, q.Quantity)
	}
	d.o.promiseLess(units)
	d.o.retotal(value, goods, included, added)
	return value + d.freight()
}

// untax takes the taxes of units out of a line and returns what was in their price and
// what came on top of it.
func (l *Line) untax(units int64) (included, added money.Amount) {
	l.Taxes = slices.Clone(l.Taxes)
	for i := range l.Taxes {
		t := &l.Taxes[i]
		part := share(t.Amount, units, l.Total)
		t.Amount -= part
		t.Base -= share(t.Base, units, l.Total)
		if t.Behavior == TaxExclusive {
			added += part
		} else {
			included += part
		}
	}
	return included, added
}

// retotal brings the totals up to date: value is what is off the total, goods what is off
// the subtotal, the others what is off the taxes in the prices and those on top. What the
// other entries do not account for is off the discounts. Without any unit left there is no
// delivery to pay.
func (o *Order) retotal(value, goods, included, added money.Amount) {
	totals := slices.Clone(o.Totals)
	var sum, discount money.Amount
	empty := o.Stage() == StageCanceled
	for i := range totals {
		t := &totals[i]
		switch {
		case t.Type == TotalSubtotal:
			t.Amount -= goods
		case t.Included:
			t.Amount -= included
			continue
		case t.Type == TotalTax:
			part := min(added, t.Amount)
			t.Amount, added = t.Amount-part, added-part
		case t.Type == TotalFulfillment && empty:
			value += t.Amount
			t.Amount = 0
		case t.Type == TotalDiscount:
			discount += t.Amount
		}
		if t.Type != TotalTotal && t.Type != TotalDiscount {
			sum += t.Amount
		}
	}
	var weights []money.Amount
	for _, t := range totals {
		if t.Type == TotalDiscount {
			weights = append(weights, -t.Amount)
		}
	}
	total := Amount(totals, TotalTotal) - value
	rest := total - sum
	if rest > 0 { // a minor unit by which taxes on top were rounded apart from their goods
		i := slices.IndexFunc(totals, func(t Total) bool { return t.Type == TotalTax && !t.Included })
		totals[max(i, 0)].Amount += rest
		rest = 0
	}
	off := money.Allocate(rest, weights)
	o.Totals = totals[:0]
	for _, t := range totals {
		switch t.Type {
		case TotalDiscount:
			t.Amount, off = off[0], off[1:]
			if t.Amount == 0 {
				continue // a discount of nothing is none
			}
		case TotalTotal:
			t.Amount = total
		}
		o.Totals = append(o.Totals, t)
	}
}

// promiseLess takes units out of what was promised.
func (o *Order) promiseLess(units []LineQuantity) {
	promises := slices.Clone(o.Promises)
	for _, q := range units {
		left := q.Quantity
		for i := range promises {
			lines := slices.Clone(promises[i].Lines)
			for j := range lines {
				if lines[j].Line == q.Line {
					n := min(left, lines[j].Quantity)
					lines[j].Quantity -= n
					left -= n
				}
			}
			promises[i].Lines = slices.DeleteFunc(lines, func(q LineQuantity) bool { return q.Quantity == 0 })
		}
	}
	o.Promises = slices.DeleteFunc(promises, func(e Expectation) bool { return len(e.Lines) == 0 })
}
