package checkout

import (
	"context"
	"errors"
	"fmt"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
)

// readTask reads the task that follows the checkout, and finds out whether the one that
// the request belongs to is still open.
func (d *desk) readTask(ctx context.Context) error {
	if d.c != nil && d.c.Task != "" {
		t, err := d.s.Store.Task(ctx, d.c.Task)
		switch {
		case errors.Is(err, ErrNotFound):
			d.c.Task = ""
		case err != nil:
			return unavailable(fmt.Errorf("read task: %w", err))
		default:
			d.task = &t
		}
	}
	if d.req.Task == "" || d.task != nil && d.task.ID == d.req.Task {
		return nil
	}
	t, err := d.s.Store.Task(ctx, d.req.Task)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return unavailable(fmt.Errorf("read task: %w", err))
	}
	if err != nil || t.State.Terminal() {
		return &Error{Reason: TaskOver}
	}
	return nil
}

// follow opens a task if the request wants one for a purchase that waits, for money or for the
// buyer's proof of identity, and gives the
// open one the state that the checkout now has. It returns nil if no task follows it.
func (d *desk) follow() *conversation.Task {
	if d.s.Followers == nil || d.c == nil {
		return nil
	}
	state := d.c.taskState()
	var next conversation.Task
	switch {
	case d.task != nil && d.task.Checkout == d.c.ID:
		next = *d.task
	case d.req.Follow && (state == conversation.TaskWorking || d.c.Challenge != nil):
		next = conversation.Task{
			ID: ids.Task(d.s.IDs.New("task_")), Owner: d.c.Owner, Context: d.c.Context, Checkout: d.c.ID,
			CreatedAt: d.now, StatusAt: d.now,
		}
		if conv := d.conv; conv != nil {
			next.Context = conv.ID
		}
	default:
		return nil
	}
	if state == conversation.TaskFailed && next.State == conversation.TaskInputRequired {
		state = next.State // somebody is at it
	}
	if next.State != state {
		next.State, next.StatusAt = state, d.now
	}
	d.c.Task = next.ID
	if state.Terminal() {
		d.c.Task = ""
	}
	return &next
}

// taskState is how a purchase that was waiting stands. One that waits no more and is
// neither paid nor canceled has failed: the checkout goes on, under another task.
func (c *Checkout) taskState() conversation.TaskState {
	switch {
	case !c.CompletedAt.IsZero():
		return conversation.TaskCompleted
	case !c.CanceledAt.IsZero():
		return conversation.TaskCanceled
	case c.Attempt != nil:
		return conversation.TaskWorking
	case c.Escalation != "":
		return conversation.TaskInputRequired
	}
	return conversation.TaskFailed
}

// moveTask adds the task to the write, with what it shows of the result, if the write
// changes its checkout.
func (d *desk) moveTask(w *Write, next *conversation.Task, res Result) (*conversation.Task, error) {
	switch {
	case next == nil:
		return nil, nil
	case w.Checkout == nil:
		return d.task, nil
	}
	next.Version++
	next.Owner = d.c.Owner
	encode := d.req.TaskBody
	if encode == nil {
		encode = d.s.Followers.Body
	}
	body, err := encode(*next, res)
	if err != nil {
		return nil, err
	}
	next.Body = body
	w.Task = next
	if next.Version == 1 {
		if push := d.req.Push; push != nil {
			c := *push
			c.Task, c.CreatedAt = next.ID, d.now
			w.Push = &c
		}
		return next, nil
	}
	w.Jobs = append(w.Jobs, job.Job{Kind: job.PushTask, Ref: string(next.ID), Due: d.now})
	return next, nil
}
