package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// object is a JSON object in a test's table.
type object = map[string]any

// Members of an action that have the wrong form: the request is refused with the member
// named, and nothing of it is done.
func TestBadMembers(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	line := func(members ...any) object {
		l := object{"item": object{"id": "camiseta-vermelha-m"}, "quantity": 1}
		for i := 0; i+1 < len(members); i += 2 {
			l[members[i].(string)] = members[i+1]
		}
		return object{"line_items": []any{l}}
	}
	crowd, loud := object{}, object{}
	for i := range 33 {
		crowd["br.dev.bcp.x"+strings.Repeat("a", i)] = "1"
	}
	loud["br.dev.bcp.user_agent"] = strings.Repeat("x", 1_000_000)
	const ids = "product_id"
	tests := []struct {
		name, action string
		members      []any
		field        string
	}{
		{"quantity 0", "add_to_checkout", []any{ids, "item_123", "quantity", 0}, "quantity"},
		{"quantity -1", "add_to_checkout", []any{ids, "item_123", "quantity", -1}, "quantity"},
		{"quantity 1e9", "add_to_checkout", []any{ids, "item_123", "quantity", raw("1e9")}, "quantity"},
		{"quantity 1.5", "add_to_checkout", []any{ids, "item_123", "quantity", 1.5}, "quantity"},
		{"quantity text", "add_to_checkout", []any{ids, "item_123", "quantity", "2"}, "quantity"},
		{"quantity 10001", "add_to_checkout", []any{ids, "item_123", "quantity", 10001}, "quantity"},
		{"quantity true", "add_to_checkout", []any{ids, "item_123", "quantity", true}, "quantity"},
		{"quantity null", "add_to_checkout", []any{ids, "item_123", "quantity", nil}, "quantity"},
		{"no product", "add_to_checkout", nil, ids},
		{"product number", "add_to_checkout", []any{ids, 123}, ids},
		{"product empty", "add_to_checkout", []any{ids, ""}, ids},
		{"product with space", "add_to_checkout", []any{ids, "a b"}, ids},
		{"product too long", "add_to_checkout", []any{ids, strings.Repeat("a", 65)}, ids},
		{"option twice", "add_to_checkout", []any{ids, "item_123", "selected", []any{object{"name": "Cor", "label": "Azul"}, object{"name": "cor", "label": "Preto"}}}, "selected[1].name"},
		{"checkout id", "get_checkout", []any{"checkout_id", "../../etc"}, "checkout_id"},

		{"line and product", "update_quantity", []any{"line_item_id", "line_1", ids, "item_123", "quantity", 1}, ids},
		{"neither of them", "update_quantity", []any{"quantity", 1}, "line_item_id"},
		{"no quantity", "update_quantity", []any{"line_item_id", "line_1"}, "quantity"},
		{"set quantity 0", "update_quantity", []any{"line_item_id", "line_1", "quantity", 0}, "quantity"},
		{"remove what", "remove_from_checkout", nil, "line_item_id"},
		{"remove all and one", "remove_from_checkout", []any{"line_item_id", "line_1", "all", true}, "all"},
		{"remove all text", "remove_from_checkout", []any{"all", "yes"}, "all"},

		{"unknown action", "buy_everything", nil, "action"},
		{"action in capitals", "ADD_TO_CHECKOUT", []any{ids, "item_123"}, "action"},
		{"no buyer", "set_buyer", nil, "buyer"},
		{"buyer text", "set_buyer", []any{"buyer", "Ana"}, "buyer"},
		{"taxpayer kind", "set_buyer", []any{"buyer", object{"taxpayer_id": object{"kind": "rg", "value": "1"}}}, "buyer.taxpayer_id.kind"},
		{"no taxpayer value", "set_buyer", []any{"buyer", object{"taxpayer_id": object{"kind": "cpf"}}}, "buyer.taxpayer_id.value"},
		{"consent text", "set_buyer", []any{"buyer", object{"consent": object{"marketing": "yes"}}}, "buyer.consent.marketing"},
		{"control characters", "set_buyer", []any{"buyer", object{"email": "a@example.com\r\nBcc: b@example.com"}}, "buyer.email"},
		{"no address", "set_shipping_address", nil, "address"},
		{"address list", "set_shipping_address", []any{"address", []any{}}, "address"},
		{"CEP number", "set_shipping_address", []any{"address", object{"postal_code": 74000000}}, "address.postal_code"},
		{"no option", "select_fulfillment_option", nil, "option_id"},
		{"option number", "select_fulfillment_option", []any{"option_id", 1}, "option_id"},
		{"code empty", "apply_discount", []any{"code", ""}, "code"},
		{"code number", "remove_discount", []any{"code", 10}, "code"},
		{"handler", "start_payment", []any{"handler_id", object{}}, "handler_id"},

		{"no checkout", "update_checkout", nil, "checkout"},
		{"checkout text", "update_checkout", []any{"checkout", "x"}, "checkout"},
		{"no lines", "update_checkout", []any{"checkout", object{}}, "checkout.line_items"},
		{"create nothing", "create_checkout", []any{"checkout", object{"line_items": []any{}}}, "checkout.line_items"},
		{"101 lines", "create_checkout", []any{"checkout", object{"line_items": make([]any, 101)}}, "checkout.line_items"},
		{"line null", "create_checkout", []any{"checkout", object{"line_items": []any{nil}}}, "checkout.line_items[0]"},
		{"line without item", "create_checkout", []any{"checkout", object{"line_items": []any{object{"quantity": 1}}}}, "checkout.line_items[0].item"},
		{"line quantity", "create_checkout", []any{"checkout", line("quantity", "2")}, "checkout.line_items[0].quantity"},
		{"line item id", "update_checkout", []any{"checkout", line("item", object{"id": 1})}, "checkout.line_items[0].item.id"},
		{"two checkout ids", "update_checkout", []any{"checkout", object{"id": "chk_b", "line_items": []any{}}, "checkout_id", "chk_a"}, "checkout_id"},
		{"method type", "create_checkout", []any{"checkout", object{"line_items": line()["line_items"], "fulfillment": object{"methods": []any{object{"type": "drone"}}}}}, "checkout.fulfillment.methods[0].type"},

		{"33 signals", "complete_checkout", []any{"a2a.bcp.checkout.signals", crowd}, "a2a.bcp.checkout.signals"},
		{"1 MB of signals", "complete_checkout", []any{"a2a.bcp.checkout.signals", loud}, "a2a.bcp.checkout.signals"},
		{"signals list", "complete_checkout", []any{"a2a.bcp.checkout.signals", []any{1}}, "a2a.bcp.checkout.signals"},
		{"payment text", "complete_checkout", []any{"a2a.bcp.checkout.payment", "pix"}, "a2a.bcp.checkout.payment"},
		{"instrument text", "complete_checkout", []any{"a2a.bcp.checkout.payment", object{"instruments": []any{"pix"}}}, "a2a.bcp.checkout.payment.instruments[0]"},

		{"search for nothing", "search_catalog", nil, "query"},
		{"page of 0", "search_catalog", []any{"query", "camiseta", "pagination", object{"limit": 0}}, "pagination.limit"},
		{"made-up cursor", "search_catalog", []any{"query", "camiseta", "pagination", object{"cursor": "zzz"}}, "pagination.cursor"},
		{"price text", "search_catalog", []any{"filters", object{"price": object{"max": "100"}}}, "filters.price.max"},
		{"no product to show", "get_product", nil, ids},
		{"preferences", "get_product", []any{ids, "item_123", "preferences", "Cor"}, "preferences"},
		{"order id", "get_order", []any{"order_id", "a/b"}, "order_id"},
	}
	p := shop.agent(t, "platform.json")
	before := p.buyShirts().terms()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := p.do(tt.action, tt.members...)
			r.t = t
			r.refused(badMember(tt.field))
		})
	}
	p.do("get_checkout").unchanged(before)
}

