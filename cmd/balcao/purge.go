package main

import (
	"context"
	"log/slog"
	"time"

	"balcao/conversation"
	"balcao/internal/clock"
)

// purgeStore forgets what is old.
type purgeStore interface {
	PurgeReplies(ctx context.Context, before time.Time) (int, error)
	PurgeContexts(ctx context.Context, before time.Time) (int, error)
	PurgeCheckouts(ctx context.Context, before time.Time) (int, error)
	PurgeTasks(ctx context.Context, before time.Time) (int, error)
	PurgeNotices(ctx context.Context, before time.Time) (int, error)
}

// purger forgets what nobody needs any more: replies that no retry can ask for, idle
// conversations, canceled checkouts, tasks, order notices that were given up.
type purger struct {
	store purgeStore
	// retention is how long conversations, canceled checkouts, tasks and order notices that
	// were given up are kept, 0 for ever.
	retention time.Duration
	clock     clock.Clock
	log       *slog.Logger
}

// purgeEvery is how often the purger looks.
const purgeEvery = 10 * time.Minute

// run purges now and then until the context ends.
func (p *purger) run(ctx context.Context) {
	every := time.NewTicker(purgeEvery)
	defer every.Stop()
	for {
		p.once(ctx)
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

func (p *purger) once(ctx context.Context) {
	now := p.clock.Now()
	p.forget(ctx, "replies", now.Add(-conversation.KeepReplies), p.store.PurgeReplies)
	if p.retention > 0 {
		p.forget(ctx, "conversations", now.Add(-p.retention), p.store.PurgeContexts)
		p.forget(ctx, "canceled checkouts", now.Add(-p.retention), p.store.PurgeCheckouts)
		p.forget(ctx, "tasks", now.Add(-p.retention), p.store.PurgeTasks)
		p.forget(ctx, "order notices", now.Add(-p.retention), p.store.PurgeNotices)
	}
}

func (p *purger) forget(ctx context.Context, what string, before time.Time, purge func(context.Context, time.Time) (int, error)) {
	n, err := purge(ctx, before)
	if n > 0 {
		p.log.InfoContext(ctx, "forgotten", "what", what, "count", n)
	}
	if err != nil && ctx.Err() == nil {
		p.log.ErrorContext(ctx, "old rows cannot be purged", "what", what, "error", err)
	}
}
