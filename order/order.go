// Package order is what a completed checkout turns into: lines with fulfilled
// quantities, what was promised, and the totals that were paid.
//
// Rules: BCP order capability. An order is made once per checkout, in the transaction
// that takes the stock.
package order

import (
	"time"

	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/platform"
)

// Order is a paid order.
type Order struct {
	ID       ids.Order
	Checkout ids.Checkout
	Owner    platform.Owner
	// Session is what was negotiated for the checkout.
	Session platform.Session
	// Language is the language of the titles.
	Language string
	// Label is the shop's short name for it, such as "Pedido ABC123".
	Label string
	// Key is the unguessable part of the permalink.
	Key       string
	CreatedAt time.Time
	Currency  money.Currency
	Lines     []Line
	Totals    []Total
	Promises  []Expectation
	Seller    Seller
	// Attribution is the platform's own, as it came with the checkout.
	Attribution map[string]string
}

// Line is a line of an order. Quantities: Original was bought, Total is left after
// cancellations, Fulfilled was handed over.
type Line struct {
	ID                         ids.LineItem
	Variant                    ids.Variant
	Title                      string
	Price                      money.Amount
	Original, Total, Fulfilled int64
	NCM                        string
	Taxes                      []Tax
	Totals                     []Total
}

// Status is derived: removed, fulfilled, partial or processing.
func (l Line) Status() string {
	switch {
	case l.Total == 0:
		return "removed"
	case l.Fulfilled == l.Total:
		return "fulfilled"
	case l.Fulfilled > 0:
		return "partial"
	}
	return "processing"
}

// Tax is a tax that a price contains or adds.
type Tax struct {
	// Type is icms, pis, cofins, ...
	Type string
	// Rate is in units per 100,000: 10217 is 10.217 %.
	Rate         int64
	Base, Amount money.Amount
	// Authority is federal, state or municipal; Behavior TaxInclusive or TaxExclusive.
	Authority, Behavior string
}

// How a tax relates to the price it belongs to: the price contains it, or it comes on top.
const (
	TaxInclusive = "inclusive"
	TaxExclusive = "exclusive"
)

// Expectation is what the buyer was promised.
type Expectation struct {
	ID string
	// Lines are the quantities it covers.
	Lines []LineQuantity
	// Method is shipping or pickup.
	Method      string
	Destination brazil.Address
	Description string
}

// LineQuantity is a part of a line.
type LineQuantity struct {
	Line     ids.LineItem
	Quantity int64
}

// Seller is who sells, frozen when the checkout was made.
type Seller struct {
	// CNPJ is 14 characters without punctuation.
	CNPJ      string
	LegalName string
	Address   brazil.Address
}
