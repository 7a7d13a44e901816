package web_test

import (
	"testing"
	"time"

	"balcao/platform"
	"balcao/profile"
)

const orderPage = "/orders/ord_1?key=OKEY"

func TestOrderPage(t *testing.T) {
	t.Parallel()
	r, body := ask(t, newShop().handler(t), "GET", orderPage, "Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	if r.StatusCode != 200 {
		t.Fatalf("status %d", r.StatusCode)
	}
	wantHeaders(t, r, "Content-Type", "text/html; charset=UTF-8", "Cache-Control", "no-store",
		"X-Robots-Tag", "noindex, nofollow", "Vary", "Accept, Authorization, BCP-Agent")
	wantParts(t, body, "<h1>Pedido ABC123</h1>", "Feito em 30/11/2026 12:00 (horário de Brasília).",
		"Camiseta &lt;script&gt;", "em preparação", "R$\u00a0119,80", "SEDEX", "Ana Souza<br>Av. Paulista, 1000",
		"CNPJ 99.887.766/0001-05", "em até 7 dias", `href="mailto:oi@balcao.example"`)
	wantNone(t, body, "<script", "88887777")
	wellFormed(t, body)
}

func TestOrderPageInOtherLanguages(t *testing.T) {
	t.Parallel()
	for lang, part := range map[string]string{"en": "Placed on 30 Nov 2026, 12:00", "es": "en preparación"} {
		s := newShop()
		s.order.Language, s.order.Label = lang, ""
		_, body := ask(t, s.handler(t), "GET", orderPage)
		wantParts(t, body, part)
	}
}

func TestOrderPageIsForTheHolderOfTheKey(t *testing.T) {
	t.Parallel()
	h := newShop().handler(t)
	_, unknown := ask(t, h, "GET", "/orders/ord_9?key=OKEY")
	for _, target := range []string{"/orders/ord_1", "/orders/ord_1?key=", "/orders/ord_1?key=KEY", "/orders/a%20b?key=OKEY"} {
		r, body := ask(t, h, "GET", target)
		if r.StatusCode != 404 || body != unknown {
			t.Errorf("%s: status %d, or another page than for an unknown id", target, r.StatusCode)
		}
	}
	s := newShop()
	s.order.Key = "" // must never open to an empty key
	if r, _ := ask(t, s.handler(t), "GET", "/orders/ord_1?key="); r.StatusCode != 404 {
		t.Errorf("order without a key: status %d", r.StatusCode)
	}
}

// reader is a platform that may read the order.
func reader() profile.Identity {
	return profile.Identity{
		Caller: platform.Caller{Profile: "https://p.example/profile", Authenticated: true, Rights: platform.RightOrder},
		Negotiated: profile.Negotiated{Session: platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{
			{Name: platform.CapCheckout, Version: "2026-07-28"}, {Name: platform.CapOrder, Version: "2026-07-28"},
		}}},
	}
}

func TestOrderJSON(t *testing.T) {
	t.Parallel()
	s := newShop()
	s.identity = reader()
	r, body := ask(t, s.handler(t), "GET", "/orders/ord_1", "Authorization", "Bearer bk_x", "BCP-Agent", `profile="https://p.example/profile"`)
	if r.StatusCode != 200 {
		t.Fatalf("status %d: %s", r.StatusCode, body)
	}
	wantHeaders(t, r, "Content-Type", "application/json", "Cache-Control", "no-store", "Vary", "Accept, Authorization, BCP-Agent")
	got := decode(t, body)
	if got["id"] != "ord_1" || got["permalink_url"] != "https://loja.example/orders/ord_1?key=OKEY" {
		t.Errorf("order: %s", body)
	}
	ucp := got["ucp"].(map[string]any)
	if ucp["version"] != "2026-07-28" { // of this read, not of the checkout
		t.Errorf("version %v", ucp["version"])
	}
	if s.order.Session.Version != "2026-04-08" {
		t.Error("the stored order was changed")
	}
	if s.seen.Authorization != "Bearer bk_x" || len(s.seen.Agent) != 1 {
		t.Errorf("credentials %+v", s.seen)
	}
}

