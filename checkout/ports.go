package checkout

import (
	"context"
	"errors"
	"time"

	"balcao/catalog"
	"balcao/conversation"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// What a Store may answer besides its own failures.
var (
	// ErrNotFound: there is no such row.
	ErrNotFound = errors.New("checkout: not found")
	// ErrConflict: a row changed since it was read, or was made meanwhile. Read again.
	ErrConflict = errors.New("checkout: version conflict")
	// ErrStock: a stock move would sell what is not there. Read the levels again.
	ErrStock = errors.New("checkout: not enough stock")
)

// Store keeps what the counter does. Reads see everything that was committed before they
// began; they run beside the writer and may be stale by the time they are used, which
// Commit finds out.
type Store interface {
	// Reply returns what is stored under the key, ErrNotFound if nothing.
	Reply(ctx context.Context, key conversation.Key) (conversation.Reply, error)
	// Context returns one conversation of the owner, ErrNotFound if there is none.
	Context(ctx context.Context, owner platform.Owner, id ids.Context) (conversation.Context, error)
	// Checkout returns a checkout, ErrNotFound if there is none. The caller owns it.
	Checkout(ctx context.Context, id ids.Checkout) (*Checkout, error)
	// CheckoutOfCharge returns the checkout that a Pix charge belongs to.
	CheckoutOfCharge(ctx context.Context, txid ids.TXID) (ids.Checkout, error)
	// CheckoutOfPayment returns the checkout that a payment, by its endToEndId, was booked for.
	CheckoutOfPayment(ctx context.Context, endToEndID string) (ids.Checkout, error)
	// Order returns an order, ErrNotFound if there is none.
	Order(ctx context.Context, id ids.Order) (*order.Order, error)
	// Levels returns what can still be sold of each variant: on hand less reserved.
	// Variants without a stock row are left out and count as zero.
	Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error)
	// Seals returns the seals of a checkout's revision, in the order in which they were
	// stored.
	Seals(ctx context.Context, id ids.Checkout, revision int64) ([]Seal, error)
	// MandateUsed reports whether an order was placed with this checkout_hash.
	MandateUsed(ctx context.Context, checkoutHash string) (bool, error)
	// OpenMandateHeld reports whether an open mandate is held by another checkout than this.
	OpenMandateHeld(ctx context.Context, name string, but ids.Checkout) (bool, error)
	// Task returns a task, ErrNotFound if there is none.
	Task(ctx context.Context, id ids.Task) (conversation.Task, error)
	// Commit applies all of w in one transaction or nothing of it, and returns when it
	// is durable. It returns ErrConflict or ErrStock for the two ways in which it may
	// lose a race.
	Commit(ctx context.Context, w Write) error
}

// Write is one transaction: everything that one effect changes.
type Write struct {
	// Checkout is stored if its stored version is Checkout.Version-1 (1: not stored yet).
	// The charges in it can be found by CheckoutOfCharge afterwards, its receipts by
	// CheckoutOfPayment; one that is another checkout's is a conflict. From then on it holds the
	// open mandate that its Mandate is under, if there is one; that another checkout holds it
	// is a conflict. A checkout that was canceled holds none.
	Checkout *Checkout
	// Context is stored under the same rule.
	Context *conversation.Context
	// Reply is stored under Key. ExpectClaim says that the key must hold an unfinished
	// claim (a conflict if not); otherwise the key must be free.
	Key         *conversation.Key
	Reply       *conversation.Reply
	ExpectClaim bool
	// Order is a new order. A second order for one checkout is a conflict. Its platform is
	// owed a notice of it, with a job.NotifyOrder, if its session has a webhook.
	Order *order.Order
	// Evidence is that of the new order, nil for none. A second order for one checkout hash
	// is a conflict.
	Evidence *order.Evidence
	// Seals are added to those of their checkout's revision. One that is stored already stays
	// as it is; of those of a revision at most MaxSeals are kept, the first among them; those
	// of earlier revisions go.
	Seals []Seal
	// Task is stored under the same rule as Checkout. Push, if not nil, is a push
	// configuration of it.
	Task *conversation.Task
	Push *conversation.PushConfig
	// Stock are moves that must all leave on hand >= reserved >= 0.
	Stock []StockMove
	// Jobs are added, or moved if they are there; Done are taken away.
	Jobs []job.Job
	Done []job.Job
}

// StockMove changes the stock of a variant.
type StockMove = order.StockMove

// Products finds what is sold.
type Products interface {
	// Offer returns a variant with its product.
	Offer(ctx context.Context, id ids.Variant) (catalog.Offer, bool)
	// Resolve finds a product by variant id, product id or SKU. If the id names a
	// variant (or the product has just one), variant is set; else the caller must choose.
	Resolve(ctx context.Context, id string) (product *catalog.Product, variant *catalog.Variant, ok bool)
}

// ErrUndeliverable is what Rates answers where nothing can be sent.
var ErrUndeliverable = errors.New("checkout: nothing is delivered there")

// Rates quotes shipping.
type Rates interface {
	// Quote lists the options for a destination, cheapest first.
	Quote(ctx context.Context, q RateQuery) ([]Option, error)
}

