package main

import (
	"bytes"
	"encoding/json"
	"testing"
)

const (
	keyOne   = "550e8400-e29b-41d4-a716-446655440000"
	keyTwo   = "550e8400-e29b-41d4-a716-446655440001"
	keyThree = "550e8400-e29b-41d4-a716-446655440002"
)

// A purchase by tools alone, from the search to the order.
func TestMCPPurchase(t *testing.T) {
	t.Parallel()
	u := startShop(t).tools(t, "platform.json")
	found := u.call("search_catalog", map[string]any{"catalog": map[string]any{"query": "camiseta vermelha"}})
	if products, _ := found.Doc["products"].([]any); len(products) == 0 {
		t.Fatalf("nothing found: %s", found.Raw)
	}
	u.call("lookup_catalog", map[string]any{"catalog": map[string]any{"ids": []string{"item_123", "camiseta-vermelha-m", "nowhere"}}})
	u.call("get_product", map[string]any{"catalog": map[string]any{"id": "item_123"}})

	object := item("item_123", 2)
	object["buyer"] = map[string]any{"first_name": "Ana", "last_name": "Silva", "taxpayer_id": map[string]any{"kind": "cpf", "value": "39053344705"}}
	object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "shipping", "destinations": []any{map[string]any{
		"street_address": "Avenida Paulista, 1000", "address_locality": "São Paulo", "address_region": "SP", "postal_code": "01310-100", "address_country": "BR",
	}}}}}
	made := u.call("create_checkout", map[string]any{"checkout": object})
	id := made.text("id")
	if made.text("status") != "ready_for_complete" || id == "" {
		t.Fatalf("create_checkout: %s", made.Raw)
	}
	object["payment"] = map[string]any{"instruments": []any{map[string]any{"id": "pix_1", "handler_id": "pix_recebedor_001", "type": "pix", "selected": true}}}
	charged := u.call("update_checkout", map[string]any{"id": id, "checkout": object})
	instruments, _ := dig(charged.Doc, "payment", "instruments").([]any)
	if len(instruments) != 1 {
		t.Fatalf("no charge: %s", charged.Raw)
	}
	txid, _ := dig(instruments[0], "credential", "provider_payment_id").(string)

	completion := map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": map[string]any{"payment": object["payment"]}}
	waiting := u.call("complete_checkout", completion)
	if waiting.text("status") != "complete_in_progress" {
		t.Fatalf("complete_checkout: %s", waiting.Raw)
	}
	u.shop.settle(txid)
	again := u.call("complete_checkout", completion)
	if !bytes.Equal(again.Raw, waiting.Raw) || bytes.Equal(again.ID, waiting.ID) {
		t.Errorf("the retry got\n%s\nnot\n%s", again.Body, waiting.Body)
	}
	done := u.until(id, "completed")
	order := u.call("get_order", map[string]any{"id": done.text("order", "id")})
	if order.text("checkout_id") != id {
		t.Errorf("get_order: %s", order.Raw)
	}
	refused := u.call("cancel_checkout", map[string]any{"meta": u.meta(keyTwo), "id": id})
	if _, told := refused.codes()["operation_not_allowed"]; !told || refused.text("status") != "completed" {
		t.Errorf("cancel_checkout: %s", refused.Raw)
	}
}

// The handshake methods and the list of tools are open; a tool is not.
func TestMCPWhatIsOpen(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	u := shop.tools(t, "platform.json")
	u.Header.Del("Authorization")
	for _, method := range []string{
		`"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`, `"ping"`, `"tools/list"`,
	} {
		a := u.post([]byte(`{"jsonrpc":"2.0","id":"one","method":` + method + `}`))
		if a.Status != 200 || a.Error != nil || string(a.ID) != `"one"` {
			t.Errorf("%s: %d %s", method, a.Status, a.Body)
		}
	}
	a := u.post(u.body("get_checkout", map[string]any{"id": "chk_1"}))
	if a.Status != 401 || a.Error == nil || a.Error.Code != -32000 || a.Error.Data["code"] != "unauthenticated" || a.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("without a key: %d %s", a.Status, a.Body)
	}
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal(u.post([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)).Body, &list); err != nil || len(list.Result.Tools) != 9 {
		t.Errorf("tools/list: %v, %d", err, len(list.Result.Tools))
	}
}

// What a variant must be, and that it can be had, narrow every tool of the catalogue.
func TestMCPFilters(t *testing.T) {
	t.Parallel()
	u := startShop(t).tools(t, "platform.json")
	sizes := func(size string) map[string]any {
		return map[string]any{"options": []any{map[string]any{"name": "tamanho", "label": size}}}
	}
	there := map[string]any{"available": true}
	for _, test := range []struct {
		tool    string
		catalog map[string]any
		want    int // variants
	}{
		{"search_catalog", map[string]any{"query": "air fryer esgotada"}, 1},
		{"search_catalog", map[string]any{"query": "air fryer esgotada", "filters": there}, 0},
		{"search_catalog", map[string]any{"filters": sizes("44"), "query": "tênis de corrida"}, 2}, // black and blue
		{"lookup_catalog", map[string]any{"ids": []string{"AIRFRYER-ESGOTADA", "item_123"}}, 2},
		{"lookup_catalog", map[string]any{"ids": []string{"AIRFRYER-ESGOTADA", "item_123"}, "filters": there}, 1},
		{"lookup_catalog", map[string]any{"ids": []string{"item_123"}, "filters": sizes("44")}, 0},
		{"get_product", map[string]any{"id": "item_123", "filters": there}, 1},
	} {
		a := u.call(test.tool, map[string]any{"catalog": test.catalog})
		products, _ := a.Doc["products"].([]any)
		if one := a.Doc["product"]; one != nil {
			products = []any{one}
		}
		got := 0
		for _, p := range products {
			variants, _ := dig(p, "variants").([]any)
			got += len(variants)
		}
		if got != test.want {
			t.Errorf("%s %v: %d variants, want %d: %s", test.tool, test.catalog, got, test.want, a.Raw)
		}
	}
	a := u.call("get_product", map[string]any{"catalog": map[string]any{"id": "AIRFRYER-ESGOTADA", "filters": there}})
	if _, told := a.codes()["no_matching_variant"]; !told {
		t.Errorf("get_product of what is sold out: %s", a.Raw)
	}
}
