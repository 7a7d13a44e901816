package payment

import (
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// ChargeState is where a Pix charge stands. States only move forward.
type ChargeState string

// The states of a charge.
const (
	// ChargeCreating: our intent is stored, the provider has not confirmed it.
	ChargeCreating ChargeState = "creating"
	// ChargeOpen: the buyer can pay it.
	ChargeOpen ChargeState = "open"
	// ChargePaid: money was received and accepted.
	ChargePaid ChargeState = "paid"
	// ChargeExpired: its time, and the grace after it, passed without a payment that we
	// heard of.
	ChargeExpired ChargeState = "expired"
	// ChargeSuperseded: another charge took its place, or the terms changed.
	ChargeSuperseded ChargeState = "superseded"
	// ChargeMismatch: another amount was paid; it is given back.
	ChargeMismatch ChargeState = "mismatch"
	// ChargeFailed: the provider refused or could not be reached.
	ChargeFailed ChargeState = "failed"
)

// Charge is a one-off dynamic Pix charge.
type Charge struct {
	// TXID is ours, unique for ever at the provider.
	TXID ids.TXID
	// Handler and Instrument say what it pays with.
	Handler    ids.Handler
	Instrument ids.Instrument
	State      ChargeState
	// Amount is the checkout's total in minor units.
	Amount money.Amount
	// CreatedAt is when we decided on it; ExpiresAt until when it can be paid.
	CreatedAt, ExpiresAt time.Time
	// CopyPaste is the BR Code ("Pix copia e cola"); QRCode a PNG of it. Both are empty
	// before the provider answered and after the charge is over.
	CopyPaste string
	QRCode    []byte
}

// Live reports whether the charge may still bring money in.
func (c Charge) Live() bool { return c.State == ChargeCreating || c.State == ChargeOpen }

// ChargeRequest asks a provider for a charge. Asking twice for one TXID is harmless.
type ChargeRequest struct {
	TXID   ids.TXID
	Amount money.Amount
	// ExpiresAt is until when it may be paid.
	ExpiresAt time.Time
	// Description is shown to the payer.
	Description string
}

// IssuedCharge is a provider's charge.
type IssuedCharge struct {
	CopyPaste string
	QRCode    []byte
	ExpiresAt time.Time
}

// ChargeStatus is what the provider says of a charge.
type ChargeStatus struct {
	// Found is false if the provider does not know the TXID.
	Found bool
	// Removed says that it can no longer be paid, by our wish or the provider's.
	Removed bool
	Issued  IssuedCharge
	// Receipts are all payments it got: more than one is possible.
	Receipts []Receipt
	// Refunds are what went back of them, whoever wished it.
	Refunds []RefundRecord
}

// Receipt is one payment that a charge got.
type Receipt struct {
	// EndToEndID identifies the payment in the whole Pix system; case-sensitive.
	EndToEndID string
	TXID       ids.TXID
	Amount     money.Amount
	// PaidAt decides whether the payment was in time, not when we heard of it.
	PaidAt time.Time
	// Accepted says that it paid the order; if not, it is refunded in full.
	Accepted bool
	// Refund is the refund's state, empty for an accepted receipt.
	Refund RefundState
	// Returned is what went back of it, or is on its way back, without our asking. Of an
	// accepted receipt the order tells.
	Returned money.Amount
}

// RefundState is where a refund stands.
type RefundState string

// The states of a refund.
const (
	RefundNone   RefundState = ""
	RefundQueued RefundState = "queued"
	RefundDone   RefundState = "done"
	RefundFailed RefundState = "failed"
)

// RefundRecord is money of a payment that went back, or is on its way back, as the
// provider tells it.
type RefundRecord struct {
	// EndToEndID is the payment's. ID is that of our request, or the provider's own.
	EndToEndID, ID string
	Amount         money.Amount
	// State is queued, done or failed.
	State RefundState
	// Anonymous says that the provider keeps no id of ours: ID is its own, also for what the
	// shop asked for.
	Anonymous bool
	// Unasked says that the provider took the money back without our asking: the Central
	// Bank's special return mechanism (MED), after a fraud or a fault of the system.
	Unasked bool
}

// Returned is what the records say went back, or is on its way back.
func Returned(records []RefundRecord) money.Amount {
	var sum money.Amount
	for _, r := range records {
		if r.State != RefundFailed {
			sum += r.Amount
		}
	}
	return sum
}

// RefundRequest asks a provider to give a payment back. The id is ours and the same for
// every try.
type RefundRequest struct {
	ID         string
	EndToEndID string
	TXID       ids.TXID
	Amount     money.Amount
}
