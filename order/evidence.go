package order

import (
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// Evidence is what shows that the buyer agreed to exactly the terms of an order (AP2): the
// sealed terms, the mandate over them, and all that the verdict rested on, so that it can be
// reached again without the shop's database. It is stored with the order and never changes.
type Evidence struct {
	// Order is empty as long as none was placed.
	Order    ids.Order
	Checkout ids.Checkout
	// Platform is the profile URL of the platform that issued the mandate.
	Platform string
	// AdmittedAt is the time at which the mandate was judged.
	AdmittedAt time.Time
	// CheckoutHash names the seal that the mandate is over. No two orders have the same.
	CheckoutHash string
	// Terms are the canonical bytes that the seal covers; Authorization is the seal.
	Terms         []byte
	Authorization string
	// Mandate is the checkout mandate as it came. OpenHash names the open mandate of its
	// chain, empty if there is none.
	Mandate, OpenHash string
	// OpenMandate names what was signed in that open mandate. It is good for one order.
	OpenMandate string
	// Payment is what a payment mandate was judged by, nil if none was asked for.
	Payment *PaymentEvidence
	// Receipt is what the shop has signed of it.
	Receipt string
	// IssuerKeys are the platform's published keys at that time and MerchantKeys the shop's,
	// each a JSON array of JWKs.
	IssuerKeys, MerchantKeys []byte
	// What the mandate was held against.
	MerchantID string
	Audiences  []string
	Nonce      string
	// SkewSeconds is how far the clocks might differ.
	SkewSeconds int64
	// Chains and ExampleType are what the shop allowed.
	Chains, ExampleType bool
}

// PaymentEvidence is a payment mandate and what it had to say.
type PaymentEvidence struct {
	Mandate string
	// OpenMandate names what was signed in the open mandate that it is under, empty if there is
	// none. It is good for one order.
	OpenMandate string
	// IssuerKeys are the platform's published keys at that time.
	IssuerKeys []byte
	// Audiences are those of payment mandates: the payment provider's too.
	Audiences                    []string
	Amount                       money.Amount
	Currency                     money.Currency
	InstrumentID, InstrumentType string
}

// OpenMandates are the names of the open mandates that the evidence is under.
func (e *Evidence) OpenMandates() []string {
	var names []string
	if e.OpenMandate != "" {
		names = append(names, e.OpenMandate)
	}
	if e.Payment != nil && e.Payment.OpenMandate != "" {
		names = append(names, e.Payment.OpenMandate)
	}
	return names
}
