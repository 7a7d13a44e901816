package order

import "balcao/money"

// Total is one entry of totals, in minor units and in order of presentation.
type Total struct {
	Type   string
	Text   string
	Amount money.Amount
	// Included says that the prices contain it: it is shown, and added to nothing.
	Included bool
}

// The well-known types of totals (BCP checkout). The set is open.
const (
	TotalSubtotal    = "subtotal"
	TotalDiscount    = "discount"
	TotalFulfillment = "fulfillment"
	TotalTax         = "tax"
	// TotalTotal is what there is to pay; there is one of it.
	TotalTotal = "total"
)

// Find returns the first entry of a type, the zero Total if there is none.
func Find(totals []Total, kind string) Total {
	for _, t := range totals {
		if t.Type == kind {
			return t
		}
	}
	return Total{}
}

// Amount returns the amount of the first entry of a type, zero if there is none.
func Amount(totals []Total, kind string) money.Amount { return Find(totals, kind).Amount }
