package main

import (
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
)

// A mandate may be addressed to the shop by another name, where the shop says so.
func TestMandateAudiences(t *testing.T) {
	t.Parallel()
	const named = "urn:loja:1"
	for _, flags := range [][]string{nil, {"--mandate-audiences=" + named + ",urn:loja:2"}} {
		l := startMandates(t, append(flags, "--payment-mandate=gpay")...)
		p := l.platform(t)
		for _, aud := range []string{named, p.shop.URL} {
			b, seal := p.begin(t)
			checkout, payment := p.mandate(t, seal), p.payment(t, seal)
			checkout.kb["aud"], payment.kb["aud"] = aud, aud
			if len(flags) == 0 && aud == named {
				l.refuses(t, p, b, seal, checkout.token(), "mandate_scope_mismatch")
				continue
			}
			p.accepted(t, b.completeWith(checkout.token(), payment.token()))
			l.orders.Add(1)
		}
	}
}

// The typ that AP2's library writes is taken where the shop says so.
func TestMandateExampleType(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{nil, {"--mandate-example"}} {
		l := startMandates(t, flags...)
		p := l.platform(t)
		b, seal := p.begin(t)
		d := p.mandate(t, seal)
		d.header["typ"] = "example+sd-jwt"
		if len(flags) == 0 {
			l.refuses(t, p, b, seal, d.token(), "mandate_invalid_signature")
			l.complete(t, p, b, seal)
			continue
		}
		p.accepted(t, b.completeWith(d.token(), "success_token"))
		l.orders.Add(1)
	}
}

// What the shop is called is the payee of payment mandates and the merchant of chains.
func TestMandateShopID(t *testing.T) {
	t.Parallel()
	const called = "loja-7"
	l := startMandates(t, "--shop-id="+called, "--payment-mandate=gpay", "--mandate-chains")
	p := l.platform(t)
	b, seal := p.begin(t)
	chain := func(id string) string {
		d := p.mandate(t, seal)
		chained(func(c *mandateChain) { c.merchant["id"] = id })(d)
		return d.token()
	}
	payment := func(id string) string {
		d := p.payment(t, seal)
		d.claims["payee"].(object)["id"] = id
		return d.token()
	}
	l.refuses(t, p, b, seal, chain(mandateShopID), "mandate_scope_mismatch")
	r := b.completeWith(chain(called), payment(mandateShopID))
	if code := p.refusedMandate(t, r, seal, "$.payment.instruments[0].credential.token", nil); code != "mandate_scope_mismatch" {
		t.Errorf("another payee: refused with %s", code)
	}
	p.accepted(t, b.completeWith(chain(called), payment(called)))
	l.orders.Add(1)
}

// A shop that strangers reach offers AP2, in all that it publishes, once somebody's mandate
// could be good.
func TestPublicShopOffersMandatesOnceItHasIssuers(t *testing.T) {
	t.Parallel()
	for _, issuers := range [][]string{nil, {"https://agent.example/profile"}} {
		s := defaultSettings(t)
		s.Database, s.MandateIssuers = "sqlite:"+filepath.Join(t.TempDir(), "shop.db"), issuers
		sh, err := newShop(t.Context(), &s, addresses{"https://loja.example", "http://127.0.0.1:1"}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := sh.close(); err != nil {
				t.Error(err)
			}
		})
		documents, err := sh.documents()
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/.well-known/bcp", "/.well-known/agent-card.json"} {
			if body := string(documents[path].Body); !json.Valid([]byte(body)) || strings.Contains(body, capMandateName) != (len(issuers) > 0) {
				t.Errorf("issuers %v, %s:\n%s", issuers, path, body)
			}
		}
	}
}

// Settings of mandates that cannot work are refused by name.
func TestBadMandateSettings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 64)
	for name, c := range map[string]struct {
		edit func(*settings)
		says []string // nothing for good settings
	}{
		"default":            {func(*settings) {}, nil},
		"longest id":         {func(s *settings) { s.ShopID = long }, nil},
		"id too long":        {func(s *settings) { s.ShopID = long + "a" }, []string{"--shop-id"}},
		"no id":              {func(s *settings) { s.ShopID = "" }, []string{"--shop-id"}},
		"id with a space":    {func(s *settings) { s.ShopID = "minha loja" }, []string{"--shop-id"}},
		"token handlers":     {func(s *settings) { s.PaymentMandate = []string{"gpay", "handler_1"} }, nil},
		"unknown handler":    {func(s *settings) { s.PaymentMandate = []string{"gpay", "nix"} }, []string{"--payment-mandate", `"nix"`}},
		"Pix":                {func(s *settings) { s.PaymentMandate = []string{s.PixHandler} }, []string{"--payment-mandate", `"pix_recebedor_001"`}},
		"handler of no name": {func(s *settings) { s.PaymentMandate = []string{""} }, []string{"--payment-mandate"}},
	} {
		s := defaultSettings(t)
		c.edit(&s)
		err := s.check()
		if (err == nil) != (len(c.says) == 0) {
			t.Errorf("%s: %v", name, err)
		}
		for _, word := range c.says {
			if err != nil && !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v does not name %s", name, err, word)
			}
		}
	}
}
