package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
)

const (
	// challengeLifetime is how long a buyer may take to prove identity.
	challengeLifetime = 15 * time.Minute
	// maxVoids is how many token payments one checkout may give up. Each is a call that is owed.
	maxVoids = 20
)

// concluded takes over what the processor said of a token payment, of one that is under way
// or of one that waited for the buyer.
func (d *desk) concluded(cmd conclude) ([]Message, error) {
	a := d.c.attempt(cmd.Attempt)
	if a == nil {
		d.concludedLate(cmd)
		return nil, nil
	}
	if !cmd.Since.IsZero() && !cmd.Since.Equal(a.StartedAt) {
		return nil, nil // taken up again: what was said of it is out of date
	}
	switch cmd.Verdict {
	case payment.Approved:
		d.c.Instrument, d.c.Paid = a.Instrument, a.ID
		return nil, d.place(order.Payment{Handler: a.Handler, Kind: string(a.Kind), Attempt: a.ID, Amount: a.Amount})
	case payment.Declined:
		if d.c.Challenge != nil {
			d.c.Challenge, d.c.Escalation = nil, ""
		}
		d.c.Attempt = nil
		d.c.dropPaymentMandate()
		return d.tell(recoverable(CodePaymentFailed, instrumentsPath, Args{Amount: d.c.Total()})), nil
	case payment.Challenge:
		if d.c.Challenge == nil {
			d.challenged(*a)
		}
	case payment.Unknown:
		d.due(job.FinishAuthorization, string(d.c.ID), d.now.Add(firstLook))
	}
	return nil, nil
}

// attempt returns the token payment with this id if it is under way or waits for the buyer.
func (c *Checkout) attempt(id string) *Attempt {
	switch {
	case c.Attempt != nil && c.Attempt.ID == id:
		return c.Attempt
	case c.Challenge != nil && c.Challenge.Attempt.ID == id:
		return &c.Challenge.Attempt
	}
	return nil
}

// challenged has the checkout wait for the buyer. The goods stay held and the mandate stays
// admitted: what is agreed does not change.
func (d *desk) challenged(a Attempt) {
	ch := &Challenge{Attempt: a, Until: d.now.Add(challengeLifetime)}
	if ch.Until.After(d.c.ExpiresAt) {
		ch.Until = d.c.ExpiresAt
	}
	d.c.Attempt, d.c.Challenge, d.c.Escalation = nil, ch, CodeRequires3DS
	d.due(job.FinishAuthorization, string(d.c.ID), d.now.Add(firstLook))
}

// concludedLate sees to it that no money is kept for a payment that was given up: an approval
// that comes after that is owed back, unless it is the one that paid.
func (d *desk) concludedLate(cmd conclude) {
	if cmd.Verdict != payment.Approved || cmd.Handler == "" || cmd.Attempt == d.c.Paid {
		return
	}
	d.void(Attempt{ID: cmd.Attempt, Handler: cmd.Handler, Amount: cmd.Amount})
}

// giveUpChallenge ends a challenge without its payment.
func (d *desk) giveUpChallenge() {
	ch := d.c.Challenge
	if ch == nil {
		return
	}
	d.c.Challenge, d.c.Escalation = nil, ""
	d.c.dropPaymentMandate()
	d.void(ch.Attempt)
}

// void owes it that an attempt takes nothing, or gives back what it took. One that is voided
// already is voided once more: something came of it after all.
func (d *desk) void(a Attempt) {
	v := payment.Void{Attempt: a.ID, Handler: a.Handler, Amount: a.Amount, State: payment.RefundQueued}
	if at := slices.IndexFunc(d.c.Voids, func(o payment.Void) bool { return o.Attempt == a.ID }); at >= 0 {
		d.c.Voids[at] = v
	} else {
		d.c.Voids = append(d.c.Voids, v)
	}
	d.due(job.VoidPayment, string(d.c.ID), d.now)
}

func (d *desk) voided(cmd voided) {
	for i := range d.c.Voids {
		if v := &d.c.Voids[i]; v.Attempt == cmd.Attempt {
			v.State = cmd.State
		}
	}
}

// expireChallenge gives up a challenge that the buyer did not meet in time.
func (d *desk) expireChallenge(cmd expireChallenge) ([]Message, error) {
	if d.c.Challenge == nil || d.c.Challenge.Attempt.ID != cmd.Attempt {
		return nil, nil // it ended another way meanwhile
	}
	amount := d.c.Challenge.Attempt.Amount
	d.giveUpChallenge()
	return d.tell(recoverable(CodePaymentExpired, instrumentsPath, Args{Amount: amount})), nil
}

