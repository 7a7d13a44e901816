package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEachEvent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		stream string
		want   []string
	}{
		"two":               {"data: {}\n\ndata:[]\n\n", []string{"{}", "[]"}},
		"several lines":     {"data: {\ndata: }\n\n", []string{"{\n}"}},
		"carriage returns":  {"data: {}\r\n\r\n", []string{"{}"}},
		"comments":          {": alive\n\n: alive\n\ndata: {}\n\n", []string{"{}"}},
		"other fields":      {"event: x\nid: 1\ndata: {}\nretry: 5\n\n", []string{"{}"}},
		"cut within":        {"data: {}\n\ndata: {", []string{"{}"}},
		"cut before blank":  {"data: {}\n", nil},
		"nothing":           {"", nil},
		"a space is a part": {"data:  x\n\n", []string{" x"}},
	} {
		var got []string
		err := eachEvent(strings.NewReader(test.stream), func(data []byte) error {
			got = append(got, string(data))
			return nil
		})
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, test.want)
		}
	}
}

// TestStreamRefuses reads streams that are not as they must be.
func TestStreamRefuses(t *testing.T) {
	t.Parallel()
	const first = `data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}}` + "\n\n"
	for name, test := range map[string]struct {
		kind, body, wrong string
		broken, open      bool
		events            int
	}{
		"right":           {body: first, events: 1},
		"no stream":       {kind: "application/json", body: `{"error":{}}`, wrong: `the answer is no stream: status 200: {"error":{}}`},
		"refused":         {body: `data: {"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no"}}` + "\n\n", wrong: "refused with -32004: no", events: 1},
		"another call":    {body: strings.Replace(first, `"id":1`, `"id":2`, 1), wrong: "another request", events: 1},
		"of nothing":      {body: strings.Replace(first, `"task"`, `"other"`, 1), wrong: "event 1 is neither", events: 1},
		"connection lost": {body: first, broken: true, wrong: "unexpected EOF", events: 1},
		"left open":       {body: first, open: true, wrong: errNotEnded.Error(), events: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Accept") != "text/event-stream" {
					t.Errorf("Accept is %q", r.Header.Get("Accept"))
				}
				w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
				if test.kind != "" {
					w.Header().Set("Content-Type", test.kind)
				}
				_, _ = w.Write([]byte(test.body))
				_ = http.NewResponseController(w).Flush()
				if test.open {
					<-r.Context().Done()
				}
				if test.broken {
					panic(http.ErrAbortHandler)
				}
			}))
			defer server.Close()
			var told []Exchange
			c := &client{http: server.Client(), endpoint: server.URL, record: func(e Exchange) error { told = append(told, e); return nil }}
			patience := 10 * time.Second
			if test.open {
				patience = 200 * time.Millisecond
			}
			ctx, cancel := context.WithTimeoutCause(context.Background(), patience, errNotEnded)
			defer cancel()
			w := &watched{play: &play{tale: &tale{out: new(bytes.Buffer)}}}
			err := (&thread{client: c}).stream(ctx, object{}, w.event)
			if test.wrong == "" && err != nil || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
				t.Errorf("error is %v, want one with %q", err, test.wrong)
			}
			if len(told) != 1 || len(told[0].Response.Events) != test.events {
				t.Errorf("recorded %+v, want %d events", told, test.events)
			}
		})
	}
}

// TestReceiver calls a receiver as a shop does.
func TestReceiver(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		bodies []string
		state  string
		wrong  string
	}{
		"completed":    {[]string{`{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`}, completed, ""},
		"working too":  {[]string{`{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}`, `{"task":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"}}}`}, completed, ""},
		"only working": {[]string{`{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}`}, "", errNotTold.Error()},
		"no task":      {[]string{`{"statusUpdate":{}}`}, "", "has no task"},
		"not JSON":     {[]string{`<html>`}, "", "unreadable"},
		"never":        {nil, "", errNotTold.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := receive(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer r.server.Close()
			for _, body := range test.bodies {
				req, err := http.NewRequest(http.MethodPost, r.url, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				req.Header.Set("Authorization", "Bearer mine")
				resp, err := http.DefaultClient.Do(req)
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Fatalf("the receiver answers %v, %v", resp, err)
				}
				resp.Body.Close()
			}
			patience := 10 * time.Second
			if test.wrong == errNotTold.Error() {
				patience = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeoutCause(context.Background(), patience, errNotTold)
			defer cancel()
			var told []Exchange
			got, n, err := r.await(ctx, func(e Exchange) error { told = append(told, e); return nil })
			if test.wrong == "" && (err != nil || n.authorization != "Bearer mine") || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
				t.Errorf("error is %v, want one with %q; authorization %q", err, test.wrong, n.authorization)
			}
			if got.Status.State != test.state || len(told) != len(test.bodies) {
				t.Errorf("state %q after %d calls, want %q after %d", got.Status.State, len(told), test.state, len(test.bodies))
			}
			if shown, err := json.Marshal(told); err != nil || bytes.Contains(shown, []byte("mine")) {
				t.Errorf("the key is shown (%v): %s", err, shown)
			}
		})
	}
}

// TestReceiverFull: a shop that calls on and on holds up nothing.
func TestReceiverFull(t *testing.T) {
	t.Parallel()
	r := &receiver{notices: make(chan notice, 1)}
	for _, want := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}")))
		if w.Code != want {
			t.Errorf("status %d, want %d", w.Code, want)
		}
	}
	failed := errors.New("no room")
	if _, _, err := r.await(context.Background(), func(Exchange) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("error is %v", err)
	}
}
