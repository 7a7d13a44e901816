package main

import (
	"strings"
	"testing"
)

// sold are places where the documents have US dollars: catalogue prices are in the shop's own
// currency.
func sold(prefix string) []string {
	return []string{prefix + ".price_range.min.currency", prefix + ".price_range.max.currency", prefix + ".variants.price.currency"}
}

// Checkout over MCP: the document's create and update, and its outcomes without a checkout.
func TestMCPSeedCheckout(t *testing.T) {
	t.Parallel()
	doc := readSeed(t, "000")
	shop := fixtureShop(t, "search.json")
	u := seedUser(t, shop, "2026-07-28", "checkout", "fulfillment")
	departures := []string{
		"$.status", // nothing is missing, and the document does not say what would be
		"$.fulfillment.methods.groups.options.description",         // in Portuguese
		"$.ucp.payment_handlers.br.dev.bcp.pix.config.environment", // a sandbox
	}
	made := u.replay(doc.calls[0])
	shows(t, doc.results[0], made, departures...)
	id := made.text("id")
	changed := u.replay(doc.calls[1], "checkout_abc123", id)
	shows(t, doc.results[2], changed, departures...)
	if changed.text("id") != id {
		t.Errorf("another checkout: %s", changed.Raw)
	}

	// The document's error samples are of another version of the protocol.
	shows(t, doc.results[1], u.call("create_checkout", map[string]any{"checkout": item("sold_out", 1)}), "$.ucp.version")
	object := item("not_everywhere", 1)
	object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "shipping", "destinations": []any{map[string]any{
		"address_locality": "Rio Branco", "address_region": "AC", "postal_code": "69900-000", "address_country": "BR",
	}}}}}
	refused := u.call("create_checkout", map[string]any{"checkout": object})
	if _, told := refused.codes()["item_unavailable"]; !told {
		t.Errorf("sold to where it must not go: %s", refused.Raw)
	}

	// All that there is, where more was asked for.
	adjusted := u.call("create_checkout", map[string]any{"checkout": item("item_123", 100)})
	if adjusted.codes()["quantity_adjusted"] != "$.line_items[0].quantity" || !strings.Contains(string(adjusted.Raw), `"quantity":12`) {
		t.Errorf("100 of 12: %s", adjusted.Raw)
	}
}

// Order over MCP, for a purchase of what the document shows.
func TestMCPSeedOrder(t *testing.T) {
	t.Parallel()
	doc := readSeed(t, "002")
	shop := fixtureShop(t, "search.json")
	u := seedUser(t, shop, "2026-07-28", "checkout", "fulfillment", "order")
	made := u.call("create_checkout", map[string]any{"checkout": map[string]any{
		"line_items": []any{map[string]any{"id": "li_shoes", "item": map[string]any{"id": "prod_shoes"}, "quantity": 1}},
		"fulfillment": map[string]any{"methods": []any{map[string]any{"type": "shipping", "destinations": []any{map[string]any{
			"street_address": "Rua das Flores, 123", "address_locality": "São Paulo", "address_region": "SP", "address_country": "BR", "postal_code": "01310-100",
		}}}}},
	}})
	done := u.call("complete_checkout", map[string]any{"meta": u.meta(keyOne), "id": made.text("id"), "checkout": map[string]any{"payment": map[string]any{
		"instruments": []any{map[string]any{"id": "card", "handler_id": "gpay", "type": "card", "credential": map[string]any{"type": "PAYMENT_GATEWAY", "token": "success_token"}}},
	}}})
	id := done.text("order", "id")
	shows(t, doc.results[0], u.replay(doc.calls[1], "order_abc123", id),
		"$.line_items.quantity.fulfilled", "$.line_items.status", // it was bought a moment ago
		"$.fulfillment.events", "$.fulfillment.expectations.description",
		"$.totals", "$.totals.amount", "$.totals.type", // our freight, and no tax that comes on top
	)
	shows(t, doc.results[1], u.replay(doc.calls[0]))
	u.Header.Set("Authorization", "Bearer "+shop.apiKey(u.Profile, "checkout"))
	shows(t, doc.results[2], u.replay(doc.calls[1], "order_abc123", id))
}

// Catalogue over MCP, in the version of its document.
func TestMCPSeedCatalog(t *testing.T) {
	t.Parallel()
	doc := readSeed(t, "003")
	u := seedUser(t, fixtureShop(t, "search.json"), "2026-07-14", "catalog.search", "catalog.lookup")
	u.replay(doc.calls[0])
	shows(t, doc.results[0], u.replay(doc.calls[1]), sold("$.products")...)
	shows(t, doc.results[1], u.replay(doc.calls[2]), sold("$.products")...)
	partly := u.call("lookup_catalog", map[string]any{"catalog": map[string]any{"ids": []string{"prod_abc123", "prod_notfound1", "prod_notfound2"}}})
	if !strings.Contains(string(partly.Raw), `"content":"prod_notfound2"`) || len(partly.Doc["products"].([]any)) != 1 {
		t.Errorf("found in part: %s", partly.Raw)
	}
	shows(t, doc.results[3], u.call("get_product", map[string]any{"catalog": map[string]any{"id": "prod_invalid"}}))
	shows(t, doc.results[4], u.call("lookup_catalog", map[string]any{"catalog": map[string]any{"ids": []string{"prod_invalid"}}}))
	// The document has another product under the same id here.
	product := seedUser(t, fixtureShop(t, "product.json"), "2026-07-14", "catalog.search", "catalog.lookup")
	shows(t, doc.results[2], product.replay(doc.calls[3]), sold("$.product")...)
}
