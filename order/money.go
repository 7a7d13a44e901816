package order

import (
	"slices"

	"balcao/internal/brazil"
	"balcao/money"
)

func (c Refund) apply(d *desk) error {
	if err := checkText("description", c.Description, maxText); err != nil {
		return err
	}
	switch left := d.o.Refundable(); {
	case c.Amount < 1:
		return invalid("amount")
	case c.Amount > left:
		return &Error{Code: CodeAmount, Field: "amount", Available: int64(left)}
	}
	for i, id := range c.Related {
		if d.o.Adjustment(id) == nil || slices.Contains(c.Related[:i], id) {
			return &Error{Code: CodeUnknownAdjustment, Field: "related_adjustment_ids"}
		}
	}
	d.refund(c.Amount, "", c.Description, c.Related...)
	return nil
}

func (c AdjustPrice) apply(d *desk) error {
	if err := checkText("description", c.Description, maxText); err != nil {
		return err
	}
	if c.Amount < 1 {
		return invalid("amount")
	}
	weights := make([]money.Amount, len(d.o.Lines))
	var kept money.Amount
	found := false
	for i, l := range d.o.Lines {
		if c.Line == "" || c.Line == l.ID {
			weights[i], found = l.Kept, true
			kept += l.Kept
		}
	}
	switch left := min(kept, d.o.Refundable()); {
	case !found:
		return &Error{Code: CodeUnknownLine, Field: "line", Line: c.Line}
	case c.Amount > left:
		return &Error{Code: CodeAmount, Field: "amount", Line: c.Line, Available: int64(left)}
	}
	included, added := d.cheapen(money.Allocate(c.Amount, weights))
	d.o.discount(Total{Type: TotalDiscount, Text: c.Description, Amount: added - c.Amount}, included, added)
	id := d.adjust(Adjustment{Type: PriceAdjustment, Status: Completed, Amount: -c.Amount, Description: c.Description})
	d.refund(c.Amount, "", c.Description, id)
	return nil
}

// cheapen lowers what is kept of the lines, and with it their taxes in proportion. It
// returns by how much the taxes in the prices and those on top are lower.
func (d *desk) cheapen(off []money.Amount) (included, added money.Amount) {
	for i := range d.o.Lines {
		l := &d.o.Lines[i]
		if off[i] == 0 {
			continue
		}
		before := l.Kept
		l.Kept -= off[i]
		l.Taxes = slices.Clone(l.Taxes)
		for j := range l.Taxes {
			t := &l.Taxes[j]
			amount := scaled(t.Amount, l.Kept, before)
			if t.Behavior == TaxExclusive {
				added += t.Amount - amount
			} else {
				included += t.Amount - amount
			}
			t.Amount, t.Base = amount, scaled(t.Base, l.Kept, before)
		}
	}
	return included, added
}

// scaled is an amount in the proportion of a part to the whole, which is no smaller.
func scaled(amount, part, whole money.Amount) money.Amount {
	out, err := money.Rate(amount, int64(part), int64(whole))
	if err != nil { // no larger than the amount, so it cannot happen
		return amount
	}
	return out
}

// discount adds a discount to the totals, before what follows the discounts there, and
// takes the taxes down that it makes smaller.
func (o *Order) discount(off Total, included, added money.Amount) {
	total := off.Amount - added
	at := 1 + slices.IndexFunc(o.Totals, func(t Total) bool { return t.Type == TotalSubtotal })
	for at < len(o.Totals) && o.Totals[at].Type == TotalDiscount {
		at++
	}
	o.Totals = slices.Clone(o.Totals)
	if off.Amount < 0 {
		o.Totals = slices.Insert(o.Totals, at, off)
	}
	for i := range o.Totals {
		switch t := &o.Totals[i]; {
		case t.Included:
			t.Amount -= included
		case t.Type == TotalTax:
			part := min(added, t.Amount)
			t.Amount, added = t.Amount-part, added-part
		case t.Type == TotalTotal:
			t.Amount += total
		}
	}
}

func (c SetNFe) apply(d *desk) error {
	n := c.NFe
	key, ok := brazil.NormalizeAccessKey(n.AccessKey)
	if !ok {
		return invalid("access_key")
	}
	n.AccessKey = key
	if err := checkURL("danfe_url", n.DANFEURL); err != nil {
		return err
	}
	if err := checkURL("xml_url", n.XMLURL); err != nil {
		return err
	}
	if n.IssuedAt = n.IssuedAt.UTC(); n.IssuedAt.After(d.now) {
		return invalid("issued_at")
	}
	if n.IssuedAt.Unix() == (NFe{}).IssuedAt.Unix() {
		n.IssuedAt = NFe{}.IssuedAt
	}
	d.o.NFe = &n
	return nil
}

func (c refundEnded) apply(d *desk) error {
	a := d.o.Adjustment(c.Adjustment)
	if a == nil || a.Type != Refunded {
		return &Error{Code: CodeUnknownAdjustment, Field: "adjustment_id"}
	}
	if a.Status != Pending {
		return &Error{Code: CodeEnded, Field: "adjustment_id"}
	}
	a.Status, a.EndedAt = c.Status, d.now
	return nil
}
