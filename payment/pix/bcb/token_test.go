package bcb

import (
	"crypto/tls"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/payment/pix/pixtest"
	"balcao/payment/pix/rest"
)

// One token serves many calls, and one is asked for however many wait for it.
func TestTokenIsKept(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := c.Status(t.Context(), request(b).TXID); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if b.granted != 1 {
		t.Errorf("%d tokens for 8 calls at once", b.granted)
	}
	b.clock.Advance(3600*time.Second - tokenMargin - time.Second)
	if _, err := c.Status(t.Context(), request(b).TXID); err != nil || b.granted != 1 {
		t.Errorf("%d tokens before the first is near its end, %v", b.granted, err)
	}
	b.clock.Advance(2 * time.Second)
	if _, err := c.Status(t.Context(), request(b).TXID); err != nil || b.granted != 2 {
		t.Errorf("%d tokens near its end, %v", b.granted, err)
	}
}

// A token that lives shorter than the margin is used all the same.
func TestShortToken(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	b.life = 20
	c := b.client(t)
	for range 3 {
		if _, err := c.Status(t.Context(), request(b).TXID); err != nil {
			t.Fatal(err)
		}
	}
	if b.granted != 1 {
		t.Errorf("%d tokens", b.granted)
	}
}

// A token that is refused is dropped, and the call is made once more, a PUT too.
func TestTokenIsRefused(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t)
	if err := c.Authenticate(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.tokens = map[string]string{} // revoked
	if _, err := c.Charge(t.Context(), request(b)); err != nil {
		t.Fatal(err)
	}
	if b.granted != 2 {
		t.Errorf("%d tokens", b.granted)
	}
	b.Before = pixtest.Once("PUT /api/v2/cob/", pixtest.Status(http.StatusUnauthorized))
	if _, err := c.Charge(t.Context(), request(b)); err != nil || b.granted != 3 {
		t.Errorf("%d tokens, %v", b.granted, err)
	}
}

// All ways to send id and secret, whatever characters they have.
func TestAuthStyles(t *testing.T) {
	t.Parallel()
	for _, style := range []AuthStyle{"", Basic, Body, JSON} {
		b := newBank(t)
		b.formAsJSON = style == JSON
		c := b.client(t, func(c *Config) { c.AuthStyle = style })
		if _, err := c.Status(t.Context(), request(b).TXID); err != nil {
			t.Errorf("%q: %v", style, err)
		}
	}
}

// No token, no call; and nothing of the secret or the answer is in the error.
func TestNoToken(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	c := b.client(t, func(c *Config) { c.ClientSecret = "wrong-secret" })
	_, err := c.Charge(t.Context(), request(b))
	if err == nil || !strings.Contains(err.Error(), "status 401, invalid_client") {
		t.Fatalf("got %v", err)
	}
	for _, leak := range []string{"wrong-secret", "no such", b.url} {
		if strings.Contains(err.Error(), leak) {
			t.Errorf("the error tells %q: %v", leak, err)
		}
	}
	if b.Made("GET ") != 0 || b.Made("POST /oauth/token") != 1 {
		t.Errorf("%d calls of the API, %d wishes for a token", b.Made("GET "), b.Made("POST "))
	}
}

// A fault of the token's server that passes is tried once more, and no more.
func TestTokenServerFails(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(http.ResponseWriter){"503": pixtest.Status(503), "hang up": pixtest.HangUp} {
		b := newBank(t)
		b.Before = pixtest.Once("POST /oauth/token", fault)
		if _, err := b.client(t).Status(t.Context(), request(b).TXID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	b := newBank(t)
	b.Before = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true }
	if _, err := b.client(t).Status(t.Context(), request(b).TXID); err == nil || b.Made("POST /oauth/token") != 2 {
		t.Errorf("%d wishes, %v", b.Made("POST "), err)
	}
}

// The connection is mutual: without our certificate, with someone else's, or to a server
// that our authorities do not vouch for, nothing is asked.
func TestMutualTLS(t *testing.T) {
	t.Parallel()
	b := newBank(t)
	stranger := newAuthority(t)
	for name, change := range map[string]func(*tls.Config){
		"no certificate":         func(c *tls.Config) { c.Certificates = nil },
		"a stranger's":           func(c *tls.Config) { c.Certificates = []tls.Certificate{stranger.issue(t, "loja")} },
		"a server of a stranger": func(c *tls.Config) { c.RootCAs = stranger.pool },
		"an old protocol":        func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 },
	} {
		c := b.client(t, func(c *Config) { change(c.TLS) })
		if err := c.Authenticate(t.Context()); err == nil {
			t.Errorf("%s: a token was granted", name)
		}
	}
	if n := b.Made(""); n != 0 {
		t.Errorf("the bank was asked %d times", n)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	good := newBank(t).files
	config, err := good.TLS()
	if err != nil {
		t.Fatal(err)
	}
	if until, ok := rest.Expiry(config); !ok || time.Until(until) < 11*time.Hour || config.MinVersion != tls.VersionTLS12 {
		t.Errorf("good until %s, %t, TLS %x", until, ok, config.MinVersion)
	}
	if _, ok := rest.Expiry(&tls.Config{}); ok {
		t.Error("no certificate expires")
	}
	for name, f := range map[string]rest.Files{
		"no key":            {Certificate: good.Certificate},
		"no certificate":    {Key: good.Key},
		"another's key":     {Certificate: good.Certificate, Key: newBank(t).files.Key},
		"not there":         {Certificate: good.Certificate + "x", Key: good.Key},
		"no authorities":    {Roots: good.Key},
		"none of that name": {Roots: good.Roots + "x"},
	} {
		if _, err := f.TLS(); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
