package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// seedCall is a tool call as the protocol's documents write it.
const seedCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout","arguments":{` +
	`"meta":{"ucp-agent":{"profile":"https://platform.example/profile"}},"id":"chk_1"}}}`

// modernCall is one of MCP 2026-07-28.
const modernCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout","arguments":{` +
	`"meta":{"ucp-agent":{"profile":"https://platform.example/profile"}},"id":"chk_1"},"_meta":{` +
	`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},` +
	`"io.modelcontextprotocol/clientCapabilities":{}}}}`

// got is an answer as a client sees it.
type got struct {
	status int
	header http.Header
	body   []byte
	ID     json.RawMessage `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int            `json:"code"`
		Message string         `json:"message"`
		Data    map[string]any `json:"data"`
	} `json:"error"`
}

// send sends a body over a real connection, with headers as name, value pairs; an empty value
// takes a header away.
func send(t *testing.T, server *httptest.Server, method, path, body string, header ...string) got {
	t.Helper()
	req, err := http.NewRequest(method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer good")
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
		} else if req.Header.Set(header[i], header[i+1]); header[i+1] == "" {
			req.Header.Del(header[i])
		}
	}
	resp, err := server.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	g := got{status: resp.StatusCode, header: resp.Header, body: raw}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &g); err != nil {
			t.Fatalf("%d %q is no JSON: %v", resp.StatusCode, raw, err)
		}
		if resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("content type %q", resp.Header.Get("Content-Type"))
		}
	}
	return g
}

// code is the JSON-RPC code, 0 for a result.
func (g got) code() int {
	if g.Error == nil {
		return 0
	}
	return g.Error.Code
}

// progressCall is a call that asks for progress under a token. There is none to tell: the one
// answer is JSON, which send insists on.
func progressCall(token string) string {
	return strings.Replace(seedCall, `"params":{`, `"params":{"_meta":{"progressToken":`+token+`},`, 1)
}

// TestGate is the table of what was seen to go wrong with the SDK alone.
func TestGate(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call",`
	for _, tt := range []struct {
		name, body   string
		header       []string
		status, code int
		id           string
	}{
		{"seed, any Accept", seedCall, []string{"Accept", "*/*"}, 200, 0, "1"},
		{"seed, no Accept", seedCall, nil, 200, 0, "1"},
		{"seed, JSON alone", seedCall, []string{"Accept", "application/json"}, 200, 0, "1"},
		{"seed, events alone", seedCall, []string{"Accept", "text/event-stream"}, 200, 0, "1"},
		{"2024-11-05", seedCall, []string{"MCP-Protocol-Version", "2024-11-05"}, 200, 0, "1"},
		{"2025-03-26", seedCall, []string{"MCP-Protocol-Version", "2025-03-26"}, 200, 0, "1"},
		{"2025-06-18", seedCall, []string{"MCP-Protocol-Version", "2025-06-18"}, 200, 0, "1"},
		{"2025-11-25", seedCall, []string{"MCP-Protocol-Version", "2025-11-25"}, 200, 0, "1"},
		{"2026-07-28 without what it demands", seedCall, []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_checkout"}, 400, -32602, "1"},
		{"2026-07-28", modernCall, []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_checkout"}, 200, 0, "1"},
		{"2026-07-28 without Mcp-Method", modernCall, []string{"MCP-Protocol-Version", "2026-07-28"}, 400, -32020, "1"},
		{"2026-07-28, another Mcp-Name", modernCall, []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_order"}, 400, -32020, "1"},
		{"a version of old", seedCall, []string{"MCP-Protocol-Version", "2026-01-11"}, 400, -32022, "1"},
		{"a version to come", seedCall, []string{"MCP-Protocol-Version", "2027-01-01"}, 400, -32022, "1"},
		{"unknown tool", call + `"params":{"name":"buy"}}`, nil, 200, -32602, "1"},
		{"no arguments", call + `"params":{"name":"get_checkout"}}`, nil, 200, -32602, "1"},
		{"arguments null", call + `"params":{"name":"get_checkout","arguments":null}}`, nil, 200, -32602, "1"},
		{"arguments list", call + `"params":{"name":"get_checkout","arguments":[]}}`, nil, 200, -32602, "1"},
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, nil, 200, -32602, "1"},
		{"name of a wrong type", call + `"params":{"name":4111111111111111}}`, nil, 200, -32602, "1"},
		{"_meta of a wrong type", call + `"params":{"name":"get_checkout","arguments":{},"_meta":4111}}`, nil, 200, -32602, "1"},
		{"operation as method", `{"jsonrpc":"2.0","id":1,"method":"create_checkout","params":{}}`, nil, 200, -32601, "1"},
		{"unknown method, 2026-07-28", `{"jsonrpc":"2.0","id":1,"method":"x"}`, []string{"MCP-Protocol-Version", "2026-07-28"}, 404, -32601, "1"},
		{"prompts", `{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, nil, 200, -32601, "1"},
		{"subscriptions", `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}`, nil, 200, -32601, "1"},
		{"malformed", `{"jsonrpc":"2.0","id":1`, nil, 200, -32700, "null"},
		{"empty", ``, nil, 200, -32700, "null"},
		{"no jsonrpc", `{"id":1,"method":"ping"}`, nil, 200, -32600, "1"},
		{"params list", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, nil, 200, -32602, "1"},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, nil, 200, -32600, "null"},
		{"id 1.5", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, nil, 200, -32600, "null"},
		{"id beyond a double", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, nil, 200, 0, "9007199254740993"},
		{"id text", `{"jsonrpc":"2.0","id":"ü\u0041","method":"ping"}`, nil, 200, 0, `"ü\u0041"`},
		{"id object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, nil, 200, -32600, "null"},
		{"id boolean", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, nil, 200, -32600, "null"},
		{"two documents", seedCall + seedCall, nil, 200, -32700, "null"},
		{"trailing junk", seedCall + "x", nil, 200, -32700, "null"},
		{"name twice", call + `"params":{"name":"get_checkout","name":"complete_checkout"}}`, nil, 200, -32700, "null"},
		{"Name beside name", call + `"params":{"Name":"get_order","name":"get_checkout","arguments":{"meta":{"ucp-agent":{"profile":"https://platform.example/profile"}},"id":"chk_1"}}}`, nil, 200, 0, "1"},
		{"batch", "[" + seedCall + "]", nil, 200, -32600, "null"},
		{"empty batch", "[]", nil, 200, -32600, "null"},
		{"too large", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", MaxBody) + `"}}`, nil, 413, -32600, "null"},
		{"too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70) + "}", nil, 200, -32700, "null"},
		{"charset", seedCall, []string{"Content-Type", "application/json; charset=utf-8"}, 200, 0, "1"},
		{"plain text", seedCall, []string{"Content-Type", "text/plain"}, 415, -32005, "null"},
		{"no content type", seedCall, []string{"Content-Type", ""}, 415, -32005, "null"},
		{"compressed", seedCall, []string{"Content-Encoding", "gzip"}, 415, -32005, "null"},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 202, 0, ""},
		{"cancelled", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"4111"}}`, nil, 202, 0, ""},
		{"cancelled, nothing shown", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}`, []string{"Authorization", ""}, 202, 0, ""},
		{"cancelled, without params", `{"jsonrpc":"2.0","method":"notifications/cancelled"}`, nil, 202, 0, ""},
		{"cancelled, 2026-07-28", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, []string{"MCP-Protocol-Version", "2026-07-28"}, 202, 0, ""},
		{"progress of the client's", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`, nil, 202, 0, ""},
		{"progress asked for, events too", progressCall(`"p-1"`), []string{"Accept", "application/json, text/event-stream"}, 200, 0, "1"},
		{"progress asked for, events alone", progressCall(`7`), []string{"Accept", "text/event-stream"}, 200, 0, "1"},
		{"progress token of a wrong type", progressCall(`{"x":4111}`), nil, 200, 0, "1"},
		{"answer to nobody", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil, 202, 0, ""},
		{"nothing shown", seedCall, []string{"Authorization", ""}, 401, -32000, "1"},
		{"our host", seedCall, []string{"Host", "loja.example"}, 200, 0, "1"},
		{"our host, another port", seedCall, []string{"Host", "LOJA.example:443"}, 200, 0, "1"},
		{"this machine", seedCall, []string{"Host", "localhost:99"}, 200, 0, "1"},
		{"another host", seedCall, []string{"Host", "evil.example"}, 403, -32000, "null"},
		{"our origin", seedCall, []string{"Origin", "https://loja.example"}, 200, 0, "1"},
		{"another origin", seedCall, []string{"Origin", "https://evil.example"}, 403, -32000, "null"},
		{"our name by http", seedCall, []string{"Origin", "http://loja.example"}, 403, -32000, "null"},
		{"origin of this machine", seedCall, []string{"Origin", "http://localhost:6274"}, 403, -32000, "null"},
		{"opaque origin", seedCall, []string{"Origin", "null"}, 403, -32000, "null"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := send(t, server, http.MethodPost, "/", tt.body, tt.header...)
			id := string(g.ID)
			if len(g.body) > 0 && g.ID == nil {
				id = "null"
			}
			if g.status != tt.status || g.code() != tt.code || id != tt.id {
				t.Errorf("got %d %d id %s, want %d %d %s: %s", g.status, g.code(), id, tt.status, tt.code, tt.id, g.body)
			}
			if g.Error != nil && (g.Error.Data["code"] == nil || g.Error.Data["content"] == nil) {
				t.Errorf("data does not say which: %s", g.body)
			}
			if bytes.Contains(g.body, []byte("4111")) {
				t.Errorf("the answer repeats what was sent: %s", g.body)
			}
			if g.status == 401 && g.header.Get("WWW-Authenticate") == "" {
				t.Error("no challenge")
			}
		})
	}
}

// Other HTTP methods say which one would do.
func TestOtherMethods(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut, http.MethodOptions} {
		g := send(t, server, method, "/", "")
		if g.status != http.StatusMethodNotAllowed || g.header.Get("Allow") != "POST" || g.code() != -32600 {
			t.Errorf("%s: %d, Allow %q, %s", method, g.status, g.header.Get("Allow"), g.body)
		}
	}
}

// The setting sends the registry's status beside every protocol error.
func TestRegistryStatus(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, func(c *Config) { c.RegistryStatus = true })
	for body, want := range map[string]int{
		`{`:                                     400,
		`[]`:                                    400,
		`{"jsonrpc":"2.0","id":1,"method":"x"}`: 404,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_checkout"}}`: 400,
		seedCall: 200,
	} {
		if g := send(t, server, http.MethodPost, "/", body); g.status != want {
			t.Errorf("%s: %d, want %d", body, g.status, want)
		}
	}
}

// The revisions that we name are those of the SDK.
func TestProtocolVersions(t *testing.T) {
	t.Parallel()
	theirs := sdk.SupportedProtocolVersions()
	slices.Sort(theirs)
	ours := protocolVersions()
	slices.Sort(ours)
	if !slices.Equal(ours, theirs) {
		t.Errorf("%v, and the SDK has %v", ours, theirs)
	}
}

// A version that is not served is answered with those that are and with itself, whatever it is,
// though not at any length: 2026-07-28 demands both.
func TestVersionsAreNamed(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	for version, requested := range map[string]string{
		"2026-01-11":              "2026-01-11",
		"v999.0.0":                "v999.0.0",
		"DRAFT-2026-v1":           "DRAFT-2026-v1",
		"2026-07-28\tx":           "2026-07-28?x",
		"\xff\u00e9":              "??",
		strings.Repeat("9", 5000): strings.Repeat("9", 32),
	} {
		for _, body := range []string{seedCall, modernCall, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`} {
			g := send(t, server, http.MethodPost, "/", body, "MCP-Protocol-Version", version)
			if g.status != http.StatusBadRequest || g.Error == nil || g.Error.Code != -32022 {
				t.Fatalf("%.20q: %d %s", version, g.status, g.body)
			}
			supported, _ := g.Error.Data["supported"].([]any)
			if len(supported) != 5 || supported[0] != "2026-07-28" || g.Error.Data["requested"] != requested {
				t.Errorf("%.20q: data %v", version, g.Error.Data)
			}
		}
	}
}

// Both handshakes tell of tools and of nothing else.
func TestHandshakes(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		g := send(t, server, http.MethodPost, "/", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+version+
			`","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, "Authorization", "")
		var out struct {
			ProtocolVersion string
			Capabilities    map[string]any
		}
		if err := json.Unmarshal(g.Result, &out); err != nil || out.ProtocolVersion != version || len(out.Capabilities) != 1 || out.Capabilities["tools"] == nil {
			t.Errorf("%s: %v %s", version, err, g.body)
		}
	}
	g := send(t, server, http.MethodPost, "/", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},`+
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`, "Authorization", "", "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover")
	if g.status != 200 || !bytes.Contains(g.Result, []byte(`"2026-07-28"`)) {
		t.Errorf("server/discover: %d %s", g.status, g.body)
	}
}
