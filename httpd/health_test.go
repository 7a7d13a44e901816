package httpd_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"balcao/httpd"
	"balcao/internal/clock"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	good := func(context.Context) error { return nil }
	bad := func(context.Context) error { return errors.New("password of the database is hunter2") }
	stuck := func(context.Context) error { select {} }
	cases := []struct {
		name, path string
		checks     map[string]httpd.Check
		status     int
		body       string
	}{
		{"process", "/healthz", map[string]httpd.Check{"database": bad}, 200, `{"status":"ok"}`},
		{"no checks", "/readyz", nil, 200, `{"status":"ready"}`},
		{"all good", "/readyz", map[string]httpd.Check{"database": good, "keys": good}, 200, `{"status":"ready"}`},
		{"some bad", "/readyz", map[string]httpd.Check{"migrations": bad, "database": bad, "keys": good}, 503,
			`{"status":"unavailable","failed":["database","migrations"]}`},
		{"one that never ends", "/readyz", map[string]httpd.Check{"database": stuck, "keys": good}, 503,
			`{"status":"unavailable","failed":["database"]}`},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			config := quiet()
			config.ReadyTimeout = 20 * time.Millisecond
			s := httpd.New(config, httpd.Routes{Checks: tc.checks})
			r := ask(t, s, "GET", tc.path, "")
			if got := bodyOf(t, r); r.StatusCode != tc.status || got != tc.body+"\n" {
				t.Errorf("status %d, body %s; want %d, %s", r.StatusCode, got, tc.status, tc.body)
			}
			wantHeaders(t, r, "Cache-Control", "no-store", "Content-Type", "application/json")
		})
	}
}

func TestReadinessIsNotAskedForEachProbe(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	now := clock.NewFake(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
	config := quiet()
	config.Clock = now
	s := httpd.New(config, httpd.Routes{Checks: map[string]httpd.Check{"database": func(context.Context) error {
		asked.Add(1)
		return nil
	}}})
	for range 5 {
		ask(t, s, "GET", "/readyz", "")
	}
	if got := asked.Load(); got != 1 {
		t.Errorf("asked %d times within a moment, want 1", got)
	}
	now.Advance(time.Second)
	ask(t, s, "GET", "/readyz", "")
	if got := asked.Load(); got != 2 {
		t.Errorf("asked %d times after a second, want 2", got)
	}
}

// Others read the outcome too, so it must not depend on whether this client waited.
func TestReadinessOutlivesTheClient(t *testing.T) {
	t.Parallel()
	s := httpd.New(quiet(), httpd.Routes{Checks: map[string]httpd.Check{"database": func(ctx context.Context) error {
		return ctx.Err()
	}}})
	gone, leave := context.WithCancel(t.Context())
	leave()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil).WithContext(gone))
	if w.Code != 200 {
		t.Errorf("status %d, want 200", w.Code)
	}
}
