package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`

// The SDK is asked once for calls that are alike, whatever their arguments and ids are, and
// says of all others what it would have said alone.
func TestCallsThatAreAlike(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	inner := binding.inner
	binding.inner = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1); inner.ServeHTTP(w, r) })
	call := func(n int, tool, version, named, meta string) string {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{%s"name":%q,"arguments":{"meta":{"ucp-agent":`+
			`{"profile":"https://platform.example/profile"}},"id":"chk_%d"}}}`, n, meta, tool, n)
		header := []string{"Authorization", "Bearer good"}
		if version != "" {
			header = append(header, "MCP-Protocol-Version", version)
		}
		if named != "" {
			header = append(header, "Mcp-Method", "tools/call", "Mcp-Name", named)
		}
		return post(binding, strings.NewReader(body), header...).Body.String()
	}
	for _, tt := range []struct {
		name, tool, version, named, meta string
		want                             string
	}{
		{"no version", "get_checkout", "", "", "", `"structuredContent":{`},
		{"2025-11-25", "get_checkout", "2025-11-25", "", "", `"structuredContent":{`},
		{"modern", "get_checkout", modern, "get_checkout", modernMeta + ",", `"resultType":"complete"`},
		{"another tool", "cancel_checkout", "", "", "", "['idempotency-key'] is required"},
		{"modern without meta", "get_checkout", modern, "get_checkout", "", "-32602"},
		{"modern with another name", "get_checkout", modern, "get_order", modernMeta + ",", "-32020"},
		{"no such tool", "get_chequeout", "", "", "", "-32602"},
	} {
		asked.Store(0)
		first, second := call(1, tt.tool, tt.version, tt.named, tt.meta), call(2, tt.tool, tt.version, tt.named, tt.meta)
		if !strings.Contains(first, tt.want) || strings.Replace(first, `"id":1`, `"id":2`, 1) != second || !json.Valid([]byte(first)) {
			t.Errorf("%s: %s, then %s", tt.name, first, second)
		}
		refused := int32(0)
		if strings.HasPrefix(tt.want, "-") {
			refused = 1 // a refusal is asked for anew
		}
		if got := asked.Load(); got != 1+refused {
			t.Errorf("%s: asked %d times", tt.name, got)
		}
	}
}

// What is remembered is bounded in number and size: a platform may send what it likes.
func TestFormsAreBounded(t *testing.T) {
	t.Parallel()
	f := newForms()
	asked := 0
	ask := func() (form, error) { asked++; return "", nil }
	long := []byte(strings.Repeat("x", maxFormKey+1))
	for range 2 {
		for i := range maxForms + 1 {
			if _, err := f.of(http.Header{"Mcp-Name": {"a"}}, fmt.Appendf(nil, "%d", i), ask); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.of(nil, long, ask); err != nil {
			t.Fatal(err)
		}
	}
	if want := 2 * (maxForms + 2); asked != want {
		t.Errorf("asked %d times, want %d: more is remembered than should be", asked, want)
	}
	// Where a header ends and the next begins makes a difference.
	asked = 0
	for _, h := range []http.Header{{"A": {"1", "2"}}, {"A": {"1"}, "B": {"2"}}, {"A": {"12"}}, {"A": {"2", "1"}}} {
		if _, err := f.of(h, nil, ask); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 4 {
		t.Errorf("asked %d times of four", asked)
	}
}
