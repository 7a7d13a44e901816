package mcp

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A Host is the shop's, an address or this machine, and nothing that is half of one; an Origin
// is ours with and without its scheme's own port.
func TestHostsAndOrigins(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		host, origin string
		ok           bool
	}{
		{"loja.example", "", true},
		{"loja.example:443", "https://loja.example:443", true},
		{"loja.example", "HTTPS://LOJA.example:443", true},
		{"loja.example", "https://loja.example:8443", false},
		{"loja.example", "https://loja.example:80", false},
		{"loja.example", "http://loja.example:443", false},
		{"[::1]", "", true},
		{"[::1]:8080", "", true},
		{"[fd00::7]", "", true},
		{"10.0.0.7:8080", "", true},
		{"localhost", "", true},
		{"[::1", "", false},
		{"::1]", "", false},
		{"[[::1]]", "", false},
		{"[loja.example]", "", false},
		{"[127.0.0.1]", "", false},
		{"127.0.0.1]", "", false},
		{"loja.example@evil.example", "", false},
		{"evil.example@loja.example", "", false},
		{"loja.example/x", "", false},
		{"loja.example:x", "", false},
		{"", "", false},
	} {
		r := httptest.NewRequest(http.MethodPost, "/bcp/mcp", strings.NewReader(seedCall))
		r.Host = tt.host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer good")
		if tt.origin != "" {
			r.Header.Set("Origin", tt.origin)
		}
		w := httptest.NewRecorder()
		binding.ServeHTTP(w, r)
		if want := map[bool]int{true: 200, false: 403}[tt.ok]; w.Code != want {
			t.Errorf("Host %q, Origin %q: %d, want %d: %.200s", tt.host, tt.origin, w.Code, want, w.Body)
		}
	}
}

// A header that counts is there once: what stands in front of the shop may have looked at the
// other one.
func TestHeadersTwice(t *testing.T) {
	t.Parallel()
	binding, err := New(testConfig(t, &shop{}))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer other", "Content-Type": "text/plain", "Content-Encoding": "gzip", "MCP-Protocol-Version": "2024-11-05",
	} {
		r := httptest.NewRequest(http.MethodPost, "https://loja.example/bcp/mcp", strings.NewReader(seedCall))
		r.Header = http.Header{
			"Content-Type": {"application/json"}, "Authorization": {"Bearer good"}, "Content-Encoding": {"identity"}, "Mcp-Protocol-Version": {"2025-11-25"},
		}
		r.Header.Add(name, value)
		w := httptest.NewRecorder()
		binding.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), "-32600") || strings.Contains(w.Body.String(), value) {
			t.Errorf("%s: %d %.200s", name, w.Code, w.Body)
		}
	}
}
