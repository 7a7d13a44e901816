package main

import (
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// terminal are the states of tasks that ended.
var terminal = []string{"COMPLETED", "FAILED", "CANCELED", "REJECTED"}

// waiting opens a task that waits for the client.
func (p peer) waiting() obj {
	p.t.Helper()
	return p.task(msg("tck-input-required"))
}

// finish lets a task go through states and artifacts to its end.
func (p peer) finish(task obj) { p.task(msg("tck-stream-001", obj{"taskId": task["id"]})) }

const wholeLife = "WORKING, WORKING, artifact Stream hello from TCK, COMPLETED"

var streamRequirements = []requirement{
	{id: "CORE-STREAM-001", what: "SendStreamingMessage tells what happens while it happens", check: func(p, _ peer) {
		s := p.follow("SendStreamingMessage", msg("test-resubscribe-message-id"))
		first := s.next()
		if got := state(first["task"]); first["task"] == nil || slices.Contains(terminal, got) {
			p.t.Fatalf("the stream begins with %v", first)
		}
		p.call("CancelTask", obj{"id": str(first, "task", "id")})
		if got := short(s.rest()); !strings.HasSuffix(got, "CANCELED") {
			p.t.Errorf("then it told %q", got)
		}
	}},
	{id: "CORE-STREAM-002", what: "an answer that is a message is the only event", check: func(p, _ peer) {
		if got := short(p.follow("SendStreamingMessage", msg("tck-message-response")).rest()); got != "message Direct message response" {
			p.t.Errorf("told %q", got)
		}
	}},
	{id: "CORE-STREAM-003", what: "a task comes first, then what happens to it, and its end ends the stream", check: func(p, _ peer) {
		for _, mark := range []string{"tck-stream-003", "tck-complete-task", "tck-reject-task", "tck-artifact-text"} {
			events := p.follow("SendStreamingMessage", msg(mark)).rest()
			last := events[len(events)-1]
			if events[0]["task"] == nil || !slices.Contains(terminal, state(last["statusUpdate"])) {
				p.t.Errorf("%s told %q", mark, short(events))
			}
		}
	}},
	{id: "STREAM-ORDER-001", what: "events come in the order in which things happened", check: func(p, _ peer) {
		task := p.waiting()
		s := p.follow("SubscribeToTask", obj{"id": task["id"]})
		events := []obj{s.next()}
		p.finish(task)
		events = append(events, s.rest()...)
		if got := short(events); got != "task INPUT_REQUIRED, "+wholeLife {
			p.t.Errorf("told %q", got)
		}
		times := []string{}
		for _, e := range events {
			if at := str(e, "statusUpdate", "status", "timestamp"); at != "" {
				times = append(times, at)
			}
		}
		if !slices.IsSorted(times) {
			p.t.Errorf("times %v", times)
		}
	}},
	{id: "STREAM-ORDER-002", what: "all streams of a task are told", check: func(p, _ peer) {
		for i, got := range p.several(3) {
			if !strings.HasSuffix(short(got), wholeLife) {
				p.t.Errorf("stream %d was told %q", i, short(got))
			}
		}
	}},
	{id: "STREAM-ORDER-003", what: "all streams of a task are told the same in the same order", check: func(p, _ peer) {
		all := p.several(3)
		for i, got := range all[1:] {
			if !reflect.DeepEqual(got, all[0]) {
				p.t.Errorf("stream %d was told %v, another %v", i+1, got, all[0])
			}
		}
	}},
	{id: "STREAM-ORDER-004", what: "that one stream is closed is nothing to the others", check: func(p, _ peer) {
		task := p.waiting()
		closed, open := p.follow("SubscribeToTask", obj{"id": task["id"]}), p.follow("SubscribeToTask", obj{"id": task["id"]})
		closed.next()
		closed.resp.Body.Close()
		p.finish(task)
		if got := short(open.rest()); !strings.HasSuffix(got, wholeLife) {
			p.t.Errorf("the other was told %q", got)
		}
	}},
	{id: "STREAM-SUB-001", what: "a subscription begins with the task as it is", check: func(p, _ peer) {
		task := p.waiting()
		first := p.follow("SubscribeToTask", obj{"id": task["id"]}).next()
		if !reflect.DeepEqual(first["task"], any(task)) {
			p.t.Errorf("began with %v, want %v", first, task)
		}
	}},
	{id: "STREAM-SUB-002", what: "a subscription ends with its task, however that ends", check: func(p, _ peer) {
		for mark, want := range map[string]string{"tck-complete-task": "COMPLETED", "tck-reject-task": "REJECTED", "": "CANCELED"} {
			task := p.waiting()
			s := p.follow("SubscribeToTask", obj{"id": task["id"]})
			s.next()
			if mark == "" {
				p.call("CancelTask", obj{"id": task["id"]})
			} else {
				p.task(msg(mark, obj{"taskId": task["id"]}))
			}
			if got := short(s.rest()); !strings.HasSuffix(got, want) {
				p.t.Errorf("told %q, want %s at the end", got, want)
			}
		}
	}},
	{id: "STREAM-SUB-003", what: "there is no subscription to a task that ended, and no stream is begun", check: func(p, _ peer) {
		task := p.task(msg("tck-complete-task"))
		for _, q := range []peer{p, p.accepting("text/event-stream")} {
			q.refused("SubscribeToTask", obj{"id": task["id"]}, "UNSUPPORTED_OPERATION")
		}
	}},
	{id: "STREAM-SUB-004", what: "a subscription to an unknown task is TaskNotFound", check: func(p, _ peer) {
		p.refusedStream("SubscribeToTask", obj{"id": "no-such-task"}, "TASK_NOT_FOUND")
	}},
	{id: "JSONRPC-SSE-001", what: "a stream is Server-Sent Events, each a response with the request's id", over: "jsonrpc", check: func(p, _ peer) {
		s := p.follow("SendStreamingMessage", msg("tck-stream-001"))
		n := 0
		for e := s.document(); e != nil; e = s.document() {
			n++
			result, _ := e["result"].(obj)
			if e["jsonrpc"] != "2.0" || e["id"] != "id-1" || len(e) != 3 || len(result) != 1 {
				p.t.Errorf("event %v", e)
			}
		}
		if n != 4 {
			p.t.Errorf("%d events", n)
		}
	}},
	{id: "HTTP_JSON-SSE-001", what: "a stream is Server-Sent Events, each a StreamResponse", over: "http_json", check: func(p, _ peer) {
		for _, e := range p.follow("SendStreamingMessage", msg("tck-stream-001")).rest() {
			if len(e) != 1 || short([]obj{e}) == "" {
				p.t.Errorf("event %v", e)
			}
		}
	}},
}

// several follows a task by n streams to its end.
func (p peer) several(n int) [][]obj {
	p.t.Helper()
	task := p.waiting()
	streams := make([]*stream, n)
	for i := range streams {
		streams[i] = p.follow("SubscribeToTask", obj{"id": task["id"]})
	}
	p.finish(task)
	all := make([][]obj, n)
	for i, s := range streams {
		all[i] = s.rest()
	}
	return all
}

// refusedStream is refused for a call that would be a stream. Over JSON-RPC the error is an
// event to those who accept events, for clients that wait for a stream drop a plain
// document; to all others it is that.
func (p peer) refusedStream(method string, params obj, reason string) {
	p.t.Helper()
	p.refused(method, params, reason)
	listening := p.accepting("text/event-stream")
	if p.rest {
		listening.refused(method, params, reason)
		return
	}
	resp := listening.open(method, params)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	data, event := strings.CutPrefix(strings.TrimSpace(string(raw)), "data: ")
	if err != nil || !event || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
		p.t.Fatalf("%s was answered %d %s (error %v)", method, resp.StatusCode, raw, err)
	}
	p.isRefusal(method, p.parse(method, resp, []byte(data)), reason)
}
