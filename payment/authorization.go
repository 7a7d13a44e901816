package payment

import (
	"balcao/internal/ids"
	"balcao/money"
)

// Verdict is what a processor says of a token payment.
type Verdict string

// The verdicts.
const (
	// Approved: the money is ours.
	Approved Verdict = "approved"
	// Declined: refused; nothing was taken.
	Declined Verdict = "declined"
	// Challenge: the buyer must prove identity at the shop (3-D Secure).
	Challenge Verdict = "challenge"
	// Unknown: no answer in time; ask again by the attempt's id before anything else.
	Unknown Verdict = "unknown"
)

// Secret is a credential in transit. It is never logged or echoed, and never stored, unless it
// is a payment mandate (AP2) that was judged: that is kept as evidence of the order it paid.
type Secret string

// String hides the credential from formatting.
func (Secret) String() string { return "[secret]" }

// GoString hides the credential from %#v.
func (Secret) GoString() string { return "[secret]" }

// Reveal returns the credential, for the processor and for whoever judges mandates.
func (s Secret) Reveal() string { return string(s) }

// AuthorizationRequest asks a processor to take the money. The attempt's id makes a
// repeated request harmless.
type AuthorizationRequest struct {
	// Attempt is our id of this try.
	Attempt string
	Handler ids.Handler
	Amount  money.Amount
	Token   Secret
	// Checkout and Key are what the address of the shop's page has, to which a challenge
	// brings the buyer back.
	Checkout ids.Checkout
	Key      string
	// Return is that address. Whoever reaches the processor writes it; the checkout does not
	// know where the shop is.
	Return string
}

// Void is a token payment that must not pay anything: the buyer or the platform went another
// way while it was open. What it took, or still takes, is given back in full.
type Void struct {
	// Attempt is our id of the try.
	Attempt string
	Handler ids.Handler
	Amount  money.Amount
	// State is RefundQueued until the processor has said that nothing is or will be taken.
	State RefundState
}
