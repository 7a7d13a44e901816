package payment

import "time"

// Window asks for the payments that came in between two times, both included.
type Window struct {
	From, To time.Time
	// Page counts from 0.
	Page int
}

// Page is a page of a statement, oldest first where the provider sorts.
type Page struct {
	// Receipts are the payments, one that no charge asked for with an empty TXID.
	Receipts []Receipt
	// Refunds are what went back of them.
	Refunds []RefundRecord
	// Unread says of each payment that cannot be read why, and nothing of who paid. There is
	// money that nothing true can be said of; the others do not wait for it.
	Unread []error
	// More says that another page follows.
	More bool
}
