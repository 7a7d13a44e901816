package payment

import (
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// Unmatched is money that came into the shop's account and that no charge of the shop asked
// for. People must say what it is for, or give it back.
type Unmatched struct {
	// EndToEndID identifies the payment; TXID is empty for money that came without one.
	EndToEndID string
	TXID       ids.TXID
	Amount     money.Amount
	// Returned is what went back of it or is on its way back, as the provider told it last.
	Returned money.Amount
	PaidAt   time.Time
	// FoundAt is when the shop saw it.
	FoundAt time.Time
	// ClosedAt is when the staff had dealt with it, zero while it is open; Note says how.
	ClosedAt time.Time
	Note     string
}

// Open reports whether people must still look at it.
func (u Unmatched) Open() bool { return u.ClosedAt.IsZero() && u.Returned < u.Amount }
