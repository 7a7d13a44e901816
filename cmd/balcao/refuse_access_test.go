package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// keyed is an agent with a key, or whatever else stands in its Authorization header.
func (s *testShop) keyed(t testing.TB, authorization string) *buyerAgent {
	p := s.agent(t, "platform.json")
	p.Header.Set("Authorization", authorization)
	return p
}

// Credentials that are no good get HTTP 401 with a challenge, whatever is asked.
func TestBadCredentials(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	platform := shop.URL + "/sandbox/platform.json"
	revoked := shop.revokedKey(platform)
	good := shop.apiKey(platform, "checkout")
	tests := []struct{ name, authorization string }{
		{"made up", "Bearer " + strings.Repeat("x", len(good))},
		{"another of the same form", "Bearer " + good[:len(good)-4] + "aaaa"},
		{"cut", "Bearer " + good[:len(good)-1]},
		{"revoked", "Bearer " + revoked},
		{"empty", "Bearer "},
		{"basic", "Basic YTpi"},
		{"bare", good},
		{"two", "Bearer " + good + ", Bearer " + good},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []*reply{
				shop.keyed(t, tt.authorization).buyShirts(),
				shop.keyed(t, tt.authorization).say("Procuro uma camiseta"),
			} {
				r.refused(bcpRefusal(http.StatusUnauthorized, "unauthenticated"))
				if got := r.Header.Get("WWW-Authenticate"); got != `Bearer realm="bcp"` {
					t.Errorf("WWW-Authenticate is %q", got)
				}
				if got := r.metadata("content"); got != "The credentials are missing or not valid." {
					t.Errorf("content is %q", got)
				}
			}
		})
	}
	if got := shop.keyed(t, "bearer "+good).buyShirts().quantities(); len(got) != 1 {
		t.Errorf("with a good key quantities are %v", got)
	}
}

// revokedKey issues a shop's first key and revokes it.
func (s *testShop) revokedKey(profile string) string {
	s.t.Helper()
	key := s.apiKey(profile, "checkout")
	_, body := s.admin(http.MethodGet, "/platform-keys", "")
	var list struct{ Keys []struct{ ID string } }
	if err := json.Unmarshal(body, &list); err != nil || len(list.Keys) != 1 {
		s.t.Fatalf("list keys: %v %s", err, body)
	}
	if status, body := s.admin(http.MethodDelete, "/platform-keys/"+list.Keys[0].ID, ""); status != http.StatusNoContent {
		s.t.Fatalf("revoke = %d %s", status, body)
	}
	return key
}

// A key allows what it was issued for, to the platform it was issued for.
func TestRightsOfKeys(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	platform := shop.URL + "/sandbox/platform.json"
	orders := "Bearer " + shop.apiKey(platform, "order")
	buying := "Bearer " + shop.apiKey(platform, "checkout")
	both := "Bearer " + shop.apiKey(platform, "checkout", "order")
	foreign := "Bearer " + shop.apiKey(shop.URL+"/sandbox/platform-checkout.json", "checkout", "order")
	forbidden := bcpRefusal(http.StatusOK, "forbidden")

	shop.keyed(t, orders).buyShirts().refused(forbidden)
	shop.keyed(t, orders).do("get_checkout").refused(forbidden)
	shop.keyed(t, buying).do("get_order", "order_id", "ord_x").onlyTells(final("unauthorized", ""))
	shop.keyed(t, foreign).buyShirts().refused(forbidden)
	shop.keyed(t, orders).do("get_order", "order_id", "ord_x").onlyTells(final("not_found", ""))
	shop.keyed(t, both).do("get_order", "order_id", "ord_x").onlyTells(final("not_found", ""))

	// A key names its platform by itself.
	alone := shop.keyed(t, both)
	alone.Header.Del("BCP-Agent")
	if got := alone.buyShirts().quantities(); len(got) != 1 {
		t.Errorf("with a key and no BCP-Agent quantities are %v", got)
	}
}

// A shop that sells to proven platforms only says so, and still shows its goods.
func TestNoAnonymousPlatforms(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--allow-anonymous=no")
	want := bcpRefusal(http.StatusUnauthorized, "unauthenticated")
	p := shop.agent(t, "platform.json")
	for name, r := range map[string]*reply{
		"add": p.buyShirts(), "get": p.do("get_checkout"), "complete": p.do("complete_checkout"),
		"in words": p.say("Adicione um Pixel 10 Pro ao carrinho"),
	} {
		r.refused(want)
		if r.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: no challenge", name)
		}
	}
	if products, _ := p.do("search_catalog", "query", "camiseta").data("a2a.bcp.catalog")["products"].([]any); len(products) == 0 {
		t.Error("an anonymous platform found no products")
	}
	key := shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout")
	if got := shop.keyed(t, "Bearer "+key).buyShirts().quantities(); len(got) != 1 {
		t.Errorf("with a key quantities are %v", got)
	}
}

// Orders are for the authenticated platform whose they are.
func TestOrderReads(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	key := "Bearer " + shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout", "order")
	owner := shop.keyed(t, key)
	owner.readyShirts()
	r := owner.do("complete_checkout", pay(object{"handler_id": "gpay", "type": "card", "credential": object{"type": "token", "token": "success_token"}})...)
	id, _ := dig(r.checkout(), "order", "id").(string)
	if id == "" {
		t.Fatalf("no order: %s", r.Body)
	}
	if got := owner.do("get_order", "order_id", id).data("a2a.bcp.order")["id"]; got != id {
		t.Errorf("get_order gave %v, want %s", got, id)
	}
	if got := owner.do("get_order").data("a2a.bcp.order")["id"]; got != id {
		t.Errorf("get_order without an id gave %v, want the conversation's %s", got, id)
	}
	unproven := shop.agent(t, "platform.json")
	r = unproven.do("get_order", "order_id", id)
	r.refused(bcpRefusal(http.StatusUnauthorized, "unauthenticated"))
	if r.Header.Get("WWW-Authenticate") == "" {
		t.Error("no challenge")
	}
	if got := unproven.say("Qual é o status do meu pedido " + id + "?").text(); strings.Contains(got, "/orders/") || strings.Contains(got, "Pedido #") {
		t.Errorf("an unproven request read of the order: %q", got)
	}
	without := shop.agent(t, "platform-checkout.json")
	without.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform-checkout.json", "checkout", "order"))
	without.do("get_order", "order_id", id).onlyTells(final("capabilities_incompatible", ""))
	elsewhere := shop.hostPlatform(t)
	other := shop.agentOf(t, elsewhere)
	other.Header.Set("Authorization", "Bearer "+shop.apiKey(elsewhere, "checkout", "order"))
	other.do("get_order", "order_id", id).onlyTells(final("not_found", ""))
}
