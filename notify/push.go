package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/internal/ids"
)

const (
	// tries is how often a delivery is tried. With the worker's pauses, which double up to
	// five minutes, that is some 25 minutes: time to restart a platform, while an address
	// where nobody answers does not cost us for days.
	tries = 12
	// patience ends deliveries whose failures were not all counted, because they had to
	// wait for others in between.
	patience = 24 * time.Hour
)

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

	running running
}

// Deliver does a job.PushTask that failed so many times before. An error means that it is
// still owed to somebody; a time, that it wants to run then because it could not begin.
func (p *Push) Deliver(ctx context.Context, id ids.Task, attempts int) (again time.Time, err error) {
	if !p.running.begin(id) {
		return p.Clock.Now().Add(busyPause), nil
	}
	defer p.running.end(id)
	task, err := p.Store.Task(ctx, id)
	if errors.Is(err, checkout.ErrNotFound) {
		return time.Time{}, nil // forgotten meanwhile
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("notify: read task: %w", err)
	}
	configs, err := p.Store.PushConfigs(ctx, id)
	if err != nil {
		return time.Time{}, fmt.Errorf("notify: read push configs: %w", err)
	}
	failed, err := p.send(ctx, task, configs)
	if err != nil || len(failed) == 0 {
		return time.Time{}, err
	}
	if attempts+1 >= tries || p.Clock.Now().Sub(task.StatusAt) > patience {
		p.Log.WarnContext(ctx, "a platform was not told of a task: given up", "task", id, "state", task.State,
			"attempts", attempts+1, "failures", failed)
		return time.Time{}, nil
	}
	return time.Time{}, fmt.Errorf("notify: push: %s", strings.Join(failed, ", "))
}

// send delivers the task to all whom this version is owed, at once so that none waits for
// a slow one, and returns what is still owed, in words. An error is our own failure.
func (p *Push) send(ctx context.Context, task conversation.Task, configs []conversation.PushConfig) (failed []string, err error) {
	var body []byte
	failures := make([]string, len(configs))
	var group errgroup.Group
	group.SetLimit(conversation.MaxPushConfigs)
	for i, c := range configs {
		if c.Sent >= task.Version {
			continue
		}
		if body == nil {
			if body, err = p.Encode(task); err != nil {
				return nil, fmt.Errorf("notify: encode task: %w", err)
			}
		}
		group.Go(func() (err error) {
			failures[i], err = p.one(ctx, task, c, body)
			return err
		})
	}
	err = group.Wait()
	for _, f := range failures {
		if f != "" {
			failed = append(failed, f)
		}
	}
	return failed, err
}

// one delivers to one address and remembers that. A failure says what is still owed.
func (p *Push) one(ctx context.Context, task conversation.Task, c conversation.PushConfig, body []byte) (failure string, err error) {
	status, err := p.Poster.Post(ctx, c.URL, header(c), body)
	switch {
	case err == nil && status >= 200 && status <= 299:
		if err := p.Store.MarkPushed(ctx, task.ID, c.ID, task.Version); err != nil {
			return "", fmt.Errorf("notify: mark pushed: %w", err)
		}
		return "", nil
	case err == nil && status == http.StatusGone:
		if err := p.Store.DeletePushConfig(ctx, task.ID, c.ID); err != nil {
			return "", fmt.Errorf("notify: delete push config: %w", err)
		}
		return "", nil
	}
	why := fmt.Sprintf("%s: %s", host(c.URL), reason(status, err))
	if hopeless(err) {
		p.Log.WarnContext(ctx, "a platform was not told of a task: the address is refused", "task", task.ID, "failure", why)
		return "", nil
	}
	return why, nil
}
