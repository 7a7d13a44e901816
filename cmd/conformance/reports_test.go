package main

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The symptoms of public bug reports of other agents, as far as no other test has them.
// docs/A2A.md has the list.

// both runs a test over both bindings against a server that offers all.
func both(t *testing.T, f func(p peer)) {
	t.Helper()
	t.Parallel()
	url := start(t, options{streaming: true, push: true, extendedCard: true})
	for over, rest := range map[string]bool{"jsonrpc": false, "http_json": true} {
		t.Run(over, func(t *testing.T) { f(peer{t: t, url: url, rest: rest}) })
	}
}

// A client that goes away in the middle must not leave its task "working" for ever.
func TestClientThatHangsUp(t *testing.T) {
	both(t, func(p peer) {
		for _, method := range []string{"SendMessage", "SendStreamingMessage"} {
			conversation := unique("context")
			params := msg("tck-stream-001", obj{"contextId": conversation})
			ctx, cancel := context.WithCancel(p.t.Context())
			verb, address, body := p.request(method, params)
			req, err := http.NewRequestWithContext(ctx, verb, address, strings.NewReader(body))
			if err != nil {
				p.t.Fatal(err)
			}
			req.Header.Set("A2A-Version", "1.0")
			req.Header.Set("Content-Type", "application/json")
			gone := make(chan struct{})
			go func() {
				defer close(gone)
				if resp, err := http.DefaultClient.Do(req); err == nil {
					resp.Body.Close()
				}
			}()
			p.until("the task is open", func() bool { return len(p.listed(conversation)) == 1 })
			cancel()
			<-gone
			p.until("it ends without its client", func() bool { return state(p.listed(conversation)[0]) == "COMPLETED" })
		}
	})
}

// listed are the tasks of a conversation.
func (p peer) listed(conversation string) []any {
	p.t.Helper()
	list, _ := at(p.call("ListTasks", obj{"contextId": conversation}).result, "tasks").([]any)
	return list
}

// until waits for what must come.
func (p peer) until(what string, done func() bool) {
	p.t.Helper()
	for limit := time.Now().Add(time.Minute); !done(); {
		if time.Now().After(limit) {
			p.t.Fatalf("did not happen: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// A message to a task that is at work must not be an internal error: it is heard.
func TestMessageWhileTaskIsAtWork(t *testing.T) {
	both(t, func(p peer) {
		task := p.task(configured("test-resubscribe-message-id", obj{"returnImmediately": true}))
		a := p.call("SendMessage", msg("tck-complete-task", obj{"taskId": task["id"]}))
		if got := at(a.result, "task"); state(got) != "COMPLETED" || str(got, "id") != task["id"] {
			p.t.Errorf("answered %s", a.raw)
		}
	})
}

// Parameters that are left out are none, not an internal error.
func TestParamsLeftOut(t *testing.T) {
	t.Parallel()
	p := peer{t: t, url: start(t, options{streaming: true, push: true, extendedCard: true})}
	for _, method := range methods {
		a := p.post(`{"jsonrpc":"2.0","id":1,"method":"` + method + `"}`)
		answered := method == "ListTasks" || method == "GetExtendedAgentCard"
		if answered != (a.result != nil) || !answered && a.code != -32602 {
			t.Errorf("%s was answered %s", method, a.raw)
		}
	}
}

// Conversations of one caller do not leak into each other.
func TestTwoConversationsOfOneCaller(t *testing.T) {
	both(t, func(p peer) {
		one := p.task(msg("tck-input-required", obj{"contextId": unique("one"), "parts": []any{obj{"text": "a secret"}}}))
		two := p.call("SendMessage", msg("tck-input-required", obj{"contextId": unique("two")}))
		if strings.Contains(string(two.raw), "a secret") || at(two.result, "task", "id") == one["id"] {
			p.t.Errorf("the other conversation has %s", two.raw)
		}
		if list := p.listed(str(two.result, "task", "contextId")); len(list) != 1 || str(list[0], "id") == one["id"] {
			p.t.Errorf("the other conversation lists %v", list)
		}
	})
}

// A client of 0.3 that finds no address in the card posts to the root: that fails loudly.
func TestPostToTheRoot(t *testing.T) {
	t.Parallel()
	p := peer{t: t, url: start(t, options{})}
	resp := p.do(http.MethodPost, p.url+"/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"message/send"}`))
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound && resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("answered %d", resp.StatusCode)
	}
	a := p.post(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}`)
	if a.code != -32601 {
		t.Errorf("the right address answered %s", a.raw)
	}
	p.header = http.Header{"A2a-Version": nil}
	a = p.post(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}`)
	if a.reason != "VERSION_NOT_SUPPORTED" || str(a.details, 0, "metadata", "supportedVersions") != "1.0" {
		t.Errorf("a call of 0.3 was answered %s", a.raw)
	}
}

// Both ends of the slash at the end are the same address.
func TestSlashAtTheEnd(t *testing.T) {
	t.Parallel()
	p := peer{t: t, url: start(t, options{})}
	for _, path := range []string{"", "/"} {
		resp := p.do(http.MethodPost, p.url+pathA2A+path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ListTasks"}`))
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%q was answered %d", pathA2A+path, resp.StatusCode)
		}
	}
}

// Who did not say who it is has no tasks, which is no error.
func TestNobodyListsNothing(t *testing.T) {
	both(t, func(p peer) {
		p.waiting()
		p.key = "nobody"
		if a := p.call("ListTasks", obj{}); at(a.result, "totalSize") != 0.0 {
			p.t.Errorf("answered %d %s", a.status, a.raw)
		}
	})
}
