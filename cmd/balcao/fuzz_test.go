package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// internals are words of the machinery, which no answer may hold.
var internals = regexp.MustCompile(`(?i)sqlite|goroutine|panic|runtime error|\.go:\d|/tmp/|constraint failed|json: |jsontext|nil pointer|no such table`)

// paths are what the front door is asked at: the JSON-RPC binding, and operations of the
// HTTP+JSON binding that take a body.
var paths = []string{"/bcp/a2a", "/bcp/a2a/", "/bcp/a2a/message:send", "/bcp/a2a/message:stream", "/bcp/a2a/tasks/t/pushNotificationConfigs", "/bcp/a2a/tasks/t:cancel"}

// keptLog keeps what the shop logged.
type keptLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *keptLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns what came since the last time.
func (l *keptLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// FuzzFrontDoor sends any body to a running shop, in the guises that change how it is read.
// The shop must answer with JSON or events, never call it a fault of its own, and show
// nothing of its machinery.
//
//	go test ./cmd/balcao -run '^$' -fuzz FuzzFrontDoor -fuzztime 30m
func FuzzFrontDoor(f *testing.F) {
	log := &keptLog{}
	shop := startShopWith(f, f.TempDir(), log, "--sandbox-settle-after=1ms", "--retention=0")
	const message = `{"role":"ROLE_USER","messageId":"m-%d","contextId":"c","parts":[{"data":%s}]}`
	for i, action := range []string{
		`{"action":"add_to_checkout","product_id":"item_123","quantity":1}`, `{"action":"get_checkout"}`, `{"action":"start_payment"}`,
		`{"action":"complete_checkout","a2a.bcp.checkout.payment":{"instruments":[{"handler_id":"pix_recebedor_001","type":"pix"}]}}`,
		`{"action":"search_catalog","query":"camiseta","filters":{"price":{"max":9000}},"pagination":{"limit":2}}`,
		`{"action":"update_checkout","checkout":{"line_items":[{"item":{"id":"item_123"},"quantity":2}],"buyer":{"full_name":"Ana"}}}`,
		`{"action":"set_shipping_address","address":{"postal_code":"74000-000"}}`, `{"action":"get_order","order_id":"o"}`,
	} {
		m := fmt.Sprintf(message, i, action)
		for method, how := range map[string]byte{"SendMessage": 0x40, "SendStreamingMessage": 0xc0} {
			f.Add(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"message":%s,"configuration":{"returnImmediately":true,"historyLength":1}}}`, i, method, m), how)
		}
		f.Add([]byte(`{"message":`+m+`}`), byte(0x42))
	}
	for _, text := range []string{"quero 2 camisetas", "paga com pix", "cancela tudo", "CEP 01310-100"} {
		f.Add(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"t","method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":%q,"parts":[{"text":%q}]}}}`, text[:4], text), byte(0x40))
	}
	for _, call := range []string{
		`"method":"GetTask","params":{"id":"t","historyLength":2}`, `"method":"ListTasks","params":{"pageSize":3,"status":"TASK_STATE_WORKING","statusTimestampAfter":"2026-01-01T00:00:00Z"}`,
		`"method":"CancelTask","params":{"id":"t"}`, `"method":"SubscribeToTask","params":{"id":"t"}`, `"method":"GetExtendedAgentCard"`,
		`"method":"CreateTaskPushNotificationConfig","params":{"taskId":"t","id":"p","url":"https://example.com/","token":"x","authentication":{"scheme":"Bearer","credentials":"y"}}`,
		`"method":"ListTaskPushNotificationConfigs","params":{"task_id":"t"}`,
	} {
		f.Add([]byte(`{"jsonrpc":"2.0","id":null,`+call+`}`), byte(0))
		f.Add([]byte(`{"jsonrpc":"2.0","id":1,`+call+`}`), byte(0xc0))
	}
	f.Add([]byte(`{"url":"http://169.254.169.254/"}`), byte(0x44))
	transcripts, err := filepath.Glob("../../testdata/transcripts/a2a/*.txtar")
	if err != nil || len(transcripts) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	for _, name := range transcripts {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw, byte(0x40))
	}
	f.Fuzz(func(t *testing.T, body []byte, how byte) {
		req, err := http.NewRequest(http.MethodPost, shop.URL+paths[int(how&0x0f)%len(paths)], bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("A2A-Version", "1.0")
		if how&0x10 == 0 {
			req.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", shop.URL+"/sandbox/platform.json"))
		}
		if how&0x40 != 0 {
			req.Header.Set("A2A-Extensions", extensionURI)
		}
		if how&0x80 != 0 {
			req.Header.Set("Accept", "text/event-stream")
		}
		resp, err := shop.client.Do(req)
		if err != nil {
			t.Fatalf("no answer: %v", err)
		}
		defer resp.Body.Close()
		out, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatalf("half an answer: %v", err)
		}
		for event := range strings.SplitSeq(string(out), "\n\n") {
			data, isEvent := strings.CutPrefix(event, "data: ")
			if data = strings.TrimSpace(data); data == "" || strings.HasPrefix(data, ":") {
				continue
			}
			if isEvent != (resp.Header.Get("Content-Type") == "text/event-stream") || !json.Valid([]byte(data)) {
				t.Fatalf("%s answers %.300q", resp.Header.Get("Content-Type"), data)
			}
		}
		if found := internals.Find(echoless(out, body)); found != nil {
			t.Fatalf("the answer shows %q: %.600s", found, out)
		}
		if resp.StatusCode >= 500 && resp.StatusCode != http.StatusServiceUnavailable || bytes.Contains(out, []byte("-32603")) && !bytes.Contains(body, []byte("-32603")) {
			t.Fatalf("a fault of ours: %d %.600s\n%s", resp.StatusCode, out, log.take())
		}
		if lines := log.take(); strings.Contains(lines, `"level":"ERROR"`) {
			t.Fatalf("logged: %s", lines)
		}
	})
}

// echoless is an answer without what it repeats of the request: ids and names are the
// client's own words.
func echoless(out, body []byte) []byte {
	for _, word := range internals.FindAll(body, -1) {
		out = bytes.ReplaceAll(out, word, nil)
	}
	return out
}
