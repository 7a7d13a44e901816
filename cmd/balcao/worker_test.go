package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/job"
	"balcao/order"
	"balcao/platform"
	"balcao/store/sqlite"
)

// owing is a store that owes these jobs.
func owing(t *testing.T, jobs ...job.Job) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: t.TempDir() + "/shop.db"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Commit(t.Context(), checkout.Write{Jobs: jobs}); err != nil {
		t.Fatal(err)
	}
	return s
}

// lease takes jobs of which there must be so many.
func lease(t *testing.T, s *sqlite.Store, now clock.Clock, n int) []job.Job {
	t.Helper()
	leased, err := s.LeaseJobs(t.Context(), now.Now(), now.Now().Add(time.Minute), n)
	if err != nil || len(leased) != n {
		t.Fatalf("leased %v (error %v)", leased, err)
	}
	return leased
}

// outcomes counts what became of runs.
type outcomes struct {
	mu sync.Mutex
	n  map[string]int
}

func (o *outcomes) count(kind, outcome string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.n == nil {
		o.n = map[string]int{}
	}
	o.n[kind+" "+outcome]++
}

func newWorker(s jobStore, c clock.Clock, do func(ctx context.Context, j job.Job) (time.Time, error)) (*worker, *outcomes) {
	counted := &outcomes{}
	return &worker{store: s, clock: c, log: slog.New(slog.DiscardHandler), do: do, count: counted.count}, counted
}

// A job runs again when it asked to, not when the worker happens to look: it would sleep
// for half a minute. What went well counts as no failure.
func TestWorkerRunsAgainWhenAsked(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]bool{"postponed": false, "failed": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := clock.System{}
			s := owing(t, job.Job{Kind: job.WatchCharge, Ref: "tx1", Due: now.Now()})
			ctx, stop := context.WithTimeout(t.Context(), idle-5*time.Second)
			defer stop()
			var attempts []int
			w, counted := newWorker(s, now, func(_ context.Context, j job.Job) (time.Time, error) {
				attempts = append(attempts, j.Attempts)
				if len(attempts) == 3 {
					stop()
					return time.Time{}, nil
				}
				if fail {
					return time.Time{}, errors.New("no answer")
				}
				return now.Now().Add(10 * time.Millisecond), nil
			})
			w.run(ctx)
			want, outcome := "[0 0 0]", "watch_charge postponed"
			if fail {
				want, outcome = "[0 1 2]", "watch_charge failed"
			}
			if got := fmt.Sprint(attempts); got != want {
				t.Errorf("attempts %s, want %s", got, want)
			}
			if counted.n[outcome] != 2 || counted.n["watch_charge done"] != 1 {
				t.Errorf("counted %v", counted.n)
			}
			if _, found, err := s.NextJobDue(t.Context()); found || err != nil {
				t.Errorf("the job is still owed (error %v)", err)
			}
		})
	}
}

// A lease covers the run, so nobody takes up a job beside its worker, however long others
// keep the slots.
func TestWorkerLeasesWhatItCanStart(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Now())
	var jobs []job.Job
	for i := range 2 * jobsAtOnce {
		jobs = append(jobs, job.Job{Kind: job.WatchCharge, Ref: fmt.Sprint(i), Due: now.Now().Add(-time.Second)})
	}
	s := owing(t, jobs...)
	started, hold := make(chan string), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	w, _ := newWorker(s, now, func(_ context.Context, j job.Job) (time.Time, error) {
		started <- j.Ref
		<-hold
		return time.Time{}, nil
	})
	ended := make(chan struct{})
	go func() { defer close(ended); w.run(ctx) }()
	seen := map[string]int{}
	for range jobsAtOnce {
		seen[<-started]++
	}
	if left, err := s.LeaseJobs(t.Context(), now.Now(), now.Now().Add(time.Nanosecond), 99); err != nil || len(left) != jobsAtOnce {
		t.Errorf("%d jobs are free for another worker (error %v), want those that cannot start yet", len(left), err)
	}
	now.Advance(jobLease - 5*time.Second) // the first ones take that long
	for range jobsAtOnce {
		hold <- struct{}{}
		seen[<-started]++
	}
	now.Advance(10 * time.Second) // later than the first leases ended, within the second ones
	if taken, err := s.LeaseJobs(t.Context(), now.Now(), now.Now().Add(time.Minute), 99); err != nil || len(taken) != 0 {
		t.Errorf("another worker got %v (error %v)", taken, err)
	}
	stop()
	close(hold)
	<-ended
	for ref, n := range seen {
		if n != 1 {
			t.Errorf("job %s ran %d times", ref, n)
		}
	}
	if len(seen) != len(jobs) {
		t.Errorf("%d jobs ran, want %d", len(seen), len(jobs))
	}
}

