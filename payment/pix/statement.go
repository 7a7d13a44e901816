package pix

import (
	"context"
	"time"

	"balcao/payment"
)

// PageSize is how many payments a page of a statement has at most; the Pix API's default.
const PageSize = 100

// Window asks for the payments that came in between two times, both included.
type Window struct {
	From, To time.Time
	// Page counts from 0.
	Page int
}

// Page is a page of a statement, oldest first where the provider sorts.
type Page struct {
	// Receipts are the payments, one that no charge asked for with an empty TXID.
	Receipts []payment.Receipt
	// Refunds are what went back of them.
	Refunds []payment.RefundRecord
	// More says that another page follows.
	More bool
}

// Statement tells what came into the account, whatever was announced of it. It is what a
// shop is reconciled with.
type Statement interface {
	// Received lists payments (GET /pix). A window may be asked for again; one that ends
	// before it starts, or a page below 0, is refused.
	Received(ctx context.Context, w Window) (Page, error)
}
