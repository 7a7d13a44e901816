package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"
)

// secretKeyFile is a file with a key that only its owner can read.
func secretKeyFile(t *testing.T, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stripe.key")
	if err := os.WriteFile(path, []byte(key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCardSettings(t *testing.T) {
	t.Parallel()
	good := []string{"--cards-provider=stripe", "--cards-handler=com.example.pay", "--cards-secret-key-file=k"}
	for name, tt := range map[string]struct {
		flags []string
		want  string // in the error, empty for none
	}{
		"the sample's":              {nil, ""},
		"nobody":                    {[]string{"--cards-provider=none"}, ""},
		"stripe":                    {good, ""},
		"with schema":               {append(good, "--cards-handler-schema=https://example.com/s.json", "--cards-handler-spec=https://docs.example.net/x"), ""},
		"no handler":                {[]string{"--cards-provider=stripe", "--cards-secret-key-file=k"}, "--cards-handler is needed"},
		"no key":                    {[]string{"--cards-provider=stripe", "--cards-handler=com.example.pay"}, "--cards-secret-key-file is needed"},
		"a key for nobody":          {[]string{"--cards-secret-key-file=k"}, "--cards-secret-key-file has a meaning"},
		"not a domain":              {append(good, "--cards-handler=Pay"), "--cards-handler must be a domain in reverse"},
		"the protocol's name":       {append(good, "--cards-handler=br.dev.bcp.card"), "protocol's own"},
		"schema of somebody else":   {append(good, "--cards-handler-schema=https://cdn.example.com/s.json"), "--cards-handler-schema must be"},
		"schema without https":      {append(good, "--cards-handler-schema=http://example.com/s.json"), "--cards-handler-schema must be"},
		"spec without https":        {append(good, "--cards-handler-spec=http://example.com/"), "--cards-handler-spec must be"},
		"bad id":                    {append(good, "--cards-handler-id=a b"), "--cards-handler-id must be"},
		"the id of Pix":             {append(good, "--cards-handler-id=pix_recebedor_001"), "is the id of another handler"},
		"bad version":               {append(good, "--cards-handler-version=1"), "--cards-handler-version must be"},
		"bad brand":                 {append(good, "--cards-brands=Visa Card"), "--cards-brands must be"},
		"bad type":                  {append(good, "--cards-instrument=Card"), "--cards-instrument must be"},
		"production beside nobody":  {[]string{"--cards-environment=production"}, "--cards-environment cannot be production"},
		"for real beside a sandbox": {append(good, "--cards-environment=production"), "--cards-environment must be that of Pix"},
		"a mandate as token":        {append(good, "--payment-mandate=cards"), "--payment-mandate cannot be asked for"},
	} {
		var serve serveCmd
		parser, err := kong.New(&serve, defaults())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(tt.flags); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		err = serve.check()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	for key, want := range map[string]string{"sk_live_x": "none for --cards-environment sandbox", "pk_test_x": "no secret"} {
		c := cardSettings{Provider: providerStripe, Environment: "sandbox", KeyFile: secretKeyFile(t, key)}
		if _, err := c.stripe(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// TestCardsAtStripe: a shop whose handler and processor are configured sells over a processor
// that answers as Stripe's reference says.
func TestCardsAtStripe(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	status, amount, confirmed, back := "requires_payment_method", "", 0, ""
	stripe := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_ = r.ParseForm()
		switch {
		case strings.HasSuffix(r.URL.Path, "/search"):
			fmt.Fprint(w, `{"data":[]}`)
			return
		case strings.HasSuffix(r.URL.Path, "/confirm"):
			confirmed++
			status, back = "succeeded", r.Form.Get("return_url")
		case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/pi_1"):
			amount = r.Form.Get("amount")
		}
		fmt.Fprintf(w, `{"id":"pi_1","status":%q,"metadata":{}}`, status)
	}))
	t.Cleanup(stripe.Close)
	shop := startShop(t, "--cards-provider=stripe", "--cards-handler=com.example.pay", "--cards-handler-id=pay_1",
		"--cards-handler-schema=https://example.com/pay.json", "--cards-secret-key-file="+secretKeyFile(t, "sk_test_x"), "--cards-url="+stripe.URL)
	p := shop.agent(t, "platform-checkout.json")
	r := p.do("add_to_checkout", "product_id", "item_123")
	handlers, _ := dig(r.checkout(), "ucp", "payment_handlers").(map[string]any)
	if handlers["com.example.pay"] == nil || handlers["com.google.pay"] != nil {
		t.Errorf("handlers are %v", handlers)
	}
	r = p.do("complete_checkout", "a2a.bcp.checkout.payment", map[string]any{"instruments": []any{map[string]any{
		"id": "card_1", "handler_id": "pay_1", "type": "card", "credential": map[string]any{"type": "PAYMENT_GATEWAY", "token": "tok_visa"},
	}}})
	if r.status() != "completed" || confirmed != 1 || amount != "5000" || !strings.HasPrefix(back, shop.URL+"/checkouts/") {
		t.Errorf("status %s, confirmed %d times with %s, back to %s: %s", r.status(), confirmed, amount, back, r.Body)
	}
}
