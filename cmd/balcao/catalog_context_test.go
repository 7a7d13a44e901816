package main

import (
	"slices"
	"strings"
	"testing"
)

// What is said of the buyer counts: the language of messages, the state that a product is not
// sold to, the currency that a price filter is in, and what he has in mind.
func TestCatalogContext(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	u, p := shop.tools(t, "platform.json"), shop.agent(t, "platform.json")
	acre := map[string]any{"address_country": "BR", "postal_code": "69900-000", "language": "en"}
	asked := map[string]map[string]any{
		"search_catalog": {"query": "aerossol"}, "lookup_catalog": {"ids": []string{"item_restrito"}}, "get_product": {"id": "item_restrito"},
	}
	first := func(doc map[string]any) any {
		if product, ok := doc["product"]; ok {
			return product
		}
		products, _ := doc["products"].([]any)
		if len(products) == 0 {
			t.Fatalf("nothing found: %v", doc)
		}
		return products[0]
	}
	check := func(name string, doc map[string]any, context map[string]any, sold bool) {
		t.Helper()
		variants, _ := dig(first(doc), "variants").([]any)
		if got := dig(variants[0], "availability", "available"); got != sold {
			t.Errorf("%s %v: available is %v", name, context, got)
		}
		messages, _ := doc["messages"].([]any)
		told := slices.IndexFunc(messages, func(m any) bool { return dig(m, "code") == "not_sold_in_region" })
		if (told >= 0) == sold {
			t.Errorf("%s %v: messages %v", name, context, messages)
		}
		if told >= 0 && context["language"] == "en" && !strings.HasPrefix(dig(messages[told], "content").(string), "We do not sell Aerossol") {
			t.Errorf("%s: told %v", name, messages[told])
		}
	}
	for _, test := range []struct {
		context map[string]any
		sold    bool
	}{
		{nil, true},
		{acre, false},
		{map[string]any{"address_region": "RO"}, false},
		{map[string]any{"address_region": "SP"}, true},
		{map[string]any{"address_region": "RO", "postal_code": "01310-100"}, true}, // the CEP says it better
		{map[string]any{"address_country": "US", "address_region": "AP"}, true},
		{map[string]any{"address_region": "no state", "postal_code": "x"}, true},
	} {
		for tool, arguments := range asked {
			if delete(arguments, "context"); test.context != nil {
				arguments["context"] = test.context
			}
			check(tool, u.call(tool, map[string]any{"catalog": arguments}).Doc, test.context, test.sold)
		}
		members := []any{"product_id", "item_restrito"}
		if test.context != nil {
			members = append(members, "context", test.context)
		}
		r := p.do("get_product", members...)
		check("A2A", r.data("a2a.bcp.catalog"), test.context, test.sold)
		if (strings.Contains(r.text(), "not sold to AC") || strings.Contains(r.text(), "não é vendido para RO")) == test.sold {
			t.Errorf("%v in words: %s", test.context, r.text())
		}
	}

	only := map[string]any{"query": "aerossol", "filters": map[string]any{"available": true}, "context": acre}
	for available, context := range map[bool]any{false: acre, true: map[string]any{"address_region": "SP"}} {
		only["context"] = context
		a := u.call("search_catalog", map[string]any{"catalog": only})
		if products, _ := a.Doc["products"].([]any); len(products) > 0 != available {
			t.Errorf("only what is available, %v: %s", context, a.Raw)
		}
	}

	dollars := func(currency any) map[string]any {
		return map[string]any{"query": "pixel", "filters": map[string]any{"price": map[string]any{"max": 1}}, "context": map[string]any{"currency": currency}}
	}
	for currency, found := range map[string]bool{"USD": true, "usd": true, "BRL": false, "brl": false, "": false} {
		a := u.call("search_catalog", map[string]any{"catalog": dollars(currency)})
		products, _ := a.Doc["products"].([]any)
		_, told := a.codes()["price_filter_ignored"]
		if told != found || (len(products) > 0) != found {
			t.Errorf("%q: %s", currency, a.Raw)
		}
	}
	r := p.do("search_catalog", "query", "pixel", "filters", map[string]any{"price": map[string]any{"max": 1}}, "context", map[string]any{"currency": "USD"})
	if messages, _ := r.data("a2a.bcp.catalog")["messages"].([]any); len(messages) != 1 || dig(messages[0], "code") != "price_filter_ignored" {
		t.Errorf("A2A: %v", messages)
	}
	for tool, arguments := range map[string]map[string]any{"lookup_catalog": {"ids": []string{"item_123"}}, "get_product": {"id": "item_123"}} {
		arguments["filters"], arguments["context"] = map[string]any{"price": map[string]any{"max": 1}}, map[string]any{"currency": "USD"}
		if a := u.call(tool, map[string]any{"catalog": arguments}); a.codes()["price_filter_ignored"] == "" && a.Doc["messages"] == nil {
			t.Errorf("%s: %s", tool, a.Raw)
		}
	}

	shoes := func(intent string) any {
		a := u.call("search_catalog", map[string]any{"catalog": map[string]any{
			"filters": map[string]any{"categories": []string{"Calçados"}}, "context": map[string]any{"intent": intent},
		}})
		return dig(first(a.Doc), "id")
	}
	if plain, meant := shoes(""), shoes("um chinelo para a praia"); plain == "CHINELO-TOP" || meant != "CHINELO-TOP" {
		t.Errorf("first is %v, with an intent %v", plain, meant)
	}
	if meant := shoes("procuro bom amortecimento"); meant != "TENIS-ULTRABOOST" {
		t.Errorf("with an intent %v", meant)
	}
}

