package main

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Bodies that are not one strict JSON-RPC 2.0 request. The id is echoed where one could be
// read.
func TestBadEnvelopes(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--no-streaming", "--no-push-notifications")
	const message = `{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}]}}`
	call := func(id, rest string) string { return `{"jsonrpc":"2.0","id":` + id + `,` + rest + `}` }
	good := call("1", `"method":"SendMessage","params":`+message)
	parse, request := rpcRefusal(-32700, "PARSE_ERROR"), rpcRefusal(-32600, "INVALID_REQUEST")
	method, params := rpcRefusal(-32601, "METHOD_NOT_FOUND"), rpcRefusal(-32602, "INVALID_PARAMS")
	unsupported := rpcRefusal(-32004, "UNSUPPORTED_OPERATION")
	push := rpcRefusal(-32003, "PUSH_NOTIFICATION_NOT_SUPPORTED")
	noTask := rpcRefusal(-32001, "TASK_NOT_FOUND")
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	tests := []struct {
		name, body, id string
		want           refusal
	}{
		{"empty", "", "null", parse},
		{"cut", good[:len(good)-1], "null", parse},
		{"no JSON", "hello", "null", parse},
		{"trailing garbage", good + "x", "null", parse},
		{"two documents", good + good, "null", parse},
		{"single quotes", strings.ReplaceAll(good, `"`, `'`), "null", parse},
		{"bad UTF-8", strings.Replace(good, "oi", "o\xff", 1), "null", parse},
		{"lone surrogate", strings.Replace(good, "oi", `\ud83d`, 1), "null", parse},
		{"byte order mark", "\ufeff" + good, "null", parse},
		{"10,000 levels", deep, "null", parse},
		{"10,000 levels in params", call("1", `"method":"SendMessage","params":{"x":`+deep+`}`), "null", parse},
		{"65 levels", call("1", `"method":"SendMessage","params":`+strings.Repeat("[", 64)+strings.Repeat("]", 64)), "null", parse},
		{"duplicate id", `{"jsonrpc":"2.0","id":1,"id":2,"method":"GetTask"}`, "null", parse},
		{"duplicate in a part", strings.Replace(good, `"text":"oi"`, `"data":{"quantity":1,"quantity":2}`, 1), "null", parse},
		{"duplicate by escape", strings.Replace(good, `"role":`, `"rol\u0065":"x","role":`, 1), "null", parse},

		{"batch", "[" + good + "]", "null", request},
		{"empty batch", "[]", "null", request},
		{"text", `"hi"`, "null", request},
		{"number", "1", "null", request},
		{"null", "null", "null", request},
		{"no id", `{"jsonrpc":"2.0","method":"SendMessage","params":` + message + `}`, "null", request},
		{"id null", call("null", `"method":"SendMessage","params":`+message), "null", request},
		{"id true", call("true", `"method":"SendMessage"`), "null", request},
		{"id object", call("{}", `"method":"SendMessage"`), "null", request},
		{"id list", call("[1]", `"method":"SendMessage"`), "null", request},
		{"no jsonrpc", `{"id":7,"method":"SendMessage"}`, "7", request},
		{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":7,"method":"SendMessage"}`, "7", request},
		{"jsonrpc number", `{"jsonrpc":2.0,"id":7,"method":"SendMessage"}`, "7", request},
		{"no method", `{"jsonrpc":"2.0","id":7}`, "7", request},
		{"method number", call("7", `"method":1`), "7", request},
		{"members in capitals", `{"JSONRPC":"2.0","ID":7,"METHOD":"SendMessage"}`, "null", request},

		{"unknown method", call("7", `"method":"Buy"`), "7", method},
		{"method of 0.3", call("7", `"method":"message/send"`), "7", method},
		{"method in lower case", call("7", `"method":"sendmessage"`), "7", method},
		{"params list", call("7", `"method":"SendMessage","params":[]`), "7", params},
		{"params text", call("7", `"method":"SendMessage","params":"x"`), "7", params},

		{"streaming", call("7", `"method":"SendStreamingMessage","params":`+message), "7", unsupported},
		{"subscribe", call("7", `"method":"SubscribeToTask","params":{"id":"t"}`), "7", unsupported},
		{"extended card", call("7", `"method":"GetExtendedAgentCard"`), "7", bcpRefusal(http.StatusUnauthorized, "unauthenticated")},
		{"push create", call("7", `"method":"CreateTaskPushNotificationConfig","params":{}`), "7", push},
		{"push get", call("7", `"method":"GetTaskPushNotificationConfig"`), "7", push},
		{"push list", call("7", `"method":"ListTaskPushNotificationConfigs"`), "7", push},
		{"push delete", call("7", `"method":"DeleteTaskPushNotificationConfig"`), "7", push},
		{"get task", call("7", `"method":"GetTask","params":{"id":"t"}`), "7", noTask},
		{"cancel task", call("7", `"method":"CancelTask","params":{"id":"t"}`), "7", noTask},
		{"get task without params", call("7", `"method":"GetTask"`), "7", badMember("id")},
		{"params null", call("7", `"method":"CancelTask","params":null`), "7", badMember("id")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := shop.agent(t, "platform.json").post([]byte(tt.body))
			r.refused(tt.want)
			if !bytes.HasPrefix(r.Body, []byte(`{"jsonrpc":"2.0","id":`+tt.id+`,"error":`)) {
				t.Errorf("the answer begins %.60s, want the id %s", r.Body, tt.id)
			}
			if got := r.Header.Get("Content-Type"); got != "application/json" {
				t.Errorf("Content-Type is %q", got)
			}
		})
	}
}

