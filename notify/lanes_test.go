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
	begin := func(platform string, at time.Duration) string {
		again, ok := l.begin(platform, start.Add(at))
		if ok {
			return "runs"
		}
		return again.Sub(start).String()
	}
	want := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	for i := range atOnce {
		want("first of each", begin(fmt.Sprint(i), 0), "runs")
	}
	want("no place left", begin("late", 0), "1.02s")
	want("same platform", begin("0", 0), "1.02s")
	want("the next of it later", begin("0", 0), "1.04s")
	l.end("1", start, true)
	want("a place is free", begin("late", 0), "runs")
	l.end("2", start, false)
	want("left alone", begin("2", 0), "6.02s")
	want("still", begin("2", firstHold-1), "6.04s")
	want("no longer", begin("2", firstHold), "runs")
	l.end("2", start.Add(firstHold), false)
	want("left alone for twice as long", begin("2", firstHold), "16.02s")
	want("and then", begin("2", 3*firstHold), "runs")
	l.end("2", start.Add(3*firstHold), true)
	l.end("0", start, true)
	want("reached: as new", begin("2", 3*firstHold), "runs")
	for range 10_000 {
		l.begin("0", start) // all places are taken: it waits
	}
	want("the longest wait", begin("0", 0), "1m0s")
	for i := range maxLanes + 10 {
		l.begin(fmt.Sprintf("crowd-%d", i), start)
	}
	if len(l.of) > maxLanes || l.busy != atOnce {
		t.Errorf("%d lanes, %d busy", len(l.of), l.busy)
	}
	for _, platform := range []string{"2", "3", "late"} { // those under way are never forgotten
		l.end(platform, start, true)
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
	if _, ok := b.push.lanes.begin("p.example", b.clock.Now()); !ok {
		t.Fatal("still left alone")
	}
	b.push.lanes.end("p.example", b.clock.Now(), false)
	if again, err := b.push.Deliver(t.Context(), "task_1"); err != nil || !again.IsZero() {
		t.Errorf("after that: again %v, error %v", again, err)
	}
}
