package pix

import (
	"context"

	"balcao/payment"
)

// PageSize is how many payments a page of a statement has at most; the Pix API's default.
const PageSize = 100

// Window and Page are what a statement is asked for and answers with.
type (
	Window = payment.Window
	Page   = payment.Page
)

// Statement tells what came into the account, whatever was announced of it. It is what a
// shop is reconciled with.
type Statement interface {
	// Received lists payments (GET /pix). A window may be asked for again; one that ends
	// before it starts, or a page below 0, is refused.
	Received(ctx context.Context, w Window) (Page, error)
}
