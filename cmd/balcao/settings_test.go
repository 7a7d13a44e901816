package main

import (
	"io"
	"os"
	"path/filepath"
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

// What platforms can follow is on unless the shop says otherwise, by flag, environment or
// file.
func TestFollowingCanBeSwitchedOff(t *testing.T) {
	if s := defaultSettings(t); !s.PushNotifications || !s.Streaming {
		t.Errorf("by default: push %v, streaming %v", s.PushNotifications, s.Streaming)
	}
	file := filepath.Join(t.TempDir(), "balcao.yaml")
	if err := os.WriteFile(file, []byte("push_notifications: false\nstreaming: false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	parse := func(args ...string) (push, streaming bool) {
		t.Helper()
		var c cli
		parser, err := kong.New(&c, defaults(), kong.DefaultEnvars("BALCAO"), kong.Configuration(loadYAML))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(append(args, "serve")); err != nil {
			t.Fatal(err)
		}
		return c.Serve.PushNotifications, c.Serve.Streaming
	}
	check := func(what string, wantPush, wantStreaming bool, push, streaming bool) {
		t.Helper()
		if push != wantPush || streaming != wantStreaming {
			t.Errorf("%s: push %v, streaming %v", what, push, streaming)
		}
	}
	push, streaming := parse("--config", file)
	check("file", false, false, push, streaming)
	t.Setenv("BALCAO_PUSH_NOTIFICATIONS", "false")
	push, streaming = parse()
	check("environment", false, true, push, streaming)
	m := &Main{Stdout: io.Discard, Stderr: io.Discard}
	if err := m.ParseFlags([]string{"serve", "--no-push-notifications", "--no-streaming"}); err != nil {
		t.Errorf("flags: %v", err)
	}
}

// Settings that nothing reads are no settings.
func TestUnknownSetting(t *testing.T) {
	t.Parallel()
	m := &Main{Stdout: io.Discard, Stderr: io.Discard}
	if err := m.ParseFlags([]string{"serve", "--shop-nickname=x"}); err == nil {
		t.Error("--shop-nickname was taken")
	}
}

// A shop that listens beyond this machine must say what its address is there: it would take
// itself for one on loopback, where anybody may buy.
func TestPublicURLBeyondThisMachine(t *testing.T) {
	t.Parallel()
	for listen, ok := range map[string]bool{"127.0.0.1:0": true, "localhost:0": true, "[::1]:0": true, "0.0.0.0:0": false, ":0": false, "[::]:0": false, "192.0.2.1:80": false} {
		s := defaultSettings(t)
		s.Listen = listen
		if err := s.check(); (err == nil) != ok || !ok && !strings.Contains(err.Error(), "--public-url") {
			t.Errorf("--listen %s: %v", listen, err)
		}
		s.PublicURL = "https://loja.example"
		if err := s.check(); err != nil {
			t.Errorf("--listen %s with a public URL: %v", listen, err)
		}
	}
}