// A job that is moved again and again while it runs, as by a flood of callbacks, neither runs
// beside itself nor keeps others waiting, and runs once more after that.
func TestWorkerRunsAJobOnceAtATime(t *testing.T) {
	t.Parallel()
	now := clock.System{}
	flood := job.Job{Kind: job.SettleCharge, Ref: "tx1", Due: now.Now()}
	s := owing(t, flood)
	ctx, stop := context.WithTimeout(t.Context(), idle-5*time.Second)
	defer stop()
	started, hold, other := make(chan int), make(chan struct{}), make(chan struct{})
	var running, runs atomic.Int32
	w, _ := newWorker(s, now, func(_ context.Context, j job.Job) (time.Time, error) {
		if j.Ref == "tx2" {
			close(other)
			return time.Time{}, nil
		}
		defer running.Add(-1)
		if running.Add(1) > 1 {
			t.Error("the job runs beside itself")
		}
		started <- int(runs.Add(1))
		<-hold
		return time.Time{}, nil
	})
	ended := make(chan struct{})
	go func() { defer close(ended); w.run(ctx) }()
	move := func(j job.Job) {
		j.Due = now.Now()
		if err := s.Commit(ctx, checkout.Write{Jobs: []job.Job{j}}); err != nil {
			t.Fatal(err)
		}
	}
	<-started
	for range 3 * jobsAtOnce {
		move(flood)
		time.Sleep(2 * gather) // it is leased anew each time
	}
	move(job.Job{Kind: job.SettleCharge, Ref: "tx2"})
	select {
	case <-other:
	case <-ctx.Done():
		t.Fatal("another job found no place")
	}
	close(hold)
	if n := <-started; n != 2 {
		t.Errorf("run %d", n)
	}
	for { // until nothing is owed
		if _, found, err := s.NextJobDue(ctx); err != nil || !found {
			break
		}
		time.Sleep(gather)
	}
	stop()
	<-ended
	if n := runs.Load(); n != 2 {
		t.Errorf("it ran %d times, want once more", n)
	}
}

// A job that used up its time has failed, and one that was done in the last moment is
// done.
func TestWorkerSettlesAfterTheTime(t *testing.T) {
	t.Parallel()
	now := clock.System{}
	s := owing(t, job.Job{Kind: job.FinishCharge, Ref: "late", Due: now.Now()}, job.Job{Kind: job.FinishCharge, Ref: "done", Due: now.Now()})
	leased := lease(t, s, now, 2)
	w, _ := newWorker(s, now, func(ctx context.Context, j job.Job) (time.Time, error) {
		<-ctx.Done()
		if j.Ref == "late" {
			return time.Time{}, ctx.Err()
		}
		return time.Time{}, nil
	})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, j := range leased {
		w.one(over, j)
	}
	left, err := s.LeaseJobs(t.Context(), now.Now().Add(time.Hour), now.Now().Add(2*time.Hour), 9)
	if err != nil || len(left) != 1 || left[0].Ref != "late" || left[0].Attempts != 1 {
		t.Errorf("left %+v (error %v), want the late one with one failure", left, err)
	}
}

