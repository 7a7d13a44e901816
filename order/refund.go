package order

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"balcao/internal/ids"
	"balcao/job"
)

const (
	// callTimeout bounds one call of a provider.
	callTimeout = 20 * time.Second
	// firstLook and maxLook bound how long a refund that is under way is left alone: as long
	// as it has been waited for so far.
	firstLook = 5 * time.Second
	maxLook   = time.Hour
)

// RunJob does one job that is owed for an order. A time says when it wants to run again; an
// error that it failed and should be tried later. A *GaveUp is no such failure: it is told
// to people, and the job ends, or runs again at the time, as it would without.
func (s *Service) RunJob(ctx context.Context, j job.Job) (again time.Time, err error) {
	if j.Kind != job.RefundOrder {
		return time.Time{}, fmt.Errorf("order: unknown job %q", j.Kind)
	}
	o, err := s.Store.Order(ctx, ids.Order(j.Ref))
	if errors.Is(err, ErrNotFound) {
		return time.Time{}, nil // what it was about is gone
	}
	if err != nil {
		return time.Time{}, err
	}
	var failures []error
	for _, a := range o.Adjustments {
		if a.Type != Refunded || a.Status != Pending || a.Elsewhere {
			continue
		}
		state, err := s.giveBack(ctx, o, a)
		switch {
		case errors.Is(err, ErrRefused):
			state = RefundFailed
		case err != nil:
			failures = append(failures, err)
			continue
		}
		if state == RefundUnderWay {
			again = soonest(again, s.Clock.Now().Add(min(max(s.Clock.Now().Sub(a.At), firstLook), maxLook)))
			continue
		}
		if err := s.conclude(ctx, o.ID, a.ID, state); err != nil {
			failures = append(failures, err)
			continue
		}
		if state == RefundFailed {
			// Told at once; the others have their next run.
			return s.Clock.Now(), &GaveUp{Order: o.ID, Adjustment: a.ID, Err: cmp.Or(err, ErrRefused)}
		}
	}
	return again, errors.Join(failures...)
}

func soonest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// giveBack asks the provider. It may have been asked before: the id says that it is the
// same wish.
func (s *Service) giveBack(ctx context.Context, o *Order, a Adjustment) (RefundState, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	state, err := s.Refunds.Refund(ctx, RefundRequest{
		ID: RefundID(o, a.ID), Order: o.ID, Checkout: o.Checkout, Payment: o.Payment, Amount: -a.Amount,
	})
	if err != nil {
		return state, fmt.Errorf("order: refund: %w", err)
	}
	return state, nil
}

// conclude stores what became of a refund. That somebody else has stored it is no failure.
func (s *Service) conclude(ctx context.Context, id ids.Order, adjustment string, state RefundState) error {
	status := Completed
	if state != RefundDone {
		status = Failed
	}
	_, err := s.do(ctx, id, "r:"+adjustment, refundEnded{Adjustment: adjustment, Status: status})
	var refused *Error
	if errors.As(err, &refused) && (refused.Code == CodeEnded || refused.Code == CodeKeyUsed) {
		return nil
	}
	return err
}

// RefundID is the id of a refund at the provider: the same for every try of one adjustment,
// so that the money is given back once (the Central Bank's API: up to 35 letters and
// digits, chosen by the receiver).
func RefundID(o *Order, adjustment string) string {
	paid := cmp.Or(o.Payment.EndToEndID, o.Payment.Attempt, string(o.ID))
	sum := sha256.Sum256([]byte(paid + "|" + adjustment))
	return hex.EncodeToString(sum[:])[:35]
}
