package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

const (
	// firstLook is how soon after its making an open charge is looked at without a webhook,
	// maxLook the longest pause between two looks.
	firstLook = 5 * time.Second
	maxLook   = 60 * time.Second
	// longLook is the longest pause between two looks at a refund, which may take weeks where
	// banks argue about it.
	longLook = 10 * time.Minute
	// finishTries is how often a charge whose call was cut short is asked for before it
	// counts as failed.
	finishTries = 5
)

// GaveUp says that a job ended without reaching its aim and that trying again would not
// help: people must look. What it came to is stored.
type GaveUp struct {
	// What was given up, such as "refund".
	What string
	// TXID is the charge that it was about; EndToEndID the payment, if it was one.
	TXID       ids.TXID
	EndToEndID string
	// Attempt is the token payment that it was about, empty for none.
	Attempt string
	// Err is why.
	Err error
}

func (e *GaveUp) Error() string { return fmt.Sprintf("checkout: %s given up: %v", e.What, e.Err) }

// Unwrap returns the cause.
func (e *GaveUp) Unwrap() error { return e.Err }

// bounded asks a provider and waits no longer than a message would.
func bounded[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return ask(ctx)
}

// tell applies a command of ours.
func (s *Service) tell(ctx context.Context, id ids.Checkout, cmd Command) error {
	_, err := s.Do(ctx, Request{Target: Target{Checkout: id}, Commands: []Command{cmd}, internal: true})
	return err
}

// RunJob does one job that the counter owes. A time says when it wants to run again; an
// error that it failed and should be tried later. A *GaveUp is no such failure: the job
// ends, or runs again at the time, as it would without.
func (s *Service) RunJob(ctx context.Context, j job.Job) (again time.Time, err error) {
	switch j.Kind {
	case job.ExpireCheckout:
		again, err = s.expireCheckout(ctx, ids.Checkout(j.Ref))
	case job.FinishAuthorization:
		again, err = s.finishAuthorization(ctx, ids.Checkout(j.Ref))
	case job.VoidPayment:
		again, err = s.voidPayments(ctx, ids.Checkout(j.Ref))
	case job.FinishCharge:
		again, err = s.finishCharge(ctx, ids.TXID(j.Ref), j.Attempts)
	case job.WatchCharge:
		again, err = s.watchCharge(ctx, ids.TXID(j.Ref))
	case job.RemoveCharge:
		again, err = s.removeCharge(ctx, ids.TXID(j.Ref))
	case job.Refund:
		again, err = s.refund(ctx, ids.TXID(j.Ref))
	default:
		return time.Time{}, fmt.Errorf("checkout: unknown job %q", j.Kind)
	}
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, nil // what it was about is gone
	}
	return again, err
}

// expireCheckout cancels a checkout whose time is over, after the provider's last word on
// an open charge.
func (s *Service) expireCheckout(ctx context.Context, id ids.Checkout) (time.Time, error) {
	c, err := s.Store.Checkout(ctx, id)
	if err != nil || c.over() {
		return time.Time{}, err
	}
	if ch := c.live(); ch != nil {
		// The charge ends first: its own job asks the provider, then this one comes back.
		return later(s.Clock.Now(), ch.ExpiresAt.Add(s.Policy.ChargeGrace+firstLook)), nil
	}
	if c.Attempt != nil || c.Challenge != nil {
		return s.Clock.Now().Add(maxLook), nil
	}
	return time.Time{}, s.tell(ctx, id, Expire{})
}

// later is at, but never in the past: a job that must wait for another one waits a while.
func later(now, at time.Time) time.Time {
	if soonest := now.Add(firstLook); at.Before(soonest) {
		return soonest
	}
	return at
}

