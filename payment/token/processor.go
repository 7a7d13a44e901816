// Package token takes money with credentials that platforms acquired: cards and wallets.
//
// Rules: BCP payment handler guide. A credential passes through to the processor; it is
// never stored, logged or echoed.
package token

import (
	"context"

	"balcao/payment"
)

// Processor is a payment processor. Its methods may be called from several goroutines and
// must end in a bounded time.
//
// An error that wraps checkout.ErrRefused says that the processor understood and said no
// to the request as such: nothing was taken. Any other error leaves open what happened,
// as payment.Unknown does: ask Verdict before anything else.
type Processor interface {
	// Authorize takes the money of one attempt, at most once: a repeated request gives
	// the verdict of the first one, whatever token it carries. Another amount or handler
	// under a known attempt is refused.
	Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error)

	// Verdict says what became of an attempt. One that never arrived is Declined, and
	// stays so: if its request should still arrive after that answer, nothing is taken,
	// because the shop has told the buyer by then.
	Verdict(ctx context.Context, attempt string) (payment.Verdict, error)
}
