package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
)

// Service accounts for the money of one account. Set its members before use; it is safe for
// concurrent use, by several processes too.
type Service struct {
	Store     Store
	Counter   Counter
	Statement Statement
	Clock     Clock
	// Account names the account in the store.
	Account string

	looks pace
}

const (
	// hintPause is the least time between two readings of the statement that callbacks bring
	// on: whoever forges callbacks for charges that are not there earns no more than that.
	hintPause = 10 * time.Second
	// maxLooks is how many charges are looked at in a second, after maxBurst at once, because
	// of callbacks and statements: a flood of either must not use up what the provider allows.
	maxLooks = 20
	maxBurst = 100
)

// Announce takes in what a callback names: charges, and with strange money that names none.
// It returns once that is durable. Nothing of it is believed; RunJob asks the provider.
func (s *Service) Announce(ctx context.Context, charges []ids.TXID, strange bool) (unknown int, err error) {
	charges = slices.Clone(charges)
	slices.Sort(charges)
	charges = slices.Compact(charges)
	if len(charges) == 0 && !strange {
		return 0, nil
	}
	unknown, err = s.Store.Announce(ctx, Announcement{
		Account: s.Account, Charges: charges, Strange: strange, Now: s.Clock.Now(), Pause: hintPause,
	})
	if err != nil {
		return 0, fmt.Errorf("settlement: announce: %w", err)
	}
	return unknown, nil
}

// Start owes a reading of the statement now: after an outage, however long, it goes on from
// where it stood. The first time it stands at now, durably: money that comes before the
// statement can be read for the first time is not missed.
func (s *Service) Start(ctx context.Context) error {
	now := s.Clock.Now()
	mark, err := s.Store.Mark(ctx, s.Account)
	if err != nil {
		return fmt.Errorf("settlement: start: %w", err)
	}
	if mark.Account = s.Account; mark.Read.IsZero() {
		mark.Read = now
	}
	mark.Version++
	err = s.Store.Advance(ctx, Step{Mark: mark, Jobs: []job.Job{{Kind: job.Reconcile, Ref: s.Account, Due: now}}})
	if errors.Is(err, checkout.ErrConflict) {
		return nil // another process is at it
	}
	if err != nil {
		return fmt.Errorf("settlement: start: %w", err)
	}
	return nil
}

// Handles reports whether RunJob does jobs of a kind.
func Handles(k job.Kind) bool { return k == job.SettleCharge || k == job.Reconcile }

// RunJob does one job. A time says when it wants to run again; an error that it failed and
// should be tried later.
func (s *Service) RunJob(ctx context.Context, j job.Job) (again time.Time, err error) {
	switch j.Kind {
	case job.SettleCharge:
		now := s.Clock.Now()
		if wait := s.looks.take(now); wait > 0 {
			return now.Add(wait), nil
		}
		err = s.Counter.SettleCharge(ctx, ids.TXID(j.Ref))
		if errors.Is(err, checkout.ErrNotFound) {
			return time.Time{}, nil // forgotten, with its checkout
		}
		return time.Time{}, err
	case job.Reconcile:
		if j.Ref != s.Account {
			return time.Time{}, nil // of a provider that the shop has no more
		}
		return s.reconcile(ctx)
	}
	return time.Time{}, fmt.Errorf("settlement: unknown job %q", j.Kind)
}
