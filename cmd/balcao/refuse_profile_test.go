package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// agentOf is an agent of the platform with this profile URL.
func (s *testShop) agentOf(t testing.TB, profile string) *buyerAgent {
	p := s.agent(t, "")
	p.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", profile))
	return p
}

// hostPlatform serves the full sandbox profile at an address of its own: one more platform.
func (s *testShop) hostPlatform(t testing.TB) string {
	t.Helper()
	_, body := s.request(t, http.MethodGet, "/sandbox/platform.json", http.Header{}, nil)
	return host(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
}

// host serves a profile and returns its URL.
func host(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL + "/profile.json"
}

// Profiles that cannot be had or that are none.
func TestBadProfiles(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	_, good := shop.request(t, http.MethodGet, "/sandbox/platform.json", http.Header{}, nil)
	serves := func(body []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }
	}
	edited := func(old, new string) http.HandlerFunc {
		body := bytes.Replace(good, []byte(old), []byte(new), 1)
		if bytes.Equal(body, good) {
			t.Fatalf("the sandbox profile has no %s", old)
		}
		return serves(body)
	}
	tests := []struct {
		name   string
		answer http.HandlerFunc
		reason string
	}{
		{"redirects", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, shop.URL+"/sandbox/platform.json", http.StatusFound)
		}, "profile_unreachable"},
		{"not found", http.NotFound, "profile_unreachable"},
		{"server error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, "profile_unreachable"},
		{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "profile_unreachable"},
		{"5 MB", serves(append(good, bytes.Repeat([]byte(" "), 5<<20)...)), "profile_malformed"},
		{"5 MB in chunks", func(w http.ResponseWriter, _ *http.Request) {
			for range 5 << 6 {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 16<<10)); err != nil {
					return
				}
			}
		}, "profile_malformed"},
		{"empty", serves(nil), "profile_malformed"},
		{"a page", serves([]byte("<html>")), "profile_malformed"},
		{"a list", serves([]byte("[]")), "profile_malformed"},
		{"no ucp", serves([]byte("{}")), "profile_malformed"},
		{"two documents", serves(append(good, good...)), "profile_malformed"},
		{"duplicate member", edited(`{`, `{"ucp":{},`), "profile_malformed"},
		{"bad UTF-8", edited(`{`, "{\"x\":\"\xff\","), "profile_malformed"},
		{"10,000 levels", edited(`{`, `{"x":`+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+`,`), "profile_malformed"},
		{"version no date", edited(`"version":"2026-07-28"`, `"version":"latest"`), "profile_malformed"},
		{"another version", edited(`"version":"2026-07-28"`, `"version":"2019-01-01"`), "version_unsupported"},
		{"a later version", edited(`"version":"2026-07-28"`, `"version":"2027-01-01"`), "version_unsupported"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			url := host(t, tt.answer)
			// Twice: the second time the failure is remembered, and tells the same.
			for range 2 {
				r := shop.agentOf(t, url).buyShirts()
				r.refused(bcpRefusal(http.StatusOK, tt.reason))
				if strings.Contains(string(r.Body), url) {
					t.Errorf("the error repeats the address: %s", r.Body)
				}
				if want := map[string]string{"version_unsupported": shop.URL + "/"}[tt.reason]; r.metadata("continue_url") != want {
					t.Errorf("continue_url is %q, want %q", r.metadata("continue_url"), want)
				}
			}
		})
	}
}

// A profile whose server accepts and then says nothing costs its own request the time-out,
// and nobody else anything.
func TestHangingProfile(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	asked, over := make(chan struct{}), make(chan struct{})
	url := host(t, func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		select {
		case <-r.Context().Done():
		case <-over:
		}
	})
	answered := make(chan *reply)
	p := shop.agentOf(t, url)
	body := p.message(object{"text": "oi"})
	go func() { answered <- p.post(body) }()
	<-asked
	if got := shop.agent(t, "platform.json").buyShirts().quantities(); len(got) != 1 {
		t.Errorf("meanwhile another platform's quantities are %v", got)
	}
	r := <-answered
	close(over)
	r.refused(bcpRefusal(http.StatusOK, "profile_unreachable"))
}

