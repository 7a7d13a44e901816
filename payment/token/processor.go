// Package token takes money with credentials that platforms acquired: cards and wallets.
//
// Rules: BCP payment handler guide. A credential passes through to the processor; it is
// never stored, logged or echoed.
package token

import (
	"context"

	"balcao/money"
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

	// ChallengeURL says where the buyer proves identity for an attempt that is Challenge, and
	// then goes on to the address back. ErrRefused: there is no such attempt, or it does not
	// wait for proof.
	ChallengeURL(ctx context.Context, attempt, back string) (string, error)

	// Void takes an attempt back: from now on nothing is taken for it, also if its request
	// should still arrive, and what was taken is given back in full. Repeating it does no
	// more. RefundQueued means that it is under way: ask again.
	Void(ctx context.Context, attempt string) (payment.RefundState, error)

	// Refund gives back part of what an attempt took, once for each id. ErrRefused: nothing
	// is given back for this id, because the attempt took nothing or less than that.
	Refund(ctx context.Context, r Refund) (payment.RefundState, error)
}

// Refund is money of an attempt to give back.
type Refund struct {
	// ID is ours: at most 64 letters, digits, dashes and underscores, the same for every try.
	ID, Attempt string
	Amount      money.Amount
}
