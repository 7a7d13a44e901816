// Package payment holds the terms of payment: handlers, instruments, Pix charges, token
// authorisations, money received and refunds.
//
// Rules: BCP payment handler guide and Pix handler; the Central Bank's Pix API for the
// life of a charge.
package payment

import (
	"balcao/internal/brazil"
	"balcao/internal/ids"
)

// Kind says how a handler is paid.
type Kind string

// The kinds of handler.
const (
	// KindPix is a charge that the shop issues and the buyer pays at the bank.
	KindPix Kind = "pix"
	// KindToken is a credential that the platform acquired, cards and wallets.
	KindToken Kind = "token"
)

// Handler is a payment handler as the shop offers it for a checkout.
type Handler struct {
	// Name is the reverse-domain name, such as br.dev.bcp.pix.
	Name string
	// ID is the instance that instruments refer to as handler_id.
	ID ids.Handler
	// Kind says how it is paid.
	Kind Kind
	// Version is the handler's own version, a date.
	Version string
	// Spec and Schema are published for handlers that have them.
	Spec, Schema string
	// Instruments are the types it takes; never empty.
	Instruments []InstrumentType
	// Environment is "sandbox" or "production"; PayeeName is shown to the buyer. Both
	// are empty where the handler has no such configuration.
	Environment, PayeeName string
	// PaymentMandate says that where AP2 was negotiated its token must be a payment mandate.
	PaymentMandate bool
}

// InstrumentType is a type of instrument with its limits.
type InstrumentType struct {
	// Type is "pix", "card", ...
	Type string
	// Brands are the card brands taken; empty means that nothing is said.
	Brands []string
}

// Accepts reports whether the handler takes instruments of type t.
func (h Handler) Accepts(t string) bool {
	for _, it := range h.Instruments {
		if it.Type == t {
			return true
		}
	}
	return false
}

// Instrument is what the buyer pays with, without any credential.
type Instrument struct {
	// ID is the platform's, or ours where the platform sent none.
	ID ids.Instrument
	// Handler is the handler it belongs to, Type one of the handler's types.
	Handler ids.Handler
	Type    string
	// Billing is the billing address, nil if none was given.
	Billing *brazil.Address
}
