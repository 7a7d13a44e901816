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
	hintPause = 30 * time.Second
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