// RateQuery is what a quote depends on.
type RateQuery struct {
	Destination brazil.Address
	Lines       []Line
	// Language is that of the descriptions; Now when the parcel is ordered.
	Language string
	Now      time.Time
}

// Promotions knows the shop's discount codes.
type Promotions interface {
	// Promotion returns what a code gives, matched without regard to case.
	Promotion(ctx context.Context, code string) (Promotion, bool)
}

// Promotion is a discount code.
type Promotion struct {
	Code string
	// Title is shown to the buyer.
	Title string
	// Percent (whole percent of the subtotal, half up) or Amount (minor units).
	Percent int64
	Amount  money.Amount
	// PixOnly takes the other handlers away.
	PixOnly bool
	// EndsAt is when it ends; zero for never.
	EndsAt time.Time
}

// Taxes assesses the taxes of a line.
type Taxes interface {
	// Assess returns the taxes of a line whose price after discounts is base.
	Assess(ctx context.Context, line Line, base money.Amount) ([]order.Tax, error)
}

// ErrRefused is what Payments answers when the provider understood and said no.
var ErrRefused = errors.New("checkout: the provider refused")

// Payments reaches the providers. Every call is made outside a transaction, may be
// repeated, and must have a bounded time. An error that is not ErrRefused leaves open
// what happened.
type Payments interface {
	// Charge makes a Pix charge, or finds the one made earlier for the TXID.
	Charge(ctx context.Context, h payment.Handler, r payment.ChargeRequest) (payment.IssuedCharge, error)
	// ChargeStatus asks about a charge.
	ChargeStatus(ctx context.Context, h payment.Handler, txid ids.TXID) (payment.ChargeStatus, error)
	// RemoveCharge withdraws a charge; one that is paid or gone is no error.
	RemoveCharge(ctx context.Context, h payment.Handler, txid ids.TXID) error
	// Refund gives a payment back, once for each request id.
	Refund(ctx context.Context, h payment.Handler, r payment.RefundRequest) (payment.RefundState, error)
	// Authorize takes the money of a token payment, once for each attempt.
	Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error)
	// Verdict asks what became of an attempt; Declined if it never arrived, and it takes nothing
	// any more if it arrives after that.
	Verdict(ctx context.Context, h ids.Handler, attempt string) (payment.Verdict, error)
	// ChallengeURL says where the buyer proves identity for an attempt that waits for it. The
	// key is that of the checkout's page, to which the buyer comes back.
	ChallengeURL(ctx context.Context, h ids.Handler, attempt string, of ids.Checkout, key string) (string, error)
	// Void takes an attempt back: nothing is taken for it from now on, and what was taken is
	// given back in full. RefundQueued means that it is under way: ask again.
	Void(ctx context.Context, v payment.Void) (payment.RefundState, error)
}

// Mandates judges what buyers have agreed to (AP2), and signs what the shop says of it.
// Besides failures of its own it returns a [*MandateRefusal]. It may wait for a platform's
// profile, for a bounded time.
type Mandates interface {
	// Checkout judges the mandate of a completion, which must be over one of the seals.
	Checkout(ctx context.Context, q MandateQuery) (order.Evidence, error)
	// Payment judges a payment mandate that came with an admitted checkout mandate.
	Payment(ctx context.Context, of order.Evidence, q order.PaymentEvidence) (order.PaymentEvidence, error)
	// Placed signs a receipt of the evidence's order, which was placed at that time, and
	// returns the evidence with it.
	Placed(ev order.Evidence, at time.Time) (order.Evidence, error)
}

// MandateQuery is a checkout mandate and what it is held against.
type MandateQuery struct {
	// Platform is the profile URL of the platform whose checkout it is.
	Platform string
	Checkout ids.Checkout
	Mandate  string
	// Seals are those of the checkout's current revision, Nonce is its challenge.
	Seals []Seal
	Nonce string
	// Used reports whether an order was placed with the checkout hash, or another checkout
	// holds the open mandate.
	Used func(ev order.Evidence) (bool, error)
	Now  time.Time
}

// MandateRefusal says that a mandate is not good. Why it is not is not for the other side, and
// so is not in it.
type MandateRefusal struct {
	Code Code
	// Receipt is what the shop signs of the refusal; empty for none.
	Receipt string
}

func (r *MandateRefusal) Error() string { return "checkout: mandate refused: " + string(r.Code) }

// Followers are the platforms that follow a purchase by a task, as their binding serves
// them.
type Followers interface {
	// Body encodes what the task shows of a result that no message of its platform caused.
	// The task has its new version and state, and its old body. It must be pure.
	Body(t conversation.Task, r Result) ([]byte, error)
	// Moved tells that the task was stored. It must not wait for anything.
	Moved(t conversation.Task)
}

// Orders are the books of what was bought.
type Orders interface {
	// NoteReturned takes over what the provider says went back of an order's payment, and
	// returns the adjustments that are new: money that the shop did not give back.
	NoteReturned(ctx context.Context, o *order.Order, records []order.Returned) (news []string, err error)
}

// Clock tells the time, in UTC.
type Clock interface{ Now() time.Time }

// IDs makes identifiers.
type IDs interface {
	New(prefix string) string
	Secret() string
	TXID() ids.TXID
}
