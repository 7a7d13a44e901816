package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"balcao/checkout"
	"balcao/internal/clock"
	"balcao/job"
	"balcao/notify"
	"balcao/order"
)

// jobStore keeps the work owed.
type jobStore interface {
	LeaseJobs(ctx context.Context, now, until time.Time, limit int) ([]job.Job, error)
	FinishJob(ctx context.Context, j job.Job) error
	RetryJob(ctx context.Context, j job.Job, due time.Time) error
	PostponeJob(ctx context.Context, j job.Job, due time.Time) error
	NextJobDue(ctx context.Context) (time.Time, bool, error)
	JobsAdded() <-chan struct{}
}

// worker does the work that the shop owes, each job by one goroutine at a time.
type worker struct {
	store jobStore
	do    func(ctx context.Context, j job.Job) (again time.Time, err error)
	clock clock.Clock
	log   *slog.Logger
	// count is told what became of each run.
	count func(kind, outcome string)

	mu sync.Mutex
	// busy are the jobs that run, by kind and ref, each with the one that waits for its end.
	busy map[job.Job]*job.Job
}

const (
	jobsAtOnce = 12
	// jobLease is how long nobody else takes up a job; a run is cut off jobTime after its
	// lease began, and what became of it is written within settleTime, before the lease
	// ends.
	jobLease   = 90 * time.Second
	jobTime    = 80 * time.Second
	settleTime = 5 * time.Second
	// gather is how long jobs are let come together before a look.
	gather = 5 * time.Millisecond
	// idle is the longest sleep without looking.
	idle = 30 * time.Second
)

// run works until the context ends. Jobs under way finish.
func (w *worker) run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, jobsAtOnce)
	for ctx.Err() == nil {
		if pause := w.untilDue(ctx); pause > 0 {
			w.sleep(ctx, pause)
			continue
		}
		// A lease runs from its first moment, so a job is not leased before it can start.
		free := take(ctx, slots)
		cutOff := time.Now().Add(jobTime)
		now := w.clock.Now()
		jobs, err := w.store.LeaseJobs(ctx, now, now.Add(jobLease), free)
		for range free - len(jobs) {
			<-slots
		}
		if err != nil && ctx.Err() == nil {
			w.log.ErrorContext(ctx, "jobs cannot be read", "error", err)
			w.sleep(ctx, time.Second)
		}
		for _, j := range jobs {
			running.Go(func() {
				defer func() { <-slots }()
				ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), cutOff)
				defer cancel()
				if w.begin(j) {
					w.one(ctx, j)
					w.end(ctx, j)
				}
			})
		}
	}
}

// begin takes a job up, unless it runs. One that is moved while it runs is free for the next
// lease at once; it waits without a slot, so that it does not run beside itself, and is run
// after that: what it was moved for may have come too late for the run.
func (w *worker) begin(j job.Job) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, runs := w.busy[nameOf(j)]; runs {
		w.busy[nameOf(j)] = &j
		return false
	}
	if w.busy == nil {
		w.busy = map[job.Job]*job.Job{}
	}
	w.busy[nameOf(j)] = nil
	return true
}

// end gives back what waited for the end of a job.
func (w *worker) end(ctx context.Context, j job.Job) {
	w.mu.Lock()
	waiting := w.busy[nameOf(j)]
	delete(w.busy, nameOf(j))
	w.mu.Unlock()
	if waiting == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	if err := w.store.PostponeJob(ctx, *waiting, w.clock.Now()); err != nil {
		w.log.ErrorContext(ctx, "job could not be given back", "kind", j.Kind, "error", err)
	}
}

// nameOf is what identifies a job.
func nameOf(j job.Job) job.Job { return job.Job{Kind: j.Kind, Ref: j.Ref} }

// take waits for a free slot, then takes all that are free and returns how many. It is
// zero if the context ended first.
func take(ctx context.Context, slots chan<- struct{}) int {
	select {
	case <-ctx.Done():
		return 0
	case slots <- struct{}{}:
	}
	for n := 1; ; n++ {
		select {
		case slots <- struct{}{}:
		default:
			return n
		}
	}
}

// untilDue is how long the next job has to wait, zero if it is due.
func (w *worker) untilDue(ctx context.Context) time.Duration {
	due, ok, err := w.store.NextJobDue(ctx)
	if err != nil || !ok {
		return idle
	}
	return min(max(due.Sub(w.clock.Now()), 0), idle)
}

// sleep waits for a while, or until a job is added or given back. Many at once wake it
// once.
func (w *worker) sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-w.store.JobsAdded():
		select {
		case <-ctx.Done():
		case <-time.After(gather):
		}
	}
}

// one does a job and settles what becomes of it, also if the job used up its time.
func (w *worker) one(ctx context.Context, j job.Job) {
	again, err := w.safely(ctx, j)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	outcome := "done"
	if w.tell(ctx, j, err) {
		err = nil
	}
	switch {
	case err != nil:
		outcome = "failed"
		w.log.WarnContext(ctx, "job failed, it will be tried again", "kind", j.Kind, "attempt", j.Attempts+1, "error", err)
		err = w.store.RetryJob(ctx, j, w.clock.Now().Add(backoff(j.Attempts)))
	case !again.IsZero():
		outcome = "postponed"
		err = w.store.PostponeJob(ctx, j, again)
	default:
		err = w.store.FinishJob(ctx, j)
	}
	w.count(string(j.Kind), outcome)
	if err != nil {
		w.log.ErrorContext(ctx, "job could not be settled", "kind", j.Kind, "error", err)
	}
}

// tell tells people what a job gave up, all of it, and reports whether it did: then the job has
// not failed.
func (w *worker) tell(ctx context.Context, j job.Job, err error) bool {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		told := false
		for _, one := range several.Unwrap() {
			told = w.tell(ctx, j, one) || told
		}
		return told
	}
	var facts []any
	var counter *checkout.GaveUp
	var book *order.GaveUp
	var mail *notify.MailGaveUp
	switch {
	case errors.As(err, &counter):
		facts = []any{"what", counter.What, "txid", counter.TXID, "end_to_end_id", counter.EndToEndID, "attempt", counter.Attempt, "error", counter.Err}
	case errors.As(err, &book):
		facts = []any{"what", "refund", "order", book.Order, "adjustment", book.Adjustment, "error", book.Err}
	case errors.As(err, &mail):
		facts = []any{"what", "mail " + string(mail.Kind), "order", mail.Order, "error", mail.Err}
	default:
		return false
	}
	w.log.ErrorContext(ctx, "a job gave up: people must look", append([]any{"kind", j.Kind}, facts...)...)
	w.count(string(j.Kind), "gave_up")
	return true
}

// errPanicked stands for a panic in a job; the log has its text.
var errPanicked = errors.New("panic")

// safely turns a panic in one job into its failure.
func (w *worker) safely(ctx context.Context, j job.Job) (again time.Time, err error) {
	defer func() {
		if r := recover(); r != nil {
			w.log.ErrorContext(ctx, "job panicked", "kind", j.Kind, "panic", r)
			err = errPanicked
		}
	}()
	return w.do(ctx, j)
}

// backoff grows from a second to five minutes.
func backoff(attempts int) time.Duration {
	return min(time.Second<<min(attempts, 9), 5*time.Minute)
}
