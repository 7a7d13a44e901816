package agent

import (
	"context"
	"net/http"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"balcao/platform"
	"balcao/profile"
)

// oneTask is a task handler that has a completed task of one platform.
type oneTask struct {
	NoTasks
	owner string
	// asked is what the last request was made of.
	asked *a2a.ListTasksRequest
	user  *a2asrv.User
}

func (o *oneTask) sees(ctx context.Context) bool {
	call, ok := a2asrv.CallContextFrom(ctx)
	if !ok {
		return false
	}
	o.user = call.User
	return call.User != nil && call.User.Authenticated && call.User.Name == o.owner
}

func (o *oneTask) GetTask(ctx context.Context, r *a2a.GetTaskRequest) (*a2a.Task, error) {
	if !o.sees(ctx) || r.ID != "t1" {
		return nil, a2a.ErrTaskNotFound
	}
	return &a2a.Task{ID: "t1", ContextID: "c1", Status: a2a.TaskStatus{State: a2a.TaskStateCompleted}}, nil
}

func (o *oneTask) CancelTask(ctx context.Context, r *a2a.CancelTaskRequest) (*a2a.Task, error) {
	if _, err := o.GetTask(ctx, &a2a.GetTaskRequest{ID: r.ID}); err != nil {
		return nil, err
	}
	return nil, a2a.ErrTaskNotCancelable
}

func (o *oneTask) ListTasks(ctx context.Context, r *a2a.ListTasksRequest) (*a2a.ListTasksResponse, error) {
	o.asked = r
	page := &a2a.ListTasksResponse{Tasks: []*a2a.Task{}, PageSize: r.PageSize}
	if task, err := o.GetTask(ctx, &a2a.GetTaskRequest{ID: "t1"}); err == nil {
		page.Tasks, page.TotalSize = append(page.Tasks, task), 1
	}
	return page, nil
}

// The task methods are for the tasks of whoever calls; another's is not there. A message
// to a task that has ended is -32004.
func TestTasksOfTheCaller(t *testing.T) {
	t.Parallel()
	const owner, other = "https://platform.example/p", "https://other.example/p"
	const message = `"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}],"taskId":"t1"}}`
	tests := []struct {
		name, caller, call string
		code               int // 0 for an answer
	}{
		{"get", owner, `"method":"GetTask","params":{"id":"t1"}`, 0},
		{"get another's", other, `"method":"GetTask","params":{"id":"t1"}`, -32001},
		{"get as nobody", "", `"method":"GetTask","params":{"id":"t1"}`, -32001},
		{"get unknown", owner, `"method":"GetTask","params":{"id":"t2"}`, -32001},
		{"cancel the ended", owner, `"method":"CancelTask","params":{"id":"t1"}`, -32002},
		{"cancel another's", other, `"method":"CancelTask","params":{"id":"t1"}`, -32001},
		{"message to the ended", owner, message, -32004},
		{"message to another's", other, message, -32001},
		{"message as nobody", "", message, -32001},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := newHarness()
			h.Tasks = &oneTask{owner: owner}
			h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) {
				return identity(platform.Caller{Profile: tt.caller}), nil
			})
			w := h.post(`{"jsonrpc":"2.0","id":1,`+tt.call+`}`, nil)
			got := 0
			if w.Body.String()[:len(`{"jsonrpc":"2.0","id":1,"result"`)] != `{"jsonrpc":"2.0","id":1,"result"` {
				got = errorIn(t, w).Error.Code
			}
			if got != tt.code || w.Code != http.StatusOK {
				t.Errorf("answered %d %s, want %d", w.Code, w.Body, tt.code)
			}
			if len(h.sent) != 0 {
				t.Error("the message was taken as a new one")
			}
		})
	}
}

// What a task handler is asked for by ListTasks.
func TestListTasksRequest(t *testing.T) {
	t.Parallel()
	h := newHarness()
	tasks := &oneTask{}
	h.Tasks = tasks
	h.post(`{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"context_id":"c1","status":"TASK_STATE_WORKING","pageSize":7.0,"page_token":"p",
		"historyLength":0,"includeArtifacts":true,"statusTimestampAfter":"2026-11-30T09:00:00.5-03:00"}}`, nil)
	r := tasks.asked
	if r == nil {
		t.Fatal("the handler was not asked")
	}
	if r.ContextID != "c1" || r.Status != a2a.TaskStateWorking || r.PageSize != 7 || r.PageToken != "p" || !r.IncludeArtifacts {
		t.Errorf("asked for %+v", r)
	}
	if r.HistoryLength == nil || *r.HistoryLength != 0 || r.StatusTimestampAfter == nil || r.StatusTimestampAfter.UTC().Format("15:04:05.0") != "12:00:00.5" {
		t.Errorf("asked for history %v after %v", r.HistoryLength, r.StatusTimestampAfter)
	}
	h.post(`{"jsonrpc":"2.0","id":1,"method":"ListTasks"}`, nil)
	if r := tasks.asked; r.PageSize != 50 || r.HistoryLength != nil || r.StatusTimestampAfter != nil || r.Status != "" {
		t.Errorf("without params asked for %+v", r)
	}
}
