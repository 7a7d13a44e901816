package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/agent"
	"balcao/platform"
	"balcao/profile"
)

// obj is a JSON object.
type obj = map[string]any

// at returns the member of v at a path of names and list positions, nil if there is none.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			o, _ := v.(obj)
			v = o[p]
		case int:
			l, _ := v.([]any)
			if p >= len(l) {
				return nil
			}
			v = l[p]
		}
	}
	return v
}

// str is at for a text.
func str(v any, path ...any) string {
	s, _ := at(v, path...).(string)
	return s
}

// start serves until the test ends and returns the server's address.
func start(t *testing.T, o options) string {
	t.Helper()
	o.listen, o.dir = "127.0.0.1:0", t.TempDir()
	o.log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	if o.identifier == nil {
		o.identifier = byKey{}
	}
	s, err := newServer(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.serve(ctx) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the server ended with: %v", err)
		}
	})
	return s.url
}

// byKey knows platforms by any bearer key but nobody's, and takes those without one for the
// first.
type byKey struct{}

func (byKey) Identify(_ context.Context, c profile.Credentials) (profile.Identity, error) {
	_, name, _ := strings.Cut(c.Authorization, "Bearer ")
	switch name {
	case "nobody":
		return profile.Identity{}, nil
	case "":
		name = "first"
	}
	return profile.Identity{Caller: platform.Caller{Profile: "https://" + name + ".example/p", Authenticated: true, Rights: platform.RightCheckout}}, nil
}

// peer is a client of one of the bindings.
type peer struct {
	t    *testing.T
	url  string
	rest bool
	key  string
	// header are sent in place of the usual ones.
	header http.Header
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	raw    []byte
	// body is the whole document, result the result.
	body   obj
	result any
	// code is that of JSON-RPC, reason the ErrorInfo's, text the error's message.
	code         int
	reason, text string
	details      []any
}

// call does a method of A2A that has one answer.
func (p peer) call(method string, params obj) answer {
	p.t.Helper()
	resp := p.open(method, params)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
	return p.parse(method, resp, raw)
}

func (p peer) parse(method string, resp *http.Response, raw []byte) answer {
	p.t.Helper()
	a := answer{status: resp.StatusCode, header: resp.Header, raw: raw}
	if err := json.Unmarshal(raw, &a.body); err != nil {
		p.t.Fatalf("%s was answered %d %q: %v", method, resp.StatusCode, raw, err)
	}
	if a.result = at(a.body, "result"); p.rest {
		a.result = a.body
	}
	if failed := at(a.body, "error"); failed != nil {
		a.result = nil
		a.text = str(failed, "message")
		if code, ok := at(failed, "code").(float64); ok {
			a.code = int(code)
		}
		member := "data"
		if p.rest {
			member = "details"
		}
		a.details, _ = at(failed, member).([]any)
		a.reason = str(a.details, 0, "reason")
	}
	return a
}

// open sends the request and returns the response as it comes.
func (p peer) open(method string, params obj) *http.Response {
	p.t.Helper()
	verb, address, body := p.request(method, params)
	if body == "" {
		return p.do(verb, address, nil)
	}
	return p.do(verb, address, strings.NewReader(body))
}

// request is a method as the binding has it; the body is empty for none.
func (p peer) request(method string, params obj) (verb, address, body string) {
	p.t.Helper()
	verb, address, document := http.MethodPost, p.url+pathA2A, any(obj{"jsonrpc": "2.0", "id": "id-1", "method": method, "params": params})
	if p.rest {
		verb, address, document = p.restRequest(method, params)
	}
	if document == nil {
		return verb, address, ""
	}
	raw, err := json.Marshal(document)
	if err != nil {
		p.t.Fatal(err)
	}
	return verb, address, string(raw)
}

// do sends a request with the usual headers.
func (p peer) do(verb, address string, body io.Reader) *http.Response {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	p.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, verb, address, body)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("A2A-Version", "1.0")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if p.key != "" {
		req.Header.Set("Authorization", "Bearer "+p.key)
	}
	for name, values := range p.header {
		req.Header[name] = values
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatalf("%s %s: %v", verb, address, err)
	}
	return resp
}

// accepting is the same peer with an Accept header.
func (p peer) accepting(media string) peer {
	header := http.Header{}
	maps.Copy(header, p.header)
	header.Set("Accept", media)
	p.header = header
	return p
}

// restRequest is a method as the HTTP+JSON binding has it.
func (p peer) restRequest(method string, params obj) (verb, address string, body any) {
	id := func(name string) string { return url.PathEscape(fmt.Sprint(params[name])) }
	query := func(except ...string) string {
		q := url.Values{}
		for name, value := range params {
			if !slices.Contains(except, name) {
				q.Set(name, fmt.Sprint(value))
			}
		}
		if len(q) == 0 {
			return ""
		}
		return "?" + q.Encode()
	}
	configs := "/tasks/" + id("taskId") + "/pushNotificationConfigs"
	base := p.url + pathA2A
	switch method {
	case "SendMessage":
		return http.MethodPost, base + "/message:send", params
	case "SendStreamingMessage":
		return http.MethodPost, base + "/message:stream", params
	case "GetTask":
		return http.MethodGet, base + "/tasks/" + id("id") + query("id"), nil
	case "ListTasks":
		return http.MethodGet, base + "/tasks" + query(), nil
	case "CancelTask":
		return http.MethodPost, base + "/tasks/" + id("id") + ":cancel", obj{}
	case "SubscribeToTask":
		return http.MethodGet, base + "/tasks/" + id("id") + ":subscribe", nil
	case "CreateTaskPushNotificationConfig":
		return http.MethodPost, base + configs, params
	case "GetTaskPushNotificationConfig":
		return http.MethodGet, base + configs + "/" + id("id"), nil
	case "ListTaskPushNotificationConfigs":
		return http.MethodGet, base + configs, nil
	case "DeleteTaskPushNotificationConfig":
		return http.MethodDelete, base + configs + "/" + id("id"), nil
	case "GetExtendedAgentCard":
		return http.MethodGet, base + "/extendedAgentCard", nil
	}
	p.t.Fatalf("no such method: %s", method)
	return "", "", nil
}

