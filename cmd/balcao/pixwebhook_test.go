package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/payment/fakepsp"
)

// startProvider runs balcao fakepsp and returns its folder and its flags for a shop.
func startProvider(t *testing.T) (dir string, flags []string) {
	t.Helper()
	dir = t.TempDir()
	listening := make(chan string, 1)
	m := &Main{Stdout: io.Discard, Stderr: testLog{t}, OnListening: func(url, _ string) { listening <- url }}
	if err := m.ParseFlags([]string{"fakepsp", "--listen=127.0.0.1:0", "--dir=" + dir, "--log-level=warn"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	url := <-listening
	return dir, []string{
		"--pix-provider=bcb", "--pix-environment=sandbox", "--pix-url=" + url + fakepsp.PathAPI, "--pix-token-url=" + url + fakepsp.PathToken,
		"--pix-client-id=" + fakepsp.ClientID, "--pix-client-secret-file=" + filepath.Join(dir, fakepsp.FileClientSecret),
		"--pix-certificate=" + filepath.Join(dir, fakepsp.FileClient), "--pix-certificate-key=" + filepath.Join(dir, fakepsp.FileClientKey),
		"--pix-authorities=" + filepath.Join(dir, fakepsp.FileCA), "--pix-key=pix@balcao.example", "--pix-webhook-secret=" + testWebhookSecret,
	}
}

// The provider calls back at a listener of its own, where nobody without a certificate of its
// authority gets as far as HTTP; the public server takes no callbacks then.
func TestWebhookOverMutualTLS(t *testing.T) {
	t.Parallel()
	dir, bank := startProvider(t)
	address := keptAddress(t)
	flags := append(bank, "--pix-webhook-listen="+address, "--pix-webhook-url=https://"+address,
		"--pix-webhook-certificate="+filepath.Join(dir, "server.pem"), "--pix-webhook-certificate-key="+filepath.Join(dir, "server-key.pem"),
		"--pix-webhook-authorities="+filepath.Join(dir, fakepsp.FileCA))
	shop := startShop(t, flags...)
	status, out := runCommand(t, append([]string{"pix", "register", "--database=sqlite:" + filepath.Join(shop.Dir, "shop.db"), "--public-url=" + shop.URL}, flags...)...)
	if status != 0 || !strings.Contains(out, "https://"+address+"/webhooks/pix/…") {
		t.Fatalf("register: %d %s", status, out)
	}
	identity, err := fakepsp.ReadIdentity(dir)
	if err != nil {
		t.Fatal(err)
	}
	call := func(path string, certificates []tls.Certificate) int {
		client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: identity.CA, Certificates: certificates},
		}}
		defer client.CloseIdleConnections()
		resp, err := client.Post("https://"+address+path, "application/json", strings.NewReader("{}"))
		if err != nil {
			return 0
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	theirs := identity.CallbackTLS().Certificates
	other, err := fakepsp.OpenIdentity(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	good := "/webhooks/pix/" + testWebhookSecret
	for _, tc := range []struct {
		name, path   string
		certificates []tls.Certificate
		status       int
	}{
		{"the provider", good, theirs, 200},
		{"the provider, appended", good + "/pix", theirs, 200},
		{"without a certificate", good, nil, 0},
		{"a certificate of somebody else", good, other.CallbackTLS().Certificates, 0},
		{"a wrong path", "/webhooks/pix/x", theirs, 401},
		{"nothing else is there", "/bcp/a2a", theirs, 404},
	} {
		if got := call(tc.path, tc.certificates); got != tc.status {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.status)
		}
	}
	if status := callBack(t, shop.URL+good, nil, "{}"); status != 404 {
		t.Errorf("the public server takes callbacks: %d", status)
	}
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	txid := p.do("start_payment").charge()
	if status, out := runCommand(t, "fakepsp", "pay", "--dir="+dir, txid); status != 0 {
		t.Fatalf("pay: %d %s", status, out)
	}
	start := time.Now()
	p.until("completed")
	t.Logf("settled after %v", time.Since(start))
}

// A secret in the query, or a sum of the body in a header, beside that of the path.
func TestWebhookBearsASecret(t *testing.T) {
	t.Parallel()
	const secret = "segredo-que-assina"
	_, bank := startProvider(t)
	file := secretOf(t, secret)
	at := func(shop *testShop) string { return shop.URL + "/webhooks/pix/" + testWebhookSecret }

	byQuery := startShop(t, append(bank, "--pix-webhook-hmac-file="+file)...)
	for path, want := range map[string]int{
		"?hmac=" + secret + "&ignorar=/pix": 200, "/pix?hmac=" + secret: 200, "": 401, "/pix": 401, "?hmac=": 401, "?hmac=" + secret + "x": 401,
	} {
		if got := callBack(t, at(byQuery)+path, nil, "{}"); got != want {
			t.Errorf("%q: %d, want %d", path, got, want)
		}
	}

	byHeader := startShop(t, append(bank, "--pix-webhook-hmac-file="+file, "--pix-webhook-hmac-header=X-Pix-Sum")...)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(`{"pix":[]}`))
	sum := mac.Sum(nil)
	for header, want := range map[string]int{
		hex.EncodeToString(sum): 200, strings.ToUpper(hex.EncodeToString(sum)): 200, "sha256=" + hex.EncodeToString(sum): 200,
		base64.StdEncoding.EncodeToString(sum): 200, "": 401, secret: 401, hex.EncodeToString(sum[:31]): 401,
	} {
		if got := callBack(t, at(byHeader), http.Header{"X-Pix-Sum": {header}}, `{"pix":[]}`); got != want {
			t.Errorf("%q: %d, want %d", header, got, want)
		}
	}
	if got := callBack(t, at(byHeader), http.Header{"X-Pix-Sum": {hex.EncodeToString(sum)}}, `{"pix":[ ]}`); got != 401 {
		t.Errorf("another body: %d", got)
	}
}

