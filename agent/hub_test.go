package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

var follower = platform.Caller{Profile: "https://platform.example/p"}

// taskAt is a version of a task, with an artifact that tells them apart.
func taskAt(version int64, state conversation.TaskState) conversation.Task {
	body, err := TaskBody{Artifacts: []Artifact{{ID: "a", Parts: []json.RawMessage{json.RawMessage(fmt.Sprintf(`{"text":"v%d"}`, version))}}}}.Encode()
	if err != nil {
		panic(err)
	}
	return conversation.Task{ID: "t1", Owner: follower.Owner(), Context: "c1", Version: version, State: state, StatusAt: now.Add(time.Duration(version) * time.Second), Body: body}
}

// storedTask is a task store with one task, which a test can move behind the hub's back.
type storedTask struct {
	noTasks
	task conversation.Task
}

func (s *storedTask) Task(_ context.Context, id ids.Task) (conversation.Task, error) {
	if id != s.task.ID {
		return conversation.Task{}, checkout.ErrNotFound
	}
	return s.task, nil
}

// told is what a subscription yields, one line each.
func told(s *subscription, ctx context.Context) (out []string) {
	for event, err := range s.events(ctx, nil) {
		switch {
		case err != nil:
			out = append(out, "error")
		case event == nil:
			out = append(out, "alive")
		default:
			var e struct {
				Task         *struct{ Status struct{ State string } }
				StatusUpdate *struct{ Status struct{ State string } }
				Artifact     *struct{} `json:"artifactUpdate"`
			}
			_ = json.Unmarshal(event, &e)
			switch {
			case e.Task != nil:
				out = append(out, "task "+e.Task.Status.State)
			case e.StatusUpdate != nil:
				out = append(out, e.StatusUpdate.Status.State)
			case e.Artifact != nil:
				out = append(out, "artifact")
			}
		}
	}
	return out
}

// What a subscriber is told, and when its stream ends.
func TestSubscription(t *testing.T) {
	t.Parallel()
	working, done := conversation.TaskWorking, conversation.TaskCompleted
	for name, tt := range map[string]struct {
		move func(h *Hub, store *storedTask, cancel func())
		want string
	}{
		"moves in order": {func(h *Hub, _ *storedTask, _ func()) {
			h.Moved(taskAt(2, working))
			h.Moved(taskAt(3, done))
		}, "task TASK_STATE_WORKING artifact TASK_STATE_WORKING artifact TASK_STATE_COMPLETED"},
		"an old move is no news": {func(h *Hub, _ *storedTask, _ func()) {
			h.Moved(taskAt(3, working))
			h.Moved(taskAt(2, conversation.TaskFailed))
			h.Moved(taskAt(4, done))
		}, "task TASK_STATE_WORKING artifact TASK_STATE_WORKING artifact TASK_STATE_COMPLETED"},
		"somebody has to act": {func(h *Hub, _ *storedTask, _ func()) {
			h.Moved(taskAt(2, conversation.TaskInputRequired))
		}, "task TASK_STATE_WORKING artifact TASK_STATE_INPUT_REQUIRED"},
		"more moves than wait": {func(h *Hub, _ *storedTask, _ func()) {
			for v := int64(2); v < 100; v++ { // nobody reads meanwhile: the oldest go, the last is told
				h.Moved(taskAt(v, working))
			}
			h.Moved(taskAt(100, done))
		}, "task TASK_STATE_WORKING" + strings.Repeat(" artifact TASK_STATE_WORKING", backlog-1) + " artifact TASK_STATE_COMPLETED"},
		"moved by another process": {func(_ *Hub, store *storedTask, _ func()) {
			store.task = taskAt(2, done)
		}, "task TASK_STATE_WORKING alive alive alive alive artifact TASK_STATE_COMPLETED"},
		"another owner": {func(h *Hub, _ *storedTask, _ func()) {
			taken := taskAt(2, done)
			taken.Owner.Authenticated = true
			h.Moved(taken)
		}, "task TASK_STATE_WORKING"},
		"the client goes away": {func(_ *Hub, _ *storedTask, cancel func()) { cancel() }, "task TASK_STATE_WORKING"},
		"the server stops":     {func(h *Hub, _ *storedTask, _ func()) { h.Close() }, "task TASK_STATE_WORKING"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hub, store := NewHub(), &storedTask{task: taskAt(1, working)}
				tasks := &Tasks{Store: store, Hub: hub}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s, err := tasks.subscribe(ctx, follower, "t1")
				if err != nil {
					t.Fatal(err)
				}
				tt.move(hub, store, cancel)
				got := strings.Join(told(s, ctx), " ")
				s.close()
				// Where two things have happened at once, either may be seen first.
				if got != tt.want && !(name == "the client goes away" && got == "") {
					t.Errorf("told %q, want %q", got, tt.want)
				}
				if hub.Watchers() != 0 || len(hub.watchers) != 0 || len(hub.of) != 0 {
					t.Error("the hub remembers who left")
				}
			})
		})
	}
}

// A platform cannot take all places, nor can those who only name one take all of those who
// prove it.
func TestHubIsBounded(t *testing.T) {
	t.Parallel()
	h := NewHub()
	watch := func(profile string, proven bool) bool {
		_, ok := h.watch("t", platform.Owner{Profile: profile, Authenticated: proven})
		return ok
	}
	for i := range maxWatchersOfOne {
		if !watch("greedy", false) {
			t.Fatalf("no place for subscriber %d", i)
		}
	}
	if watch("greedy", false) || !watch("greedy", true) || !watch("modest", false) {
		t.Error("a platform may have its places, whoever else names it, and no more")
	}
	for i := range maxWatchersUnproven {
		watch(fmt.Sprint(i), false)
	}
	if watch("late", false) || !watch("late", true) || h.unproven != maxWatchersUnproven {
		t.Errorf("%d places for the unproven", h.unproven)
	}
	for i := range maxWatchers {
		watch(fmt.Sprint(i), true)
	}
	if watch("last", true) || h.Watchers() != maxWatchers {
		t.Errorf("%d places", h.Watchers())
	}
	for _, all := range h.watchers {
		for w := range all {
			h.leave(w)
		}
	}
	if h.Watchers() != 0 || h.unproven != 0 || len(h.of) != 0 || len(h.watchers) != 0 {
		t.Error("places that were left are not free")
	}
}

// What a stream tells of an artifact that changed or grew.
func TestArtifactEvents(t *testing.T) {
	t.Parallel()
	task := func(parts ...string) conversation.Task {
		a := Artifact{ID: "a"}
		for _, p := range parts {
			a.Parts = append(a.Parts, json.RawMessage(`{"text":"`+p+`"}`))
		}
		body, err := TaskBody{Artifacts: []Artifact{a}}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return conversation.Task{ID: "t", Context: "c", State: conversation.TaskWorking, Body: body}
	}
	for name, tt := range map[string]struct {
		was, is conversation.Task
		want    string
	}{
		"same":    {task("x"), task("x"), ""},
		"changed": {task("x"), task("y"), `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"y"}]},"lastChunk":true}}`},
		"grown":   {task("x"), task("x", "y"), `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"y"}]},"append":true,"lastChunk":true}}`},
		"new":     {conversation.Task{State: conversation.TaskWorking}, task("x"), `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"lastChunk":true}}`},
	} {
		got, err := events(tt.was, tt.is)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for _, e := range got {
			text = append(text, string(e))
		}
		if strings.Join(text, "\n") != tt.want {
			t.Errorf("%s: told %s, want %s", name, text, tt.want)
		}
	}
}
