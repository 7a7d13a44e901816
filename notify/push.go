package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/internal/ids"
)

// patience is how long after its move a task is worth telling of. It bounds what an address
// where nobody answers costs us, and leaves a platform time to come back.
const patience = 6 * time.Hour

// Store has the tasks and where they are told.
type Store interface {
	// Task returns a task, checkout.ErrNotFound if there is none.
	Task(ctx context.Context, id ids.Task) (conversation.Task, error)
	PushConfigs(ctx context.Context, task ids.Task) ([]conversation.PushConfig, error)
	DeletePushConfig(ctx context.Context, task ids.Task, id string) error
	MarkPushed(ctx context.Context, task ids.Task, id string, version int64) error
}

// Poster posts to an address that a stranger named, within bounds of its own; it is
// *safehttp.Client.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (status int, err error)
}

// Push delivers tasks to their push configurations. All members are needed.
type Push struct {
	Store Store
	// Encode makes what is sent: a StreamResponse with the task.
	Encode func(t conversation.Task) ([]byte, error)
	Poster Poster
	Clock  clock.Clock
	Log    *slog.Logger

	lanes lanes
	holds holds
}

// Deliver does a job.PushTask. A time says when it wants to run again, because it could not
// begin or was not taken; an error is a failure of ours.
func (p *Push) Deliver(ctx context.Context, id ids.Task) (again time.Time, err error) {
	task, err := p.Store.Task(ctx, id)
	if errors.Is(err, checkout.ErrNotFound) {
		return time.Time{}, nil // forgotten meanwhile
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("notify: read task: %w", err)
	}
	if configs, err := p.owed(ctx, task); err != nil || len(configs) == 0 {
		return time.Time{}, err // most tasks are told to nobody: they need no lane
	}
	late := p.Clock.Now().Sub(task.StatusAt) > patience
	platform := host(task.Owner.Profile) // not the profile: one host may have any number of them
	wait, ok := p.lanes.begin(platform, 1, atOnce)
	if !ok && late {
		p.giveUp(ctx, task, "others are owed to the platform before this")
		return time.Time{}, nil
	}
	if !ok {
		return p.Clock.Now().Add(wait), nil
	}
	defer p.lanes.end(platform)
	configs, err := p.owed(ctx, task) // as it is now that nobody else delivers
	if err != nil {
		return time.Time{}, err
	}
	owed, again, err := p.send(ctx, task, configs)
	switch {
	case err != nil || len(owed) == 0:
		return time.Time{}, err
	case late:
		p.giveUp(ctx, task, owed...)
		return time.Time{}, nil
	}
	p.Log.InfoContext(ctx, "a platform was not told of a task yet", "task", task.ID, "failures", owed)
	return again, nil
}

// owed lists the configurations that were not told of this version of the task.
func (p *Push) owed(ctx context.Context, task conversation.Task) ([]conversation.PushConfig, error) {
	configs, err := p.Store.PushConfigs(ctx, task.ID)
	if err != nil {
		return nil, fmt.Errorf("notify: read push configs: %w", err)
	}
	return slices.DeleteFunc(configs, func(c conversation.PushConfig) bool { return c.Sent >= task.Version }), nil
}

// giveUp says that somebody will not hear of a task's latest move.
func (p *Push) giveUp(ctx context.Context, task conversation.Task, failures ...string) {
	p.Log.WarnContext(ctx, "a platform was not told of a task: given up", "task", task.ID, "state", task.State, "failures", failures)
}

// send delivers the task to all of these, at once so that none waits for
// a slow one. It returns what is still owed, in words, and when the first of it may be tried
// again. An error is our own failure.
func (p *Push) send(ctx context.Context, task conversation.Task, configs []conversation.PushConfig) (owed []string, again time.Time, err error) {
	var body []byte
	results := make([]result, len(configs))
	var group errgroup.Group
	group.SetLimit(conversation.MaxPushConfigs)
	for i, c := range configs {
		if until := p.holds.until(target(c.URL), p.Clock.Now()); !until.IsZero() {
			results[i] = result{host(c.URL) + ": left alone", until}
			continue
		}
		if body == nil {
			if body, err = p.Encode(task); err != nil {
				return nil, time.Time{}, fmt.Errorf("notify: encode task: %w", err)
			}
		}
		group.Go(func() (err error) {
			results[i], err = p.one(ctx, task, c, body)
			return err
		})
	}
	err = group.Wait()
	for _, r := range results {
		if r.owed == "" {
			continue
		}
		owed = append(owed, r.owed)
		if again.IsZero() || r.again.Before(again) {
			again = r.again
		}
	}
	return owed, again, err
}

// result is what became of one configuration: nothing more is owed, or why it is and when
// it may be tried again.
type result struct {
	owed  string
	again time.Time
}

// one delivers to one address and remembers that.
func (p *Push) one(ctx context.Context, task conversation.Task, c conversation.PushConfig, body []byte) (result, error) {
	status, err := p.Poster.Post(ctx, c.URL, header(c), body)
	switch {
	case err == nil && status >= 200 && status <= 299:
		p.holds.reached(target(c.URL))
		if err := p.Store.MarkPushed(ctx, task.ID, c.ID, task.Version); err != nil {
			return result{}, fmt.Errorf("notify: mark pushed: %w", err)
		}
		return result{}, nil
	case err == nil && status == http.StatusGone:
		if err := p.Store.DeletePushConfig(ctx, task.ID, c.ID); err != nil {
			return result{}, fmt.Errorf("notify: delete push config: %w", err)
		}
		return result{}, nil
	}
	why := fmt.Sprintf("%s: %s", host(c.URL), reason(status, err))
	if hopeless(err) {
		p.Log.WarnContext(ctx, "a platform was not told of a task: the address is refused", "task", task.ID, "failure", why)
		return result{}, nil
	}
	return result{why, p.holds.missed(target(c.URL), p.Clock.Now())}, nil
}