func TestOrderJSONRefused(t *testing.T) {
	t.Parallel()
	busy := profile.NewError(profile.CodeUnavailable, nil)
	busy.RetryAfter = 1500 * time.Millisecond
	const here = "/orders/ord_1?key=OKEY"
	cases := []struct {
		name, target string
		change       func(*shop)
		status       int
		code         string // in an envelope if enveloped, else in the body itself
		enveloped    bool
		auth, retry  string
	}{
		{"nobody", here, func(s *shop) { s.identity = profile.Identity{} }, 401, "unauthenticated", false, `Bearer realm="orders"`, ""},
		{"identified only", here, func(s *shop) { s.identity.Caller.Authenticated = false }, 401, "unauthenticated", false, `Bearer realm="orders"`, ""},
		{"bad key", here, func(s *shop) { s.err = profile.NewError(profile.CodeUnauthenticated, nil) }, 401, "unauthenticated", false, `Bearer realm="orders"`, ""},
		{"key of another platform", here, func(s *shop) { s.err = profile.NewError(profile.CodeForbidden, nil) }, 403, "forbidden", false, "", ""},
		{"profile not reachable", here, func(s *shop) { s.err = profile.NewError(profile.CodeProfileUnreachable, nil) }, 424, "profile_unreachable", false, "", ""},
		{"busy", here, func(s *shop) { s.err = busy }, 503, "unavailable", false, "", "2"},
		{"no order right", here, func(s *shop) { s.identity.Caller.Rights = platform.RightCheckout }, 403, "unauthorized", true, "", ""},
		{"orders not negotiated", here, func(s *shop) { s.identity.Negotiated.Session.Capabilities = nil }, 200, "capabilities_incompatible", true, "", ""},
		{"unknown order", "/orders/ord_9", func(*shop) {}, 404, "not_found", true, "", ""},
		{"no id", "/orders/a%20b", func(*shop) {}, 404, "not_found", true, "", ""},
		{"another's order", here, func(s *shop) { s.identity.Caller.Profile = "https://q.example/profile" }, 404, "not_found", true, "", ""},
	}
	bodies := make(map[string]string)
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			s := newShop()
			s.identity = reader()
			tc.change(s)
			r, body := ask(t, s.handler(t), "GET", tc.target, "Accept", "application/json")
			if r.StatusCode != tc.status {
				t.Errorf("status %d, want %d", r.StatusCode, tc.status)
			}
			wantHeaders(t, r, "Content-Type", "application/json", "Cache-Control", "no-store", "WWW-Authenticate", tc.auth, "Retry-After", tc.retry)
			bodies[tc.name] = body
			got := decode(t, body)
			if tc.enveloped {
				if status := got["ucp"].(map[string]any)["status"]; status != "error" {
					t.Errorf("ucp.status = %v", status)
				}
				got = got["messages"].([]any)[0].(map[string]any)
				if got["severity"] != "unrecoverable" || got["type"] != "error" {
					t.Errorf("message %v", got)
				}
			}
			if got["code"] != tc.code || got["content"] == "" {
				t.Errorf("code %v, want %s: %s", got["code"], tc.code, body)
			}
		})
	}
	if bodies["another's order"] != bodies["unknown order"] {
		t.Error("another's order differs from one that never was")
	}
}

func TestWhoGetsJSON(t *testing.T) {
	t.Parallel()
	cases := []struct {
		headers []string
		json    bool
	}{
		{nil, false},
		{[]string{"Accept", "*/*"}, false},
		{[]string{"Accept", "text/html,application/json;q=0.5"}, false},
		{[]string{"Accept", "application/json"}, true},
		{[]string{"Accept", "text/plain, Application/JSON;q=0.9"}, true},
		{[]string{"Accept", "text/html", "Authorization", "Bearer x"}, true},
		{[]string{"BCP-Agent", `profile="https://p.example"`}, true},
		{[]string{"Signature-Input", "sig1=()"}, true},
		{[]string{"Accept", ";;;"}, false},
	}
	for _, tc := range cases {
		r, _ := ask(t, newShop().handler(t), "GET", orderPage, tc.headers...)
		want := 200
		if tc.json {
			want = 401
		}
		if r.StatusCode != want {
			t.Errorf("%v: status %d, want %d", tc.headers, r.StatusCode, want)
		}
	}
}
