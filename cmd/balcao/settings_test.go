package main

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"balcao/catalog/sample"
	"balcao/httpd"
)

func defaultSettings(t *testing.T) settings {
	t.Helper()
	var serve serveCmd
	if err := kong.ApplyDefaults(&serve, defaults()); err != nil {
		t.Fatal(err)
	}
	return serve.settings
}

// The shop that nobody configured is the sample shop.
func TestDefaultsAreTheSampleShop(t *testing.T) {
	t.Parallel()
	s, who := defaultSettings(t), sample.ShopIdentity()
	if s.ShopName != who.Name || s.ShopLegalName != who.LegalName || s.cnpj() != who.CNPJ || s.address() != who.Address || s.PixCity != who.PixCity {
		t.Errorf("settings %+v, want %+v", s, who)
	}
	if s.Retention != 30*24*time.Hour {
		t.Errorf("retention %v", s.Retention)
	}
}

// What suits a shop on this machine alone is off in one that strangers reach.
func TestTokenWithoutMandate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value    tristate
		loopback bool
		want     bool
	}{
		{"auto", true, true}, {"auto", false, false}, {"yes", false, true}, {"no", true, false},
	} {
		if got := c.value.on(c.loopback); got != c.want {
			t.Errorf("%s on loopback %v: %v, want %v", c.value, c.loopback, got, c.want)
		}
	}
	if got := defaultSettings(t).TokenWithoutMandate; got != "auto" {
		t.Errorf("default %q", got)
	}
	shop := startShop(t, "--token-without-mandate=no")
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	if got := p.do("complete_checkout", card()...).status(); got != "requires_escalation" {
		t.Errorf("without leave to complete by token: %s, want requires_escalation", got)
	}
}

func TestBadRetention(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		retention time.Duration
		ok        bool
	}{{0, true}, {6 * time.Hour, true}, {time.Hour, false}, {-time.Hour, false}} {
		s := defaultSettings(t)
		s.Retention = c.retention
		if err := s.check(); (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "--retention") {
			t.Errorf("retention %v: %v", c.retention, err)
		}
	}
}

// A shop that strangers reach bounds a client's requests, unless it says otherwise.
func TestRate(t *testing.T) {
	t.Parallel()
	usual := httpd.Rate{PerSecond: 50, Burst: 200}
	for _, c := range []struct {
		value    float64
		loopback bool
		want     httpd.Rate
	}{
		{defaultSettings(t).RatePerSecond, true, httpd.Rate{}}, {defaultSettings(t).RatePerSecond, false, usual},
		{0, false, httpd.Rate{}}, {2.5, false, httpd.Rate{PerSecond: 2.5}}, {2.5, true, httpd.Rate{PerSecond: 2.5}},
	} {
		s := settings{RatePerSecond: c.value}
		if got := s.rate(c.loopback); got != c.want {
			t.Errorf("%v on loopback %v: %+v, want %+v", c.value, c.loopback, got, c.want)
		}
	}
}

// Settings that nothing reads are no settings.
func TestUnknownSetting(t *testing.T) {
	t.Parallel()
	m := &Main{Stdout: io.Discard, Stderr: io.Discard}
	if err := m.ParseFlags([]string{"serve", "--shop-id=x"}); err == nil {
		t.Error("--shop-id was taken")
	}
}
