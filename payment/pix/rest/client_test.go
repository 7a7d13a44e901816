package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// api is a client of a server that answers statuses in turn, the last one for ever.
func api(t *testing.T, statuses ...int) (c *Client, calls *atomic.Int32, waits *[]time.Duration) {
	t.Helper()
	calls, waits = new(atomic.Int32), new([]time.Duration)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(calls.Add(1))
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(statuses[min(n, len(statuses))-1])
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write([]byte(r.URL.EscapedPath() + " " + r.URL.RawQuery + " " + string(body)))
	}))
	t.Cleanup(server.Close)
	base, err := ParseAddress(server.URL + "/v2?app=1")
	if err != nil {
		t.Fatal(err)
	}
	return New(Config{
		Base: base, HTTP: NewHTTPClient(nil), Authorize: func(context.Context) (string, error) { return "Bearer x", nil },
		Sleep: func(ctx context.Context, d time.Duration) error { *waits = append(*waits, d); return ctx.Err() },
	}), calls, waits
}

func TestRepeats(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		repeatable    bool
		statuses      []int
		status, calls int
	}{
		"a good answer":              {true, []int{200}, 200, 1},
		"a refusal":                  {true, []int{404}, 404, 1},
		"a fault that passes":        {true, []int{503, 429, 200}, 200, 3},
		"a fault that stays":         {true, []int{500}, 500, 3},
		"what may not be repeated":   {false, []int{503, 200}, 503, 1},
		"a redirect is not followed": {true, []int{302}, 302, 1},
	} {
		c, calls, waits := api(t, tc.statuses...)
		a, err := c.Do(t.Context(), Call{Name: "ask", Method: http.MethodGet, Path: []string{"x"}, Repeatable: tc.repeatable})
		if err != nil || a.Status != tc.status || int(calls.Load()) != tc.calls {
			t.Errorf("%s: status %d after %d calls, %v", name, a.Status, calls.Load(), err)
		}
		if slices.ContainsFunc(*waits, func(d time.Duration) bool { return d > longestPause }) {
			t.Errorf("%s: waits %s", name, *waits)
		}
	}
}

// The path is escaped segment by segment, the base's query stays, the body is JSON.
func TestRequest(t *testing.T) {
	t.Parallel()
	c, _, _ := api(t, 200)
	a, err := c.Do(t.Context(), Call{
		Name: "ask", Method: http.MethodPut, Path: []string{"webhook", "../a b@c?d#e"}, Query: url.Values{"q": {"1&2"}}, Body: map[string]int{"n": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(a.Body), `/v2/webhook/..%2Fa%20b@c%3Fd%23e app=1&q=1%262 {"n":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The address may hold keys.
func TestErrorsHoldNoAddress(t *testing.T) {
	t.Parallel()
	c, _, _ := api(t, 200)
	c.config.Base.Host = "127.0.0.1:1"
	_, err := c.Do(t.Context(), Call{Name: "ask", Method: http.MethodGet, Path: []string{"secret"}})
	if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "app=") || !strings.HasPrefix(err.Error(), "ask: ") {
		t.Errorf("got %v", err)
	}
}

// Whoever answers in no form of HTTP may say again what was sent; Go's errors quote it.
func TestErrorsQuoteNoAnswer(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"status line":       "Bearer token-1 %q\r\n\r\n",
		"status":            "HTTP/1.1 token-1 OK\r\n\r\n",
		"header":            "HTTP/1.1 200 OK\r\nBearer \"token-1\" x\r\n\r\n",
		"transfer encoding": "HTTP/1.1 200 OK\r\nTransfer-Encoding: token-1\r\n\r\n",
		"length":            "HTTP/1.1 200 OK\r\nContent-Length: token-1\r\n\r\n",
		"nothing":           "",
	} {
		c, _, _ := api(t, 200)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			_, _ = io.WriteString(conn, answer)
		}))
		t.Cleanup(server.Close)
		c.config.Base.Host = server.Listener.Addr().String()
		_, err := c.Do(t.Context(), Call{Name: "ask", Method: http.MethodGet, Path: []string{"x"}})
		if err == nil || strings.Contains(err.Error(), "token-1") {
			t.Errorf("%s: %v", name, err)
		}
		if name == "nothing" && !errors.Is(err, io.EOF) {
			t.Errorf("the cause is gone: %v", err)
		}
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-07-17T13:00:00.358-03:00": "2026-07-17T16:00:00.358Z",
		"9999-12-31T23:59:59Z":          "9999-12-31T23:59:59Z",
		"9999-12-31T23:59:59-00:01":     "",
		"0000-12-31T23:59:59Z":          "",
		"0001-01-01T00:00:00+00:01":     "",
		"2026-07-17":                    "",
		"":                              "",
	} {
		got, err := ParseTime(text)
		if err != nil && want != "" || err == nil && got.Format(time.RFC3339Nano) != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"https://a.example", "https://a.example:8443/v2?k=1", "http://127.0.0.1:80/x", "http://localhost", "http://[::1]:8080"} {
		if _, err := ParseAddress(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "a.example", "http://a.example", "http://127.0.0.1.example", "https://u@a.example", "https://a.example/#x", "file:///x", "https://"} {
		if _, err := ParseAddress(bad); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
