package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"balcao/agent"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/platform"
)

// pace is the pause before each step, so that those who watch see them apart.
const pace = 20 * time.Millisecond

// taskStore keeps the tasks.
type taskStore interface {
	Task(ctx context.Context, id ids.Task) (conversation.Task, error)
	Commit(ctx context.Context, w checkout.Write) error
}

// executor plays the scenarios that messages ask for.
type executor struct {
	store taskStore
	hub   *agent.Hub
	newID func(prefix string) string
	now   func() time.Time
	// push says that moves are owed to whoever asked to be told.
	push bool
	// working ends with the server: what a message began goes on without its sender.
	working context.Context
	running sync.WaitGroup
	// changing is held while a task is read and written.
	changing sync.Mutex
}

// Send implements agent.Sender.
func (e *executor) Send(ctx context.Context, m agent.Message) ([]byte, error) {
	if m.Context == "" {
		m.Context = ids.Context(e.newID("ctx_"))
	}
	play := scenarioOf(m.ID)
	if play.answer != "" {
		return json.Marshal(map[string]any{"message": message{
			ID: e.newID("msg_"), Context: m.Context, Task: m.Task, Role: "ROLE_AGENT", Parts: []any{map[string]string{"text": play.answer}},
		}})
	}
	t, err := e.hear(ctx, m)
	if err != nil {
		return nil, err
	}
	played := make(chan error, 1)
	e.running.Go(func() { played <- e.play(t.ID, play.steps) })
	if !m.Follow { // then the sender waits until the task ends or asks for something
		select {
		case err = <-played:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if t, err = e.store.Task(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	return agent.EncodeTask(t, m.History)
}

// message is a Message as it is written.
type message struct {
	ID      string      `json:"messageId"`
	Context ids.Context `json:"contextId"`
	Task    ids.Task    `json:"taskId,omitempty"`
	Role    string      `json:"role"`
	Parts   []any       `json:"parts"`
}

// hear adds a message to its task's history, which works from then on. A message without a
// task opens one.
func (e *executor) hear(ctx context.Context, m agent.Message) (conversation.Task, error) {
	e.changing.Lock()
	defer e.changing.Unlock()
	now := e.now()
	t := conversation.Task{
		ID: ids.Task(e.newID("task_")), Owner: m.Identity.Caller.Owner(), Context: m.Context,
		State: conversation.TaskSubmitted, CreatedAt: now, StatusAt: now,
	}
	if m.Task != "" {
		var err error
		if t, err = e.store.Task(ctx, m.Task); err != nil {
			return t, err
		}
		if t.State.Terminal() {
			return t, &checkout.Error{Reason: checkout.TaskOver}
		}
		t.State, t.StatusAt = conversation.TaskWorking, now
	}
	heard := message{ID: m.ID, Context: t.Context, Task: t.ID, Role: "ROLE_USER"}
	if m.Text != "" {
		heard.Parts = append(heard.Parts, map[string]string{"text": m.Text})
	}
	for _, d := range m.Data {
		heard.Parts = append(heard.Parts, map[string]any{"data": d})
	}
	return e.write(ctx, t, m.Push, func(b *agent.TaskBody) error {
		raw, err := json.Marshal(heard)
		b.Say(nil)
		b.History = append(b.History, raw)
		return err
	})
}

// errOver ends the play of a task that something else has ended.
var errOver = errors.New("conformance: the task is over")

// play takes the steps, until the task ends.
func (e *executor) play(id ids.Task, steps []step) error {
	for _, s := range steps {
		select {
		case <-e.working.Done():
			return e.working.Err()
		case <-time.After(pace + s.pause):
		}
		if err := e.take(id, s); err != nil {
			if errors.Is(err, errOver) {
				return nil
			}
			return err
		}
	}
	return nil
}

// take takes one step.
func (e *executor) take(id ids.Task, s step) error {
	e.changing.Lock()
	defer e.changing.Unlock()
	t, err := e.store.Task(e.working, id)
	if err != nil {
		return err
	}
	if t.State.Terminal() {
		return errOver
	}
	if s.state != "" {
		t.State, t.StatusAt = s.state, e.now()
	}
	_, err = e.write(e.working, t, nil, func(b *agent.TaskBody) error {
		if s.artifact != "" {
			show(b, s)
		}
		if s.says == "" {
			return nil
		}
		raw, err := json.Marshal(message{
			ID: e.newID("msg_"), Context: t.Context, Task: t.ID, Role: "ROLE_AGENT", Parts: []any{map[string]string{"text": s.says}},
		})
		b.Say(raw)
		return err
	})
	return err
}

// show adds a part to the task's one artifact.
func show(b *agent.TaskBody, s step) {
	if b.Artifacts == nil {
		b.Artifacts = []agent.Artifact{{ID: "output", Name: "output"}}
	}
	a := &b.Artifacts[0]
	a.Parts = append(a.Parts, json.RawMessage(s.artifact))
	b.Growing = nil
	if s.growing {
		b.Growing = []string{a.ID}
	}
}

// write stores the next version of a task, whose body edit changes, and tells of it.
func (e *executor) write(ctx context.Context, t conversation.Task, push *conversation.PushConfig, edit func(*agent.TaskBody) error) (conversation.Task, error) {
	b, err := agent.DecodeTaskBody(t.Body)
	if err != nil {
		return t, err
	}
	if err := edit(&b); err != nil {
		return t, err
	}
	if t.Body, err = b.Encode(); err != nil {
		return t, err
	}
	t.Version++
	w := checkout.Write{Task: &t}
	if push != nil {
		config := *push
		config.Task, config.CreatedAt = t.ID, e.now()
		w.Push = &config
	}
	if e.push && t.Version > 1 {
		w.Jobs = []job.Job{{Kind: job.PushTask, Ref: string(t.ID), Due: e.now()}}
	}
	if err := e.store.Commit(ctx, w); err != nil {
		return t, err
	}
	e.hub.Moved(t)
	return t, nil
}

// cancel ends a task; one that has ended stays as it is.
func (e *executor) cancel(ctx context.Context, _ platform.Caller, t conversation.Task) error {
	e.changing.Lock()
	defer e.changing.Unlock()
	t, err := e.store.Task(ctx, t.ID)
	if err != nil || t.State.Terminal() {
		return err
	}
	t.State, t.StatusAt = conversation.TaskCanceled, e.now()
	_, err = e.write(ctx, t, nil, func(*agent.TaskBody) error { return nil })
	return err
}