// Parts of one message count as one object: a member may come twice, but not with two
// values.
func TestContradictingParts(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	part := func(quantity string) object {
		return object{"data": object{"action": "add_to_checkout", "product_id": "item_123", "quantity": raw(quantity)}}
	}
	p.send(part("1"), part("2")).refused(badMember("quantity"))
	p.send(part("1"), object{"data": object{"action": "cancel_checkout"}}).refused(badMember("action"))
	p.do("get_checkout").onlyTells(final("not_found", ""))
	if got := p.send(part("1"), part("1.0")).quantities(); len(got) != 1 || got[0] != 1 {
		t.Errorf("the same twice gave quantities %v, want [1]", got)
	}
	if got := p.send(object{"data": object{"action": "get_checkout"}}, object{"data": "a text"}, object{"data": nil}).quantities(); len(got) != 1 {
		t.Errorf("parts that are no objects gave quantities %v, want [1]", got)
	}
}

// A signal whose name is no reverse-domain name is dropped; it refuses nothing.
func TestSignalsWithWrongNames(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	before := p.readyShirts().terms()
	r := p.do("complete_checkout", "a2a.bcp.checkout.signals", object{"ip": "1.2.3.4", "": 1, "Ação!": object{}, "br.dev.bcp.buyer_ip": "192.0.2.1"})
	r.tells(complaint("payment_required", "$.payment"))
	r.unchanged(before)
}

// raw writes a number as it is.
func raw(number string) json.RawMessage { return json.RawMessage(number) }
