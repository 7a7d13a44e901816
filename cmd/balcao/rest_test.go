package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// restReply is an answer of the HTTP+JSON binding.
type restReply struct {
	status int
	header http.Header
	body   []byte
}

// rest sends a request below the shop's A2A address.
func (p *buyerAgent) rest(method, path, body string, edit func(http.Header)) restReply {
	p.t.Helper()
	req, err := http.NewRequest(method, p.shop.URL+"/bcp/a2a"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header = p.Header.Clone()
	if edit != nil {
		edit(req.Header)
	}
	resp, err := p.shop.client.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return restReply{resp.StatusCode, resp.Header, raw}
}

// read decodes an answer.
func read[T any](t *testing.T, r restReply) (v T) {
	t.Helper()
	if r.status != http.StatusOK || json.Unmarshal(r.body, &v) != nil {
		t.Fatalf("answered %d %.300s", r.status, r.body)
	}
	return v
}

// A followed purchase over HTTP+JSON is the one that JSON-RPC sees.
func TestRESTPurchase(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	charge := p.do("start_payment").charge()
	var envelope struct{ Params json.RawMessage }
	if err := json.Unmarshal(p.configured("", map[string]any{"returnImmediately": true}, nil, "complete_checkout", payByPix...), &envelope); err != nil {
		t.Fatal(err)
	}
	message := string(envelope.Params)
	sent := p.rest("POST", "/message:send", message, func(h http.Header) { h.Set("Content-Type", "application/a2a+json") })
	task := read[struct{ Task wireTask }](t, sent).Task
	if task.Status.State != "TASK_STATE_WORKING" || sent.header.Get("Content-Type") != "application/a2a+json" || sent.header.Get("A2A-Extensions") != extensionURI {
		t.Fatalf("opened %s in %s, headers %v", task.ID, task.Status.State, sent.header)
	}
	if again := p.rest("POST", "/message:send", message, nil); string(again.body) != string(sent.body) {
		t.Error("the retry has another answer")
	}
	config := p.rest("POST", "/tasks/"+task.ID+"/pushNotificationConfigs", `{"id":"mine","url":"`+shop.URL+`/hook","authentication":{"scheme":"Bearer","credentials":"s3cret"}}`, nil)
	want := fmt.Sprintf(`{"taskId":%q,"id":"mine","url":%q,"authentication":{"scheme":"Bearer"}}`, task.ID, shop.URL+"/hook")
	for _, got := range []restReply{config, p.rest("GET", "/tasks/"+task.ID+"/pushNotificationConfigs/mine", "", nil)} {
		if string(got.body) != want || got.status != 200 {
			t.Errorf("configuration %d %s", got.status, got.body)
		}
	}
	if got := p.rest("GET", "/tasks/"+task.ID+"/pushNotificationConfigs", "", nil); string(got.body) != `{"configs":[`+want+`],"nextPageToken":""}` {
		t.Errorf("configurations %s", got.body)
	}
	for range 2 {
		if got := p.rest("DELETE", "/tasks/"+task.ID+"/pushNotificationConfigs/mine", "", nil); got.status != 200 || string(got.body) != `{}` {
			t.Errorf("deleted: %d %s", got.status, got.body)
		}
	}
	shop.settle(charge)
	stream := p.rest("POST", "/tasks/"+task.ID+":subscribe", "", nil) // ends with the task
	if stream.status == 200 {
		if !strings.HasPrefix(string(stream.body), `data: {"task":{`) || !strings.Contains(string(stream.body), `"TASK_STATE_COMPLETED"`) {
			t.Errorf("the stream is %.300s", stream.body)
		}
	}
	p.until("completed")
	if got := read[wireTask](t, p.rest("GET", "/tasks/"+task.ID+"?historyLength=1", "", nil)); got.Status.State != "TASK_STATE_COMPLETED" || len(got.History) != 1 {
		t.Errorf("the task is %s with a history of %d", got.Status.State, len(got.History))
	}
	list := read[struct {
		Tasks     []wireTask
		TotalSize int
	}](t, p.rest("GET", "/tasks?contextId="+p.Context+"&pageSize=1&includeArtifacts=true&status=TASK_STATE_COMPLETED", "", nil))
	if list.TotalSize != 1 || len(list.Tasks[0].Artifacts) != 1 {
		t.Errorf("%d tasks are listed", list.TotalSize)
	}
	if got := p.rest("POST", "/message:stream", message, nil); got.header.Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(string(got.body), `data: {"task":{`) {
		t.Errorf("the streamed retry is %.300s", got.body)
	}
}

// Every error has its HTTP status, and its A2A reason in a google.rpc.Status.
func TestRESTErrors(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--no-push-notifications")
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	shop.settle(charge)
	p.until("completed")
	const message = `{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}]}}`
	header := func(name, value string) func(http.Header) { return func(h http.Header) { h.Set(name, value) } }
	tests := []struct {
		name, method, path, body string
		edit                     func(http.Header)
		status                   int
		rpc, reason              string
	}{
		{"no operation", "GET", "/nothing", "", nil, 404, "NOT_FOUND", "METHOD_NOT_FOUND"},
		{"no operation in escapes", "GET", "/%74ask", "", nil, 404, "NOT_FOUND", "METHOD_NOT_FOUND"},
		{"an operation in escapes", "GET", "/%74asks?pageSize=0", "", nil, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"},
		{"no operation on a task", "POST", "/tasks/t:explode", "{}", nil, 405, "UNIMPLEMENTED", "INVALID_REQUEST"},
		{"deep path", "GET", "/tasks/t/pushNotificationConfigs/c/d", "", nil, 404, "NOT_FOUND", "METHOD_NOT_FOUND"},
		{"empty task", "GET", "/tasks/", "", nil, 404, "NOT_FOUND", "METHOD_NOT_FOUND"},
		{"wrong verb", "GET", "/message:send", "", nil, 405, "UNIMPLEMENTED", "INVALID_REQUEST"},
		{"text", "POST", "/message:send", message, header("Content-Type", "text/plain"), 415, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED"},
		{"no body", "POST", "/message:send", "", nil, 400, "INVALID_ARGUMENT", "PARSE_ERROR"},
		{"bad JSON", "POST", "/message:send", "{", nil, 400, "INVALID_ARGUMENT", "PARSE_ERROR"},
		{"two documents", "POST", "/message:send", message + message, nil, 400, "INVALID_ARGUMENT", "PARSE_ERROR"},
		{"a list", "POST", "/message:send", "[]", nil, 400, "INVALID_ARGUMENT", "INVALID_REQUEST"},
		{"too large", "POST", "/message:send", `{"x":"` + strings.Repeat("x", 1<<20) + `"}`, nil, 413, "OUT_OF_RANGE", "INVALID_REQUEST"},
		{"no message", "POST", "/message:send", "{}", nil, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"},
		{"a picture", "POST", "/message:send", strings.Replace(message, `"text":"oi"`, `"text":"oi","mediaType":"image/png"`, 1), nil, 400, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED"},
		{"no version", "GET", "/tasks", "", header("A2A-Version", ""), 400, "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED"},
		{"version 2", "GET", "/tasks", "", header("A2A-Version", "2.0"), 400, "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED"},
		{"no platform", "GET", "/tasks", "", header("BCP-Agent", ""), 400, "INVALID_ARGUMENT", "invalid_profile_url"},
		{"unknown task", "GET", "/tasks/none", "", nil, 404, "NOT_FOUND", "TASK_NOT_FOUND"},
		{"unknown task in escapes", "GET", "/tasks/a%2Fb", "", nil, 404, "NOT_FOUND", "TASK_NOT_FOUND"},
		{"cancel unknown", "POST", "/tasks/none:cancel", "", nil, 404, "NOT_FOUND", "TASK_NOT_FOUND"},
		{"nothing but the path", "POST", "/tasks/none:cancel", "", func(h http.Header) { h.Del("Content-Type") }, 404, "NOT_FOUND", "TASK_NOT_FOUND"},
		{"cancel ended", "POST", "/tasks/" + task.ID + ":cancel", "{}", nil, 400, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE"},
		{"subscribe ended", "GET", "/tasks/" + task.ID + ":subscribe", "", nil, 400, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION"},
		{"page of a word", "GET", "/tasks?pageSize=many", "", nil, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"},
		{"page of nothing", "GET", "/tasks?pageSize=0", "", nil, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"},
		{"artifacts of a word", "GET", "/tasks?includeArtifacts=perhaps", "", nil, 400, "INVALID_ARGUMENT", "INVALID_PARAMS"},
		{"push", "GET", "/tasks/t/pushNotificationConfigs", "", nil, 400, "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED"},
		{"extended card", "GET", "/extendedAgentCard", "", nil, 401, "UNAUTHENTICATED", "unauthenticated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := p.rest(tt.method, tt.path, tt.body, tt.edit)
			var e struct {
				Error struct {
					Code            int
					Status, Message string
					Details         []map[string]any
				}
			}
			if err := json.Unmarshal(got.body, &e); err != nil || len(e.Error.Details) == 0 {
				t.Fatalf("answered %d %.300s (%v)", got.status, got.body, err)
			}
			if got.status != tt.status || e.Error.Code != tt.status || e.Error.Status != tt.rpc || e.Error.Details[0]["reason"] != tt.reason || e.Error.Message == "" {
				t.Errorf("answered %d %.300s", got.status, got.body)
			}
			if got.header.Get("Content-Type") != "application/json" {
				t.Errorf("Content-Type %q", got.header.Get("Content-Type"))
			}
		})
	}
	if got := p.rest("DELETE", "/tasks", "", nil).header.Get("Allow"); got != "GET" {
		t.Errorf("Allow %q", got)
	}
}

// The extended card is for platforms that have shown who they are, over both bindings.
func TestExtendedCard(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout", "order"))
	over := p.rest("GET", "/extendedAgentCard", "", nil)
	if r := p.rpc("GetExtendedAgentCard", nil); r.Error != nil || strings.TrimSpace(r.result()) != strings.TrimSpace(string(over.body)) {
		t.Errorf("the cards differ: %.200s and %.200s", r.Body, over.body)
	}
	if !strings.Contains(string(over.body), `"bcp-orders"`) || !strings.Contains(string(over.body), `"signatures"`) {
		t.Errorf("the extended card is %.300s", over.body)
	}
}

// A request that announces a body and does not send it gets no stream that never begins.
func TestSubscribeWithMissingBody(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, _ := p.follow()
	conn, err := net.Dial("tcp", strings.TrimPrefix(shop.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET /bcp/a2a/tasks/%s:subscribe HTTP/1.1\r\nHost: x\r\nA2A-Version: 1.0\r\nBCP-Agent: %s\r\nContent-Length: 1000\r\n\r\n{}", task.ID, p.Header.Get("BCP-Agent"))
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil { // no more will come
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || !bytes.Contains(answer, []byte("PARSE_ERROR")) {
		t.Errorf("answered %.200s (%v)", answer, err)
	}
}

// Who subscribed by a key that was revoked is told nothing more.
func TestRevokedFollower(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout"))
	p.readyShirts()
	task, charge := p.follow()
	s := p.subscribe(task.ID)
	s.next()
	_, list := shop.admin(http.MethodGet, "/platform-keys", "")
	id := regexp.MustCompile(`"id":"([^"]+)"`).FindSubmatch(list)
	if id == nil {
		t.Fatalf("no keys: %s", list)
	}
	if status, body := shop.admin(http.MethodDelete, "/platform-keys/"+string(id[1]), ""); status >= 300 {
		t.Fatalf("revoked: %d %s", status, body)
	}
	shop.settle(charge)
	if got := s.rest(); len(got) != 0 {
		t.Errorf("told %v", got)
	}
}

// A client that asks too often is told so in the binding's terms.
func TestRESTLimited(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--rate-per-second=0.01")
	p := shop.agent(t, "platform.json")
	for i := range 3 {
		got := p.rest("GET", "/tasks", "", nil)
		if i > 0 && (got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" ||
			!strings.Contains(string(got.body), `"reason":"rate_limited"`) || !strings.Contains(string(got.body), `"status":"RESOURCE_EXHAUSTED"`)) {
			t.Errorf("request %d is answered %d %s", i+1, got.status, got.body)
		}
	}
}
