package sample

import (
	"context"
	"fmt"

	"balcao/checkout"
	"balcao/money"
	"balcao/order"
)

// rateUnit is the denominator of a tax rate.
const rateUnit = 100_000

// taxRates are the taxes that the shop's prices contain, the same for every product.
var taxRates = []order.Tax{
	{Type: "icms", Rate: 10217, Authority: "state", Behavior: order.TaxInclusive},
	{Type: "pis", Rate: 668, Authority: "federal", Behavior: order.TaxInclusive},
	{Type: "cofins", Rate: 3038, Authority: "federal", Behavior: order.TaxInclusive},
}

// Taxes assesses the taxes of the shop's lines.
type Taxes struct{}

// Assess returns ICMS, PIS and COFINS on base, each rounded half up. Freight is not
// taxed, and every line is treated alike.
func (Taxes) Assess(_ context.Context, line checkout.Line, base money.Amount) ([]order.Tax, error) {
	taxes := make([]order.Tax, len(taxRates))
	for i, tax := range taxRates {
		amount, err := money.Rate(base, tax.Rate, rateUnit)
		if err != nil {
			return nil, fmt.Errorf("sample: %s on line %s: %w", tax.Type, line.ID, err)
		}
		tax.Base, tax.Amount = base, amount
		taxes[i] = tax
	}
	return taxes, nil
}
