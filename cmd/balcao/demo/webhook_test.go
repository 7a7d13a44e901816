package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
)

// signedNotice is a webhook with a signature over a base that is written by hand, and the keys
// that its shop publishes.
func signedNotice(t *testing.T) (n orderNotice, keys string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	body := []byte(`{"id":"ord_1"}`)
	sum := sha256.Sum256(body)
	digest := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	params := `("@method" "@authority" "@path" "content-digest" "content-type" "bcp-agent" "webhook-id" "webhook-timestamp");created=1;keyid="k1"`
	base := "\"@method\": POST\n\"@authority\": p.example\n\"@path\": /pedidos\n\"content-digest\": " + digest +
		"\n\"content-type\": application/json\n\"bcp-agent\": profile=\"https://loja.example\"\n\"webhook-id\": ord_1.1\n\"webhook-timestamp\": 1\n\"@signature-params\": " + params
	hash := sha256.Sum256([]byte(base))
	r, s, err := ecdsa.Sign(rand.Reader, key, hash[:])
	if err != nil {
		t.Fatal(err)
	}
	sig := make([]byte, 64)
	r.FillBytes(sig[:32])
	s.FillBytes(sig[32:])
	req := httptest.NewRequest("POST", "http://p.example/pedidos", nil)
	for name, value := range map[string]string{
		"Content-Digest": digest, "Content-Type": "application/json", "BCP-Agent": `profile="https://loja.example"`, "Webhook-Id": "ord_1.1",
		"Webhook-Timestamp": "1", "Signature-Input": "sig1=" + params, "Signature": "sig1=:" + base64.StdEncoding.EncodeToString(sig) + ":",
	} {
		req.Header.Set(name, value)
	}
	return orderNotice{req, "p.example", body}, keysOf(t, key)
}

// A webhook that is not the shop's, or not this one, is not taken for it.
func TestVerifyWebhook(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*orderNotice){
		"":                    func(*orderNotice) {},
		"another body":        func(n *orderNotice) { n.body = []byte(`{"id":"ord_2"}`) },
		"another number":      func(n *orderNotice) { n.request.Header.Set("Webhook-Id", "ord_1.2") },
		"another time":        func(n *orderNotice) { n.request.Header.Set("Webhook-Timestamp", "2") },
		"another shop":        func(n *orderNotice) { n.request.Header.Set("BCP-Agent", `profile="https://x.example"`) },
		"another address":     func(n *orderNotice) { n.host = "q.example" },
		"an unknown key":      func(n *orderNotice) { replaced(n, "Signature-Input", `"k1"`, `"k2"`) },
		"no key":              func(n *orderNotice) { replaced(n, "Signature-Input", `;keyid="k1"`, "") },
		"less is covered":     func(n *orderNotice) { replaced(n, "Signature-Input", ` "webhook-id"`, "") },
		"no signature":        func(n *orderNotice) { n.request.Header.Del("Signature") },
		"no description":      func(n *orderNotice) { n.request.Header.Del("Signature-Input") },
		"signature of others": func(n *orderNotice) { n.request.Header.Set("Signature", "sig1=:"+strings.Repeat("A", 86)+"==:") },
	} {
		n, keys := signedNotice(t)
		change(&n)
		if err := n.verify([]byte(keys)); (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func replaced(n *orderNotice, header, was, is string) {
	n.request.Header.Set(header, strings.Replace(n.request.Header.Get(header), was, is, 1))
}

func TestWithWebhook(t *testing.T) {
	t.Parallel()
	got, err := withWebhook([]byte(`{"ucp":{"capabilities":{"br.dev.bcp.shopping.order":[{"version":"1"}]}}}`), "http://x/y")
	if err != nil || !json.Valid(got) || !strings.Contains(string(got), `{"webhook_url":"http://x/y"}`) {
		t.Errorf("%s, %v", got, err)
	}
	for _, bad := range []string{`{}`, `[]`, `{"ucp":{"capabilities":{"br.dev.bcp.shopping.order":[]}}}`} {
		if _, err := withWebhook([]byte(bad), "http://x/y"); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}