// What a job gave up is told to people with its charge and payment, and is not retried.
func TestWorkerTellsWhatWasGivenUp(t *testing.T) {
	t.Parallel()
	now := clock.System{}
	s := owing(t, job.Job{Kind: job.Refund, Ref: "tx1", Due: now.Now()})
	leased := lease(t, s, now, 1)
	var log bytes.Buffer
	w, counted := newWorker(s, now, func(context.Context, job.Job) (time.Time, error) {
		return time.Time{}, errors.Join(&checkout.GaveUp{What: "money", TXID: "tx1", EndToEndID: "E1", Err: checkout.ErrRefused},
			errors.Join(&order.GaveUp{Order: "ord_1", Adjustment: "adj_1", Err: order.ErrRefused}, &checkout.GaveUp{What: "booking", EndToEndID: "E2"}))
	})
	w.log = slog.New(slog.NewJSONHandler(&log, nil))
	w.one(t.Context(), leased[0])
	for _, fact := range []string{`"level":"ERROR"`, `"what":"money"`, `"txid":"tx1"`, `"end_to_end_id":"E1"`, `refused`, `"what":"refund"`, `"order":"ord_1"`, `"adjustment":"adj_1"`, `"what":"booking"`, `"E2"`} {
		if !strings.Contains(log.String(), fact) {
			t.Errorf("the log lacks %s:\n%s", fact, log.String())
		}
	}
	if counted.n["refund gave_up"] != 3 || counted.n["refund failed"] != 0 {
		t.Errorf("counted %v", counted.n)
	}
	if _, found, err := s.NextJobDue(t.Context()); found || err != nil {
		t.Errorf("the job is still owed (error %v)", err)
	}
}

// A panic is a failure like others, with its text in the log.
func TestWorkerSurvivesPanics(t *testing.T) {
	t.Parallel()
	now := clock.System{}
	s := owing(t, job.Job{Kind: job.Refund, Ref: "tx1", Due: now.Now()})
	leased := lease(t, s, now, 1)
	w, counted := newWorker(s, now, func(context.Context, job.Job) (time.Time, error) { panic("it broke") })
	w.one(t.Context(), leased[0])
	if counted.n["refund failed"] != 1 {
		t.Errorf("counted %v", counted.n)
	}
}

func TestPurger(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC))
	const month = 30 * 24 * time.Hour
	owner := platform.Owner{Profile: "https://p.example/"}
	for retention, want := range map[time.Duration]string{0: "kept kept", month: "gone kept"} {
		s := owing(t)
		key := conversation.Key{Owner: owner, Binding: "a2a", ID: "m1"}
		write := checkout.Write{
			Key: &key, Reply: &conversation.Reply{Done: true, CreatedAt: now.Now().Add(-conversation.KeepReplies - 1)},
			Context:  &conversation.Context{Owner: owner, ID: "old", Version: 1, UpdatedAt: now.Now().Add(-month - 1)},
			Checkout: &checkout.Checkout{ID: "old", Version: 1, CanceledAt: now.Now().Add(-month - 1)},
		}
		young := checkout.Write{
			Context:  &conversation.Context{Owner: owner, ID: "young", Version: 1, UpdatedAt: now.Now().Add(-month)},
			Checkout: &checkout.Checkout{ID: "young", Version: 1, CanceledAt: now.Now().Add(-month)},
		}
		for _, w := range []checkout.Write{write, young} {
			if err := s.Commit(t.Context(), w); err != nil {
				t.Fatal(err)
			}
		}
		p := &purger{store: s, retention: retention, clock: now, log: slog.New(slog.DiscardHandler)}
		p.once(t.Context())
		if _, err := s.Reply(t.Context(), key); !errors.Is(err, checkout.ErrNotFound) {
			t.Errorf("retention %v: the reply: %v", retention, err)
		}
		state := func(err error) string {
			if errors.Is(err, checkout.ErrNotFound) {
				return "gone"
			}
			return "kept"
		}
		_, oldContext := s.Context(t.Context(), owner, "old")
		_, youngContext := s.Context(t.Context(), owner, "young")
		_, oldCheckout := s.Checkout(t.Context(), "old")
		_, youngCheckout := s.Checkout(t.Context(), "young")
		if got := state(oldContext) + " " + state(youngContext); got != want {
			t.Errorf("retention %v: contexts %s, want %s", retention, got, want)
		}
		if got := state(oldCheckout) + " " + state(youngCheckout); got != want {
			t.Errorf("retention %v: checkouts %s, want %s", retention, got, want)
		}
	}
}
