package tariff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"balcao/checkout"
	"balcao/money"
	"balcao/order"
)

// RateUnit is the denominator of a tax rate.
const RateUnit = 100_000

// Levy is a tax that is in the prices of goods whose NCM begins with these digits, of all goods
// where there are none. Rate is per RateUnit.
type Levy struct {
	NCM, Type, Authority string
	Rate                 int64
}

// taxTypes are those of the tax extension (BCP tax).
var taxTypes = []string{"icms", "icms_st", "difal", "fcp", "iss", "ipi", "pis", "cofins", "ibs", "cbs", "is"}

// authorities are who levies a tax. What is shared between two, as IBS, is a levy of each.
var authorities = []string{"state", "municipal", "federal"}

const maxLevies = 1000

// Taxes assesses the taxes of a shop's lines.
type Taxes struct{ levies []Levy }

// NewTaxes checks the levies.
func NewTaxes(levies []Levy) (*Taxes, error) {
	if len(levies) > maxLevies {
		return nil, fmt.Errorf("taxes: %d, at most %d", len(levies), maxLevies)
	}
	for i, l := range levies {
		fail := func(why string, args ...any) (*Taxes, error) {
			return nil, fmt.Errorf("taxes: %d (%q): %s", i+1, l.Type, fmt.Sprintf(why, args...))
		}
		switch {
		case !slices.Contains(taxTypes, l.Type):
			return fail("a tax is one of %s", strings.Join(taxTypes, ", "))
		case !slices.Contains(authorities, l.Authority):
			return fail("its authority is federal, state or municipal")
		case l.Rate < 0 || l.Rate > RateUnit:
			return fail("the rate is 0 to 100 per cent")
		case len(l.NCM) > 8 || strings.ContainsFunc(l.NCM, func(r rune) bool { return r < '0' || r > '9' }):
			return fail("an NCM begins with up to eight digits")
		case slices.ContainsFunc(levies[:i], func(o Levy) bool { return o.Type == l.Type && o.Authority == l.Authority && o.NCM == l.NCM }):
			return fail("is there twice")
		}
	}
	return &Taxes{levies: levies}, nil
}

// Assess implements checkout.Taxes: of each type and authority the levy with the longest
// beginning of the line's NCM, rounded half up. Freight is not taxed.
func (t *Taxes) Assess(_ context.Context, line checkout.Line, base money.Amount) ([]order.Tax, error) {
	var taxes []order.Tax
	for _, l := range t.levies {
		if !strings.HasPrefix(line.NCM, l.NCM) || slices.ContainsFunc(t.levies, func(o Levy) bool {
			return o.Type == l.Type && o.Authority == l.Authority && len(o.NCM) > len(l.NCM) && strings.HasPrefix(line.NCM, o.NCM)
		}) {
			continue // of another kind of goods, or there is one that fits better
		}
		amount, err := money.Rate(base, l.Rate, RateUnit)
		if err != nil {
			return nil, fmt.Errorf("tariff: %s on line %s: %w", l.Type, line.ID, err)
		}
		taxes = append(taxes, order.Tax{Type: l.Type, Rate: l.Rate, Base: base, Amount: amount, Authority: l.Authority, Behavior: order.TaxInclusive})
	}
	return taxes, nil
}

var (
	_ checkout.Rates      = (*Freight)(nil)
	_ checkout.Promotions = Codes{}
	_ checkout.Taxes      = (*Taxes)(nil)
)
