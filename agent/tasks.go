package agent

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

// TaskStore keeps tasks and their push configurations. What is not there is
// checkout.ErrNotFound.
type TaskStore interface {
	Task(ctx context.Context, id ids.Task) (conversation.Task, error)
	Tasks(ctx context.Context, q conversation.TaskQuery) (conversation.TaskPage, error)
	PushConfigs(ctx context.Context, task ids.Task) ([]conversation.PushConfig, error)
	SavePushConfig(ctx context.Context, caller platform.Caller, c conversation.PushConfig) (saved bool, err error)
	DeletePushConfig(ctx context.Context, task ids.Task, id string) error
}

// Tasks serves what platforms follow. Whatever belongs to another is not there.
type Tasks struct {
	Store TaskStore
	Hub   *Hub
	// Cancel ends what the task is about, if it still can be ended.
	Cancel func(ctx context.Context, caller platform.Caller, t conversation.Task) error
	// Beat is the pause between two signs of life in a stream, 3 s by default: there are
	// clients that give up after five seconds of silence.
	Beat time.Duration
}

const defaultBeat = 3 * time.Second

// beatsPerLook is how many signs of life go out before the store is asked whether the task
// moved without the hub being told.
const beatsPerLook = 5

// find returns a task of the caller.
func (s *Tasks) find(ctx context.Context, caller platform.Caller, id ids.Task) (conversation.Task, error) {
	if !ids.ValidOpaque(string(id)) {
		return conversation.Task{}, a2a.ErrTaskNotFound
	}
	t, err := s.Store.Task(ctx, id)
	switch {
	case errors.Is(err, checkout.ErrNotFound), err == nil && !caller.Sees(t.Owner):
		return conversation.Task{}, a2a.ErrTaskNotFound
	case err != nil:
		return conversation.Task{}, err
	}
	return t, nil
}

// cancel ends a task and returns it; one that was canceled before is no error.
func (s *Tasks) cancel(ctx context.Context, caller platform.Caller, id ids.Task) (conversation.Task, error) {
	t, err := s.find(ctx, caller, id)
	if err != nil {
		return t, err
	}
	if !t.State.Terminal() {
		if err := s.Cancel(ctx, caller, t); err != nil {
			return t, err
		}
		if t, err = s.find(ctx, caller, id); err != nil {
			return t, err
		}
	}
	if t.State != conversation.TaskCanceled {
		return t, a2a.ErrTaskNotCancelable
	}
	return t, nil
}

// subscribe follows a task that has not ended.
func (s *Tasks) subscribe(ctx context.Context, caller platform.Caller, id ids.Task) (*subscription, error) {
	t, err := s.find(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	if t.State.Terminal() {
		return nil, errEnded
	}
	return s.follow(ctx, caller, id)
}

// errEnded is the refusal to follow what has ended: a stream is never begun for it.
var errEnded = errors.New("agent: the task has ended")

// subscription is a task that is followed. It must be closed.
type subscription struct {
	tasks   *Tasks
	caller  platform.Caller
	watcher *watcher
	task    conversation.Task
	// allowed reports whether the caller may still be told; nil means yes.
	allowed func(ctx context.Context) bool
}

// follow begins to follow a task, ended or not.
func (s *Tasks) follow(ctx context.Context, caller platform.Caller, id ids.Task) (*subscription, error) {
	w, ok := s.Hub.watch(id, caller.Owner())
	if !ok {
		return nil, &checkout.Error{Reason: checkout.Unavailable, RetryAfter: 15 * time.Second}
	}
	t, err := s.find(ctx, caller, id)
	if err != nil {
		s.Hub.leave(w)
		return nil, err
	}
	return &subscription{tasks: s, caller: caller, watcher: w, task: t}, nil
}

func (s *subscription) close() { s.tasks.Hub.leave(s.watcher) }

// events yields the task as it is, then its moves until it ends or needs somebody to act,
// until it is no longer the caller's to see, or until ctx or the hub ends. A nil event is a
// sign of life.
func (s *subscription) events(ctx context.Context, history *int) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		first, err := EncodeTask(s.task, history)
		if !yield(first, err) || err != nil {
			return
		}
		beat := s.tasks.Beat
		if beat == 0 {
			beat = defaultBeat
		}
		ticker := time.NewTicker(beat)
		defer ticker.Stop()
		for beats := 1; !s.task.State.Terminal(); {
			var next conversation.Task
			select {
			case <-ctx.Done():
				return
			case <-s.tasks.Hub.closed:
				return
			case moved := <-s.watcher.moves:
				next = *moved
			case <-ticker.C:
				if !yield(nil, nil) {
					return
				}
				if beats++; beats%beatsPerLook != 0 {
					continue
				}
				if next, err = s.tasks.Store.Task(ctx, s.task.ID); err != nil {
					return // whoever follows comes back and reads what became of it
				}
			}
			if !s.caller.Sees(next.Owner) || s.allowed != nil && !s.allowed(ctx) {
				return
			}
			if next.Version <= s.task.Version {
				continue
			}
			told, err := events(s.task, next)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, event := range told {
				if !yield(event, nil) {
					return
				}
			}
			if s.task = next; next.State.Interrupted() {
				return
			}
		}
	}
}

// pageToken names the last task of a page; lastOf reads it.
func pageToken(t conversation.Task) string {
	mark := strconv.FormatInt(t.StatusAt.UnixNano(), 36) + "." + string(t.ID)
	return base64.RawURLEncoding.EncodeToString([]byte(mark))
}

func lastOf(token string) (*conversation.TaskMark, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, false
	}
	at, id, ok := strings.Cut(string(raw), ".")
	nanos, err := strconv.ParseInt(at, 36, 64)
	if !ok || err != nil || !ids.ValidOpaque(id) {
		return nil, false
	}
	return &conversation.TaskMark{StatusAt: time.Unix(0, nanos).UTC(), ID: ids.Task(id)}, true
}
