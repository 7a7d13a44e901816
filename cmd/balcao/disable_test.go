package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"balcao/platform"
	"balcao/profile"
)

// Every capability can be switched off, each by itself: then nothing that the shop publishes
// names it, what was made for it alone is not there, and no answer carries what it adds. The
// table of capabilities says which there are, so that a new one is tried too.
func TestEveryCapabilityCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	tools := map[string][]string{
		platform.CapCheckout:      {"create_checkout", "get_checkout", "update_checkout", "complete_checkout", "cancel_checkout"},
		platform.CapOrder:         {"get_order"},
		platform.CapCatalogSearch: {"search_catalog"},
		platform.CapCatalogLookup: {"lookup_catalog", "get_product"},
	}
	// What an answer with a checkout carries for the capability alone.
	members := map[string]string{
		platform.CapFulfillment: `"fulfillment":{`, platform.CapDiscount: `"discounts":`, platform.CapBuyerConsent: `"consent":`,
		platform.CapFiscalIdentity: `"seller_identity":`, platform.CapTax: `"taxes":`,
	}
	actions := map[string][]any{
		platform.CapCheckout:      {"create_checkout", "checkout", item("item_123", 1)},
		platform.CapOrder:         {"get_order", "order_id", "ord_1"},
		platform.CapCatalogSearch: {"search_catalog", "query", "camiseta"},
		platform.CapCatalogLookup: {"get_product", "product_id", "item_123"},
	}
	object := item("item_123", 1)
	object["buyer"] = map[string]any{"consent": map[string]any{"marketing": true}}
	everything := startShop(t).tools(t, "platform.json").call("create_checkout", map[string]any{"checkout": object})
	for capability, member := range members {
		if !strings.Contains(string(everything.Raw), member) {
			t.Fatalf("%s is not seen by %s: %s", capability, member, everything.Raw)
		}
	}
	for _, c := range profile.Capabilities(profile.Returns{}) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			shop := startShop(t, "--disable="+c.Name)
			quoted := `"` + c.Name + `"`
			for _, path := range []string{
				"/.well-known/bcp", "/.well-known/ucp.json", "/.well-known/bcp/2026-07-14", "/.well-known/bcp/2026-04-08",
				"/.well-known/agent-card.json", "/bcp/mcp.openrpc.json", "/bcp/profile.schema.json",
			} {
				if body := got(t, shop, path); strings.Contains(body, quoted) {
					t.Errorf("%s names it: %s", path, body)
				}
			}
			p := shop.agent(t, "platform.json")
			u := shop.tools(t, "platform.json")
			if list := string(u.post([]byte(`{"jsonrpc":"2.0","id":0,"method":"tools/list"}`)).Body); strings.Contains(list, quoted) {
				t.Errorf("tools/list names it: %s", list)
			}
			openrpc := got(t, shop, "/bcp/mcp.openrpc.json")
			for of, names := range tools {
				for _, name := range names {
					there := of != c.Name
					if (u.outputs[name] != nil) != there || strings.Contains(openrpc, `"`+name+`"`) != there {
						t.Errorf("%s: in tools/list %v, in the description %v", name, u.outputs[name] != nil, !there)
					}
					if there {
						continue
					}
					if a := u.post(u.body(name, nil)); a.Error == nil || a.Error.Code != -32602 {
						t.Errorf("%s answers: %s", name, a.Body)
					}
				}
			}
			if action, known := actions[c.Name]; known {
				r := p.do(action[0].(string), action[1:]...)
				if body := string(r.Body); !strings.Contains(body, "capabilities_incompatible") && !strings.Contains(body, "unauthenticated") {
					t.Errorf("%s over A2A: %s", action[0], body)
				}
			}
			var answer *toolAnswer
			if c.Name == platform.CapCheckout {
				answer = u.call("search_catalog", map[string]any{"catalog": map[string]any{"query": "camiseta"}})
			} else {
				answer = u.call("create_checkout", map[string]any{"checkout": object})
			}
			if strings.Contains(string(answer.Raw), quoted) || members[c.Name] != "" && strings.Contains(string(answer.Raw), members[c.Name]) {
				t.Errorf("the answer has it: %s", answer.Raw)
			}
			r := p.do("create_checkout", "checkout", object)
			if body := string(r.Body); strings.Contains(body, quoted) || members[c.Name] != "" && strings.Contains(body, members[c.Name]) {
				t.Errorf("over A2A the answer has it: %s", body)
			}
		})
	}
}

func got(t *testing.T, shop *testShop, path string) string {
	t.Helper()
	resp, err := shop.client.Get(shop.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v, %d", path, err, resp.StatusCode)
	}
	return string(body)
}
