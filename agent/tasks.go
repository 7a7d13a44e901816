package agent

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"balcao/profile"
)

// methods are the methods of A2A 1.0.
var methods = map[string]func(context.Context, *call, json.RawMessage) (json.RawMessage, error){
	"SendMessage":                      sendMessage,
	"SendStreamingMessage":             refused(a2a.ErrUnsupportedOperation),
	"SubscribeToTask":                  refused(a2a.ErrUnsupportedOperation),
	"GetTask":                          getTask,
	"ListTasks":                        listTasks,
	"CancelTask":                       cancelTask,
	"CreateTaskPushNotificationConfig": refused(a2a.ErrPushNotificationNotSupported),
	"GetTaskPushNotificationConfig":    refused(a2a.ErrPushNotificationNotSupported),
	"ListTaskPushNotificationConfigs":  refused(a2a.ErrPushNotificationNotSupported),
	"DeleteTaskPushNotificationConfig": refused(a2a.ErrPushNotificationNotSupported),
	"GetExtendedAgentCard":             refused(a2a.ErrUnsupportedOperation),
}

// refused answers a method that the Agent Card says is not there.
func refused(err error) func(context.Context, *call, json.RawMessage) (json.RawMessage, error) {
	return func(context.Context, *call, json.RawMessage) (json.RawMessage, error) { return nil, err }
}

// scoped tells the task handler whose tasks may be seen.
func (c *call) scoped(ctx context.Context, who profile.Identity) context.Context {
	ctx, info := a2asrv.NewCallContext(ctx, a2asrv.NewServiceParams(nil))
	if !who.Caller.Nobody() {
		info.User = a2asrv.NewAuthenticatedUser(who.Caller.Profile, map[string]any{"authenticated": who.Caller.Authenticated})
	}
	return ctx
}

func getTask(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	req := &a2a.GetTaskRequest{ID: a2a.TaskID(p.text("id")), HistoryLength: p.integer("historyLength", 0, 1<<31-1)}
	if req.ID == "" {
		p.fail("id", "is required")
	}
	return c.aboutTask(ctx, p, func(ctx context.Context) (any, error) { return c.b.Tasks.GetTask(ctx, req) })
}

func cancelTask(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	req := &a2a.CancelTaskRequest{ID: a2a.TaskID(p.text("id"))}
	if req.ID == "" {
		p.fail("id", "is required")
	}
	return c.aboutTask(ctx, p, func(ctx context.Context) (any, error) { return c.b.Tasks.CancelTask(ctx, req) })
}

// defaultPage is the page size of ListTasks when none is asked for (A2A).
const defaultPage = 50

func listTasks(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	req := &a2a.ListTasksRequest{
		ContextID: p.text("contextId"), Status: a2a.TaskState(p.text("status")), PageSize: defaultPage,
		PageToken: p.text("pageToken"), HistoryLength: p.integer("historyLength", 0, 1<<31-1),
		IncludeArtifacts: p.flag("includeArtifacts"),
	}
	if n := p.integer("pageSize", 1, 100); n != nil {
		req.PageSize = *n
	}
	if req.Status != "" && !slices.Contains(taskStates, req.Status) {
		p.fail("status", "is not a task state")
	}
	if after := p.text("statusTimestampAfter"); after != "" {
		at, err := time.Parse(time.RFC3339, after)
		if err != nil {
			p.fail("statusTimestampAfter", "must be a timestamp")
		}
		req.StatusTimestampAfter = &at
	}
	return c.aboutTask(ctx, p, func(ctx context.Context) (any, error) { return c.b.Tasks.ListTasks(ctx, req) })
}

var taskStates = []a2a.TaskState{
	a2a.TaskStateSubmitted, a2a.TaskStateWorking, a2a.TaskStateCompleted, a2a.TaskStateFailed,
	a2a.TaskStateCanceled, a2a.TaskStateInputRequired, a2a.TaskStateRejected, a2a.TaskStateAuthRequired,
}

// aboutTask runs a task method for whoever calls.
func (c *call) aboutTask(ctx context.Context, p *params, run func(context.Context) (any, error)) (json.RawMessage, error) {
	if p.err != nil {
		return nil, p.err
	}
	who, err := c.identify(ctx)
	if err != nil {
		return nil, err
	}
	result, err := run(c.scoped(ctx, who))
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}
