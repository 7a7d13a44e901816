package main

import (
	"net/http"
	"slices"
	"strings"
)

// configured is msg with a configuration.
func configured(mark string, configuration obj, more ...obj) obj {
	params := msg(mark, more...)
	params["configuration"] = configuration
	return params
}

// texts are the texts of messages, in order.
func texts(messages any) []string {
	var out []string
	list, _ := messages.([]any)
	for _, m := range list {
		parts, _ := at(m, "parts").([]any)
		for _, part := range parts {
			if text := str(part, "text"); text != "" {
				out = append(out, text)
			}
		}
	}
	return out
}

// conversation opens a task, says these texts to it and completes it.
func (p peer) conversation(said ...string) obj {
	p.t.Helper()
	task := p.task(msg("tck-input-required"))
	for _, text := range said {
		p.task(msg("tck-input-required", obj{"taskId": task["id"], "parts": []any{obj{"text": text}}}))
	}
	return p.task(msg("tck-complete-task", obj{"taskId": task["id"]}))
}

var coreRequirements = []requirement{
	{id: "CORE-SEND-001", what: "a message is answered with a task or a message, one of them", check: func(p, _ peer) {
		for _, mark := range []string{"tck-complete-task", "tck-message-response"} {
			a := p.call("SendMessage", msg(mark))
			o, _ := a.result.(obj)
			if len(o) != 1 || o["task"] == nil && o["message"] == nil {
				p.t.Errorf("%s was answered %s", mark, a.raw)
			}
		}
	}},
	{id: "CORE-SEND-002", what: "a message to a task that ended, however, is an unsupported operation", check: func(p, _ peer) {
		canceled := p.task(msg("tck-input-required"))
		p.call("CancelTask", obj{"id": canceled["id"]})
		for _, task := range []obj{p.task(msg("tck-complete-task")), p.task(msg("tck-reject-task")), canceled} {
			p.refused("SendMessage", msg("tck-complete-task", obj{"taskId": task["id"]}), "UNSUPPORTED_OPERATION")
		}
	}},
	{id: "CORE-SEND-003", what: "a part of a media type that the card does not name is refused, and nothing begins", check: func(p, _ peer) {
		context := unique("context")
		for _, part := range []obj{
			{"raw": "aGk=", "mediaType": "application/x-unknown"}, {"text": "hi", "mediaType": "text/x-unknown"}, {"url": "https://example.com/a.png", "mediaType": "image/png"},
		} {
			p.refused("SendMessage", msg("tck-complete-task", obj{"contextId": context, "parts": []any{part}}), "CONTENT_TYPE_NOT_SUPPORTED")
		}
		if n := at(p.call("ListTasks", obj{"contextId": context}).result, "totalSize"); n != 0.0 {
			p.t.Errorf("%v tasks were opened", n)
		}
	}},
	{id: "CORE-GET-001", what: "GetTask shows the task as it now is", check: func(p, _ peer) {
		task := p.task(msg("tck-artifact-text"))
		got := p.call("GetTask", obj{"id": task["id"]}).result
		if str(got, "id") != task["id"] || str(got, "contextId") != task["contextId"] || state(got) != "COMPLETED" ||
			str(got, "artifacts", 0, "parts", 0, "text") != "Generated text content" {
			p.t.Errorf("GetTask returned %v", got)
		}
	}},
	{id: "CORE-GET-002", what: "GetTask of an unknown task is TaskNotFound", check: func(p, _ peer) {
		p.refused("GetTask", obj{"id": "no-such-task"}, "TASK_NOT_FOUND")
	}},
	{id: "CORE-LIST-001", what: "ListTasks lists the caller's tasks and nobody else's", check: func(p, _ peer) {
		context := unique("context")
		mine := p.task(msg("tck-complete-task", obj{"contextId": context}))
		other := p
		other.key = "other"
		theirs := other.task(msg("tck-complete-task", obj{"contextId": context}))
		for _, q := range []struct {
			p    peer
			want obj
		}{{p, mine}, {other, theirs}} {
			got := q.p.call("ListTasks", obj{"contextId": context}).result
			if at(got, "totalSize") != 1.0 || str(got, "tasks", 0, "id") != q.want["id"] {
				p.t.Errorf("listed %v, want %v alone", got, q.want["id"])
			}
		}
	}},
	{id: "CORE-LIST-002", what: "pages follow each other by token, without gaps or repeats", check: func(p, _ peer) {
		context := unique("context")
		var want, got []string
		for range 5 {
			want = append(want, str(p.task(msg("tck-complete-task", obj{"contextId": context})), "id"))
		}
		params, sizes := obj{"contextId": context, "pageSize": 2}, []int{}
		for {
			page := p.call("ListTasks", params).result
			list, _ := at(page, "tasks").([]any)
			sizes = append(sizes, len(list))
			for _, task := range list {
				got = append(got, str(task, "id"))
			}
			if at(page, "totalSize") != 5.0 || at(page, "pageSize") != 2.0 {
				p.t.Errorf("page says %v of %v", at(page, "pageSize"), at(page, "totalSize"))
			}
			token := str(page, "nextPageToken")
			if token == "" || len(sizes) > 5 {
				break
			}
			params["pageToken"] = token
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) || !slices.Equal(sizes, []int{2, 2, 1}) {
			p.t.Errorf("pages of %v had %v, want %v", sizes, got, want)
		}
		p.refused("ListTasks", obj{"pageToken": "made-up"}, "INVALID_PARAMS")
	}},
	{id: "CORE-LIST-003", what: "the task whose status is newest comes first", check: func(p, _ peer) {
		context := unique("context")
		first := p.task(msg("tck-input-required", obj{"contextId": context}))
		second := p.task(msg("tck-complete-task", obj{"contextId": context}))
		p.task(msg("tck-complete-task", obj{"taskId": first["id"]}))
		list := p.call("ListTasks", obj{"contextId": context}).result
		if str(list, "tasks", 0, "id") != first["id"] || str(list, "tasks", 1, "id") != second["id"] {
			p.t.Errorf("listed %v, want %v before %v", list, first["id"], second["id"])
		}
		if a, b := str(list, "tasks", 0, "status", "timestamp"), str(list, "tasks", 1, "status", "timestamp"); a < b {
			p.t.Errorf("%s comes before %s", a, b)
		}
	}},
	{id: "CORE-LIST-004", what: "nextPageToken is always there, empty on the last page", check: func(p, _ peer) {
		for _, context := range []string{unique("empty"), str(p.task(msg("tck-complete-task")), "contextId")} {
			list, _ := p.call("ListTasks", obj{"contextId": context, "pageSize": 100}).result.(obj)
			if token, ok := list["nextPageToken"].(string); !ok || token != "" {
				p.t.Errorf("nextPageToken is %v", list["nextPageToken"])
			}
			if _, ok := list["tasks"].([]any); !ok {
				p.t.Errorf("tasks are %v, want a list", list["tasks"])
			}
		}
	}},
	{id: "CORE-LIST-005", what: "artifacts are listed only if they are asked for", check: func(p, _ peer) {
		context := str(p.task(msg("tck-artifact-text")), "contextId")
		for _, tt := range []struct {
			params obj
			want   bool
		}{{obj{}, false}, {obj{"includeArtifacts": false}, false}, {obj{"includeArtifacts": true}, true}} {
			tt.params["contextId"] = context
			task, _ := at(p.call("ListTasks", tt.params).result, "tasks", 0).(obj)
			if _, got := task["artifacts"]; got != tt.want || task == nil {
				p.t.Errorf("%v: listed %v", tt.params, task)
			}
		}
	}},
	{id: "CORE-CANCEL-001", what: "CancelTask returns the task, canceled; once more is no error", check: func(p, _ peer) {
		task := p.task(msg("tck-input-required"))
		for range 2 {
			got := p.call("CancelTask", obj{"id": task["id"]}).result
			if str(got, "id") != task["id"] || state(got) != "CANCELED" {
				p.t.Errorf("CancelTask returned %v", got)
			}
		}
	}},
	{id: "CORE-CANCEL-002", what: "CancelTask of a task that ended is TaskNotCancelable", check: func(p, _ peer) {
		for _, mark := range []string{"tck-complete-task", "tck-reject-task"} {
			p.refused("CancelTask", obj{"id": p.task(msg(mark))["id"]}, "TASK_NOT_CANCELABLE")
		}
	}},
	{id: "CORE-CANCEL-003", what: "CancelTask of an unknown task is TaskNotFound", check: func(p, _ peer) {
		p.refused("CancelTask", obj{"id": "no-such-task"}, "TASK_NOT_FOUND")
	}},
	{id: "CORE-EXECUTION-MODE-001", what: "without returnImmediately the answer waits for the end, or for a question", check: func(p, _ peer) {
		for mark, want := range map[string]string{"tck-complete-task": "COMPLETED", "tck-artifact-text": "COMPLETED", "tck-reject-task": "REJECTED", "tck-input-required": "INPUT_REQUIRED"} {
			for _, configuration := range []obj{{}, {"returnImmediately": false}} {
				if got := state(p.task(configured(mark, configuration))); got != want {
					p.t.Errorf("%s with %v came to %s, want %s", mark, configuration, got, want)
				}
			}
		}
	}},
	{id: "CORE-EXECUTION-MODE-002", what: "with returnImmediately the answer is the task as it was opened", check: func(p, _ peer) {
		task := p.task(configured("test-resubscribe-message-id", obj{"returnImmediately": true}))
		if got := state(task); got != "SUBMITTED" {
			p.t.Errorf("the task is %s", got)
		}
		p.call("CancelTask", obj{"id": task["id"]})
	}},
	{id: "CORE-ERR-001", what: "an error says what is wrong, to programs and people", over: "jsonrpc", check: func(p, _ peer) {
		p.refused("NoSuchMethod", obj{}, "METHOD_NOT_FOUND")
		p.refused("message/send", obj{}, "METHOD_NOT_FOUND")
	}},
	{id: "CORE-ERR-002", what: "bad parameters are refused and the member at fault is named", check: func(p, _ peer) {
		for _, tt := range []struct {
			method string
			params obj
			field  string
		}{
			{"SendMessage", obj{}, "message"},
			{"SendMessage", msg("m", obj{"parts": []any{}}), "message.parts"},
			{"SendMessage", msg("m", obj{"parts": []any{obj{}}}), "message.parts[0]"},
			{"SendMessage", msg("m", obj{"parts": []any{obj{"text": "a", "data": obj{}}}}), "message.parts[0]"},
			{"SendMessage", msg("m", obj{"role": "user"}), "message.role"},
			{"SendMessage", msg("m", obj{"messageId": ""}), "message.messageId"},
			{"SendMessage", configured("m", obj{"historyLength": -1}), "configuration.historyLength"},
			{"ListTasks", obj{"pageSize": 0}, "pageSize"},
			{"ListTasks", obj{"pageSize": 101}, "pageSize"},
			{"ListTasks", obj{"status": "done"}, "status"},
			{"ListTasks", obj{"statusTimestampAfter": "yesterday"}, "statusTimestampAfter"},
			{"GetTask", obj{"id": "t", "historyLength": -1}, "historyLength"},
		} {
			a := p.refused(tt.method, tt.params, "INVALID_PARAMS")
			if got := str(a.details, 1, "fieldViolations", 0, "field"); got != tt.field {
				p.t.Errorf("%s %v: the fault is said to be in %q, want %q", tt.method, tt.params, got, tt.field)
			}
		}
	}},
	{id: "CORE-CAP-001", what: "without push notifications all that is about them is refused so", check: func(_, p peer) {
		task := p.task(msg("tck-complete-task"))
		for _, method := range []string{
			"CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig",
		} {
			p.refused(method, obj{"taskId": task["id"], "id": "c", "url": "http://127.0.0.1/"}, "PUSH_NOTIFICATION_NOT_SUPPORTED")
		}
		p.refused("SendMessage", configured("tck-complete-task", obj{"taskPushNotificationConfig": obj{"url": "http://127.0.0.1/"}}), "PUSH_NOTIFICATION_NOT_SUPPORTED")
	}},
	{id: "CORE-CAP-002", what: "without streams both methods are refused", check: func(_, p peer) {
		p.refusedStream("SendStreamingMessage", msg("tck-complete-task"), "UNSUPPORTED_OPERATION")
		p.refusedStream("SubscribeToTask", obj{"id": "any"}, "UNSUPPORTED_OPERATION")
	}},
	{id: "CORE-CAP-003", what: "without an extended card GetExtendedAgentCard is an unsupported operation", check: func(_, p peer) {
		p.refused("GetExtendedAgentCard", nil, "UNSUPPORTED_OPERATION")
	}},
	{id: "CORE-CAP-004", what: "no extension is required, so none can be missing: the card says so of each", check: func(p, _ peer) {
		extensions, _ := at(p.card(), "capabilities", "extensions").([]any)
		for _, e := range extensions {
			if at(e, "required") != false {
				p.t.Errorf("extension %v", e)
			}
		}
	}},
	{id: "CORE-MULTI-001", what: "a conversation without an id gets one", check: func(p, _ peer) {
		if str(p.task(msg("tck-complete-task")), "contextId") == "" {
			p.t.Error("no contextId")
		}
	}},
	{id: "CORE-MULTI-001a", what: "the new contextId is in the answer, task or message, and differs each time", check: func(p, _ peer) {
		a := p.call("SendMessage", msg("tck-message-response")).result
		b := p.call("SendMessage", msg("tck-message-response")).result
		if x, y := str(a, "message", "contextId"), str(b, "message", "contextId"); x == "" || x == y {
			p.t.Errorf("contextIds %q and %q", x, y)
		}
	}},
	{id: "CORE-MULTI-002", what: "a contextId of the client's is kept", check: func(p, _ peer) {
		context := unique("client's")
		if got := str(p.task(msg("tck-complete-task", obj{"contextId": context})), "contextId"); got != context {
			p.t.Errorf("contextId %q, want %q", got, context)
		}
	}},
	{id: "CORE-MULTI-002a", what: "a contextId that cannot be one is refused, never replaced", check: func(p, _ peer) {
		for _, bad := range []string{strings.Repeat("x", 129), "two words", "line\n"} {
			p.refused("SendMessage", msg("tck-complete-task", obj{"contextId": bad}), "INVALID_PARAMS")
		}
	}},
	{id: "CORE-MULTI-003", what: "each new task has an id of its own, made by the server", check: func(p, _ peer) {
		a, b := p.task(msg("tck-complete-task")), p.task(msg("tck-complete-task"))
		if str(a, "id") == "" || a["id"] == b["id"] {
			p.t.Errorf("ids %v and %v", a["id"], b["id"])
		}
	}},
	{id: "CORE-MULTI-004", what: "a message to a task that is not there is TaskNotFound", check: func(p, _ peer) {
		p.refused("SendMessage", msg("tck-complete-task", obj{"taskId": "no-such-task"}), "TASK_NOT_FOUND")
	}},
	{id: "CORE-MULTI-005", what: "a message with a taskId alone belongs to the task's conversation", check: func(p, _ peer) {
		task := p.task(msg("tck-input-required"))
		if got := p.task(msg("anything", obj{"taskId": task["id"]})); got["id"] != task["id"] || got["contextId"] != task["contextId"] {
			p.t.Errorf("task %v of %v, want %v of %v", got["id"], got["contextId"], task["id"], task["contextId"])
		}
	}},
	{id: "CORE-MULTI-006", what: "a contextId that is not the task's is refused, and the task stays as it was", check: func(p, _ peer) {
		task := p.task(msg("tck-input-required"))
		p.refused("SendMessage", msg("tck-complete-task", obj{"taskId": task["id"], "contextId": "another"}), "INVALID_PARAMS")
		if got := state(p.call("GetTask", obj{"id": task["id"]}).result); got != "INPUT_REQUIRED" {
			p.t.Errorf("the task is %s", got)
		}
	}},
	{id: "CORE-HIST-001", what: "GetTask with historyLength 0 has no history", check: func(p, _ peer) {
		task := p.conversation("one")
		got, _ := p.call("GetTask", obj{"id": task["id"], "historyLength": 0}).result.(obj)
		if _, ok := got["history"]; ok || state(got) != "COMPLETED" {
			p.t.Errorf("GetTask returned %v", got)
		}
	}},
	{id: "CORE-HIST-002", what: "GetTask has the latest messages, at most as many as asked for", check: func(p, _ peer) {
		task := p.conversation("one", "two")
		all := p.call("GetTask", obj{"id": task["id"]}).result
		for n := 1; n <= 10; n++ {
			got := texts(at(p.call("GetTask", obj{"id": task["id"], "historyLength": n}).result, "history"))
			want := texts(at(all, "history"))
			if want = want[max(0, len(want)-n):]; !slices.Equal(got, want) {
				p.t.Errorf("of %d messages %v, want %v", n, got, want)
			}
		}
	}},
	{id: "CORE-HIST-003", what: "SendMessage with historyLength 0 has no history, with 1 one message", check: func(p, _ peer) {
		for n := range 2 {
			task := p.task(msg("tck-input-required"))
			got := p.task(configured("tck-complete-task", obj{"historyLength": n}, obj{"taskId": task["id"]}))
			if history, _ := got["history"].([]any); len(history) != n {
				p.t.Errorf("with historyLength %d: %v", n, got["history"])
			}
		}
	}},
	{id: "CORE-HIST-004", what: "messages are kept with their task", check: func(p, _ peer) {
		task := p.conversation()
		if got := texts(at(p.call("GetTask", obj{"id": task["id"], "historyLength": 10}).result, "history")); len(got) != 2 {
			p.t.Errorf("history %v, want two messages", got)
		}
	}},
	{id: "CORE-HIST-005", what: "history is oldest first", check: func(p, _ peer) {
		task := p.conversation("one", "two", "three")
		got := texts(at(p.call("GetTask", obj{"id": task["id"]}).result, "history"))
		if want := []string{"hello", "one", "two", "three", "hello"}; !slices.Equal(got, want) {
			p.t.Errorf("history %v, want %v", got, want)
		}
	}},
	{id: "CORE-HIST-006", what: "history has what was said, by whom, under its id", check: func(p, _ peer) {
		params := msg("tck-input-required", obj{"parts": []any{obj{"text": "what was said"}}})
		task := p.task(params)
		got := at(p.call("GetTask", obj{"id": task["id"]}).result, "history", 0)
		if str(got, "messageId") != str(params, "message", "messageId") || str(got, "role") != "ROLE_USER" || str(got, "parts", 0, "text") != "what was said" ||
			str(got, "taskId") != task["id"] {
			p.t.Errorf("history has %v", got)
		}
	}},

	{id: "VER-CLIENT-001", what: "is for clients; what a server makes of a missing header is VER-SERVER-003"},
	{id: "VER-CLIENT-002", what: "a patch number changes nothing", check: func(p, _ peer) {
		p.header = http.Header{"A2a-Version": {"1.0.7"}}
		p.task(msg("tck-complete-task"))
	}},
	{id: "VER-SERVER-001", what: "1.0 is answered as 1.0, by header or by query: names of states and roles", check: func(p, _ peer) {
		task := p.conversation()
		if got := str(task, "status", "state"); got != "TASK_STATE_COMPLETED" {
			p.t.Errorf("state %q", got)
		}
		if p.rest {
			p.header = http.Header{"A2a-Version": nil}
			resp := p.do(http.MethodGet, p.url+pathA2A+"/tasks/"+str(task, "id")+"?A2A-Version=1.0", nil)
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				p.t.Errorf("the version as a query parameter was answered %d", resp.StatusCode)
			}
		}
	}},
	{id: "VER-SERVER-002", what: "any other version is refused on every method", check: func(p, _ peer) {
		task := p.task(msg("tck-input-required"))
		for _, version := range []string{"99.0", "0.3", "1.1", "1", "abc", "1.0, 0.3"} {
			p.header = http.Header{"A2a-Version": {version}}
			for _, method := range methods {
				p.refused(method, everything(method, task), "VERSION_NOT_SUPPORTED")
			}
		}
	}},
	{id: "VER-SERVER-003", what: "no version, or an empty one, is 0.3, which is not served: the answer is a proper error", check: func(p, _ peer) {
		for _, values := range [][]string{nil, {""}} {
			p.header = http.Header{"A2a-Version": values}
			p.refused("SendMessage", msg("tck-complete-task"), "VERSION_NOT_SUPPORTED")
		}
	}},
}

// methods are all of A2A 1.0.
var methods = []string{
	"SendMessage", "SendStreamingMessage", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask", "CreateTaskPushNotificationConfig",
	"GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig", "GetExtendedAgentCard",
}

// everything are good parameters for a method about a task.
func everything(method string, task obj) obj {
	switch method {
	case "SendMessage", "SendStreamingMessage":
		return msg("tck-input-required", obj{"taskId": task["id"]})
	case "GetTask", "CancelTask", "SubscribeToTask":
		return obj{"id": task["id"]}
	case "ListTasks", "GetExtendedAgentCard":
		return obj{}
	case "ListTaskPushNotificationConfigs":
		return obj{"taskId": task["id"]}
	}
	return obj{"taskId": task["id"], "id": "config", "url": "http://127.0.0.1:1/"}
}
