package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/job"
)

// jobStore keeps the work owed.
type jobStore interface {
	LeaseJobs(ctx context.Context, now, until time.Time, limit int) ([]job.Job, error)
	FinishJob(ctx context.Context, j job.Job) error
	RetryJob(ctx context.Context, j job.Job, due time.Time) error
	NextJobDue(ctx context.Context) (time.Time, bool, error)
	JobsAdded() <-chan struct{}
	PurgeReplies(ctx context.Context, before time.Time) (int, error)
}

// worker does the work that the shop owes, each job by one goroutine at a time.
type worker struct {
	store jobStore
	do    func(ctx context.Context, j job.Job) (again time.Time, err error)
	clock clock.Clock
	log   *slog.Logger
}

const (
	jobsAtOnce = 8
	// jobLease is how long a job may run before another worker may take it up.
	jobLease = 90 * time.Second
	// gather is how long jobs are let come together before a look.
	gather = 5 * time.Millisecond
	// idle is the longest sleep without looking.
	idle = 30 * time.Second
	// purgeEvery is how often old replies are forgotten.
	purgeEvery = 10 * time.Minute
)

// run works until the context ends. Jobs under way finish.
func (w *worker) run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, jobsAtOnce)
	purge := w.clock.Now()
	for ctx.Err() == nil {
		if now := w.clock.Now(); !now.Before(purge) {
			w.purge(ctx, now)
			purge = now.Add(purgeEvery)
		}
		if pause := w.untilDue(ctx); pause > 0 {
			w.sleep(ctx, pause)
			continue
		}
		jobs, err := w.store.LeaseJobs(ctx, w.clock.Now(), w.clock.Now().Add(jobLease), jobsAtOnce)
		if err != nil && ctx.Err() == nil {
			w.log.ErrorContext(ctx, "jobs cannot be read", "error", err)
			w.sleep(ctx, time.Second)
		}
		for _, j := range jobs {
			slots <- struct{}{}
			running.Add(1)
			go func() {
				defer func() { <-slots; running.Done() }()
				w.one(context.WithoutCancel(ctx), j)
			}()
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

// sleep waits for a while, or until a job is added. Many jobs added at once wake it once.
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

// one does a job and settles what becomes of it.
func (w *worker) one(ctx context.Context, j job.Job) {
	ctx, cancel := context.WithTimeout(ctx, jobLease)
	defer cancel()
	again, err := w.safely(ctx, j)
	switch {
	case err != nil:
		w.log.WarnContext(ctx, "job failed, it will be tried again", "kind", j.Kind, "attempt", j.Attempts+1, "error", err)
		err = w.store.RetryJob(ctx, j, w.clock.Now().Add(backoff(j.Attempts)))
	case !again.IsZero():
		err = w.store.RetryJob(ctx, j, again)
	default:
		err = w.store.FinishJob(ctx, j)
	}
	if err != nil {
		w.log.ErrorContext(ctx, "job could not be settled", "kind", j.Kind, "error", err)
	}
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

func (w *worker) purge(ctx context.Context, now time.Time) {
	for ctx.Err() == nil {
		n, err := w.store.PurgeReplies(ctx, now.Add(-conversation.KeepReplies))
		if err != nil {
			w.log.ErrorContext(ctx, "old replies cannot be purged", "error", err)
		}
		if err != nil || n == 0 {
			return
		}
	}
}
