package main

import (
	"bytes"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// lockedLog keeps what a shop logs.
type lockedLog struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// Why a signature was refused over A2A stands in the log, and nothing of what the buyer said; the
// platform is told the code alone. A second Authorization header is refused wherever one counts.
func TestRefusedCallersOverA2A(t *testing.T) {
	t.Parallel()
	log := &lockedLog{}
	shop := startShopWith(t, t.TempDir(), log, "--log-level=info")
	p := newSigningPlatform(t, shop)
	body := []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m1",` +
		`"parts":[{"text":"meu CPF é 390.533.447-05"}]}}}`)
	spoken := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "A2a-Extensions": {extensionURI}}
	for code, change := range map[string]func(r *http.Request){
		"signature_missing": func(r *http.Request) { r.Header.Del("Signature-Input") },
		"signature_invalid": func(r *http.Request) { r.Header.Set("Signature", "sig1=:"+strings.Repeat("A", 86)+"==:") },
		"digest_mismatch":   func(r *http.Request) { r.Header.Set("Content-Digest", "sha-256=:AAAA:") },
	} {
		resp, raw := p.send(t, shop, http.MethodPost, "/bcp/a2a", body, spoken, change)
		if !bytes.Contains(raw, []byte(code)) || bytes.Contains(raw, []byte("a signature was refused")) {
			t.Errorf("%s: %d %s", code, resp.StatusCode, raw)
		}
		if !strings.Contains(log.String(), `"msg":"a signature was refused","code":"`+code+`","detail":"`) {
			t.Errorf("%s is not in the log", code)
		}
	}
	// An order is read elsewhere, and why it may not be is told all the same.
	before := strings.Count(log.String(), `"code":"signature_invalid"`)
	resp, _ := p.send(t, shop, http.MethodGet, "/orders/ord_1", nil, http.Header{"Accept": {"application/json"}}, func(r *http.Request) {
		r.Header.Set("Signature", "sig1=:"+strings.Repeat("A", 86)+"==:")
	})
	if got := strings.Count(log.String(), `"code":"signature_invalid"`); resp.StatusCode != http.StatusUnauthorized || got != before+1 {
		t.Errorf("reading an order: %d, %d lines in the log, want %d", resp.StatusCode, got, before+1)
	}
	for _, personal := range []string{"390.533", "39053344705", "meu CPF"} {
		if strings.Contains(log.String(), personal) {
			t.Errorf("%q is in the log:\n%s", personal, log)
		}
	}

	key := "Bearer " + shop.apiKey(p.profile, "checkout", "order")
	for _, path := range []string{"/bcp/a2a", "/bcp/a2a/tasks", "/orders/ord_1", "/bcp/mcp"} {
		for _, authorization := range [][]string{{key, "Bearer other"}, {"Bearer other", key}, {key, key}, {key, ""}} {
			method, content := http.MethodPost, body
			if path != "/bcp/a2a" && path != "/bcp/mcp" {
				method, content = http.MethodGet, nil
			}
			r, err := http.NewRequest(method, shop.URL+path, bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			r.Header = spoken.Clone()
			r.Header["Authorization"] = authorization
			r.Header.Set("Accept", "application/json")
			resp, err := shop.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var answer bytes.Buffer
			_, err = answer.ReadFrom(resp.Body)
			resp.Body.Close()
			if err != nil || !strings.Contains(answer.String(), "Authorization must be there once") {
				t.Errorf("%s with %q: %d %s", path, authorization, resp.StatusCode, answer.String())
			}
		}
	}
}
