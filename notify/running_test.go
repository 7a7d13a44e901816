package notify

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"balcao/conversation"
	"balcao/internal/ids"
)

// One delivery of a task runs at a time, and few in all; the others come back. What was
// delivered frees its place.
func TestPlaces(t *testing.T) {
	t.Parallel()
	b := onLoop(t)
	arrived, let := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-let
	}))
	t.Cleanup(server.Close)
	tasks := []ids.Task{"task_0", "task_1", "task_2", "task_3", "task_4"}
	for _, id := range tasks {
		b.move(id, 1)
		b.tell(id, conversation.PushConfig{ID: "a", URL: server.URL})
		b.move(id, 2)
	}
	busy := func(id ids.Task) {
		t.Helper()
		again, err := b.push.Deliver(t.Context(), id, 3)
		if err != nil || !again.Equal(start.Add(busyPause)) {
			t.Errorf("%s: again %v, error %v", id, again, err)
		}
	}
	done := make(chan error)
	for i, id := range tasks[:atOnce] {
		go func() {
			_, err := b.push.Deliver(t.Context(), id, 0)
			done <- err
		}()
		<-arrived
		if i == 0 {
			busy(id) // itself, though there are places
		}
	}
	busy(tasks[atOnce])
	for range atOnce {
		let <- struct{}{}
	}
	for range atOnce {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	go func() { <-arrived; let <- struct{}{} }()
	if err := b.deliver(tasks[atOnce], 0); err != nil || b.sent(tasks[atOnce]) != "a:2" {
		t.Errorf("the last one: error %v, sent %s", err, b.sent(tasks[atOnce]))
	}
}
