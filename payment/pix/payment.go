package pix

import (
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// Payment is money that arrives for a charge in whatever state it is: what a test, or a
// provider for development, plays the payer with.
type Payment struct {
	TXID ids.TXID
	// Amount is in minor units; 0 means the charge's.
	Amount money.Amount
	// PaidAt is when the payer's bank took it; zero means now.
	PaidAt time.Time
}
