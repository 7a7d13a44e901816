package main

import (
	"net/http"
	"testing"
)

// What one platform has made, another cannot see, change or end.
func TestAnotherPlatformsCheckout(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	owner := shop.agent(t, "platform.json")
	before := owner.readyShirts().terms()
	id := before["id"]
	tests := []struct {
		name, action string
		members      []any
	}{
		{"get", "get_checkout", nil},
		{"add", "add_to_checkout", []any{"product_id", "item_123"}},
		{"quantity", "update_quantity", []any{"line_item_id", "line_1", "quantity", 9}},
		{"remove", "remove_from_checkout", []any{"all", true}},
		{"update", "update_checkout", []any{"checkout", object{"line_items": []any{}}}},
		{"buyer", "set_buyer", []any{"buyer", object{"full_name": "Eva"}}},
		{"address", "set_shipping_address", []any{"address", object{"postal_code": "01310-100"}}},
		{"option", "select_fulfillment_option", []any{"option_id", "express"}},
		{"coupon", "apply_discount", []any{"code", "BEMVINDO10"}},
		{"no coupon", "remove_discount", []any{"code", "BEMVINDO10"}},
		{"pay", "start_payment", nil},
		{"complete", "complete_checkout", nil},
		{"cancel", "cancel_checkout", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stranger := shop.agent(t, "platform-checkout.json")
			stranger.do(tt.action, append([]any{"checkout_id", id}, tt.members...)...).onlyTells(final("not_found", ""))
			// Knowing the conversation's name does not help either.
			stranger.Context = owner.Context
			r := stranger.do("get_checkout")
			r.onlyTells(final("not_found", ""))
			if r.Message.ContextID != owner.Context {
				t.Errorf("contextId is %q, want the one that was sent", r.Message.ContextID)
			}
		})
	}
	owner.do("get_checkout", "checkout_id", id).unchanged(before)
	owner.do("get_checkout").unchanged(before)
}

// Two platforms may use the same contextId and the same messageId.
func TestSameNamesOfTwoPlatforms(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	one, two := shop.agent(t, "platform.json"), shop.agent(t, "platform-checkout.json")
	message := func(product string) []byte {
		return []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m-1","contextId":"c-1",
			"parts":[{"data":{"action":"add_to_checkout","product_id":"` + product + `"}}]}}}`)
	}
	first, second := one.post(message("item_123")), two.post(message("camiseta-vermelha-m"))
	if first.checkout()["id"] == second.checkout()["id"] {
		t.Error("both have the same checkout")
	}
	if got := dig(lineOf(t, first, 0), "item", "id"); got != "item_123" {
		t.Errorf("the first has %v", got)
	}
	if got := dig(lineOf(t, second, 0), "item", "id"); got != "camiseta-vermelha-m" {
		t.Errorf("the second has %v", got)
	}
}

// Two conversations of one platform share nothing: what is in the cart of the one is not in
// that of the other.
func TestTwoConversationsOfOnePlatform(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	one, two := shop.agent(t, "platform.json"), shop.agent(t, "platform.json")
	first := one.do("add_to_checkout", "product_id", "item_123")
	two.do("get_checkout").onlyTells(final("not_found", ""))
	second := two.do("add_to_checkout", "product_id", "camiseta-vermelha-m")
	if first.checkout()["id"] == second.checkout()["id"] || dig(lineOf(t, second, 0), "item", "id") != "camiseta-vermelha-m" {
		t.Errorf("the second conversation has %v", second.checkout())
	}
	one.do("get_checkout").unchanged(first.terms())
}

func lineOf(t *testing.T, r *reply, i int) any {
	t.Helper()
	lines, _ := r.checkout()["line_items"].([]any)
	if len(lines) <= i {
		t.Fatalf("the checkout has %d lines", len(lines))
	}
	return lines[i]
}

// What a platform made with its API key is hidden from requests that only name its
// profile, not the reverse.
func TestAuthenticatedOwnerHides(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	proven := shop.agent(t, "platform.json")
	proven.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform.json", "checkout"))
	claimed := shop.agent(t, "platform.json")

	secret := proven.buyShirts().terms()
	claimed.do("get_checkout", "checkout_id", secret["id"]).onlyTells(final("not_found", ""))
	claimed.do("cancel_checkout", "checkout_id", secret["id"]).onlyTells(final("not_found", ""))
	same := shop.agent(t, "platform.json")
	same.Context = proven.Context
	same.do("get_checkout").onlyTells(final("not_found", ""))
	if open := same.buyShirts(); open.checkout()["id"] == secret["id"] {
		t.Error("an unproven request got at the proven one's checkout")
	}
	proven.do("get_checkout").unchanged(secret)

	open := claimed.do("get_checkout", "checkout_id", claimed.buyShirts().checkout()["id"]).terms()
	proven.do("get_checkout", "checkout_id", open["id"]).unchanged(open)
}

// Nobody may search and ask, but not buy, and no two of his requests share anything.
func TestNobody(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	nobody := func() *buyerAgent {
		p := shop.agent(t, "platform.json")
		p.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
		return p
	}
	const identify = "Para comprar aqui, o agente precisa se identificar com o cabeçalho BCP-Agent. Posso procurar produtos e tirar dúvidas."
	p := nobody()
	for _, tt := range []struct{ name, text, want string }{
		{"search", "Procuro Pixel 10 Pro", "Encontrei"},
		{"add", "Adicione um Pixel 10 Pro ao carrinho", identify},
		{"cart", "O que tem no meu carrinho?", identify},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := p.say(tt.text)
			if len(r.text()) < len(tt.want) || r.text()[:len(tt.want)] != tt.want {
				t.Errorf("answer to %q is %q, want %q", tt.text, r.text(), tt.want)
			}
			for _, part := range r.Message.Parts {
				if part.Data != nil {
					t.Errorf("nobody got data: %s", r.Body)
				}
			}
		})
	}
	// Two strangers under one contextId: what the first found is nothing to the second.
	first := nobody()
	first.say("Procuro Pixel 10 Pro")
	second := nobody()
	second.Context = first.Context
	alone := nobody()
	if got, want := second.say("quero a primeira").text(), alone.say("quero a primeira").text(); got != want {
		t.Errorf("in another's conversation %q, alone %q: they must not differ", got, want)
	}
	// An action needs a platform, however the extension came to be active.
	nobody().do("add_to_checkout", "product_id", "item_123").refused(bcpRefusal(200, "invalid_profile_url"))
	active := nobody()
	active.Header.Set("A2A-Extensions", extensionURI)
	active.say("Procuro Pixel 10 Pro").refused(bcpRefusal(200, "invalid_profile_url"))
	nobody().send(object{"data": object{"a2a.bcp.checkout": object{"line_items": []any{}}}}).refused(bcpRefusal(200, "invalid_profile_url"))
}
