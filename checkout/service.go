package checkout

import (
	"fmt"
	"time"

	"balcao/conversation"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// Policy is what the shop decides.
type Policy struct {
	Currency money.Currency
	// Seller is frozen into each checkout.
	Seller order.Seller
	// Lifetime is how long a checkout lives (BCP: 6 hours).
	Lifetime time.Duration
	// ChargeLifetime is how long a Pix charge can be paid, ChargeGrace how long after
	// that the stock is kept while the provider is asked.
	ChargeLifetime, ChargeGrace time.Duration
	// Counter is where orders are picked up, nil if they are not.
	Counter *brazil.Address
	// Invoices says that the shop issues invoices that name the buyer, so that a
	// taxpayer id is needed where fiscal identity was negotiated.
	Invoices bool
	// TokenWithoutMandate allows to complete a token payment without an AP2 mandate.
	TokenWithoutMandate bool
	// OrderLabel starts the label of an order, in the language of its checkout, such as "Pedido".
	OrderLabel lang.Text
	// Mail says that a buyer who gave an address is told of the order by e-mail.
	Mail bool
}

// Service is the counter.
type Service struct {
	Store      Store
	Products   Products
	Rates      Rates
	Promotions Promotions
	Taxes      Taxes
	Payments   Payments
	// Mandates judges mandates; nil in a shop that does not negotiate AP2.
	Mandates Mandates
	Clock    Clock
	IDs      IDs
	Policy   Policy
	// Orders takes over what went back of the money of orders; nil keeps nothing of it.
	Orders Orders
	// Followers are told of purchases that they follow; nil if nobody can follow any.
	Followers Followers
	// After is the timer of who waits for another request; nil means time.After.
	After func(time.Duration) <-chan time.Time
}

func (s *Service) after(d time.Duration) <-chan time.Time {
	if s.After != nil {
		return s.After(d)
	}
	return time.After(d)
}

// Target says which checkout a request is about.
type Target struct {
	// Checkout names one; empty means the context's current one.
	Checkout ids.Checkout
	// Context is the conversation, empty for transports that have none.
	Context ids.Context
}

// Request is one message of a platform, or one job.
type Request struct {
	Caller platform.Caller
	// Key makes a retry return the same bytes; nil if there is nothing to retry by.
	Key    *conversation.Key
	Target Target
	// Commands are applied in order. One that fails changes nothing and is told; the
	// others stand. With none the checkout is only read.
	Commands []Command
	// Session, Handlers and Language are for a checkout that this request makes.
	Session  platform.Session
	Handlers []payment.Handler
	Language string
	// Follow asks for a task if the purchase waits for its payment after this message.
	// Push is a push configuration for a task that is opened by it, nil for none.
	Follow bool
	Push   *conversation.PushConfig
	// Task names the open task that the message belongs to, empty for none. If it has
	// ended, the request fails with TaskOver.
	Task ids.Task
	// TaskBody encodes what the task shows after this message; nil means Followers.Body.
	TaskBody func(conversation.Task, Result) ([]byte, error)
	// landing marks the step that records a provider call. before is what the step before it
	// had found, left the version of the checkout that it wrote.
	landing bool
	before  *Found
	left    int64
	// internal marks a job or a provider's word: it may see every checkout.
	internal bool
	// IfRevision, if not zero, is the revision the commands were confirmed for.
	IfRevision int64
	// Turn is what the conversation remembers of this exchange; it sees the result, so
	// that a pending confirmation can name the revision it is for. Nil for none.
	Turn func(Result) conversation.Turn
	// Reply encodes the transport's whole result. It must be pure: it may run several
	// times. Nil for jobs.
	Reply func(Result) ([]byte, error)
}

// Result is what the commands came to, for the encoder.
type Result struct {
	// Checkout is the state after the commands, nil if there is none.
	Checkout *Checkout
	// Status is the checkout's status for this answer.
	Status Status
	// Messages are those of this answer: told by the commands, then those that hold.
	// Without a checkout they are an error envelope.
	Messages []Message
	// Outcomes tell for each command what became of it.
	Outcomes []Outcome
	// Found are the lines that the commands found in this checkout; nil if that is not known.
	Found *Found
	// Handlers are the handlers that can be used for this checkout as it stands.
	Handlers []payment.Handler
	// ChargeVisible says that the Pix charge may be shown.
	ChargeVisible bool
	// Seals are those of the checkout's revision: an encoder seals with them. Nil without
	// AP2, and for a result that is not to be sent.
	Seals *Seals
	// MandateReceipt is what the shop signs of the latest mandate, empty for none.
	MandateReceipt string
	// Task is the task that follows the checkout, as this request leaves it; nil for none.
	// It is gone once an earlier request has told its end.
	Task *conversation.Task
}

// Found are the lines of a checkout before a request, none if the request made it.
type Found struct{ Lines []Line }

// Outcome is what became of one command.
type Outcome struct {
	Applied  bool
	Messages []Message
	// Receipt is what the shop signs of a refused mandate, empty for none.
	Receipt string
}

// Done is the answer to a request.
type Done struct {
	// Reply is what Request.Reply encoded, or what was stored for the key.
	Reply []byte
	// Replayed says that it was stored before: nothing was done now.
	Replayed bool
	// Result is zero for a replay.
	Result Result
}

// Error is a failure of the request as such, not of a command in it.
type Error struct {
	Reason Reason
	// RetryAfter is when to try again, for Unavailable.
	RetryAfter time.Duration
	Err        error
}

// Reason classifies an Error.
type Reason string

// The reasons.
const (
	// KeyConflict: the key was used for another request.
	KeyConflict Reason = "idempotency_conflict"
	// Unavailable: try again after RetryAfter; nothing was stored.
	Unavailable Reason = "unavailable"
	// TaskOver: the task that the request belongs to has ended.
	TaskOver Reason = "task_over"
	// Internal: a fault of ours.
	Internal Reason = "internal"
)

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("checkout: %s: %v", e.Reason, e.Err)
	}
	return "checkout: " + string(e.Reason)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
