package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"

	"balcao/profile"
)

// post sends any body to the JSON-RPC endpoint.
func (p peer) post(body string) answer {
	p.t.Helper()
	resp := p.do(http.MethodPost, p.url+pathA2A, strings.NewReader(body))
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.parse(body, resp, raw)
}

// twin is the same peer over the other binding.
func (p peer) twin() peer {
	p.rest = !p.rest
	return p
}

// without takes members away that differ from one task to the next.
func without(v any, members ...string) any {
	raw, _ := json.Marshal(v)
	var out any
	_ = json.Unmarshal(raw, &out) // what was just written
	each("", out, func(_ string, o obj) {
		for _, m := range members {
			delete(o, m)
		}
	})
	return out
}

// stranger lets nobody in.
type stranger struct{}

func (stranger) Identify(context.Context, profile.Credentials) (profile.Identity, error) {
	return profile.Identity{}, profile.NewError(profile.CodeUnauthenticated, nil)
}

const notServed = "the gRPC binding is not served, and the card does not name it"

var bindingRequirements = []requirement{
	{id: "JSONRPC-FMT-001", what: "an answer is JSON-RPC 2.0 with the id as it came, and what is not is refused", over: "jsonrpc", check: func(p, _ peer) {
		for _, id := range []string{`1`, `"a"`, `9007199254740993`, `-1.50`, `"\u0061"`} {
			a := p.post(`{"jsonrpc":"2.0","id":` + id + `,"method":"ListTasks"}`)
			if a.body["jsonrpc"] != "2.0" || a.result == nil || len(a.body) != 3 || !strings.Contains(string(a.raw), `"id":`+id+`,`) {
				p.t.Errorf("id %s was answered %s", id, a.raw)
			}
		}
		for body, code := range map[string]int{
			`{`: -32700, ``: -32700, `{"jsonrpc":"2.0","id":1,"method":"ListTasks"} {}`: -32700, `[]`: -32600, `1`: -32600,
			`{"jsonrpc":"1.0","id":1,"method":"ListTasks"}`: -32600, `{"jsonrpc":"2.0","id":1}`: -32600, `{"jsonrpc":"2.0","id":{},"method":"ListTasks"}`: -32600,
			`{"jsonrpc":"2.0","method":"ListTasks"}`: -32600, `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":[]}`: -32602,
		} {
			if a := p.post(body); a.code != code || a.status != http.StatusOK {
				p.t.Errorf("%s was answered %d %s, want code %d", body, a.status, a.raw, code)
			}
		}
	}},
	{id: "JSONRPC-FMT-002", what: "answers are application/json, and so must requests be", over: "jsonrpc", check: func(p, _ peer) {
		if media := p.call("ListTasks", obj{}).header.Get("Content-Type"); media != "application/json" {
			p.t.Errorf("answered as %q", media)
		}
		p.header = http.Header{"Content-Type": {"application/json; charset=utf-8"}}
		if a := p.call("ListTasks", obj{}); a.result == nil {
			p.t.Errorf("with a charset: %s", a.raw)
		}
	}},
	{id: "JSONRPC-SVC-001", what: "every method is known by its name of 1.0, none by that of 0.3", over: "jsonrpc", check: func(p, _ peer) {
		for _, method := range methods {
			if a := p.post(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":[]}`); a.code != -32602 {
				p.t.Errorf("%s with wrong parameters was answered %s", method, a.raw)
			}
		}
		for _, method := range []string{"message/send", "tasks/get", "sendMessage", "SENDMESSAGE", "a2a.SendMessage"} {
			p.refused(method, obj{}, "METHOD_NOT_FOUND")
		}
	}},
	{id: "JSONRPC-SVC-002", what: "version and extensions are headers; unknown extensions are nothing, known ones are echoed", over: "jsonrpc", check: func(p, _ peer) {
		known := str(p.card(), "capabilities", "extensions", 0, "uri")
		for sent, want := range map[string]string{"https://example.com/ext/v1,https://example.com/ext/v2": "", "urn:x, " + known: known} {
			p.header = http.Header{"A2a-Extensions": {sent}}
			if a := p.call("SendMessage", msg("tck-complete-task")); a.result == nil || a.header.Get("A2A-Extensions") != want {
				p.t.Errorf("with %q: %q %s", sent, a.header.Get("A2A-Extensions"), a.raw)
			}
		}
	}},
	{id: "JSONRPC-ERR-001", what: "an error has a code that is an integer, a message and nothing but data beside", over: "jsonrpc", check: func(p, _ peer) {
		a := p.call("GetTask", obj{"id": "no-such-task"})
		failed, _ := a.body["error"].(obj)
		if len(failed) != 3 || a.code != -32001 || a.text == "" || a.body["id"] != "id-1" || a.body["result"] != nil {
			p.t.Errorf("error %s", a.raw)
		}
	}},
	{id: "JSONRPC-ERR-002", what: "A2A's own errors have codes from -32001 to -32099", over: "jsonrpc", check: func(p, off peer) {
		for _, a := range []answer{
			p.call("GetTask", obj{"id": "x"}), p.call("CancelTask", obj{"id": p.task(msg("tck-complete-task"))["id"]}),
			off.call("GetExtendedAgentCard", obj{}), off.call("ListTaskPushNotificationConfigs", obj{"taskId": "x"}),
		} {
			if a.code > -32001 || a.code < -32099 {
				p.t.Errorf("code %d of %s", a.code, a.raw)
			}
		}
	}},
	{id: "JSONRPC-ERR-003", what: "every error has one ErrorInfo, with reason, domain and a time in UTC", over: "jsonrpc", check: func(p, off peer) {
		for _, a := range []answer{p.call("GetTask", obj{"id": "x"}), p.call("SendMessage", obj{}), p.post("{"), off.call("SubscribeToTask", obj{"id": "x"})} {
			info := at(a.details, 0)
			if str(info, "@type") != "type.googleapis.com/google.rpc.ErrorInfo" || a.reason != strings.ToUpper(a.reason) || a.reason == "" ||
				str(info, "domain") != "a2a-protocol.org" || !strings.HasSuffix(str(info, "metadata", "timestamp"), "Z") {
				p.t.Errorf("details %v", a.details)
			}
		}
	}},
	{id: "JSONRPC-SSE-002", what: "each error has its code, and HTTP's status where HTTP has one", over: "jsonrpc", check: func(p, off peer) {
		ended := p.task(msg("tck-complete-task"))["id"]
		p.refused("GetTask", obj{"id": "x"}, "TASK_NOT_FOUND")
		p.refused("CancelTask", obj{"id": ended}, "TASK_NOT_CANCELABLE")
		off.refused("ListTaskPushNotificationConfigs", obj{"taskId": "x"}, "PUSH_NOTIFICATION_NOT_SUPPORTED")
		off.refused("SendStreamingMessage", msg("x"), "UNSUPPORTED_OPERATION")
		p.refused("SendMessage", configured("x", obj{"acceptedOutputModes": []any{"image/png"}}), "CONTENT_TYPE_NOT_SUPPORTED")
		p.header = http.Header{"A2a-Version": {"99.0"}}
		p.refused("SendMessage", msg("x"), "VERSION_NOT_SUPPORTED")
		p.header = http.Header{"Content-Type": {"text/plain"}}
		if a := p.post(`{'not': json}`); a.code != -32005 || a.reason != "CONTENT_TYPE_NOT_SUPPORTED" || a.status != http.StatusUnsupportedMediaType {
			p.t.Errorf("text/plain was answered %d %s", a.status, a.raw)
		}
		p.header = nil
		for _, verb := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
			resp := p.do(verb, p.url+pathA2A, nil)
			resp.Body.Close()
			if resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != "POST" {
				p.t.Errorf("%s was answered %d, Allow %q", verb, resp.StatusCode, resp.Header.Get("Allow"))
			}
		}
	}},

	{id: "HTTP_JSON-URL-001", what: "every operation is at its path", over: "http_json", check: func(p, _ peer) {
		task := p.waiting()
		for _, method := range methods {
			if method == "CancelTask" || method == "SubscribeToTask" || method == "SendStreamingMessage" {
				continue // they end the task or stream; STREAM-SUB-001 and CORE-CANCEL-001 have them
			}
			params := everything(method, task)
			if method == "GetTaskPushNotificationConfig" {
				p.create(task, "config")
			}
			if a := p.call(method, params); a.status != http.StatusOK {
				p.t.Errorf("%s was answered %d %s", method, a.status, a.raw)
			}
		}
		for _, path := range []string{"/", "/messages", "/message:other", "/tasks/", "/tasks/x/y", "/tasks/x/pushNotificationConfigs/c/d", "/v1/tasks"} {
			resp := p.do(http.MethodPost, p.url+pathA2A+path, strings.NewReader(`{"not":"a request"}`))
			resp.Body.Close()
			if path != "/" && resp.StatusCode != http.StatusNotFound { // at / the other binding answers
				p.t.Errorf("%s was answered %d", path, resp.StatusCode)
			}
		}
	}},
	{id: "HTTP_JSON-URL-002", what: "every operation has its verb, others are refused with the right one", over: "http_json", check: func(p, _ peer) {
		for path, want := range map[string]string{
			"/message:send": "POST", "/message:stream": "POST", "/tasks": "GET", "/tasks/x": "GET", "/tasks/x:cancel": "POST",
			"/tasks/x/pushNotificationConfigs/c": "GET, DELETE", "/extendedAgentCard": "GET",
		} {
			resp := p.do(http.MethodPut, p.url+pathA2A+path, strings.NewReader(`{}`))
			resp.Body.Close()
			if got := resp.Header.Get("Allow"); resp.StatusCode != http.StatusMethodNotAllowed || got != want {
				p.t.Errorf("PUT %s was answered %d, Allow %q, want %q", path, resp.StatusCode, got, want)
			}
		}
	}},
	{id: "HTTP_JSON-SVC-001", what: "JSON is taken and given, under A2A's media type to those who speak it; other types are refused", over: "http_json", check: func(p, _ peer) {
		for sent, want := range map[string]string{"application/json": "application/json", "application/a2a+json": "application/a2a+json"} {
			p.header = http.Header{"Content-Type": {sent}}
			if a := p.call("SendMessage", msg("tck-complete-task")); a.status != http.StatusOK || a.header.Get("Content-Type") != want {
				p.t.Errorf("%s was answered %d as %q", sent, a.status, a.header.Get("Content-Type"))
			}
		}
		p.header = http.Header{"Content-Type": {"text/plain"}}
		if a := p.call("SendMessage", msg("tck-complete-task")); a.status != http.StatusUnsupportedMediaType || a.reason != "CONTENT_TYPE_NOT_SUPPORTED" {
			p.t.Errorf("text/plain was answered %d %s", a.status, a.raw)
		}
	}},
	{id: "HTTP_JSON-SVC-002", what: "version and extensions are headers, also of requests without a body", over: "http_json", check: func(p, _ peer) {
		known := str(p.card(), "capabilities", "extensions", 0, "uri")
		p.header = http.Header{"A2a-Extensions": {"urn:x," + known}}
		if a := p.call("ListTasks", obj{}); a.status != http.StatusOK || a.header.Get("A2A-Extensions") != known {
			p.t.Errorf("answered %d with %q", a.status, a.header.Get("A2A-Extensions"))
		}
	}},
	{id: "HTTP_JSON-QP-001", what: "parameters of a query are in camelCase, numbers and booleans are read", over: "http_json", check: func(p, _ peer) {
		context := str(p.task(msg("tck-artifact-text")), "contextId")
		got := p.call("ListTasks", obj{"contextId": context, "pageSize": 7, "includeArtifacts": true, "historyLength": 0, "status": "TASK_STATE_COMPLETED"}).result
		task, _ := at(got, "tasks", 0).(obj)
		if at(got, "pageSize") != 7.0 || at(got, "totalSize") != 1.0 || task["artifacts"] == nil || task["history"] != nil {
			p.t.Errorf("listed %v", got)
		}
		p.refused("ListTasks", obj{"pageSize": "many"}, "INVALID_PARAMS")
	}},
	{id: "HTTP_JSON-ERR-001", what: "an error is a google.rpc.Status with code, status, message and details", over: "http_json", check: func(p, _ peer) {
		a := p.call("GetTask", obj{"id": "x"})
		if failed, _ := a.body["error"].(obj); len(a.body) != 1 || len(failed) != 4 || a.code != 404 || failed["status"] == "" || a.text == "" ||
			a.header.Get("Content-Type") != "application/json" {
			p.t.Errorf("error %s", a.raw)
		}
	}},
	{id: "HTTP_JSON-ERR-002", what: "every error has one ErrorInfo, with reason and domain", over: "http_json", check: func(p, off peer) {
		for _, a := range []answer{p.call("GetTask", obj{"id": "x"}), p.call("SendMessage", obj{}), off.call("GetExtendedAgentCard", nil)} {
			if info := at(a.details, 0); str(info, "@type") != "type.googleapis.com/google.rpc.ErrorInfo" || a.reason == "" || str(info, "domain") != "a2a-protocol.org" {
				p.t.Errorf("details %v", a.details)
			}
		}
	}},
	{id: "HTTP_JSON-STATUS-001", what: "each error has its HTTP status (those of A2A 1.0.1)", over: "http_json", check: func(p, off peer) {
		ended := p.task(msg("tck-complete-task"))["id"]
		p.refused("GetTask", obj{"id": "x"}, "TASK_NOT_FOUND")
		p.refused("CancelTask", obj{"id": ended}, "TASK_NOT_CANCELABLE")
		off.refused("ListTaskPushNotificationConfigs", obj{"taskId": "x"}, "PUSH_NOTIFICATION_NOT_SUPPORTED")
		off.refused("SendStreamingMessage", msg("x"), "UNSUPPORTED_OPERATION")
		p.refused("SendMessage", configured("x", obj{"acceptedOutputModes": []any{"image/png"}}), "CONTENT_TYPE_NOT_SUPPORTED")
		p.header = http.Header{"A2a-Version": {"99.0"}}
		p.refused("SendMessage", msg("x"), "VERSION_NOT_SUPPORTED")
	}},

	{id: "BIND-EQUIV-001", what: "what one binding made, the other reads, goes on with and ends", check: func(p, _ peer) {
		task := p.waiting()
		q := p.twin()
		if got := q.call("GetTask", obj{"id": task["id"]}).result; !reflect.DeepEqual(got, any(task)) {
			p.t.Errorf("the other reads %v, want %v", got, task)
		}
		if got := q.task(msg("tck-complete-task", obj{"taskId": task["id"]})); got["id"] != task["id"] || state(got) != "COMPLETED" {
			p.t.Errorf("the other went on to %v", got)
		}
		p.refused("CancelTask", obj{"id": task["id"]}, "TASK_NOT_CANCELABLE")
	}},
	{id: "BIND-EQUIV-002", what: "both bindings answer the same, but for ids and times", over: "jsonrpc", check: func(p, _ peer) {
		volatile := []string{"id", "contextId", "taskId", "messageId", "timestamp"}
		for mark := range scenarios {
			if mark == "test-resubscribe-message-id" {
				continue // it takes long and is like the others
			}
			a, b := p.call("SendMessage", msg(mark)).result, p.twin().call("SendMessage", msg(mark)).result
			if x, y := without(a, volatile...), without(b, volatile...); !reflect.DeepEqual(x, y) {
				p.t.Errorf("%s: %v and %v", mark, x, y)
			}
		}
		if a, b := p.call("GetExtendedAgentCard", nil).result, p.twin().call("GetExtendedAgentCard", nil).result; !reflect.DeepEqual(a, b) {
			p.t.Errorf("extended cards %v and %v", a, b)
		}
	}},
	{id: "BIND-EQUIV-003", what: "both bindings refuse the same for the same reason", over: "jsonrpc", check: func(p, _ peer) {
		for _, c := range []struct {
			method string
			params obj
		}{{"GetTask", obj{"id": "x"}}, {"SendMessage", obj{}}, {"ListTasks", obj{"pageSize": 0}}, {"CancelTask", obj{"id": p.task(msg("tck-reject-task"))["id"]}}} {
			a, b := p.call(c.method, c.params), p.twin().call(c.method, c.params)
			if a.reason == "" || a.reason != b.reason || a.text != b.text {
				p.t.Errorf("%s: %s and %s", c.method, a.raw, b.raw)
			}
		}
	}},
	{id: "BIND-EQUIV-004", what: "both bindings know a caller by the same credentials", check: func(p, _ peer) {
		p.key = unique("key")
		task := p.waiting()
		if got := p.twin().call("GetTask", obj{"id": task["id"]}).result; str(got, "id") != task["id"] {
			p.t.Errorf("the same caller reads %v", got)
		}
		q := p.twin()
		q.key = "other"
		q.refused("GetTask", obj{"id": task["id"]}, "TASK_NOT_FOUND")
	}},

	{id: "GRPC-SVC-001", what: notServed}, {id: "GRPC-SVC-002", what: notServed}, {id: "GRPC-SVC-003", what: notServed},
	{id: "GRPC-META-001", what: notServed}, {id: "GRPC-ERR-001", what: notServed}, {id: "GRPC-ERR-002", what: notServed},
	{id: "GRPC-ERR-003", what: notServed},

	{id: "AUTH-TLS-001", what: "TLS ends in front of the shop; addresses of others must be https unless the shop itself is on loopback", elsewhere: []string{"internal/safehttp.TestCheckURL"}},
	{id: "AUTH-TLS-002", what: "TLS ends in front of the shop"},
	{id: "AUTH-SERVER-001", what: "is for clients"},
	{id: "AUTH-SERVER-002", what: "whoever shows bad credentials is refused by every method, with 401 and the scheme", check: func(p, _ peer) {
		p.url = start(p.t, options{streaming: true, push: true, extendedCard: true, identifier: stranger{}})
		for _, method := range methods {
			resp := p.open(method, everything(method, obj{"id": "x"}))
			resp.Body.Close()
			if resp.StatusCode != http.StatusUnauthorized || !strings.HasPrefix(resp.Header.Get("WWW-Authenticate"), "Bearer") {
				p.t.Errorf("%s was answered %d, WWW-Authenticate %q", method, resp.StatusCode, resp.Header.Get("WWW-Authenticate"))
			}
		}
	}},
	{id: "AUTH-INTASK-001", what: "no task of the shop waits for an authorization: a buyer confirms and pays in the checkout"},
	{id: "AUTH-INTASK-002", what: "as AUTH-INTASK-001"},
	{id: "AUTH-INTASK-003", what: "as AUTH-INTASK-001"},
	{id: "AUTH-INTASK-004", what: "as AUTH-INTASK-001"},
	{id: "AUTH-INTASK-005", what: "as AUTH-INTASK-001"},
	{id: "AUTH-INTASK-006", what: "as AUTH-INTASK-001"},
	{id: "AUTH-SCOPE-001", what: "no method does anything to a task of another", check: func(p, _ peer) {
		task := p.waiting()
		p.create(task, "config")
		p.strangers(task)
		got := p.call("GetTask", obj{"id": task["id"]}).result
		if !reflect.DeepEqual(got, any(task)) || len(p.configs(task)) != 1 {
			p.t.Errorf("then the task is %v, its configurations %v", got, p.configs(task))
		}
	}},
	{id: "AUTH-SCOPE-002", what: "lists have the caller's own alone", check: func(p, _ peer) {
		p.key = unique("key")
		p.waiting()
		q := p
		q.key = unique("key")
		if got := q.call("ListTasks", obj{}).result; at(got, "totalSize") != 0.0 {
			p.t.Errorf("another was listed %v", got)
		}
	}},
	{id: "AUTH-SCOPE-003", what: "what is another's is refused as what is not there, to the byte", check: func(p, _ peer) {
		for method, pair := range p.strangers(p.waiting()) {
			if !reflect.DeepEqual(without(pair[0].body, "timestamp"), without(pair[1].body, "timestamp")) || pair[0].status != pair[1].status {
				p.t.Errorf("%s: another's %s, nobody's %s", method, pair[0].raw, pair[1].raw)
			}
		}
	}},
}

// strangers lets another platform do everything about a task, and about one that is not
// there: all of it is TaskNotFound. It returns both answers by method.
func (p peer) strangers(task obj) map[string][2]answer {
	p.t.Helper()
	p.key = "other"
	out := map[string][2]answer{}
	for _, method := range methods {
		switch method {
		case "ListTasks", "GetExtendedAgentCard": // they name no task
			continue
		case "SendStreamingMessage", "SubscribeToTask":
			p.refusedStream(method, everything(method, task), "TASK_NOT_FOUND")
			continue
		}
		params := everything(method, task)
		nobodys := everything(method, obj{"id": "no-such-task"})
		out[method] = [2]answer{p.refused(method, params, "TASK_NOT_FOUND"), p.refused(method, nobodys, "TASK_NOT_FOUND")}
	}
	return out
}