// serial makes ids that differ.
var serial = struct {
	sync.Mutex
	n int
}{}

func unique(mark string) string {
	serial.Lock()
	defer serial.Unlock()
	serial.n++
	return fmt.Sprintf("%s-%d", mark, serial.n)
}

// msg is the parameters of a message with a mark; more are members of the message.
func msg(mark string, more ...obj) obj {
	m := obj{"role": "ROLE_USER", "messageId": unique(mark), "parts": []any{obj{"text": "hello"}}}
	for _, o := range more {
		for name, value := range o {
			m[name] = value
		}
	}
	return obj{"message": m}
}

// task sends a message and returns the task it was answered with.
func (p peer) task(params obj) obj {
	p.t.Helper()
	a := p.call("SendMessage", params)
	task, ok := at(a.result, "task").(obj)
	if !ok {
		p.t.Fatalf("a message was not answered with a task: %s", a.raw)
	}
	return task
}

// state is a task's.
func state(task any) string { return strings.TrimPrefix(str(task, "status", "state"), "TASK_STATE_") }

// refused checks that a call is refused for a reason, with A2A's code.
func (p peer) refused(method string, params obj, reason string) answer {
	p.t.Helper()
	a := p.call(method, params)
	p.isRefusal(method, a, reason)
	return a
}

func (p peer) isRefusal(method string, a answer, reason string) {
	p.t.Helper()
	want := codes[reason]
	code := want.rpc
	if p.rest {
		code = want.http
	}
	if a.reason != reason || a.code != code || a.text == "" {
		p.t.Errorf("%s was answered %d %s, want %s with code %d", method, a.status, a.raw, reason, code)
	}
	if status := map[bool]int{true: want.http, false: 200}[p.rest]; a.status != status {
		p.t.Errorf("%s was refused with HTTP status %d, want %d", method, a.status, status)
	}
}

// codes are A2A's errors, by the reason of their ErrorInfo (A2A 1.0.1, section 5.4).
var codes = map[string]struct{ rpc, http int }{
	"TASK_NOT_FOUND":                  {-32001, 404},
	"TASK_NOT_CANCELABLE":             {-32002, 400},
	"PUSH_NOTIFICATION_NOT_SUPPORTED": {-32003, 400},
	"UNSUPPORTED_OPERATION":           {-32004, 400},
	"CONTENT_TYPE_NOT_SUPPORTED":      {-32005, 400},
	"VERSION_NOT_SUPPORTED":           {-32009, 400},
	"INVALID_PARAMS":                  {-32602, 400},
	"METHOD_NOT_FOUND":                {-32601, 404},
}

// stream is a stream of events.
type stream struct {
	p     peer
	resp  *http.Response
	lines *bufio.Reader
}

// follow opens a stream.
func (p peer) follow(method string, params obj) *stream {
	p.t.Helper()
	resp := p.accepting("text/event-stream").open(method, params)
	p.t.Cleanup(func() { resp.Body.Close() })
	if media := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || media != "text/event-stream" {
		raw, _ := io.ReadAll(resp.Body)
		p.t.Fatalf("%s was answered %d %s: %s", method, resp.StatusCode, media, raw)
	}
	return &stream{p: p, resp: resp, lines: bufio.NewReader(resp.Body)}
}

// document reads the next event's document, nil at the end.
func (s *stream) document() obj {
	s.p.t.Helper()
	for {
		line, err := s.lines.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		if err != nil {
			s.p.t.Fatalf("stream: %v", err)
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var v obj
			if err := json.Unmarshal([]byte(data), &v); err != nil {
				s.p.t.Fatalf("event %q: %v", data, err)
			}
			return v
		}
	}
}

// next reads the next StreamResponse, nil at the end.
func (s *stream) next() obj {
	s.p.t.Helper()
	v := s.document()
	if s.p.rest || v == nil {
		return v
	}
	result, ok := v["result"].(obj)
	if !ok {
		s.p.t.Fatalf("event %v has no result", v)
	}
	return result
}

// rest reads all events to the end.
func (s *stream) rest() []obj {
	s.p.t.Helper()
	var all []obj
	for e := s.next(); e != nil; e = s.next() {
		all = append(all, e)
	}
	return all
}

// short writes events in words: what each is, and the state or text that it tells.
func short(events []obj) string {
	var out []string
	for _, e := range events {
		switch {
		case e["task"] != nil:
			out = append(out, "task "+state(e["task"]))
		case e["statusUpdate"] != nil:
			out = append(out, state(e["statusUpdate"]))
		case e["artifactUpdate"] != nil:
			out = append(out, "artifact "+str(e, "artifactUpdate", "artifact", "parts", 0, "text"))
		case e["message"] != nil:
			out = append(out, "message "+str(e, "message", "parts", 0, "text"))
		}
	}
	return strings.Join(out, ", ")
}

var _ agent.Identifier = byKey{}
