package demo

import (
	"context"
	"errors"
	"fmt"
)

// task is what a platform reads of a task (A2A 1.0): a completion that waits for its money.
type task struct {
	ID, ContextID string
	Status        taskStatus
	Artifacts     []artifact
}

type taskStatus struct {
	State   string
	Message message
}

// text is what the shop says of the status.
func (s taskStatus) text() string { return readParts(s.Message.Parts).Text }

type artifact struct{ Parts []content }

// checkout is the checkout in an artifact, an empty one if there is none.
func (a artifact) checkout() checkout { return readParts(a.Parts).Checkout }

// checkout is the checkout of a task's only artifact, an empty one if there is none.
func (t task) checkout() checkout {
	if len(t.Artifacts) != 1 {
		return checkout{}
	}
	return t.Artifacts[0].checkout()
}

// The states that tasks have in the play.
const (
	working   = "TASK_STATE_WORKING"
	completed = "TASK_STATE_COMPLETED"
)

// call calls a method at the shop's A2A endpoint.
func call[T any](ctx context.Context, t *thread, step, method string, params object) (T, error) {
	var none T
	body, err := t.client.call(method, params)
	if err != nil {
		return none, fmt.Errorf("%s: %w", step, err)
	}
	received, err := t.post(ctx, step, body)
	if err != nil {
		return none, err
	}
	got, err := result[T](t.client.calls, received)
	if err != nil {
		return none, fmt.Errorf("%s: %w", step, err)
	}
	return got, nil
}

// open sends an action that the shop answers with a task.
func (t *thread) open(ctx context.Context, configuration, action object) (task, error) {
	r, err := call[struct{ Task *task }](ctx, t, "follow_push", "SendMessage",
		object{"message": t.message(dataPart(action)), "configuration": configuration})
	if err == nil && r.Task == nil {
		err = errors.New("follow_push: the answer has no task")
	}
	if err != nil {
		return task{}, err
	}
	return *r.Task, nil
}

// sendToEnded sends a message that belongs to a task that has ended, and returns how the
// shop refuses it: with code 0 if it does not.
func (t *thread) sendToEnded(ctx context.Context, id string) (refusal, error) {
	message := t.message(dataPart(object{"action": "get_checkout"}))
	message["taskId"] = id
	_, err := call[any](ctx, t, "ended_task", "SendMessage", object{"message": message})
	var refused *refusal
	if errors.As(err, &refused) {
		return *refused, nil
	}
	return refusal{}, err
}
