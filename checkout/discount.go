package checkout

import (
	"context"
	"slices"
	"strings"

	"balcao/money"
	"balcao/order"
	"balcao/platform"
)

// setCodes replaces the codes (BCP discount: the list replaces the earlier one).
func (d *desk) setCodes(codes []string) []Message {
	if !d.c.Session.Has(platform.CapDiscount) {
		return nil
	}
	if d.c.Codes = codes; len(codes) <= maxCodes {
		return nil
	}
	d.c.Codes = codes[:maxCodes:maxCodes]
	return []Message{tooManyCodes()}
}

func tooManyCodes() Message {
	return recoverable(CodeLimit, "$.discounts.codes", Args{Field: "codes", Available: maxCodes})
}

// applyDiscount adds one code.
func (d *desk) applyDiscount(code string) error {
	if !d.c.Session.Has(platform.CapDiscount) {
		return refuse(recoverable(CodeIncompatible, "$", Args{Field: "discounts"}))
	}
	if slices.ContainsFunc(d.c.Codes, func(c string) bool { return strings.EqualFold(c, code) }) {
		why := CodeDiscountApplied
		for _, r := range d.c.Rejected {
			if strings.EqualFold(r.Code, code) {
				why = r.Why // it was refused before, and still is
			}
		}
		return refuse(warning(why, "$.discounts.codes", Args{Value: code}))
	}
	if len(d.c.Codes) >= maxCodes {
		return refuse(tooManyCodes())
	}
	d.c.Codes = append(d.c.Codes, code)
	return nil
}

// maxCodes is the most codes that one checkout keeps, good and bad.
const maxCodes = 10

func (d *desk) removeDiscount(code string) error {
	if !d.c.Session.Has(platform.CapDiscount) {
		return refuse(recoverable(CodeIncompatible, "$", Args{Field: "discounts"}))
	}
	at := slices.IndexFunc(d.c.Codes, func(c string) bool { return strings.EqualFold(c, code) })
	if at < 0 {
		return refuse(warning(CodeDiscountInvalid, "$.discounts.codes", Args{Value: code}))
	}
	d.c.Codes = slices.Delete(d.c.Codes, at, at+1)
	return nil
}

// evaluateCodes works out what the codes give. One code counts at a time, the first
// that is good; the others stay listed, rejected with the reason.
func (d *desk) evaluateCodes(ctx context.Context, subtotal money.Amount) {
	c := d.c
	c.Discounts, c.Rejected = nil, nil
	for i, code := range c.Codes {
		reject := func(why Code) { c.Rejected = append(c.Rejected, RejectedCode{Index: i, Code: code, Why: why}) }
		promotion, ok := d.s.Promotions.Promotion(ctx, code)
		switch {
		case slices.ContainsFunc(c.Codes[:i], func(s string) bool { return strings.EqualFold(s, code) }):
			reject(CodeDiscountApplied)
		case !ok:
			reject(CodeDiscountInvalid)
		case !promotion.EndsAt.IsZero() && d.now.After(promotion.EndsAt):
			reject(CodeDiscountExpired)
		case len(c.Discounts) > 0:
			reject(CodeDiscountCombination)
		default:
			if amount := promotion.off(subtotal); amount > 0 {
				c.Discounts = []Discount{{
					Code: promotion.Code, Title: promotion.Title, Amount: amount, PixOnly: promotion.PixOnly,
					Allocations: money.Allocate(amount, c.lineTotals()),
				}}
			} else if subtotal > 0 {
				reject(CodeDiscountIneligible)
			}
		}
	}
}

// off is what the promotion takes off. It never makes a checkout free: neither Pix nor a
// token handler can take nothing, so a centavo stays to be paid.
func (p Promotion) off(subtotal money.Amount) money.Amount {
	amount := p.Amount
	if p.Percent > 0 {
		amount, _ = money.Rate(subtotal, p.Percent, 100) // within maxTotal: no overflow
	}
	return min(amount, subtotal-1)
}

func (c *Checkout) lineTotals() []money.Amount {
	out := make([]money.Amount, len(c.Lines))
	for i, l := range c.Lines {
		out[i] = order.Amount(l.Totals, order.TotalTotal)
	}
	return out
}
