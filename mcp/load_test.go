package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// post serves one body without a connection.
func post(binding http.Handler, body io.Reader, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "https://loja.example/bcp/mcp", body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	binding.ServeHTTP(w, r)
	return w
}

// members are so many of an object, without its braces.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"%x":{},`, i)
	}
	return strings.TrimSuffix(b.String(), ",")
}

// What anybody may send costs a bounded amount of memory, whatever is in it: all that is
// allocated is counted here, kept or not.
func TestMemoryOfOneRequest(t *testing.T) { //nolint:paralleltest // it counts what the process allocates
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	many := members(MaxBody / 12)
	list := strings.TrimSuffix(strings.Repeat("[],", MaxBody/4), ",")
	fits := members(5000)
	post(binding, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)) // what is made once
	for name, body := range map[string]string{
		"initialize":                 `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"experimental":{` + many + `}}}}`,
		"ping":                       `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{` + many + `}}}`,
		"tools/list":                 `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":[` + list + `]}}`,
		"server/discover":            `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + many + `}}`,
		"notification":               `{"jsonrpc":"2.0","method":"notifications/initialized","params":{` + many + `}}`,
		"beside params":              `{"jsonrpc":"2.0","id":1,"method":"ping",` + many + `}`,
		"call of nobody":             `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout","arguments":{` + many + `}}}`,
		"batch":                      `[` + list + `]`,
		"initialize, fewer":          `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"experimental":{` + fits + `}}}}`,
		"initialize, long":           `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + strings.Repeat("x", MaxBody-1000) + `"}}`,
		"call of nobody, fewer":      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout","arguments":{` + fits + `,"x":"` + strings.Repeat("x", MaxBody-100_000) + `"}}}`,
		"create, worked on":          toolCall("create_checkout", keyed+`,"checkout":{"line_items":[{"item":{"id":"p-m"},"quantity":1}],`+fits+`,"x":"`+strings.Repeat("x", MaxBody-100_000)+`"}`),
		"call of nobody, long names": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout","arguments":{"` + strings.Repeat("x", MaxBody-1000) + `":{}}}}`,
	} {
		for caller, most := range map[string]uint64{"": ofStranger, "Bearer good": ofPlatform} {
			if len(body) > MaxBody {
				t.Fatalf("%s: %d bytes", name, len(body))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			w := post(binding, strings.NewReader(body), "Authorization", caller)
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > most {
				t.Errorf("%s, %q: %d KiB allocated, at most %d are promised: %.100s", name, caller, got>>10, most>>10, w.Body)
			}
		}
	}
}

// What the comment of maxLarge says of one request.
const (
	ofStranger = 8 << 20
	ofPlatform = 24 << 20
)

// The open methods take what clients send, and no more.
func TestOpenMethodsAreSmall(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"initialize", "ping", "tools/list", "server/discover"} {
		body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"x":"` + strings.Repeat("x", maxOpen) + `"}}`
		if w := post(binding, strings.NewReader(body)); w.Code != 200 || !strings.Contains(w.Body.String(), "-32602") {
			t.Errorf("%s: %d %.200s", method, w.Code, w.Body)
		}
	}
	for body, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"abc"}}`:                                                                                        "-32602",
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`:                                                                                           `"tools"`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + strings.Repeat("9", 1000) + `","capabilities":{"x":[]},"clientInfo":{"name":7}}}`: `"protocolVersion"`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":[]}}`:                                                      "-32602",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}`:                                                                                                   "-32602",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":null}}`:                                                                                                `"result"`,
	} {
		if w := post(binding, strings.NewReader(body)); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%.100s: %d %.200s", body, w.Code, w.Body)
		}
	}
}

// slow is a body that stops in the middle until it may go on.
type slow struct {
	io.Reader
	once    sync.Once
	reached chan<- struct{}
	goOn    <-chan struct{}
}

func (s *slow) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if n == 0 {
		s.once.Do(func() { s.reached <- struct{}{}; <-s.goOn })
	}
	return n, err
}

// So many large requests are worked on at once; one more is asked to come again, and small
// ones do not notice.
func TestLargeRequestsAtOnce(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	large := toolCall("get_checkout", meta+`,"id":"chk_1","x":"`+strings.Repeat("x", 2*smallBody)+`"`)
	reached, goOn, answered := make(chan struct{}), make(chan struct{}), make(chan string, maxLarge)
	for range maxLarge {
		go func() {
			w := post(binding, &slow{Reader: strings.NewReader(large), reached: reached, goOn: goOn}, "Authorization", "Bearer good")
			answered <- w.Body.String()
		}()
	}
	for range maxLarge {
		<-reached
	}
	w := post(binding, strings.NewReader(large), "Authorization", "Bearer good")
	if w.Code != 503 || w.Header().Get("Retry-After") != "1" || !strings.Contains(w.Body.String(), `"unavailable"`) {
		t.Errorf("one more: %d %s", w.Code, w.Body)
	}
	if w := post(binding, strings.NewReader(seedCall), "Authorization", "Bearer good"); w.Code != 200 || !strings.Contains(w.Body.String(), `"result"`) {
		t.Errorf("a small one: %d %s", w.Code, w.Body)
	}
	close(goOn)
	for range maxLarge {
		if got := <-answered; !strings.Contains(got, `"structuredContent"`) {
			t.Errorf("answer %s", got)
		}
	}
	if w := post(binding, strings.NewReader(large), "Authorization", "Bearer good"); w.Code != 200 {
		t.Errorf("afterwards: %d %s", w.Code, w.Body)
	}
	for _, body := range []string{strings.Repeat("[", 2*smallBody), strings.Repeat(" ", MaxBody+1)} { // places come back whatever goes wrong
		for range maxLarge + 1 {
			if w := post(binding, io.MultiReader(strings.NewReader(body))); w.Code == 503 {
				t.Fatalf("a place was kept: %s", w.Body)
			}
		}
	}
}

// The list of tools is made once for each revision, and what a revision demands is checked
// all the same.
func TestListIsMadeOnce(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	const plain = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	const meta = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	for _, version := range append(protocolVersions(), "") {
		body := plain
		if version == modern {
			body = meta
		}
		list := func(body string) string {
			return post(binding, strings.NewReader(body), "MCP-Protocol-Version", version, "Mcp-Method", "tools/list").Body.String()
		}
		first := list(body)
		if !strings.Contains(first, `"get_order"`) || list(body) != first {
			t.Errorf("%q: %.200s", version, first)
		}
		binding.lists.Store(version, json.RawMessage(`{"tools":["kept"]}`))
		if got := list(body); got != `{"jsonrpc":"2.0","id":1,"result":{"tools":["kept"]}}` {
			t.Errorf("%q: made anew: %.200s", version, got)
		}
		if version == modern {
			if got := list(plain); !strings.Contains(got, "-32602") {
				t.Errorf("without what the revision demands: %.200s", got)
			}
		}
	}
}

// A client that has left is answered for nobody, and is no error of ours.
func TestClientThatHasLeft(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	config := testConfig(t, &shop{})
	config.Logger = slog.New(slog.NewTextHandler(&log, nil))
	binding, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, body := range []string{seedCall, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`} {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "https://loja.example/bcp/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer good")
		w := httptest.NewRecorder()
		binding.ServeHTTP(w, r)
		if log.Len() > 0 || !strings.Contains(w.Body.String(), `"result"`) {
			t.Errorf("%.60s: %.200s; log %s", body, w.Body, &log)
		}
	}
}
