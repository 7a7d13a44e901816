package checkout

import (
	"context"
	"fmt"
	"slices"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// maxTotal is the most a checkout may come to, in minor units: what a Pix charge can
// carry (ten digits before the decimal point).
const maxTotal money.Amount = 999_999_999_999

// reprice computes everything that follows from what was chosen: lines, discounts,
// taxes, shipping options and totals. With refresh it also looks up prices and stock,
// and tells what changed without being asked for.
func (d *desk) reprice(ctx context.Context, refresh bool) ([]Message, error) {
	c := d.c
	if err := d.readLevels(ctx, c); err != nil {
		return nil, err
	}
	var told []Message
	if refresh {
		told = d.refresh(ctx)
	}
	subtotal, err := c.subtotal()
	if err != nil {
		return nil, err
	}
	d.evaluateCodes(ctx, subtotal)
	if err := d.assess(ctx); err != nil {
		return nil, err
	}
	changed, err := d.quote(ctx)
	if err != nil {
		return nil, err
	}
	told = append(told, changed...)
	if i := c.Instrument; i != nil && c.live() == nil && !slices.ContainsFunc(c.usable(), func(h payment.Handler) bool { return h.ID == i.Handler }) {
		c.Instrument = nil // a code took its handler away
		told = append(told, recoverable(CodePaymentRequired, "$.payment", Args{}))
	}
	return told, c.sum(subtotal)
}

// refresh brings prices up to date and cuts quantities down to the stock and to what one
// line may have.
func (d *desk) refresh(ctx context.Context) []Message {
	var told []Message
	c := d.c
	free := d.free(c)
	for i := range c.Lines {
		l := &c.Lines[i]
		path := fmt.Sprintf("$.line_items[%d]", i)
		offer, ok := d.s.Products.Offer(ctx, l.Variant)
		l.Withdrawn = !ok
		if ok && offer.Variant.Price != l.Price {
			told = append(told, warning(CodePriceChanged, path, Args{Title: l.Title, Was: l.Price, Amount: offer.Variant.Price}))
			l.Price = offer.Variant.Price
		}
		most := int64(MaxQuantity)
		if left := free[l.Variant]; left > 0 { // what is sold out stays, and blocks
			most = min(most, left)
		}
		if most < l.Quantity {
			told = append(told, warning(CodeQuantityAdjusted, path+".quantity", Args{Title: l.Title, Requested: l.Quantity, Available: most}))
			l.Quantity = most
		}
		free[l.Variant] -= l.Quantity
	}
	return told
}

// subtotal multiplies out the lines and sums them. What no decoder lets through is
// refused here all the same: a negative quantity would be money.
func (c *Checkout) subtotal() (money.Amount, error) {
	var sum money.Amount
	for i := range c.Lines {
		l := &c.Lines[i]
		amount, err := money.Mul(l.Price, l.Quantity)
		if err == nil {
			sum, err = money.Add(sum, amount)
		}
		if err != nil || sum > maxTotal || l.Quantity < 1 || l.Quantity > MaxQuantity {
			return 0, refuse(recoverable(CodeLimit, fmt.Sprintf("$.line_items[%d].quantity", i), Args{Field: "quantity", Requested: l.Quantity}))
		}
		l.Totals = []order.Total{{Type: order.TotalSubtotal, Amount: amount}, {Type: order.TotalTotal, Amount: amount}}
	}
	return sum, nil
}

// assess computes the taxes that each line's price contains after its share of the
// discount.
func (d *desk) assess(ctx context.Context) error {
	for i := range d.c.Lines {
		l := &d.c.Lines[i]
		base := order.Amount(l.Totals, order.TotalTotal)
		for _, disc := range d.c.Discounts {
			base -= disc.Allocations[i]
		}
		taxes, err := d.s.Taxes.Assess(ctx, *l, base)
		if err != nil {
			return fmt.Errorf("assess taxes: %w", err)
		}
		l.Taxes = taxes
	}
	return nil
}

// sum writes the checkout's totals. An inclusive tax is shown and not added.
func (c *Checkout) sum(subtotal money.Amount) error {
	totals := []order.Total{{Type: order.TotalSubtotal, Amount: subtotal}}
	total := subtotal
	for _, disc := range c.Discounts {
		totals = append(totals, order.Total{Type: order.TotalDiscount, Text: disc.Title, Amount: -disc.Amount})
		total -= disc.Amount
	}
	included, added := c.taxes()
	if c.Session.Has(platform.CapTax) && len(c.Lines) > 0 {
		totals = append(totals, c.includedTax(included))
	}
	if added > 0 {
		totals = append(totals, order.Total{Type: order.TotalTax, Text: textAddedTax.In(c.Language), Amount: added})
		total += added
	}
	if c.Session.Has(platform.CapFulfillment) {
		switch o := c.Fulfillment.option(); {
		case c.Fulfillment.Method == Pickup:
			totals = append(totals, order.Total{Type: order.TotalFulfillment, Text: textPickup.In(c.Language)})
		case o != nil:
			totals = append(totals, order.Total{Type: order.TotalFulfillment, Text: o.Title, Amount: o.Price})
			total += o.Price
		}
	}
	if total > maxTotal {
		return refuse(recoverable(CodeLimit, "$.totals", Args{Field: "total", Amount: maxTotal}))
	}
	c.Totals = append(totals, order.Total{Type: order.TotalTotal, Amount: total})
	return nil
}

func (c *Checkout) includedTax(amount money.Amount) order.Total {
	return order.Total{Type: order.TotalTax, Text: textIncludedTax.In(c.Language), Amount: amount, Included: true}
}

func (c *Checkout) taxes() (included, added money.Amount) {
	for _, l := range c.Lines {
		for _, t := range l.Taxes {
			if t.Behavior == order.TaxExclusive {
				added += t.Amount
			} else {
				included += t.Amount
			}
		}
	}
	return included, added
}

// quantities sums the lines by variant, in line order.
func (c *Checkout) quantities() []Hold {
	at := map[ids.Variant]int{}
	var out []Hold
	for _, l := range c.Lines {
		if i, ok := at[l.Variant]; ok {
			out[i].Quantity += l.Quantity
			continue
		}
		at[l.Variant] = len(out)
		out = append(out, Hold{Variant: l.Variant, Quantity: l.Quantity})
	}
	return out
}
