package agent

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/profile"
)

// response is what a method comes to: one result, or a stream of them.
type response struct {
	result json.RawMessage
	stream iter.Seq2[json.RawMessage, error]
	// end releases what the stream holds.
	end func()
}

// method carries out a method of A2A.
type method func(ctx context.Context, c *call, params json.RawMessage) (response, error)

// methods are the methods of A2A 1.0.
var methods = map[string]method{
	"SendMessage":                      one(sendMessage),
	"SendStreamingMessage":             sendStreaming,
	"SubscribeToTask":                  subscribe,
	"GetTask":                          one(getTask),
	"ListTasks":                        one(listTasks),
	"CancelTask":                       one(cancelTask),
	"CreateTaskPushNotificationConfig": push(createPush),
	"GetTaskPushNotificationConfig":    push(getPush),
	"ListTaskPushNotificationConfigs":  push(listPush),
	"DeleteTaskPushNotificationConfig": push(deletePush),
	"GetExtendedAgentCard":             one(extendedCard),
}

// streams are the methods that are answered with a stream.
var streams = map[string]bool{"SendStreamingMessage": true, "SubscribeToTask": true}

// methodsOf03 are the methods of A2A 0.3 whose names 1.0 does not have.
var methodsOf03 = map[string]bool{
	"message/send": true, "message/stream": true, "tasks/get": true, "tasks/list": true, "tasks/cancel": true,
	"tasks/resubscribe": true, "tasks/pushNotificationConfig/set": true, "tasks/pushNotificationConfig/get": true,
	"tasks/pushNotificationConfig/list": true, "tasks/pushNotificationConfig/delete": true,
	"agent/getAuthenticatedExtendedCard": true,
}

// one makes a method of a function with a single result.
func one(run func(context.Context, *call, json.RawMessage) (json.RawMessage, error)) method {
	return func(ctx context.Context, c *call, params json.RawMessage) (response, error) {
		result, err := run(ctx, c, params)
		return response{result: result}, err
	}
}

// push is one for the methods of push notifications, which a shop may switch off.
func push(run func(context.Context, *call, json.RawMessage) (json.RawMessage, error)) method {
	return func(ctx context.Context, c *call, params json.RawMessage) (response, error) {
		if !c.b.Push {
			return response{}, a2a.ErrPushNotificationNotSupported
		}
		return one(run)(ctx, c, params)
	}
}

// task reads the member that names a task.
func (p *params) task(name string) ids.Task {
	id := p.text(name)
	if id == "" {
		p.fail(name, "is required")
	}
	return ids.Task(id)
}

// maxLength is the largest number that a length may be.
const maxLength = 1<<31 - 1

// aboutTasks reads parameters, then finds out who calls.
func (c *call) aboutTasks(ctx context.Context, p *params) (platform.Caller, error) {
	if p.err != nil {
		return platform.Caller{}, p.err
	}
	who, err := c.identify(ctx)
	return who.Caller, err
}

func getTask(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	id, history := p.task("id"), p.integer("historyLength", 0, maxLength)
	caller, err := c.aboutTasks(ctx, p)
	if err != nil {
		return nil, err
	}
	t, err := c.b.Tasks.find(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	return encodeView(t, history)
}

func encodeView(t conversation.Task, history *int) (json.RawMessage, error) {
	v, err := view(t, history, true)
	if err != nil {
		return nil, err
	}
	return marshal(v)
}

func cancelTask(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	id := p.task("id")
	caller, err := c.aboutTasks(ctx, p)
	if err != nil {
		return nil, err
	}
	t, err := c.b.Tasks.cancel(ctx, caller, id)
	if err != nil {
		return nil, err
	}
	return encodeView(t, nil)
}

// defaultPage is the page size of ListTasks when none is asked for (A2A).
const defaultPage = 50

// listing is the answer to ListTasks.
type listing struct {
	Tasks         []wireTask `json:"tasks"`
	TotalSize     int        `json:"totalSize"`
	PageSize      int        `json:"pageSize"`
	NextPageToken string     `json:"nextPageToken"`
}

func listTasks(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	p := readParams(raw, "")
	q := conversation.TaskQuery{
		Context: ids.Context(p.text("contextId")), State: conversation.TaskState(p.text("status")), Limit: defaultPage,
	}
	history, artifacts := p.integer("historyLength", 0, maxLength), p.flag("includeArtifacts")
	if n := p.integer("pageSize", 1, 100); n != nil {
		q.Limit = *n
	}
	if q.State != "" && !slices.Contains(taskStates, q.State) {
		p.fail("status", "is not a task state")
	}
	if after := p.text("statusTimestampAfter"); after != "" {
		at, err := time.Parse(time.RFC3339, after)
		if err != nil {
			p.fail("statusTimestampAfter", "must be a timestamp")
		}
		q.Since = at
	}
	if token := p.text("pageToken"); token != "" {
		var ok bool
		if q.After, ok = lastOf(token); !ok {
			p.fail("pageToken", "was not given by this shop")
		}
	}
	var err error
	if q.Caller, err = c.aboutTasks(ctx, p); err != nil {
		return nil, err
	}
	page, err := c.b.Tasks.Store.Tasks(ctx, q)
	if err != nil {
		return nil, err
	}
	out := listing{Tasks: []wireTask{}, TotalSize: page.Total, PageSize: q.Limit}
	for _, t := range page.Tasks {
		v, err := view(t, history, artifacts)
		if err != nil {
			return nil, err
		}
		out.Tasks = append(out.Tasks, v)
	}
	if page.More {
		out.NextPageToken = pageToken(page.Tasks[len(page.Tasks)-1])
	}
	return marshal(out)
}

var taskStates = []conversation.TaskState{
	conversation.TaskSubmitted, conversation.TaskWorking, conversation.TaskCompleted, conversation.TaskFailed,
	conversation.TaskCanceled, conversation.TaskInputRequired, conversation.TaskRejected, conversation.TaskAuthRequired,
}

// errNoStreams says that this shop has streams switched off.
var errNoStreams = errors.New("agent: no streams")

// subscribe streams a task from as it is to its end.
func subscribe(ctx context.Context, c *call, raw json.RawMessage) (response, error) {
	if !c.b.Streaming {
		return response{}, errNoStreams
	}
	p := readParams(raw, "")
	id := p.task("id")
	caller, err := c.aboutTasks(ctx, p)
	if err != nil {
		return response{}, err
	}
	s, err := c.b.Tasks.subscribe(ctx, caller, id)
	if err != nil {
		return response{}, err
	}
	return c.streamOf(ctx, s, nil), nil
}

// streamOf is the answer that follows a task. Proof of who follows is asked for again as
// long as it lasts: a key may be revoked meanwhile.
func (c *call) streamOf(ctx context.Context, s *subscription, history *int) response {
	if s.caller.Authenticated {
		s.allowed = func(ctx context.Context) bool {
			who, err := c.identify(ctx)
			return err == nil && who.Caller == s.caller
		}
	}
	return response{stream: s.events(ctx, history), end: s.close}
}

// extendedCard returns the Agent Card for platforms that proved who they are.
func extendedCard(ctx context.Context, c *call, raw json.RawMessage) (json.RawMessage, error) {
	if c.b.ExtendedCard == nil {
		return nil, a2a.ErrUnsupportedOperation
	}
	caller, err := c.aboutTasks(ctx, readParams(raw, ""))
	if err != nil {
		return nil, err
	}
	if !caller.Authenticated {
		return nil, profile.NewError(profile.CodeUnauthenticated, nil)
	}
	return c.b.ExtendedCard, nil
}
