package storetest

import (
	"context"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/job"
)

const lease = 30 * time.Second

func jobs(t *testing.T, s Store) {
	ctx := t.Context()
	take := func(now time.Time, limit int) []job.Job {
		t.Helper()
		return must[[]job.Job](t)(s.LeaseJobs(ctx, now, now.Add(lease), limit))
	}
	nextDue := func(want time.Time, there bool) {
		t.Helper()
		got, found, err := s.NextJobDue(ctx)
		if err != nil || found != there || !got.Equal(want) {
			t.Errorf("next due %v %v (error %v), want %v %v", got, found, err, want, there)
		}
	}
	nextDue(time.Time{}, false)
	early := job.Job{Kind: job.WatchCharge, Ref: "txid", Due: start}
	late := job.Job{Kind: job.ExpireCheckout, Ref: "chk_1", Due: start.Add(time.Second), Attempts: 2}
	commit(t, s, checkout.Write{Jobs: []job.Job{late, early}})
	nextDue(start, true)

	equal(t, "before it is due", take(start.Add(-1), 9), []job.Job(nil))
	equal(t, "one", take(start.Add(time.Minute), 1), []job.Job{early})
	equal(t, "the other", take(start.Add(time.Minute), 9), []job.Job{late})
	equal(t, "none left", take(start.Add(time.Minute), 9), []job.Job(nil))
	nextDue(start.Add(time.Minute+lease), true)

	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, early))
	equal(t, "after the lease", take(start.Add(time.Minute+lease), 9), []job.Job{late})

	again := job.Job{Kind: late.Kind, Ref: late.Ref, Due: start.Add(time.Hour), Attempts: 3}
	must[struct{}](t)(struct{}{}, s.RetryJob(ctx, late, again.Due))
	nextDue(again.Due, true)
	equal(t, "retry", take(again.Due, 9), []job.Job{again})
	calm := job.Job{Kind: late.Kind, Ref: late.Ref, Due: start.Add(2 * time.Hour)}
	must[struct{}](t)(struct{}{}, s.PostponeJob(ctx, again, calm.Due))
	nextDue(calm.Due, true)
	equal(t, "postponed: failures forgotten", take(calm.Due, 9), []job.Job{calm})
	commit(t, s, checkout.Write{Done: []job.Job{{Kind: again.Kind, Ref: again.Ref}}})
	nextDue(time.Time{}, false)
	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, again)) // gone already: no error
	must[struct{}](t)(struct{}{}, s.RetryJob(ctx, again, start))
	must[struct{}](t)(struct{}{}, s.PostponeJob(ctx, calm, start))
	nextDue(time.Time{}, false)
	if _, err := s.LeaseJobs(ctx, start, start, 1); err == nil {
		t.Error("a lease that ends at once was given")
	}
}

// A job that is moved while a worker has it survives the worker's last word.
func jobsMoved(t *testing.T, s Store) {
	ctx := t.Context()
	first := job.Job{Kind: job.WatchCharge, Ref: "txid", Due: start}
	for _, moved := range []job.Job{
		{Kind: first.Kind, Ref: first.Ref, Due: start.Add(time.Minute)},
		first, // to the same time
	} {
		commit(t, s, checkout.Write{Jobs: []job.Job{first}})
		equal(t, "leased", must[[]job.Job](t)(s.LeaseJobs(ctx, start, start.Add(lease), 1)), []job.Job{first})
		commit(t, s, checkout.Write{Jobs: []job.Job{moved}})
		must[struct{}](t)(struct{}{}, s.FinishJob(ctx, first))
		must[struct{}](t)(struct{}{}, s.RetryJob(ctx, first, start.Add(time.Hour)))
		must[struct{}](t)(struct{}{}, s.PostponeJob(ctx, first, start.Add(time.Hour)))
		equal(t, "moved", must[[]job.Job](t)(s.LeaseJobs(ctx, moved.Due, moved.Due.Add(lease), 1)), []job.Job{moved})
	}
	// One write may finish a job and owe it anew.
	commit(t, s, checkout.Write{Done: []job.Job{first}, Jobs: []job.Job{first}})
	equal(t, "owed anew", must[[]job.Job](t)(s.LeaseJobs(ctx, start, start.Add(lease), 1)), []job.Job{first})
}

func jobsWake(t *testing.T, s Store) {
	token := func() bool {
		select {
		case <-s.JobsAdded():
			return true
		default:
			return false
		}
	}
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1")})
	equal(t, "without jobs", token(), false)
	owed := []job.Job{{Kind: job.Refund, Ref: "txid", Due: start}}
	refuse(t, s, checkout.Write{Checkout: newCheckout("chk_1"), Jobs: owed}, checkout.ErrConflict)
	equal(t, "refused", token(), false)
	commit(t, s, checkout.Write{Jobs: owed})
	commit(t, s, checkout.Write{Jobs: owed})
	equal(t, "added", token(), true)
	equal(t, "added, second token", token(), false)

	// A job that comes back may be due before whatever the worker waits for.
	for what, giveBack := range map[string]func(context.Context, job.Job, time.Time) error{"retry": s.RetryJob, "postpone": s.PostponeJob} {
		leased := must[[]job.Job](t)(s.LeaseJobs(t.Context(), start, start.Add(lease), 1))
		equal(t, what+": leased", token(), false)
		must[struct{}](t)(struct{}{}, giveBack(t.Context(), leased[0], start))
		equal(t, what+": given back", token(), true)
	}
	gone := job.Job{Kind: job.Refund, Ref: "other", Due: start}
	must[struct{}](t)(struct{}{}, s.RetryJob(t.Context(), gone, start))
	equal(t, "nothing to give back", token(), false)
}