// finishAuthorization finds out how a token payment ended. One that waits for the buyer is
// looked at until its time is over: the buyer may never come back to the shop's page.
func (s *Service) finishAuthorization(ctx context.Context, id ids.Checkout) (time.Time, error) {
	c, err := s.Store.Checkout(ctx, id)
	if err != nil {
		return time.Time{}, err
	}
	if c.Challenge != nil {
		return s.watchChallenge(ctx, c)
	}
	if c.Attempt == nil || c.Attempt.Kind != payment.KindToken {
		return time.Time{}, nil
	}
	if until := c.Attempt.StartedAt.Add(callLease); c.Call != nil && c.Call.ref() == c.Attempt.ID && s.Clock.Now().Before(until) {
		return until, nil // a message is still at it: what has not arrived may be on its way
	}
	verdict, err := s.verdict(ctx, *c.Attempt)
	if err != nil {
		return time.Time{}, err
	}
	if verdict == payment.Unknown {
		return s.nextLook(c.Attempt.StartedAt), nil
	}
	if err := s.tell(ctx, id, conclude{Attempt: c.Attempt.ID, Since: c.Attempt.StartedAt, Verdict: verdict}); err != nil {
		return time.Time{}, err
	}
	if verdict == payment.Challenge {
		return s.Clock.Now().Add(firstLook), nil
	}
	return time.Time{}, nil
}

func (s *Service) verdict(ctx context.Context, a Attempt) (payment.Verdict, error) {
	verdict, err := bounded(ctx, func(ctx context.Context) (payment.Verdict, error) {
		return s.Payments.Verdict(ctx, a.Handler, a.ID)
	})
	if err != nil {
		return verdict, fmt.Errorf("ask for verdict: %w", err)
	}
	return verdict, nil
}

// watchChallenge looks whether the buyer has met the challenge, and gives it up when its
// time is over. It asks before it gives up: the last word is the processor's.
func (s *Service) watchChallenge(ctx context.Context, c *Checkout) (time.Time, error) {
	a := c.Challenge.Attempt
	verdict, err := s.verdict(ctx, a)
	if err != nil {
		return time.Time{}, err
	}
	switch {
	case verdict == payment.Approved, verdict == payment.Declined:
		return time.Time{}, s.tell(ctx, c.ID, conclude{Attempt: a.ID, Since: a.StartedAt, Verdict: verdict})
	case !s.Clock.Now().Before(c.Challenge.Until):
		return time.Time{}, s.tell(ctx, c.ID, expireChallenge{Attempt: a.ID})
	}
	return later(s.Clock.Now(), earlier(s.nextLook(a.StartedAt), c.Challenge.Until)), nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// voidPayments takes back the token payments that were given up. One that the processor
// refuses to give back is kept as failed and told at once; the others have their next run.
func (s *Service) voidPayments(ctx context.Context, id ids.Checkout) (again time.Time, err error) {
	c, err := s.Store.Checkout(ctx, id)
	if err != nil {
		return time.Time{}, err
	}
	var failures []error
	for _, v := range c.Voids {
		if v.State != payment.RefundQueued {
			continue
		}
		state, err := bounded(ctx, func(ctx context.Context) (payment.RefundState, error) { return s.Payments.Void(ctx, v) })
		switch {
		case errors.Is(err, ErrRefused):
			state = payment.RefundFailed
		case err != nil:
			failures = append(failures, fmt.Errorf("void: %w", err)) // the others need not wait for it
			continue
		case state == payment.RefundQueued:
			again = s.Clock.Now().Add(maxLook)
			continue
		}
		if err := s.tell(ctx, id, voided{Attempt: v.Attempt, State: state}); err != nil {
			return time.Time{}, err
		}
		if state == payment.RefundFailed {
			return s.Clock.Now(), &GaveUp{What: "void", Attempt: v.Attempt, Err: ErrRefused}
		}
	}
	return again, errors.Join(failures...)
}

// ChallengeURL says where the buyer of a checkout proves identity, to whoever holds the key of
// its page. ErrNotFound covers an unknown id, a wrong key and a checkout that waits for no such
// proof.
func (s *Service) ChallengeURL(ctx context.Context, id ids.Checkout, key string) (string, error) {
	c, err := s.Store.Checkout(ctx, id)
	if err != nil {
		return "", err
	}
	if !secret.Equal(c.Key, key) || c.Challenge == nil {
		return "", ErrNotFound
	}
	a := c.Challenge.Attempt
	return bounded(ctx, func(ctx context.Context) (string, error) {
		return s.Payments.ChallengeURL(ctx, a.Handler, a.ID, c.ID, c.Key)
	})
}

// Returned takes up what became of the proof of a buyer who is back on the page of a checkout.
// It believes nothing but what the processor says; that it cannot say yet is no failure.
func (s *Service) Returned(ctx context.Context, id ids.Checkout, key string) error {
	c, err := s.Store.Checkout(ctx, id)
	if err != nil {
		return err
	}
	if !secret.Equal(c.Key, key) {
		return ErrNotFound
	}
	if c.Challenge == nil {
		return nil // it has ended; perhaps a job was quicker
	}
	_, err = s.watchChallenge(ctx, c)
	return err
}
