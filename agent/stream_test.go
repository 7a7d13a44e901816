package agent

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/profile"
)

// followers is a binding with one open task of everybody's, over real HTTP.
func followers(t *testing.T, task conversation.Task) (*harness, *httptest.Server) {
	t.Helper()
	h := newHarness()
	h.Streaming = true
	h.Tasks = &Tasks{Store: &storedTask{task: task}, Hub: NewHub(), Beat: time.Millisecond}
	h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) { return identity(follower), nil })
	mux := http.NewServeMux()
	mux.Handle("/a2a", h)
	mux.Handle("/a2a/", REST{Binding: &h.Binding, Base: "/a2a"})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return h, server
}

// open asks for the task's stream over one of the bindings.
func open(t *testing.T, server *httptest.Server, rest bool) *http.Response {
	t.Helper()
	path, body := "/a2a", `{"jsonrpc":"2.0","id":1,"method":"SubscribeToTask","params":{"id":"t1"}}`
	if rest {
		path, body = "/a2a/tasks/t1:subscribe", ""
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "Accept": {"text/event-stream"}}
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// A stream that has nothing to tell shows that it lives, and ends when the hub does.
func TestSignsOfLife(t *testing.T) {
	t.Parallel()
	for _, rest := range []bool{false, true} {
		h, server := followers(t, taskAt(1, conversation.TaskWorking))
		resp := open(t, server, rest)
		alive, events := 0, 0
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			switch {
			case lines.Text() == ": alive":
				if alive++; alive == 3 {
					h.Tasks.Hub.Close()
				}
			case strings.HasPrefix(lines.Text(), "data: "):
				events++
			}
		}
		if alive < 3 || events != 1 {
			t.Errorf("HTTP+JSON %v: %d signs of life and %d events", rest, alive, events)
		}
	}
}

// A stream that fails tells so in its binding's terms, and nothing of why.
func TestFailingStream(t *testing.T) {
	t.Parallel()
	for rest, want := range map[bool]string{
		false: `data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error",`,
		true:  `data: {"error":{"code":500,"details":[`,
	} {
		broken := taskAt(1, conversation.TaskWorking)
		broken.Body = []byte("{" + secret)
		h, server := followers(t, broken)
		line, err := bufio.NewReader(open(t, server, rest).Body).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, want) || strings.Contains(line, "sqlite") {
			t.Errorf("told %s (%v)", line, err)
		}
		server.Close() // the handler has logged by now
		if !strings.Contains(h.log.String(), "a2a request failed") {
			t.Errorf("logged %s", h.log.String())
		}
	}
}
