package rest

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

// Jobs wait for their turn, buyers do not; who gives up waiting takes nobody's turn.
func TestPace(t *testing.T) {
	t.Parallel()
	c, calls, _ := api(t, 200)
	now := time.Date(2026, 7, 17, 16, 0, 0, 0, time.UTC)
	begun := now
	c.config.Pace = NewPace(5, func() time.Time { return now })
	c.config.Sleep = func(ctx context.Context, d time.Duration) error {
		if ctx.Err() == nil {
			now = now.Add(d)
		}
		return ctx.Err()
	}
	ask := func(ctx context.Context) error {
		_, err := c.Do(ctx, Call{Name: "ask", Method: http.MethodGet, Path: []string{"x"}})
		return err
	}
	job := Unhurried(t.Context())
	for range 5 + 20 {
		if err := ask(job); err != nil {
			t.Fatal(err)
		}
	}
	if took := now.Sub(begun); took != 4*time.Second {
		t.Errorf("25 calls of jobs took %v, want 5 at once and then 5 a second", took)
	}
	before := now
	gone, leave := context.WithCancel(job)
	leave()
	for range 10 {
		if err := ask(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("gone: %v", err)
		}
		if err := ask(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if now != before {
		t.Errorf("buyers waited %v", now.Sub(before))
	}
	if err := ask(job); err != nil || now.Sub(before) > 200*time.Millisecond {
		t.Errorf("the next job waited %v behind those that had gone (%v)", now.Sub(before), err)
	}
	if n := calls.Load(); n != 25+10+1 {
		t.Errorf("%d calls", n)
	}
}
