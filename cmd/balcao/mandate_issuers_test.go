package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
)

// A shop that names one platform uses AP2 with that one. Every other one buys as if it had
// never heard of it, instead of being asked for what could never be good.
func TestMandatesOfListedIssuersAlone(t *testing.T) {
	t.Parallel()
	listen := "--listen=" + keptAddress(t)
	l := startMandates(t, listen)
	listed, other := l.platform(t), l.platform(t)
	b, seal := listed.begin(t)
	l.shop.stop()
	*l.shop = *startShopIn(t, l.shop.Dir, listen, "--mandate-issuers="+listed.url)

	stranger := other.buyer(t)
	r := stranger.do("add_to_checkout", "product_id", "PIXEL-10-PRO")
	if r.status() != "ready_for_complete" || dig(r.checkout(), "ap2") != nil || dig(r.checkout(), "ucp", "capabilities", capMandateName) != nil {
		t.Errorf("a platform that is not listed: %.900s", r.Body)
	}
	if r := stranger.completeWith("not looked at", "success_token"); r.status() != "completed" {
		t.Errorf("a platform that is not listed cannot buy: %s, %+v", r.status(), r.messages())
	}
	l.orders.Add(1)

	l.complete(t, listed, b, seal)
	again, seal := listed.begin(t)
	l.refuses(t, listed, again, seal, "", "mandate_required")
	l.complete(t, listed, again, seal)
}

// A list with a URL that no platform can have is refused at the start, which names it.
func TestSettingsNameIssuersThatNoPlatformCanBe(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "https://platform.example/p ", " https://platform.example/p", "https://platform.example/p q", "http://platform.example/p", "https://localhost/p", "https://127.0.0.1/p"} {
		s := defaultSettings(t)
		s.Database = "sqlite:" + filepath.Join(t.TempDir(), "shop.db")
		s.MandateIssuers = []string{"https://platform.example/profile.json", bad}
		sh, err := newShop(context.Background(), &s, addresses{"https://loja.example", "http://127.0.0.1:1"}, slog.New(slog.DiscardHandler))
		if sh != nil {
			t.Errorf("%q is taken", bad)
			_ = sh.close()
		}
		var wrong settingError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), "--mandate-issuers") || !strings.Contains(err.Error(), `"`+bad+`"`) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
