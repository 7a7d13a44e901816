package httpd_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"balcao/httpd"
	"balcao/internal/clock"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func from(h http.Handler, address, forwarded, path string) *http.Response {
	method := http.MethodGet
	if path == "/webhooks/pix/s" {
		method = http.MethodPost
	}
	r := httptest.NewRequest(method, path, nil)
	r.RemoteAddr = address
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func limited(now clock.Clock, rate httpd.Rate, proxies ...netip.Prefix) *httpd.Server {
	config := quiet()
	config.Clock, config.Rate, config.TrustedProxies = now, rate, proxies
	ok := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	return httpd.New(config, httpd.Routes{
		RPC: []httpd.RPC{
			{Path: "/bcp/a2a", Handler: ok, Limited: func(after time.Duration) []byte {
				return fmt.Appendf(nil, `{"retry":%d}`, int(after.Seconds()))
			}},
			{Path: "/bcp/mcp", Handler: ok},
		},
		Webhook: &httpd.Webhook{Secret: "s", Handle: func(context.Context, httpd.Callback) error { return nil }},
	})
}

func TestLimit(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(noon)
	s := limited(now, httpd.Rate{PerSecond: 0.25, Burst: 2})
	const client = "192.0.2.7:1000"
	for range 2 {
		if r := from(s, client, "", "/bcp/a2a"); r.StatusCode != 202 {
			t.Fatalf("within the burst: status %d", r.StatusCode)
		}
	}
	for _, path := range []string{"/bcp/a2a", "/bcp/a2a/"} {
		r := from(s, client, "", path)
		if body := bodyOf(t, r); r.StatusCode != 429 || body != `{"retry":4}` {
			t.Errorf("%s: status %d, body %s", path, r.StatusCode, body)
		}
		wantHeaders(t, r, "Retry-After", "4", "Content-Type", "application/json", "Cache-Control", "no-store")
	}
	r := from(s, client, "", "/bcp/mcp")
	if body := bodyOf(t, r); r.StatusCode != 429 || body != `{"title":"Too Many Requests","status":429}` {
		t.Errorf("binding without a body of its own: status %d, body %s", r.StatusCode, body)
	}
	if r := from(s, client, "", "/nowhere"); r.StatusCode != 429 {
		t.Errorf("unknown path: status %d, want 429", r.StatusCode)
	}
	for _, path := range []string{"/healthz", "/readyz", "/webhooks/pix/s"} {
		if r := from(s, client, "", path); r.StatusCode != 200 {
			t.Errorf("%s: status %d, want 200", path, r.StatusCode)
		}
	}
	if r := from(s, "192.0.2.8:1000", "192.0.2.9", "/bcp/a2a"); r.StatusCode != 202 {
		t.Errorf("another client: status %d", r.StatusCode)
	}
	now.Advance(3999 * time.Millisecond)
	if r := from(s, client, "", "/bcp/a2a"); r.StatusCode != 429 || r.Header.Get("Retry-After") != "1" {
		t.Errorf("a moment too early: status %d, Retry-After %s", r.StatusCode, r.Header.Get("Retry-After"))
	}
	now.Advance(2 * time.Millisecond)
	if r := from(s, client, "", "/bcp/a2a"); r.StatusCode != 202 {
		t.Errorf("after the wait: status %d", r.StatusCode)
	}
}

func TestLimitTellsClientsApart(t *testing.T) {
	t.Parallel()
	proxy := netip.MustParsePrefix("10.0.0.0/8")
	cases := []struct {
		name                         string
		proxies                      []netip.Prefix
		address, forwarded           string
		otherAddress, otherForwarded string
		same                         bool
	}{
		{"ports", nil, "192.0.2.1:1", "", "192.0.2.1:2", "", true},
		{"forwarded is not believed", nil, "192.0.2.1:1", "198.51.100.1", "192.0.2.1:1", "198.51.100.2", true},
		{"IPv6 of one network", nil, "[2001:db8::1]:1", "", "[2001:db8::2]:1", "", true},
		{"IPv6 of two networks", nil, "[2001:db8:0:1::1]:1", "", "[2001:db8:0:2::1]:1", "", false},
		{"IPv4 written as IPv6", nil, "[::ffff:192.0.2.1]:1", "", "192.0.2.1:1", "", true},
		{"behind a proxy", []netip.Prefix{proxy}, "10.0.0.1:1", "198.51.100.1", "10.0.0.1:1", "198.51.100.2", false},
		{"one client through two proxies", []netip.Prefix{proxy}, "10.0.0.1:1", "198.51.100.1", "10.0.0.2:1", "198.51.100.1", true},
		{"a forger behind a proxy", []netip.Prefix{proxy}, "10.0.0.1:1", "1.1.1.1, 198.51.100.1", "10.0.0.1:1", "2.2.2.2, 198.51.100.1", true},
		{"not from the proxy", []netip.Prefix{proxy}, "192.0.2.1:1", "198.51.100.1", "192.0.2.1:1", "198.51.100.2", true},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := limited(clock.NewFake(noon), httpd.Rate{PerSecond: 1, Burst: 1}, tc.proxies...)
			from(s, tc.address, tc.forwarded, "/bcp/a2a")
			want := 202
			if tc.same {
				want = 429
			}
			if r := from(s, tc.otherAddress, tc.otherForwarded, "/bcp/a2a"); r.StatusCode != want {
				t.Errorf("second request: status %d, want %d", r.StatusCode, want)
			}
		})
	}
}

func TestLimitForgetsTheQuietest(t *testing.T) {
	t.Parallel()
	s := limited(clock.NewFake(noon), httpd.Rate{PerSecond: 1, Burst: 1, Clients: 2})
	for _, step := range []struct {
		client string
		status int
	}{
		{"192.0.2.1:1", 202}, {"192.0.2.2:1", 202}, {"192.0.2.1:1", 429}, // 1 is the busier one
		{"192.0.2.3:1", 202},                       // takes the place of 2
		{"192.0.2.1:1", 429}, {"192.0.2.2:1", 202}, // 2 starts anew
	} {
		if r := from(s, step.client, "", "/bcp/a2a"); r.StatusCode != step.status {
			t.Fatalf("%s: status %d, want %d", step.client, r.StatusCode, step.status)
		}
	}
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	s := limited(clock.NewFake(noon), httpd.Rate{})
	for range 100 {
		if r := from(s, "192.0.2.1:1", "", "/bcp/a2a"); r.StatusCode != 202 {
			t.Fatalf("status %d", r.StatusCode)
		}
	}
}