// Signals and attribution are held to their bounds by every tool that takes them. Attribution is
// kept with the order as it was sent, and is nobody's word about the buyer; signals are not kept.
func TestSignalsAndAttribution(t *testing.T) {
	t.Parallel()
	u := startShop(t).tools(t, "platform.json")
	many := map[string]any{}
	for i := range 33 {
		many["com.example.s"+strings.Repeat("x", i)] = "1"
	}
	made := u.call("create_checkout", map[string]any{"checkout": item("item_123", 1)})
	id := made.text("id")
	with := func(name string, value any) map[string]map[string]any {
		object := item("item_123", 1)
		object[name] = value
		return map[string]map[string]any{
			"search_catalog":  {"catalog": map[string]any{"query": "x", name: value}},
			"lookup_catalog":  {"catalog": map[string]any{"ids": []string{"item_123"}, name: value}},
			"get_product":     {"catalog": map[string]any{"id": "item_123", name: value}},
			"create_checkout": {"checkout": object},
			"update_checkout": {"id": id, "checkout": object},
			"complete_checkout": {"meta": u.meta(keyThree), "id": id, "checkout": map[string]any{
				"payment": map[string]any{"instruments": []any{}}, name: value,
			}},
		}
	}
	for _, test := range []struct {
		member string
		value  any
	}{
		{"signals", many}, {"signals", "x"}, {"signals", map[string]any{"com.example.big": strings.Repeat("x", 9<<10)}},
		{"attribution", many}, {"attribution", []any{}}, {"attribution", map[string]any{"utm": strings.Repeat("x", 9<<10)}}, {"attribution", map[string]any{"utm": 1}},
	} {
		for tool, arguments := range with(test.member, test.value) {
			a := u.post(u.body(tool, arguments))
			path := "$.catalog." + test.member
			if strings.HasSuffix(tool, "_checkout") {
				path = "$.checkout." + test.member
			}
			if a.Error == nil || a.Error.Code != -32602 || !strings.HasPrefix(a.Error.Data["path"].(string), path) {
				t.Errorf("%s with %s: %s", tool, test.member, a.Body)
			}
		}
	}

	object := item("item_123", 1)
	object["attribution"] = map[string]any{"utm_source": "revista", "gclid": "abc"}
	object["signals"] = map[string]any{"br.dev.bcp.buyer_ip": "203.0.113.77", "wrong": "x"}
	object["buyer"] = map[string]any{"first_name": "Ana", "taxpayer_id": map[string]any{"kind": "cpf", "value": "39053344705"}}
	object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "pickup"}}}
	object["payment"] = map[string]any{"instruments": []any{map[string]any{"id": "pix_1", "handler_id": "pix_recebedor_001", "type": "pix", "selected": true}}}
	charged := u.call("update_checkout", map[string]any{"id": id, "checkout": object})
	if strings.Contains(string(charged.Raw), "203.0.113.77") || strings.Contains(string(charged.Raw), `"signals"`) {
		t.Errorf("signals come back: %s", charged.Raw)
	}
	instruments, _ := dig(charged.Doc, "payment", "instruments").([]any)
	if len(instruments) != 1 {
		t.Fatalf("no charge: %s", charged.Raw)
	}
	txid, _ := dig(instruments[0], "credential", "provider_payment_id").(string)
	u.call("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": map[string]any{"payment": object["payment"]}})
	u.shop.settle(txid)
	order := u.call("get_order", map[string]any{"id": u.until(id, "completed").text("order", "id")})
	if got := order.Doc["attribution"]; dig(got, "utm_source") != "revista" || dig(got, "gclid") != "abc" {
		t.Errorf("the order has the attribution %v", got)
	}
}
