package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/safehttp"
	"balcao/job"
	"balcao/notify"
	"balcao/platform"
	"balcao/store/sqlite"
)

// settledTask has a store owe a push about a task that ended, to one address.
func settledTask(t *testing.T, s *sqlite.Store, url string, now time.Time) {
	t.Helper()
	const id = "task_1"
	task := conversation.Task{
		ID: id, Owner: platform.Owner{Profile: "https://p.example/", Authenticated: true}, Context: "ctx", Checkout: "chk_1",
		Version: 1, State: conversation.TaskWorking, CreatedAt: now, StatusAt: now,
	}
	push := conversation.PushConfig{Task: id, ID: "a", URL: url, CreatedAt: now}
	if err := s.Commit(t.Context(), checkout.Write{Task: &task, Push: &push}); err != nil {
		t.Fatal(err)
	}
	task.Version, task.State = 2, conversation.TaskCompleted
	if err := s.Commit(t.Context(), checkout.Write{Task: &task, Jobs: []job.Job{{Kind: job.PushTask, Ref: id, Due: now}}}); err != nil {
		t.Fatal(err)
	}
}

// A task that ended is told once, though the job runs again, and jobs of other kinds go
// to the counter.
func TestSettledTaskIsPushedOnce(t *testing.T) {
	t.Parallel()
	now := clock.System{}
	var mu sync.Mutex
	var got []string
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, string(body))
	}))
	t.Cleanup(receiver.Close)
	s := owing(t)
	at := now.Now()
	settledTask(t, s, receiver.URL, at)
	sh := &shop{
		settings: &settings{PushNotifications: true}, store: s, counter: &checkout.Service{Store: s, Clock: now},
		push: &notify.Push{
			Store: s, Encode: encodeTask, Poster: safehttp.New(safehttp.Config{AllowLoopback: true}), Clock: now, Log: slog.New(slog.DiscardHandler),
		},
	}
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	runs := 0
	w, counted := newWorker(s, now, func(ctx context.Context, j job.Job) (time.Time, error) {
		again, err := sh.runJob(ctx, j)
		if runs++; runs == 3 {
			stop()
		} else if err == nil {
			again = now.Now().Add(time.Millisecond) // as after a crash before the job was settled
		}
		return again, err
	})
	w.run(ctx)
	want := []string{`{"task":{"id":"task_1","contextId":"ctx","status":{"state":"TASK_STATE_COMPLETED","timestamp":"` + at.UTC().Format("2006-01-02T15:04:05.000Z") + `"}}}`}
	if !slices.Equal(got, want) || runs != 3 {
		t.Errorf("got %q in %d runs, want %q in 3", got, runs, want)
	}
	if counted.n["push_task done"] != 1 {
		t.Errorf("counted %v", counted.n)
	}
	configs, err := s.PushConfigs(t.Context(), "task_1")
	if err != nil || len(configs) != 1 || configs[0].Sent != 2 {
		t.Errorf("configs %+v, error %v", configs, err)
	}
	if _, err := sh.runJob(t.Context(), job.Job{Kind: "unheard-of", Ref: "x"}); err == nil {
		t.Error("a job of no kind did not reach the counter")
	}
	if _, err := sh.runJob(t.Context(), job.Job{Kind: job.ExpireCheckout, Ref: "chk_none"}); err != nil {
		t.Errorf("a job of the counter: %v", err)
	}
}

// A shop that pushes nothing finishes the jobs without calling anybody.
func TestPushSwitchedOff(t *testing.T) {
	t.Parallel()
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the platform was called") }))
	t.Cleanup(receiver.Close)
	now := clock.System{}
	s := owing(t)
	settledTask(t, s, receiver.URL, now.Now())
	sh := &shop{settings: &settings{}, store: s} // with no one to push
	again, err := sh.runJob(t.Context(), job.Job{Kind: job.PushTask, Ref: string(ids.Task("task_1"))})
	if err != nil || !again.IsZero() {
		t.Errorf("again %v, error %v", again, err)
	}
}

