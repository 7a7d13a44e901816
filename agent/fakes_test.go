package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/profile"
)

const (
	draftURI  = "https://bcp.example/draft/specification/reference"
	latestURI = "https://bcp.example/latest/specification/reference"
)

// secret is the text of an error of the machinery. It must never go out.
const secret = "sqlite: disk I/O error at /var/lib/shop.db, password hunter2"

var errSecret = errors.New(secret)

var now = time.Date(2026, 11, 30, 9, 0, 0, 0, time.FixedZone("BRT", -3*60*60))

// senderFunc, identifierFunc are what a binding needs, as functions.
type senderFunc func(Message) ([]byte, error)

func (f senderFunc) Send(_ context.Context, m Message) ([]byte, error) { return f(m) }

type identifierFunc func(profile.Credentials) (profile.Identity, error)

func (f identifierFunc) Identify(_ context.Context, c profile.Credentials) (profile.Identity, error) {
	return f(c)
}

// somebody is a platform that may buy.
func somebody(profile.Credentials) (profile.Identity, error) {
	return identity(platform.Caller{Profile: "https://platform.example/p", Rights: platform.RightCheckout}), nil
}

func identity(caller platform.Caller, capabilities ...string) profile.Identity {
	id := profile.Identity{Caller: caller}
	id.Negotiated.Session.Version = "2026-07-28"
	for _, name := range capabilities {
		id.Negotiated.Session.Capabilities = append(id.Negotiated.Session.Capabilities, platform.Capability{Name: name, Version: "2026-07-28"})
	}
	return id
}

// harness is a binding with what it was told and what it wrote into its log.
type harness struct {
	Binding
	log  bytes.Buffer
	sent []Message
}

// newHarness returns a binding whose sender answers every message with {"sent":true}.
func newHarness() *harness {
	h := &harness{}
	h.Binding = Binding{
		Sender: senderFunc(func(m Message) ([]byte, error) {
			h.sent = append(h.sent, m)
			return []byte(`{"sent":true}`), nil
		}),
		Tasks: &Tasks{Store: noTasks{}, Hub: NewHub()}, Identifier: identifierFunc(somebody),
		Extensions: []string{draftURI, latestURI}, ModesIn: []string{"text/plain", "application/json"},
		Logger: slog.New(slog.NewTextHandler(&h.log, nil)), Now: func() time.Time { return now },
	}
	return h
}

// post sends a body with good headers, changed by edit if that is not nil.
func (h *harness) post(body string, edit func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/bcp/a2a", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("A2A-Version", "1.0")
	if edit != nil {
		edit(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// say sends a message with these members beside role and messageId.
func (h *harness) say(members string) *httptest.ResponseRecorder {
	return h.post(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m1",`+members+`}}}`, nil)
}

// wireError is a JSON-RPC error as it went out.
type wireError struct {
	Error struct {
		Code    int
		Message string
		Data    []struct {
			Type            string `json:"@type"`
			Reason, Domain  string
			Metadata        map[string]string
			FieldViolations []fieldViolation
		}
	}
}

func errorIn(t *testing.T, w *httptest.ResponseRecorder) wireError {
	t.Helper()
	var e wireError
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Error.Code == 0 || len(e.Error.Data) == 0 {
		t.Fatalf("no error in %d %s (%v)", w.Code, w.Body, err)
	}
	return e
}

// hides checks that nothing of the machinery's error went out.
func (h *harness) hides(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	for _, word := range []string{"sqlite", "hunter2", "/var/lib"} {
		if strings.Contains(w.Body.String(), word) {
			t.Errorf("the answer holds %q: %s", word, w.Body)
		}
		for name, values := range w.Header() {
			if strings.Contains(strings.Join(values, " "), word) {
				t.Errorf("header %s holds %q", name, word)
			}
		}
	}
}

// noTasks is a task store without tasks.
type noTasks struct{ TaskStore }

func (noTasks) Task(context.Context, ids.Task) (conversation.Task, error) {
	return conversation.Task{}, checkout.ErrNotFound
}

func (noTasks) Tasks(context.Context, conversation.TaskQuery) (conversation.TaskPage, error) {
	return conversation.TaskPage{}, nil
}

// endless is a body without an end that counts what was read of it.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	e.n += len(p)
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