// However the bank misbehaves, a purchase ends as it should.
func TestSettlesThroughFaults(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]string{
		"webhook_lost=1":                       "completed",
		"webhook_doubled=1":                    "completed",
		"webhook_early=1":                      "completed",
		"webhook_late=1,delay:3s":              "completed",
		"webhook_reordered=1,delay:1s":         "completed",
		"webhook_batched=1,delay:1s":           "completed",
		"paid_twice=1":                         "completed",
		"wrong_amount=1,amount:-80":            "ready_for_complete",
		"devolucoes_object":                    "completed",
		"token_expired=0.5":                    "completed",
		"token_revoked=0.3":                    "completed",
		"server_errors=next:2,method:GET":      "completed",
		"down=next:2,method:GET":               "completed",
		"slow=next:2,method:GET,delay:2s":      "completed",
		"error_after_commit=next:1,method:PUT": "completed",
		"slow_after_commit=next:1,delay:1s":    "completed",
		"refund_slow=1,delay:1s":               "completed",
	} {
		t.Run(strings.NewReplacer("=", " ", ",", " ").Replace(fault), func(t *testing.T) {
			t.Parallel()
			shop := startShop(t, "--sandbox-settle-after=200ms", "--sandbox-fault="+fault)
			p := shop.agent(t, "platform-checkout.json")
			p.do("add_to_checkout", "product_id", "item_123")
			if _, shown := p.do("start_payment").codes()["processor_unavailable"]; shown {
				p.do("start_payment")
			}
			deadline := time.Now().Add(40 * time.Second)
			for {
				r := p.do("get_checkout")
				if _, failed := r.codes()["payment_failed"]; r.status() == want && failed == (want == "ready_for_complete") {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("status %s, want %s: %v", r.status(), want, r.codes())
				}
				time.Sleep(50 * time.Millisecond)
			}
			if want != "completed" {
				return
			}
			if _, body := shop.admin("GET", "/orders", ""); strings.Count(string(body), `"label"`) != 1 {
				t.Errorf("orders: %s", body)
			}
		})
	}
}
