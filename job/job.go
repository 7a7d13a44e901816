// Package job names the work a shop owes: things that must happen later and survive a
// crash, such as expiry, settlement and refunds.
//
// A job is stored in the same transaction as the change that owes it, is leased by one
// worker at a time and may run more than once: every job is repeatable.
package job

import "time"

// Kind says what a job does.
type Kind string

// The kinds of job.
const (
	// ExpireCheckout cancels a checkout whose time is over. Ref: checkout id.
	ExpireCheckout Kind = "expire_checkout"
	// FinishCharge finishes a charge whose provider call was cut short. Ref: txid.
	FinishCharge Kind = "finish_charge"
	// WatchCharge asks the provider about an open charge. Ref: txid.
	WatchCharge Kind = "watch_charge"
	// SettleCharge asks the provider about a charge of which somebody spoke. Ref: txid.
	SettleCharge Kind = "settle_charge"
	// FindPayment finds out which charge a payment is of that a provider named by an id of its
	// own. Ref: that id.
	FindPayment Kind = "find_payment"
	// Reconcile reads the provider's statement. Ref: name of the account.
	Reconcile Kind = "reconcile"
	// RemoveCharge withdraws a charge at the provider. Ref: txid.
	RemoveCharge Kind = "remove_charge"
	// FinishAuthorization finds out what became of a token payment. Ref: checkout id.
	FinishAuthorization Kind = "finish_authorization"
	// VoidPayment takes back the token payments of a checkout that must not pay it. Ref: checkout id.
	VoidPayment Kind = "void_payment"
	// Refund gives money back. Ref: txid.
	Refund Kind = "refund"
	// RefundOrder gives back what adjustments of an order owe. Ref: order id.
	RefundOrder Kind = "refund_order"
	// PushTask tells those who asked for it how a task stands. Ref: task id.
	PushTask Kind = "push_task"
	// NotifyOrder tells a platform of the changes of an order. Ref: order id.
	NotifyOrder Kind = "notify_order"
	// MailBuyer tells the buyer of an order by e-mail. Ref: order.Mail.Ref.
	MailBuyer Kind = "mail_buyer"
)

// Job is one piece of work owed. Kind and Ref together are its identity: adding it again
// moves its due time.
type Job struct {
	Kind Kind
	// Ref names what the job is about.
	Ref string
	// Due is when it may run.
	Due time.Time
	// Attempts counts runs that failed.
	Attempts int
}