// Who asks to be told along with the message is told, with the credentials that it gave,
// of the purchase's end.
func TestPushedPurchase(t *testing.T) {
	t.Parallel()
	told := make(chan *http.Request, 8)
	bodies := make(chan []byte, 8)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		told <- r
		bodies <- body
	}))
	t.Cleanup(receiver.Close)
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	charge := p.do("start_payment").charge()
	config := map[string]any{"id": "mine", "url": receiver.URL + "/hook", "token": "t-1", "authentication": map[string]any{"scheme": "Bearer", "credentials": "s3cret"}}
	sent := p.post(p.configured("SendMessage", map[string]any{"returnImmediately": true, "taskPushNotificationConfig": config}, nil, "complete_checkout", payByPix...))
	task := sent.task()
	if strings.Contains(string(sent.Body), "s3cret") {
		t.Error("the answer shows the credentials")
	}
	late := p.rpc("CreateTaskPushNotificationConfig", map[string]any{"taskId": task.ID, "url": receiver.URL + "/late"})
	if !strings.Contains(late.result(), `"id":"push_`) {
		t.Errorf("a configuration without an id is answered %s", late.Body)
	}
	shop.settle(charge)
	seen := map[string]bool{}
	for range 2 {
		select {
		case r := <-told:
			seen[r.URL.Path] = true
			if r.URL.Path == "/hook" && (r.Header.Get("Authorization") != "Bearer s3cret" || r.Header.Get("X-A2A-Notification-Token") != "t-1") {
				t.Errorf("called with %v", r.Header)
			}
			if got := r.Header.Get("Content-Type"); got != "application/a2a+json" {
				t.Errorf("Content-Type %q", got)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nobody was told in 10 s")
		}
		var event wireEvent
		if err := json.Unmarshal(<-bodies, &event); err != nil || event.kind() != "task COMPLETED" || event.Task.ID != task.ID {
			t.Errorf("told of %s (%v)", event.kind(), err)
		}
	}
	if !seen["/hook"] || !seen["/late"] {
		t.Errorf("told at %v", seen)
	}
	for _, bad := range []string{"http://169.254.169.254/", "https://10.0.0.1/", "https://[fe80::1]/", "ftp://example.com/", "https://u:p@example.com/", "", "https://example.com/#x"} {
		p.rpc("CreateTaskPushNotificationConfig", map[string]any{"taskId": task.ID, "url": bad}).refused(badMember("url"))
	}
	p.rpc("CreateTaskPushNotificationConfig", map[string]any{"taskId": task.ID, "url": receiver.URL, "token": "a\r\nX: y"}).refused(badMember("token"))
	p.rpc("CreateTaskPushNotificationConfig", map[string]any{"taskId": task.ID, "url": receiver.URL, "authentication": map[string]any{"scheme": "Bear er"}}).refused(badMember("authentication.scheme"))
	other := shop.agent(t, "platform-checkout.json")
	for _, method := range []string{"GetTaskPushNotificationConfig", "DeleteTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "CreateTaskPushNotificationConfig"} {
		other.rpc(method, map[string]any{"taskId": task.ID, "id": "mine", "url": receiver.URL}).refused(rpcRefusal(-32001, "TASK_NOT_FOUND"))
	}
	for i := range 9 {
		r := p.rpc("CreateTaskPushNotificationConfig", map[string]any{"taskId": task.ID, "id": string(rune('a' + i)), "url": receiver.URL})
		if i < 8 == (r.Error != nil) {
			t.Errorf("configuration %d is answered %s", i+3, r.Body)
		}
	}
}

// A client that waits for its answer and wants to be told of the rest gets a Message that
// names the task.
func TestPushWithoutFollowing(t *testing.T) {
	t.Parallel()
	told := make(chan []byte, 2)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		told <- body
	}))
	t.Cleanup(receiver.Close)
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	charge := p.do("start_payment").charge()
	config := map[string]any{"taskPushNotificationConfig": map[string]any{"url": receiver.URL}}
	r := p.post(p.configured("SendMessage", config, nil, "complete_checkout", payByPix...))
	if r.status() != "complete_in_progress" || r.Message.TaskID == "" {
		t.Fatalf("answered %.300s", r.Body)
	}
	// A message of the open task may bring another one; sent again, it is the same one.
	within := p.configured("SendMessage", map[string]any{"taskPushNotificationConfig": map[string]any{"url": receiver.URL + "/too"}}, map[string]any{"taskId": r.Message.TaskID}, "get_checkout")
	p.post(within)
	p.post(within)
	if list := p.rpc("ListTaskPushNotificationConfigs", map[string]any{"taskId": r.Message.TaskID}); strings.Count(list.result(), `"url":`) != 2 {
		t.Errorf("the task has %s", list.Body)
	}
	shop.settle(charge)
	select {
	case body := <-told:
		if !strings.Contains(string(body), `{"task":{"id":"`+r.Message.TaskID+`"`) {
			t.Errorf("told %.200s", body)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody was told in 10 s")
	}
}
