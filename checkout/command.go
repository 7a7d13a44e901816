package checkout

import (
	"time"

	"balcao/catalog"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

// Command is one change that somebody wants. The set is closed.
type Command interface{ isCommand() }

// MaxQuantity is the most that one line may have. A quantity is adjusted to it, and to the
// stock.
const MaxQuantity = 10_000

// MaxLines is the most lines a checkout may have.
const MaxLines = 100

// The commands of a platform.
type (
	// Create makes a new checkout, beside a live one if there is one.
	Create struct{ Input Input }
	// Update replaces what the platform may write (BCP: full replacement).
	Update struct{ Input Input }
	// Add puts a quantity of a product into the checkout, making one if need be. Item is
	// a variant, product or SKU; Selected narrows a product with several variants.
	Add struct {
		Item     string
		Selected []catalog.Selection
		Quantity int64
	}
	// SetQuantity sets the quantity of a line named by Line or by Item.
	SetQuantity struct {
		Line     ids.LineItem
		Item     string
		Quantity int64
	}
	// Remove takes out a line named by Line or by Item, or all of them.
	Remove struct {
		Line ids.LineItem
		Item string
		All  bool
	}
	// SetBuyer merges the given members into the buyer.
	SetBuyer struct{ Buyer BuyerInput }
	// SetAddress ships to this address, without selecting an option.
	SetAddress struct{ Address AddressInput }
	// SelectOption chooses a fulfilment option. Method and Group may be empty.
	SelectOption struct{ Option, Method, Group string }
	// ApplyDiscount adds a code, RemoveDiscount takes it away.
	ApplyDiscount  struct{ Code string }
	RemoveDiscount struct{ Code string }
	// StartPayment chooses how to pay; an empty handler means Pix. With Pix and all else
	// ready the charge is made.
	StartPayment struct {
		Handler    ids.Handler
		Instrument ids.Instrument
	}
	// Complete places the order. Buyer may carry taxpayer id and consent.
	Complete struct {
		Payment PaymentInput
		Buyer   *BuyerInput
		// Mandate is the checkout mandate, empty for none. It counts where AP2 was negotiated.
		Mandate string
	}
	// Cancel ends the checkout. With Task, only while it is followed by this task.
	Cancel struct{ Task ids.Task }
)

// The commands of jobs and providers. None of them ever comes from a platform.
type (
	// Settle applies what the provider says of a charge.
	Settle struct {
		TXID   ids.TXID
		Status payment.ChargeStatus
	}
	// ExpireCharge ends a charge that the provider says is unpaid after its time.
	ExpireCharge struct{ TXID ids.TXID }
	// unreachable tells that a charge whose time is over cannot be ended, since the provider
	// does not say whether it was paid.
	unreachable struct{ TXID ids.TXID }
	// Expire cancels a checkout whose time is over.
	Expire struct{}
	// issue records what the provider answered to a wish for a charge; nil Issued means
	// that it failed.
	issue struct {
		TXID   ids.TXID
		Issued *payment.IssuedCharge
	}
	// conclude records what the processor said of a token payment. Since is when the
	// attempt that was asked about had started, zero for the word of its own call.
	// Handler and Amount are the attempt's, for one that the checkout has given up by then.
	conclude struct {
		Attempt string
		Since   time.Time
		Verdict payment.Verdict
		Handler ids.Handler
		Amount  money.Amount
	}
	// expireChallenge gives up a challenge that the buyer did not meet in time.
	expireChallenge struct{ Attempt string }
	// voided records how it went to take a token payment back.
	voided struct {
		Attempt string
		State   payment.RefundState
	}
	// refunded records how a refund went.
	refunded struct {
		EndToEndID string
		State      payment.RefundState
	}
)

func (Create) isCommand()          {}
func (Update) isCommand()          {}
func (Add) isCommand()             {}
func (SetQuantity) isCommand()     {}
func (Remove) isCommand()          {}
func (SetBuyer) isCommand()        {}
func (SetAddress) isCommand()      {}
func (SelectOption) isCommand()    {}
func (ApplyDiscount) isCommand()   {}
func (RemoveDiscount) isCommand()  {}
func (StartPayment) isCommand()    {}
func (Complete) isCommand()        {}
func (Cancel) isCommand()          {}
func (Settle) isCommand()          {}
func (ExpireCharge) isCommand()    {}
func (unreachable) isCommand()     {}
func (Expire) isCommand()          {}
func (issue) isCommand()           {}
func (conclude) isCommand()        {}
func (expireChallenge) isCommand() {}
func (voided) isCommand()          {}
func (refunded) isCommand()        {}

// Input is what a platform may write of a checkout. It holds no member that belongs to
// the shop.
type Input struct {
	// Lines are the lines wanted; a line with the ID of an existing one is that line.
	Lines []LineInput
	// Buyer, Hints, Attribution, Codes and Instruments are removed if left out.
	Buyer       *BuyerInput
	Hints       *Hints
	Attribution map[string]string
	// Fulfillment is nil if left out.
	Fulfillment *FulfillmentInput
	// Codes are the discount codes.
	Codes []string
	// Payment is nil if left out.
	Payment *PaymentInput
}

// LineInput is a line as a platform wants it.
type LineInput struct {
	ID       ids.LineItem
	Item     string
	Selected []catalog.Selection
	Quantity int64
}

// BuyerInput is what a platform says of the buyer, unchecked. Nil members were not sent.
type BuyerInput struct {
	FirstName, LastName, FullName, Email, Phone *string
	TaxpayerID                                  *TaxpayerID
	Consent                                     *Consent
}

// AddressInput is an address as it came, unchecked.
type AddressInput struct {
	ID                                             string
	Street, Extended, Locality, Region, PostalCode string
	Country, FirstName, LastName, Phone            string
}

// FulfillmentInput is what a platform may say of fulfilment.
type FulfillmentInput struct {
	Methods []MethodInput
}

// MethodInput is one method of it. The pointers tell a member left out (nil) from a
// member set to null (pointer to empty).
type MethodInput struct {
	ID   string
	Type MethodKind
	// Destinations is nil if left out.
	Destinations        []AddressInput
	SelectedDestination *string
	Groups              []GroupInput
}

// GroupInput is a selection in one group.
type GroupInput struct {
	ID             string
	SelectedOption *string
}

// PaymentInput is what a platform says of payment.
type PaymentInput struct {
	Instruments []InstrumentInput
}

// InstrumentInput is one instrument. Token, and the members of a resent Pix charge, are
// only looked at on completion.
type InstrumentInput struct {
	ID       ids.Instrument
	Handler  ids.Handler
	Type     string
	Selected *bool
	Billing  *brazil.Address
	Token    payment.Secret
	// PaymentID and CopyPaste are a Pix charge as the platform knows it.
	PaymentID, CopyPaste string
}
