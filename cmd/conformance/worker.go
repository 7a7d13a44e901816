package main

import (
	"context"
	"log/slog"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/notify"
	"balcao/store/sqlite"
)

// worker does the one kind of job that is owed here: to tell of tasks.
type worker struct {
	store *sqlite.Store
	push  *notify.Push
	clock clock.Clock
	log   *slog.Logger
}

const (
	jobsAtOnce = 4
	jobLease   = time.Minute
	jobPause   = time.Second
)

// run works until the context ends.
func (w *worker) run(ctx context.Context) {
	for ctx.Err() == nil {
		did, err := w.round(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.ErrorContext(ctx, "jobs", "error", err)
		}
		if did > 0 && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.store.JobsAdded():
		case <-time.After(jobPause):
		}
	}
}

// round does the jobs that are due, one after the other, and returns how many.
func (w *worker) round(ctx context.Context) (int, error) {
	now := w.clock.Now()
	jobs, err := w.store.LeaseJobs(ctx, now, now.Add(jobLease), jobsAtOnce)
	if err != nil {
		return 0, err
	}
	for _, j := range jobs {
		again, err := w.push.Deliver(ctx, ids.Task(j.Ref))
		switch {
		case err != nil:
			w.log.WarnContext(ctx, "push failed", "error", err)
			err = w.store.RetryJob(ctx, j, w.clock.Now().Add(jobPause))
		case !again.IsZero():
			err = w.store.PostponeJob(ctx, j, again)
		default:
			err = w.store.FinishJob(ctx, j)
		}
		if err != nil {
			return len(jobs), err
		}
	}
	return len(jobs), nil
}
