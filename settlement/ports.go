package settlement

import (
	"context"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

// Store keeps what settlement knows. What it does not find is checkout.ErrNotFound, and how
// it loses a race checkout.ErrConflict.
type Store interface {
	// Announce stores, in one transaction, a job.SettleCharge for each of the charges that is
	// the shop's, and returns how many are not. If some are not, or strange is true, the
	// account's job.Reconcile is moved to now, or to pause after the last reading of the
	// statement; one that is due earlier stays.
	Announce(ctx context.Context, a Announcement) (unknown int, err error)
	// Mark returns how far the account's statement was read; the zero Mark if never.
	Mark(ctx context.Context, account string) (Mark, error)
	// Advance stores all of a step in one transaction, or nothing of it. It is a conflict if
	// the stored mark's version is not Step.Mark.Version-1.
	Advance(ctx context.Context, s Step) error
	// CheckoutOfCharge returns the checkout that a charge belongs to.
	CheckoutOfCharge(ctx context.Context, txid ids.TXID) (ids.Checkout, error)
	// CheckoutOfPayment returns the checkout that a payment was booked for.
	CheckoutOfPayment(ctx context.Context, endToEndID string) (ids.Checkout, error)
}

// Announcement is what a callback came to.
type Announcement struct {
	Account string
	Charges []ids.TXID
	// Strange says that it spoke of money that names no charge.
	Strange bool
	Now     time.Time
	// Pause is the least time between two readings of the statement that callbacks bring on.
	Pause time.Duration
}

// Mark says how far an account's statement was read.
type Mark struct {
	Account string
	// Version counts writes; zero means that it is not stored yet.
	Version int64
	// Read is the time up to which all of it was read.
	Read time.Time
	// From, Until and Page are the window that is being read. Between two windows Until is
	// zero, and From is where a reading that is behind goes on, zero after one that came to
	// its end.
	From, Until time.Time
	Page        int
	// At is when a page was read last.
	At time.Time
}

// Step is what one page of a statement came to.
type Step struct {
	Mark Mark
	// Jobs are looks at charges whose money is not booked yet.
	Jobs []job.Job
	// Parked is money that is not the shop's charges'. What is parked already only learns
	// what went back of it; what is booked for a checkout meanwhile is not parked.
	Parked []payment.Unmatched
}

// Counter settles charges.
type Counter interface {
	// SettleCharge asks the provider about a charge and applies what it says;
	// checkout.ErrNotFound if it is not the shop's.
	SettleCharge(ctx context.Context, txid ids.TXID) error
}

// Statement tells what came into the account.
type Statement interface {
	// Received lists payments, page by page. A window may be asked for again.
	Received(ctx context.Context, w payment.Window) (payment.Page, error)
}

// Clock tells the time, in UTC.
type Clock interface{ Now() time.Time }
