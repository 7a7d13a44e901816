package notify

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
)

func TestLanes(t *testing.T) {
	t.Parallel()
	var l lanes
	begin := func(platform string) string {
		wait, ok := l.begin(platform, 1, atOnce)
		if ok {
			return "runs"
		}
		return wait.String()
	}
	want := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	for i := range atOnce {
		want("first of each", begin(fmt.Sprint(i)), "runs")
	}
	want("no place left", begin("late"), "1s")
	want("same platform", begin("0"), "1.02s")
	want("the next of it later", begin("0"), "1.04s")
	l.end("1")
	want("a place is free", begin("late"), "runs")
	for range 10_000 {
		l.begin("0", 1, atOnce)
	}
	want("the longest wait", begin("0"), "1m0s")
	for _, platform := range []string{"0", "2", "3", "late"} {
		l.end(platform)
	}
	want("as new", begin("0"), "runs")
	if l.end("0"); len(l.of) != 0 || l.busy != 0 {
		t.Errorf("%d lanes and %d busy are left", len(l.of), l.busy)
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	var h holds
	now := start
	until := func(target string) time.Duration {
		at := h.until(target, now)
		if at.IsZero() {
			return 0
		}
		return at.Sub(now)
	}
	if got := until("a"); got != 0 {
		t.Errorf("a target that nobody missed waits %v", got)
	}
	for _, length := range []time.Duration{5, 10, 20, 40, 80, 160, 300, 300} {
		h.missed("a", now)
		if got := until("a"); got != length*time.Second {
			t.Errorf("left alone for %v, want %d s", got, length)
		}
		if got := until("b"); got != 0 {
			t.Errorf("another target waits %v", got)
		}
		now = now.Add(length * time.Second)
		if got := until("a"); got != 0 {
			t.Errorf("then it still waits %v", got)
		}
	}
	h.reached("a")
	if h.missed("a", now); until("a") != firstHold {
		t.Error("what was reached begins anew")
	}
	for i := range 2 * maxHolds {
		h.missed(fmt.Sprint(i), now)
	}
	if until("a") != 0 {
		t.Error("more targets are remembered than there is room for")
	}
}

// A platform that hangs holds up its own tasks alone.
func TestHangingPlatform(t *testing.T) {
	t.Parallel()
	b := onLoop(t)
	arrived, let := make(chan struct{}), make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-let
	}))
	t.Cleanup(hanging.Close)
	quick := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(quick.Close)
	for i, id := range []ids.Task{"task_0", "task_1", "other_0"} {
		url, owner := hanging.URL, "https://p.example/"
		if i == 2 {
			url, owner = quick.URL, "https://q.example/"
		}
		b.moveOf(owner, id, 1)
		b.tellOf(owner, id, conversation.PushConfig{ID: "a", URL: url})
		b.moveOf(owner, id, 2)
	}
	done := make(chan error)
	go func() {
		_, err := b.push.Deliver(t.Context(), "task_0")
		done <- err
	}()
	<-arrived
	for _, id := range []ids.Task{"task_0", "task_1"} { // the task itself, and another of the same platform
		if again, err := b.push.Deliver(t.Context(), id); err != nil || !again.After(start) {
			t.Errorf("%s: again %v, error %v", id, again, err)
		}
	}
	b.move("untold", 1)
	b.move("untold", 2)
	if err := b.deliver("untold"); err != nil {
		t.Errorf("a task that nobody asked about waits for the lane: %v", err)
	}
	if err := b.deliver("other_0"); err != nil || b.sent("other_0") != "a:2" {
		t.Errorf("another platform's: error %v, sent %s", err, b.sent("other_0"))
	}
	let <- struct{}{}
	if err := <-done; err != nil {
		t.Error(err)
	}
	go func() { <-arrived; let <- struct{}{} }()
	if err := b.deliver("task_1"); err != nil || b.sent("task_1") != "a:2" {
		t.Errorf("then: error %v, sent %s", err, b.sent("task_1"))
	}
}

// What a platform that is not reached is owed for too long is given up without trying each.
func TestHeldTooLong(t *testing.T) {
	t.Parallel()
	b := onLoop(t)
	down := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	t.Cleanup(down.Close)
	for _, id := range []ids.Task{"task_0", "task_1"} {
		b.move(id, 1)
		b.tell(id, conversation.PushConfig{ID: "a", URL: down.URL})
		b.move(id, 2)
	}
	if err := b.deliver("task_0"); err == nil {
		t.Error("delivered to who is down")
	}
	if again, err := b.push.Deliver(t.Context(), "task_1"); err != nil || again.Before(start.Add(firstHold)) {
		t.Errorf("while it is left alone: again %v, error %v", again, err)
	}
	b.clock.Advance(patience)
	b.push.holds.missed(target(down.URL), b.clock.Now())
	if again, err := b.push.Deliver(t.Context(), "task_1"); err != nil || !again.IsZero() {
		t.Errorf("after that: again %v, error %v", again, err)
	}
}
