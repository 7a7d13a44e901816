package order

import (
	"context"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
)

// Store keeps orders.
type Store interface {
	// Order returns an order, ErrNotFound if there is none. The caller owns it.
	Order(ctx context.Context, id ids.Order) (*Order, error)
	// CommitOrder applies all of w in one transaction or nothing of it, and returns when it
	// is durable. ErrConflict is how it loses a race.
	CommitOrder(ctx context.Context, w Write) error
}

// Write is one transaction: everything that one command changes.
type Write struct {
	// Order is stored if its stored version is Order.Version-1.
	Order *Order
	// Stock are units that go back on the shelf.
	Stock []StockMove
	// Jobs are added, or moved if they are there.
	Jobs []job.Job
}

// StockMove changes the stock of a variant.
type StockMove struct {
	Variant ids.Variant
	// OnHand and Reserved are added to the levels.
	OnHand, Reserved int64
}

// Refunds gives money back at the providers. Every call is made outside a transaction, may
// be repeated, and must have a bounded time.
type Refunds interface {
	// Refund gives part of a payment back, once for each request id. An error that wraps
	// ErrRefused says that nothing was or will be given back; any other error leaves open
	// what happened.
	Refund(ctx context.Context, r RefundRequest) (RefundState, error)
}

// RefundRequest is money to give back. The id is 35 letters and digits and the same for
// every try.
type RefundRequest struct {
	ID    string
	Order ids.Order
	// Checkout is the order's; it knows of a payment of which the order does not.
	Checkout ids.Checkout
	Payment  Payment
	Amount   money.Amount
}

// RefundState is what a provider says of a refund.
type RefundState string

// The states of a refund at the provider.
const (
	// RefundUnderWay: ask again later.
	RefundUnderWay RefundState = "under_way"
	RefundDone     RefundState = "done"
	RefundFailed   RefundState = "failed"
)

// Clock tells the time, in UTC.
type Clock interface{ Now() time.Time }
