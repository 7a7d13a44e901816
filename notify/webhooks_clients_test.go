package notify

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/httpsig"
	"balcao/internal/bcptest"
	"balcao/internal/clock"
	"balcao/internal/keyring"
	"balcao/internal/safehttp"
	"balcao/order"
	"balcao/platform"
)

// webhookCase is a webhook as the clients' scripts take it, see testdata/clients.
type webhookCase struct {
	Name    string         `json:"name"`
	Key     string         `json:"key"`
	Good    bool           `json:"good"`
	Request map[string]any `json:"request"`
}

// Libraries that others wrote verify a webhook as it came over HTTP, and refuse it when
// anything of it was changed that they are told to rely on.
func TestWebhookClients(t *testing.T) {
	t.Parallel()
	installed := bcptest.Clients(t)
	exchange := sentWebhook(t)
	for name, command := range map[string][]string{
		"JavaScript": {"node", jsScript(t, installed)},
		"Python":     {filepath.Join(installed, "python", "bin", "python"), "-B", "../testdata/clients/python/signatures.py"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, command[0], command[1:]...)
			var stderr bytes.Buffer
			cmd.Stdin, cmd.Stderr = bytes.NewReader(exchange), &stderr
			out, err := cmd.Output()
			if err != nil || strings.Count("\n"+string(out), "\nok: ") != 7 {
				t.Fatalf("%v\n%s%s", err, out, stderr.Bytes())
			}
		})
	}
}

// jsScript is the script beside the installed packages, where Node.js looks for them.
func jsScript(t *testing.T, installed string) string {
	t.Helper()
	dir := t.TempDir()
	raw, err := os.ReadFile("../testdata/clients/js/signatures.mjs")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "signatures.mjs")
	if err := os.WriteFile(script, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(installed, "js", "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return script
}

// sentWebhook delivers a webhook and returns it, and spoilt copies, for the scripts.
func sentWebhook(t *testing.T) []byte {
	t.Helper()
	now := clock.System{}
	ring, err := keyring.Open(t.TempDir(), now.Now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	headers, body, address := map[string]string{}, "", ""
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		body, address = string(raw), "http://"+r.Host+r.RequestURI
		for name, values := range r.Header {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}))
	t.Cleanup(server.Close)
	o := &order.Order{ID: "ord_1"}
	o.Session.OrderWebhook = server.URL + "/pedidos/b%20c?k=a%2Fb&x"
	w := &Webhooks{
		Store:   &noticeBook{of: []order.Notice{{Order: o, Version: 1, At: now.Now(), QueuedAt: now.Now()}}},
		Encode:  func(*order.Order) ([]byte, error) { return []byte(`{"id":"ord_1","label":"Açaí"}`), nil },
		Address: func(context.Context, platform.Owner, bool) (string, bool) { return "", false },
		Poster:  safehttp.New(safehttp.Config{AllowLoopback: true}), Profile: shopProfile,
		Signer: func() httpsig.Signer { return ring.MessageKey() }, Clock: now, Jitter: func() float64 { return 0 },
		Log: slog.New(slog.DiscardHandler), Count: func(string) {},
	}
	if again, err := w.Deliver(t.Context(), "ord_1"); err != nil || !again.IsZero() {
		t.Fatalf("again %v, error %v", again, err)
	}
	kid := ring.MessageKey().KeyID()
	public, _ := ring.PublicKey(kid)
	spki, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	key := map[string]string{"kid": kid, "alg": httpsig.ES256, "private": "", "public": string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: spki}))}
	request := func(url, body string, change ...string) map[string]any {
		changed := map[string]string{}
		for name, value := range headers {
			changed[name] = value
		}
		for i := 0; i < len(change); i += 2 {
			changed[change[i]] = change[i+1]
		}
		return map[string]any{"method": "POST", "url": url, "headers": changed, "body": body}
	}
	raw, err := json.Marshal(map[string]any{
		"keys": map[string]any{"shop": key}, "sign": []any{},
		"messages": []webhookCase{
			{"webhook", "shop", true, request(address, body)},
			{"webhook with another body", "shop", false, request(address, body+" ")},
			{"webhook with another id", "shop", false, request(address, body, "webhook-id", "ord_1.2")},
			{"webhook of another time", "shop", false, request(address, body, "webhook-timestamp", "1")},
			{"webhook of another shop", "shop", false, request(address, body, "bcp-agent", `profile="https://other.example/.well-known/bcp"`)},
			{"webhook to another path", "shop", false, request(strings.Replace(address, "/pedidos", "/orders", 1), body)},
			{"webhook with another query", "shop", false, request(address+"=1", body)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