// The id of an answer is the request's, digit for digit.
func TestIDs(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	for _, id := range []string{"1", `"1"`, "1.0", "0", "-1", "1e3", "9007199254740993", "123456789012345678901234567890", `""`, `"a\u00e9/\"<b>"`, `"null"`, `"` + strings.Repeat("x", 5000) + `"`} {
		r := p.post([]byte(`{"jsonrpc":"2.0","method":"ListTasks","id":` + id + `}`))
		if !bytes.HasPrefix(r.Body, []byte(`{"jsonrpc":"2.0","id":`+id+`,"result":`)) {
			t.Errorf("id %.40s is answered %.80s", id, r.Body)
		}
	}
}

// What HTTP itself refuses, with a JSON-RPC error of id null beside it.
func TestHTTPRefusals(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	const body = `{"jsonrpc":"2.0","id":1,"method":"ListTasks"}`
	method := refusal{405, -32600, "INVALID_REQUEST", domainA2A, ""}
	media := refusal{415, -32005, "CONTENT_TYPE_NOT_SUPPORTED", domainA2A, ""}
	tests := []struct {
		name, method, contentType string
		want                      refusal
	}{
		{"GET", "GET", "application/json", method},
		{"PUT", "PUT", "application/json", method},
		{"DELETE", "DELETE", "application/json", method},
		{"PATCH", "PATCH", "application/json", method},
		{"OPTIONS", "OPTIONS", "", method},
		{"plain text", "POST", "text/plain", media},
		{"no type", "POST", "", media},
		{"form", "POST", "application/x-www-form-urlencoded", media},
		{"XML", "POST", "application/xml", media},
		{"problem", "POST", "application/problem+json", media},
		{"garbage", "POST", "application/json;;=", media},
		{"two types", "POST", "application/json, text/plain", media},
	}
	for _, path := range []string{"/bcp/a2a", "/bcp/a2a/"} {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				header := http.Header{"A2a-Version": {"1.0"}}
				if tt.contentType != "" {
					header.Set("Content-Type", tt.contentType)
				}
				resp, raw := shop.request(t, tt.method, path, header, []byte(body))
				readReply(t, resp, raw).refused(tt.want)
				if !bytes.HasPrefix(raw, []byte(`{"jsonrpc":"2.0","id":null,`)) {
					t.Errorf("the answer is %s", raw)
				}
				if want := map[int]string{405: "POST"}[tt.want.status]; resp.Header.Get("Allow") != want {
					t.Errorf("Allow is %q, want %q", resp.Header.Get("Allow"), want)
				}
			})
		}
		for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "Application/JSON"} {
			resp, raw := shop.request(t, http.MethodPost, path, http.Header{"A2a-Version": {"1.0"}, "Content-Type": {contentType}}, []byte(body))
			if want := `{"jsonrpc":"2.0","id":1,"result":{"tasks":[],`; resp.StatusCode != 200 || !bytes.HasPrefix(raw, []byte(want)) {
				t.Errorf("%s %s is answered %d %s", path, contentType, resp.StatusCode, raw)
			}
		}
	}
}

// A body of 32 MiB is refused without being read; one of exactly 1 MiB is taken.
func TestLargeBodies(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	frame := `{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"x":""}}`
	padded := func(size int) []byte {
		return []byte(strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame))+`"`, 1))
	}
	tooLarge := refusal{413, -32600, "INVALID_REQUEST", domainA2A, ""}
	if r := p.post(padded(1 << 20)); r.Error != nil {
		t.Errorf("1 MiB is refused: %s", r.Body)
	}
	p.post(padded(1<<20 + 1)).refused(tooLarge)
	p.post(padded(32 << 20)).refused(tooLarge)

	// Without a length the shop stops reading soon after the limit.
	endless := &countingReader{}
	req, err := http.NewRequest(http.MethodPost, shop.URL+"/bcp/a2a", endless)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = p.Header.Clone()
	resp, err := shop.client.Do(req)
	if err != nil {
		t.Fatalf("an endless body got no answer: %v", err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	readReply(t, resp, raw).refused(tooLarge)
}

// countingReader is an endless text of at most 256 MiB.
type countingReader struct{ n int }

func (c *countingReader) Read(p []byte) (int, error) {
	if c.n += len(p); c.n > 256<<20 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// A client over its rate is told so in the binding's own words.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--rate-per-second=0.01")
	header := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	body := []byte(`{"jsonrpc":"2.0","id":1,"method":"ListTasks"}`)
	resp, raw := shop.request(t, http.MethodPost, "/bcp/a2a", header, body)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("the first request got %d %s", resp.StatusCode, raw)
	}
	resp, raw = shop.request(t, http.MethodPost, "/bcp/a2a/", header, body)
	r := readReply(t, resp, raw)
	r.refused(bcpRefusal(http.StatusTooManyRequests, "rate_limited"))
	if after := resp.Header.Get("Retry-After"); after == "" || after != r.metadata("retry_after") {
		t.Errorf("Retry-After is %q in the header and %q in the body", after, r.metadata("retry_after"))
	}
}