// What BCP-Agent may not say. The last column is the header as it is sent.
func TestBadAgentHeaders(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	good := shop.URL + "/sandbox/platform.json"
	tests := []struct {
		name   string
		values []string
	}{
		{"missing", nil},
		{"empty", []string{""}},
		{"no profile", []string{`agent="x"`}},
		{"token", []string{`profile=https`}},
		{"number", []string{`profile=1`}},
		{"flag", []string{`profile`}},
		{"list", []string{`profile=("` + good + `")`}},
		{"bare URL", []string{good}},
		{"unquoted URL", []string{`profile=` + good}},
		{"open quote", []string{`profile="` + good}},
		{"no URL", []string{`profile="platform"`}},
		{"empty URL", []string{`profile=""`}},
		{"http", []string{`profile="http://platform.example/profile.json"`}},
		{"ftp", []string{`profile="ftp://platform.example/profile.json"`}},
		{"file", []string{`profile="file:///etc/passwd"`}},
		{"password", []string{`profile="https://user:secret@platform.example/profile.json"`}},
		{"cloud metadata", []string{`profile="http://169.254.169.254/latest/meta-data/"`}},
		{"cloud metadata, https", []string{`profile="https://169.254.169.254/latest/meta-data/"`}},
		{"private network", []string{`profile="https://10.0.0.1/profile.json"`}},
		{"mapped address", []string{`profile="https://[::ffff:169.254.169.254]/profile.json"`}},
		{"too long", []string{`profile="https://platform.example/` + strings.Repeat("a", 2048) + `"`}},
		{"last one counts", []string{`profile="` + good + `"`, `profile=""`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.Header["Bcp-Agent"] = tt.values
			r := p.buyShirts()
			r.refused(bcpRefusal(http.StatusOK, "invalid_profile_url"))
			if got := r.metadata("content"); got != "The platform's profile URL is missing or not acceptable." {
				t.Errorf("content is %q", got)
			}
			if strings.Contains(string(r.Body), "secret") {
				t.Errorf("the error repeats the header: %s", r.Body)
			}
		})
	}
	for name, values := range map[string][]string{
		"other members": {`agent="x", profile="` + good + `";v=1, z`},
		"two headers":   {`agent="x"`, `profile="` + good + `"`},
	} {
		p := shop.agent(t, "platform.json")
		p.Header["Bcp-Agent"] = values
		if got := p.buyShirts().quantities(); len(got) != 1 {
			t.Errorf("%s: quantities are %v", name, got)
		}
	}
}

// A platform without the capability that an action needs gets a business outcome; what it
// has in common with the shop it may use.
func TestMissingCapabilities(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	_, full := shop.request(t, http.MethodGet, "/sandbox/platform.json", http.Header{}, nil)
	only := func(capability string) *buyerAgent {
		var doc struct {
			UCP struct {
				Version         string                     `json:"version"`
				Services        json.RawMessage            `json:"services"`
				Capabilities    map[string]json.RawMessage `json:"capabilities"`
				PaymentHandlers json.RawMessage            `json:"payment_handlers"`
			} `json:"ucp"`
		}
		if err := json.Unmarshal(full, &doc); err != nil {
			t.Fatal(err)
		}
		entry := doc.UCP.Capabilities[capability]
		if entry == nil {
			t.Fatalf("the sandbox profile has no %s", capability)
		}
		doc.UCP.Capabilities = map[string]json.RawMessage{capability: entry}
		body, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return shop.agentOf(t, host(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	}
	incompatible := final("capabilities_incompatible", "")
	search := only("br.dev.bcp.shopping.catalog.search")
	if r := search.do("search_catalog", "query", "camiseta"); r.data("a2a.bcp.catalog") == nil {
		t.Errorf("no products: %s", r.Body)
	}
	for action, members := range map[string][]any{
		"add_to_checkout": {"product_id", "item_123"}, "get_checkout": nil, "complete_checkout": nil, "cancel_checkout": nil,
		"create_checkout": {"checkout", object{"line_items": []any{object{"item": object{"id": "item_123"}, "quantity": 1}}}},
		"get_product":     {"product_id", "item_123"},
	} {
		r := search.do(action, members...)
		r.onlyTells(incompatible)
		if got := r.checkout()["continue_url"]; got != shop.URL+"/" {
			t.Errorf("%s: continue_url is %v", action, got)
		}
	}
	buying := only("br.dev.bcp.shopping.checkout")
	buying.do("search_catalog", "query", "camiseta").onlyTells(incompatible)
	buying.do("get_product", "product_id", "item_123").onlyTells(incompatible)
	before := buying.buyShirts().terms()
	if before["status"] != "ready_for_complete" {
		t.Errorf("status is %v, want ready_for_complete", before["status"])
	}
	for action, members := range map[string][]any{
		"set_shipping_address":      {"address", object{"postal_code": "74000-000"}},
		"select_fulfillment_option": {"option_id", "express"},
		"apply_discount":            {"code", "BEMVINDO10"},
		"remove_discount":           {"code", "BEMVINDO10"},
	} {
		r := buying.do(action, members...)
		r.tells(complaint("capabilities_incompatible", "$"))
		r.unchanged(before)
	}
	// In words the catalogue is open to it: the answer is text alone.
	if r := buying.say("Procuro Pixel 10 Pro"); r.data("a2a.bcp.catalog") != nil || !strings.HasPrefix(r.text(), "Encontrei") {
		t.Errorf("a search in words is answered %s", r.Body)
	}
}