// watchCharge looks at an open charge in case its webhook was lost, and ends it when its
// time is over.
func (s *Service) watchCharge(ctx context.Context, txid ids.TXID) (time.Time, error) {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil || !ch.Live() {
		return time.Time{}, err
	}
	end := ch.ExpiresAt.Add(s.Policy.ChargeGrace)
	var look *GaveUp // for people, and no reason to stop
	if err := s.settleCharge(ctx, c, ch); err != nil && !errors.As(err, &look) {
		if s.Clock.Now().After(end) { // not ended without the provider's word: the buyer may have paid
			err = errors.Join(err, s.tell(ctx, c.ID, unreachable{TXID: txid}))
		}
		return time.Time{}, err
	}
	again, err := s.watchOn(ctx, txid)
	if look == nil {
		return again, err
	}
	if err != nil {
		again = s.Clock.Now().Add(firstLook)
	}
	return again, look // which is told now or never
}

// watchOn says when to look at a charge next, and ends it after its time. The provider was
// asked just now.
func (s *Service) watchOn(ctx context.Context, txid ids.TXID) (time.Time, error) {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil || !ch.Live() || c.over() {
		return time.Time{}, err
	}
	now := s.Clock.Now()
	end := ch.ExpiresAt.Add(s.Policy.ChargeGrace)
	if now.After(end) {
		return time.Time{}, s.tell(ctx, c.ID, ExpireCharge{TXID: txid})
	}
	if next := s.nextLook(ch.CreatedAt); next.Before(end) {
		return next, nil
	}
	return end.Add(time.Millisecond), nil // whoever waits is told in time
}

// nextLook is when to ask again about something that began at a time: the pauses double, by
// its age.
func (s *Service) nextLook(begun time.Time) time.Time {
	now := s.Clock.Now()
	return now.Add(min(max(now.Sub(begun), firstLook), maxLook))
}

// finishCharge finishes the call for a charge that nobody saw the end of. Was the charge given
// up meanwhile, its removal may have come before the call had its effect: it is removed again,
// once the call can have none any more.
func (s *Service) finishCharge(ctx context.Context, txid ids.TXID, attempts int) (again time.Time, err error) {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil {
		return time.Time{}, err
	}
	switch ch.State {
	case payment.ChargeCreating:
	case payment.ChargeOpen, payment.ChargePaid:
		return time.Time{}, nil
	default:
		if until := ch.CreatedAt.Add(callLease); s.Clock.Now().Before(until) {
			return until, nil
		}
		return s.removeCharge(ctx, txid)
	}
	cmd, err := s.call(ctx, c, Call{TXID: txid}, "")
	if err != nil {
		return time.Time{}, err
	}
	answer, _ := cmd.(issue)
	if answer.Issued == nil && attempts < finishTries {
		return time.Time{}, errNoCharge
	}
	if err := s.tell(ctx, c.ID, cmd); err != nil {
		return time.Time{}, err
	}
	if answer.Issued == nil {
		return time.Time{}, &GaveUp{What: "charge", TXID: txid, Err: errNoCharge}
	}
	return time.Time{}, nil
}

// errNoCharge says that the provider did not make a charge.
var errNoCharge = errors.New("checkout: the charge is not to be had")

// removeCharge withdraws a charge at the provider, and gives back what it got. A provider that
// refuses is asked again as long as the charge can be paid: one that has expired some do not
// withdraw.
func (s *Service) removeCharge(ctx context.Context, txid ids.TXID) (again time.Time, err error) {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil {
		return time.Time{}, err
	}
	h, _ := c.Handler(ch.Handler)
	_, refusal := bounded(ctx, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, s.Payments.RemoveCharge(ctx, h, txid)
	})
	if refusal != nil && !errors.Is(refusal, ErrRefused) {
		return time.Time{}, fmt.Errorf("remove charge: %w", refusal)
	}
	err = s.settleCharge(ctx, c, ch)
	var look *GaveUp
	switch payable := !s.Clock.Now().After(ch.ExpiresAt.Add(s.Policy.ChargeGrace)); {
	case refusal == nil || !payable:
	case errors.As(err, &look):
		again = s.Clock.Now().Add(firstLook)
	case err == nil:
		err = fmt.Errorf("remove charge: %w", refusal)
	}
	return again, err
}
