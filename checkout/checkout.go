package checkout

import (
	"time"

	"balcao/catalog"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// Status is the state of a checkout on the wire.
type Status string

// The states. Completed and Canceled are terminal.
const (
	Incomplete         Status = "incomplete"
	RequiresEscalation Status = "requires_escalation"
	ReadyForComplete   Status = "ready_for_complete"
	CompleteInProgress Status = "complete_in_progress"
	Completed          Status = "completed"
	Canceled           Status = "canceled"
)

// Terminal reports whether nothing can change any more.
func (s Status) Terminal() bool { return s == Completed || s == Canceled }

// Checkout is the aggregate. All that is stored about a purchase until it is an order is
// in it, so one compare-and-set on Version guards every change.
type Checkout struct {
	ID ids.Checkout
	// Owner is the platform it belongs to; Context the conversation it was made in.
	Owner   platform.Owner
	Context ids.Context
	// Version counts writes; zero means that it is not stored yet. Revision counts
	// changes of terms.
	Version, Revision int64
	// Session, Handlers and Language are frozen when the checkout is made.
	Session  platform.Session
	Handlers []payment.Handler
	Language string
	// Key is the unguessable part of continue_url.
	Key                  string
	CreatedAt, ExpiresAt time.Time

	Currency    money.Currency
	Seller      order.Seller
	Lines       []Line
	Buyer       *Buyer
	Hints       *Hints
	Attribution map[string]string
	Fulfillment Fulfillment
	// Codes are the discount codes as the platform gave them, Discounts what came of them.
	Codes     []string
	Discounts []Discount
	Rejected  []RejectedCode
	Totals    []order.Total

	// Instrument is what the buyer pays with, nil while nothing was chosen.
	Instrument *payment.Instrument
	// Nonce is the challenge for mandates over the current revision, empty without AP2.
	Nonce string
	// Mandate is what the completion under way, or the one before it, was admitted by; nil
	// for none. A change of terms takes it away, and so does the order, which keeps it.
	Mandate *order.Evidence
	// MandateReceipt is what the shop has signed of the order's mandate, empty for none.
	MandateReceipt string
	// Charges are all Pix charges ever decided on, the current one last.
	Charges []payment.Charge
	// Receipts are all payments received for those charges.
	Receipts []payment.Receipt
	// Attempt is a completion under way, nil if there is none.
	Attempt *Attempt
	// Challenge is a token payment that waits for the buyer to prove identity (3-D Secure),
	// nil if there is none. Nothing else pays meanwhile: a change of the checkout gives it up.
	Challenge *Challenge
	// Voids are the token payments that were given up, at most maxVoids.
	Voids []payment.Void
	// Task is the open task that follows this checkout, empty for none.
	Task ids.Task
	// Holds is the stock reserved for this checkout.
	Holds []Hold
	// Call is the latest provider call whose message has no reply yet, with what that
	// message has been told so far; nil if there is none. It lets a retry finish what a
	// crash cut short, also after a job has finished the call itself.
	Call *Call
	// Told are messages that a job left behind; they stay until the next command that
	// succeeds.
	Told []Message
	// Escalation says why the buyer must come to the shop's page, empty if there is no
	// such reason.
	Escalation Code

	// CanceledAt and CompletedAt are zero until the checkout ended.
	CanceledAt, CompletedAt time.Time
	// Paid is the token attempt that paid the order, empty if there was none.
	Paid string
	// Order is set once completed.
	Order *OrderRef
}

// OrderRef is the order in a completed checkout.
type OrderRef struct {
	ID ids.Order
	// Key is the unguessable part of the permalink.
	Key string
}

// Line is a line item.
type Line struct {
	ID      ids.LineItem
	Product ids.Product
	Variant ids.Variant
	// Title and Price (unit price, minor units) are those last shown.
	Title    string
	Price    money.Amount
	Quantity int64
	NCM      string
	// NotSoldIn are the states the product may not go to.
	NotSoldIn []string
	// Withdrawn says that the catalogue no longer has it.
	Withdrawn bool
	Taxes     []order.Tax
	Totals    []order.Total
}

// Buyer is who buys. Empty members were not given.
type Buyer struct {
	FirstName, LastName, Email, Phone string
	TaxpayerID                        *TaxpayerID
	Consent                           *Consent
}

// TaxpayerID identifies the buyer for the invoice. Kind is cpf, cnpj or id_estrangeiro;
// Value carries no punctuation.
type TaxpayerID struct {
	Kind, Value string
}

// Consent holds the buyer's choices; nil means that nothing was said, never a yes.
type Consent struct {
	Analytics, Preferences, Marketing, SaleOfData *bool
}

// Hints are provisional facts about the buyer (the wire's context): never binding.
type Hints struct {
	Country, Region, PostalCode, Intent, Language, Currency string
	Eligibility                                             []string
}

// Purpose is what the buyer has in mind, empty if nothing is known.
func (h *Hints) Purpose() string {
	if h == nil {
		return ""
	}
	return h.Intent
}

// State is the state of Brazil that the hints speak of, two letters: that of the CEP, or else
// the region. It is empty if they name none, or another country. Nil is no hints.
func (h *Hints) State() string {
	if h == nil || country(h.Country) != homeCountry {
		return ""
	}
	a, _ := checkAddress(AddressInput{Country: h.Country, Region: h.Region, PostalCode: h.PostalCode}, "") // they come as they were written
	return a.Region
}

// Hold is stock reserved for the checkout.
type Hold struct {
	Variant  ids.Variant
	Quantity int64
}

// Attempt is a completion that has begun and has not ended. It is no change of terms.
type Attempt struct {
	// ID is our id of the try, for the processor; empty for Pix.
	ID string
	// Instrument is what a token payment is made with. It becomes the checkout's when
	// the money was taken.
	Instrument *payment.Instrument
	// Chosen is, for Pix with a mandate, what had been chosen to pay with before. It is so
	// again if the attempt comes to nothing.
	Chosen    *payment.Instrument
	Kind      payment.Kind
	Handler   ids.Handler
	Amount    money.Amount
	StartedAt time.Time
}

// Challenge is an attempt whose buyer must prove identity on the shop's page. It is no change
// of terms until it ends.
type Challenge struct {
	Attempt Attempt
	// Until is when the shop gives it up.
	Until time.Time
}

// Call is a provider call that a message waits for: a charge by TXID or a token attempt.
type Call struct {
	TXID    ids.TXID
	Attempt string
	// Outcomes are those of the message's commands.
	Outcomes []Outcome
}

// ref names the call: a message that died resumes its own call and no other.
func (c Call) ref() string {
	if c.Attempt != "" {
		return c.Attempt
	}
	return string(c.TXID)
}

// Discount is a code that was accepted.
type Discount struct {
	Code, Title string
	Amount      money.Amount
	// PixOnly takes the other handlers away.
	PixOnly bool
	// Allocations say how the amount falls on the lines, in line order.
	Allocations []money.Amount
}

// RejectedCode is a code that was not accepted, with the reason as a message code. Index
// is its place in Codes.
type RejectedCode struct {
	Index int
	Code  string
	Why   Code
}

// Total returns what the buyer pays, in minor units.
func (c *Checkout) Total() money.Amount { return order.Amount(c.Totals, order.TotalTotal) }

// Handler returns the handler with the given id among those frozen for this checkout.
func (c *Checkout) Handler(id ids.Handler) (payment.Handler, bool) {
	for _, h := range c.Handlers {
		if h.ID == id {
			return h, true
		}
	}
	return payment.Handler{}, false
}

// Charge returns the current Pix charge if it can still be paid or has been paid.
func (c *Checkout) Charge() *payment.Charge {
	if len(c.Charges) == 0 {
		return nil
	}
	ch := &c.Charges[len(c.Charges)-1]
	if ch.Live() || ch.State == payment.ChargePaid {
		return ch
	}
	return nil
}

// lineOf makes a line of a catalogue offer.
func lineOf(id ids.LineItem, o catalog.Offer, quantity int64) Line {
	return Line{
		ID: id, Product: o.Product.ID, Variant: o.Variant.ID, Title: o.Variant.Title,
		Price: o.Variant.Price, Quantity: quantity, NCM: o.Product.NCM, NotSoldIn: o.Product.NotSoldIn,
	}
}

// destination returns the address the goods go to, nil while none is selected.
func (c *Checkout) destination() *brazil.Address {
	return c.Fulfillment.destination()
}
