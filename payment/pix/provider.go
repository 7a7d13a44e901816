package pix

import (
	"context"

	"balcao/internal/ids"
	"balcao/payment"
)

// Provider is a payment service provider that speaks the Central Bank's Pix API.
//
// Every method may be called again with the same arguments, from several goroutines, and
// must end in a bounded time. An error that wraps checkout.ErrRefused says that the
// provider understood and said no (the API's 4xx answers): asking again is of no use. Any
// other error, a time-out among them, leaves open what happened: ask Status, or call
// again with the same ids, never with new ones.
type Provider interface {
	// Charge makes the dynamic charge TXID (PUT /cob/{txid}), or returns the one that was
	// made for it before. The API itself would silently revise an existing charge under a
	// payer who is looking at it, so an implementation looks first: another amount under
	// a known TXID, and a TXID that was removed, are refused. A charge that is paid or
	// past its time is returned as it is; Status tells how it stands. The ExpiresAt of
	// the answer is the provider's own. Descriptions are cut to 140 characters.
	Charge(ctx context.Context, r payment.ChargeRequest) (payment.IssuedCharge, error)

	// Status reads a charge with all payments it got (GET /cob/{txid}); a charge may get
	// more than one, another amount than asked, and money after its time. A TXID the
	// provider does not know is no error but Found == false. Being past its time is no
	// status of the API: compare Issued.ExpiresAt.
	Status(ctx context.Context, txid ids.TXID) (payment.ChargeStatus, error)

	// Remove withdraws a charge (PATCH /cob/{txid} with status
	// REMOVIDA_PELO_USUARIO_RECEBEDOR). One that is paid, removed or unknown is left as it
	// is without an error, so Status says who won the race with the payer.
	Remove(ctx context.Context, txid ids.TXID) error

	// Refund gives a payment back, once for each request id (PUT
	// /pix/{e2eid}/devolucao/{id}; the id is 1 to 35 letters and digits). The state may be
	// RefundQueued while the provider works on it: call again with the same id to learn
	// more. A refusal (unknown payment, more than is left of it, older than 90 days, an id
	// used for another amount) is RefundFailed beside the error; RefundNone beside an
	// error leaves open what happened.
	Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error)
}
