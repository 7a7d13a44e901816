package intents

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
)

func parts(list ...string) []json.RawMessage {
	var out []json.RawMessage
	for _, p := range list {
		out = append(out, json.RawMessage(p))
	}
	return out
}

func pointer[T any](v T) *T { return &v }

func TestDecodeActions(t *testing.T) {
	t.Parallel()
	change := func(c checkout.Command) Intent { return Change{Command: c} }
	tests := map[string]Intent{
		`{"action":"search_catalog","query":"tênis","filters":{"price":{"max":50000},"categories":["Calçados"],"other":1},"pagination":{"limit":5,"cursor":"c1"}}`: SearchCatalog{
			Query: "tênis", Limit: 5, Cursor: "c1",
			Filters: Filters{Categories: []string{"Calçados"}, PriceMax: pointer(money.Amount(50000)), Unknown: true},
		},
		`{"action":"get_product","product_id":"TENIS-1","selected":[{"name":"cor","label":"Azul"}],"preferences":["cor"]}`: GetProduct{
			ID: "TENIS-1", Selected: []catalog.Selection{{Name: "cor", Label: "Azul"}}, Preferences: []string{"cor"},
		},
		`{"action":"search_catalog","query":"tênis","context":{"language":"en-US","address_country":"BR"}}`: SearchCatalog{Query: "tênis", Context: &checkout.Hints{Language: "en-US", Country: "BR"}},
		`{"action":"get_product","product_id":"TENIS-1","context":{"language":"es"}}`:                       GetProduct{ID: "TENIS-1", Context: &checkout.Hints{Language: "es"}},
		`{"action":"get_checkout","checkout_id":"chk_1"}`:                                                   GetCheckout{Checkout: "chk_1"},
		`{"action":"get_checkout"}`:                                                             GetCheckout{},
		`{"action":"get_order","order_id":"BCP-2026-000142"}`:                                   GetOrder{Order: "BCP-2026-000142"},
		`{"action":"add_to_checkout","product_id":"PIXEL-10-PRO"}`:                              change(checkout.Add{Item: "PIXEL-10-PRO", Quantity: 1}),
		`{"action":"add_to_checkout","product_id":"a.b_c-1","quantity":2.0}`:                    change(checkout.Add{Item: "a.b_c-1", Quantity: 2}),
		`{"action":"add_to_checkout","product_id":"P","quantity":10000,"x":[1]}`:                change(checkout.Add{Item: "P", Quantity: 10000}),
		`{"action":"update_quantity","line_item_id":"li_1","quantity":3}`:                       change(checkout.SetQuantity{Line: "li_1", Quantity: 3}),
		`{"action":"update_quantity","product_id":"P","quantity":3}`:                            change(checkout.SetQuantity{Item: "P", Quantity: 3}),
		`{"action":"remove_from_checkout","line_item_id":"li_1"}`:                               change(checkout.Remove{Line: "li_1"}),
		`{"action":"remove_from_checkout","product_id":"P","all":false}`:                        change(checkout.Remove{Item: "P"}),
		`{"action":"remove_from_checkout","all":true}`:                                          change(checkout.Remove{All: true}),
		`{"action":"set_buyer","buyer":{"email":"ana@example.com"}}`:                            change(checkout.SetBuyer{Buyer: checkout.BuyerInput{Email: pointer("ana@example.com")}}),
		`{"action":"select_fulfillment_option","option_id":"standard"}`:                         change(checkout.SelectOption{Option: "standard"}),
		`{"action":"select_fulfillment_option","option_id":"s","method_id":"m","group_id":"g"}`: change(checkout.SelectOption{Option: "s", Method: "m", Group: "g"}),
		`{"action":"apply_discount","code":"BEMVINDO10"}`:                                       change(checkout.ApplyDiscount{Code: "BEMVINDO10"}),
		`{"action":"remove_discount","code":"BEMVINDO10"}`:                                      change(checkout.RemoveDiscount{Code: "BEMVINDO10"}),
		`{"action":"start_payment"}`:                                                            change(checkout.StartPayment{}),
		`{"action":"start_payment","handler_id":"gpay","instrument_id":"instr_1"}`:              change(checkout.StartPayment{Handler: "gpay", Instrument: "instr_1"}),
		`{"action":"complete_checkout"}`:                                                        change(checkout.Complete{}),
		`{"action":"cancel_checkout","checkout_id":"chk_1"}`:                                    Change{Checkout: "chk_1", Command: checkout.Cancel{}},
		`{"action":"create_checkout","checkout":{"line_items":[{"item":{"id":"P"},"quantity":1}]}}`: change(checkout.Create{
			Input: checkout.Input{Lines: []checkout.LineInput{{Item: "P", Quantity: 1}}},
		}),
		`{"action":"update_checkout","checkout":{"id":"chk_1","line_items":[]}}`: Change{
			Checkout: "chk_1", Command: checkout.Update{Input: checkout.Input{Lines: []checkout.LineInput{}}},
		},
		`{"a2a.bcp.checkout":{"line_items":[]}}`: change(checkout.Update{Input: checkout.Input{Lines: []checkout.LineInput{}}}),
	}
	for part, want := range tests {
		got, err := Decode(parts(part))
		if err != nil {
			t.Errorf("%s: %v", part, err)
			continue
		}
		if diff := cmp.Diff(want, got.Intent); diff != "" {
			t.Errorf("%s (-want +got):\n%s", part, diff)
		}
	}
}

func TestDecodeSetShippingAddress(t *testing.T) {
	t.Parallel()
	got, err := Decode(parts(`{"action":"set_shipping_address","address":{"street_address":"Rua B, 22","postal_code":"74000-000"}}`))
	if err != nil {
		t.Fatal(err)
	}
	set, ok := got.Intent.(Change).Command.(checkout.SetAddress)
	if !ok || set.Address.Street != "Rua B, 22" || set.Address.PostalCode != "74000-000" {
		t.Errorf("got %+v", got.Intent)
	}
}

// The parts of the completion in the checkout over A2A document.
func TestDecodeMergesParts(t *testing.T) {
	t.Parallel()
	got, err := Decode(parts(
		`{"action":"complete_checkout"}`,
		`{"a2a.bcp.checkout.payment":{"instruments":[{"id":"instr_1","handler_id":"pix_recebedor_001","type":"pix","selected":true}]},
		  "a2a.bcp.checkout.signals":{"br.dev.bcp.buyer_ip":"203.0.113.42"}}`,
		`{"ap2":{"checkout_mandate":"a.b.c"}}`,
		`["not", "ours"]`,
		`{"action":"complete_checkout"}`,
	))
	if err != nil {
		t.Fatal(err)
	}
	complete := got.Intent.(Change).Command.(checkout.Complete)
	want := []checkout.InstrumentInput{{ID: "instr_1", Handler: "pix_recebedor_001", Type: "pix", Selected: pointer(true)}}
	if diff := cmp.Diff(want, complete.Payment.Instruments); diff != "" {
		t.Errorf("instruments (-want +got):\n%s", diff)
	}
	if got.Action != "complete_checkout" {
		t.Errorf("got %+v", got)
	}
}

func TestDecodeWithoutAction(t *testing.T) {
	t.Parallel()
	for _, list := range [][]json.RawMessage{nil, parts(`{}`), parts(`{"note":1}`), parts(`[1]`, `"x"`, `null`, `7`)} {
		got, err := Decode(list)
		if err != nil || got.Intent != nil || got.Action != "" {
			t.Errorf("%s: got %+v, %v; want no structured turn", list, got, err)
		}
	}
}

func TestDecodeNamesTheBadMember(t *testing.T) {
	t.Parallel()
	tests := []struct{ part, field string }{
		{`{"action":"buy_everything"}`, "action"},
		{`{"action":7}`, "action"},
		{`{"action":null}`, "action"},
		{`{"action":" "}`, "action"},
		{`{"action":"search_catalog"}`, "query"},
		{`{"action":"search_catalog","query":7}`, "query"},
		{`{"action":"search_catalog","query":"a","filters":[]}`, "filters"},
		{`{"action":"search_catalog","query":"a","filters":{"price":{"min":-1}}}`, "filters.price.min"},
		{`{"action":"search_catalog","query":"a","filters":{"categories":[1]}}`, "filters.categories[0]"},
		{`{"action":"search_catalog","query":"a","pagination":{"limit":0}}`, "pagination.limit"},
		{`{"action":"get_product"}`, "product_id"},
		{`{"action":"get_product","product_id":"no spaces"}`, "product_id"},
		{`{"action":"get_product","product_id":"P","selected":{}}`, "selected"},
		{`{"action":"get_product","product_id":"P","preferences":"cor"}`, "preferences"},
		{`{"action":"get_product","product_id":"P","preferences":["cor",null]}`, "preferences[1]"},
		{`{"action":"create_checkout"}`, "checkout"},
		{`{"action":"create_checkout","checkout":{"line_items":[]}}`, "checkout.line_items"},
		{`{"action":"create_checkout","checkout":{"line_items":[{"item":{"id":"P"},"quantity":0}]}}`, "checkout.line_items[0].quantity"},
		{`{"action":"update_checkout","checkout":[]}`, "checkout"},
		{`{"action":"update_checkout","checkout_id":"chk_2","checkout":{"id":"chk_1","line_items":[]}}`, "checkout_id"},
		{`{"action":"get_checkout","checkout_id":"` + strings.Repeat("a", 65) + `"}`, "checkout_id"},
		{`{"action":"add_to_checkout"}`, "product_id"},
		{`{"action":"add_to_checkout","product_id":""}`, "product_id"},
		{`{"action":"add_to_checkout","product_id":7}`, "product_id"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":0}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":-1}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":1.5}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":"2"}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":1e9}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":10001}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","quantity":null}`, "quantity"},
		{`{"action":"add_to_checkout","product_id":"P","selected":[{"name":"cor"}]}`, "selected[0].label"},
		{`{"action":"update_quantity","product_id":"P"}`, "quantity"},
		{`{"action":"update_quantity","quantity":2}`, "line_item_id"},
		{`{"action":"update_quantity","line_item_id":"l","product_id":"P","quantity":2}`, "product_id"},
		{`{"action":"remove_from_checkout"}`, "line_item_id"},
		{`{"action":"remove_from_checkout","all":false}`, "line_item_id"},
		{`{"action":"remove_from_checkout","all":"true"}`, "all"},
		{`{"action":"remove_from_checkout","all":true,"product_id":"P"}`, "all"},
		{`{"action":"remove_from_checkout","line_item_id":"l","product_id":"P"}`, "product_id"},
		{`{"action":"set_buyer"}`, "buyer"},
		{`{"action":"set_buyer","buyer":null}`, "buyer"},
		{`{"action":"set_buyer","buyer":"Ana"}`, "buyer"},
		{`{"action":"set_buyer","buyer":{"email":7}}`, "buyer.email"},
		{`{"action":"set_shipping_address"}`, "address"},
		{`{"action":"set_shipping_address","address":{"postal_code":74000000}}`, "address.postal_code"},
		{`{"action":"select_fulfillment_option"}`, "option_id"},
		{`{"action":"select_fulfillment_option","option_id":"a b"}`, "option_id"},
		{`{"action":"select_fulfillment_option","option_id":"a","group_id":1}`, "group_id"},
		{`{"action":"apply_discount"}`, "code"},
		{`{"action":"apply_discount","code":" "}`, "code"},
		{`{"action":"remove_discount","code":[]}`, "code"},
		{`{"action":"start_payment","handler_id":{}}`, "handler_id"},
		{`{"action":"complete_checkout","a2a.bcp.checkout.payment":[]}`, "a2a.bcp.checkout.payment"},
		{`{"action":"complete_checkout","a2a.bcp.checkout.payment":{"instruments":{}}}`, "a2a.bcp.checkout.payment.instruments"},
		{`{"action":"complete_checkout","buyer":1}`, "buyer"},
		{`{"action":"complete_checkout","a2a.bcp.checkout.signals":1}`, "a2a.bcp.checkout.signals"},
		{`{"action":"get_order","order_id":"#1"}`, "order_id"},
	}
	for _, tt := range tests {
		got, err := Decode(parts(tt.part))
		var field *bcp.FieldError
		if !errors.As(err, &field) || field.Field != tt.field {
			t.Errorf("%s: error %v, want one of %q", tt.part, err, tt.field)
		}
		if got.Intent != nil {
			t.Errorf("%s: an intent beside the error", tt.part)
		}
	}
}

func TestDecodeComparesValues(t *testing.T) {
	t.Parallel()
	base := `{"action":"add_to_checkout","product_id":"P","quantity":1}`
	if _, err := Decode(parts(base, `{"quantity":1.0}`)); err != nil {
		t.Errorf("1 and 1.0 differ: %v", err)
	}
	var field *bcp.FieldError
	if _, err := Decode(parts(base, `{"quantity":2}`)); !errors.As(err, &field) || field.Field != "quantity" {
		t.Errorf("two quantities: error %v, want one of quantity", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"action":"add_to_checkout","product_id":"P","quantity":1}`, `{"quantity":1.0}`)
	f.Add(`{"a2a.bcp.checkout":{"id":"c","line_items":[{"item":{"id":"P"},"quantity":1}]}}`, `null`)
	f.Add(`{"action":"complete_checkout"}`, `{"a2a.bcp.checkout.payment":{"instruments":[{"id":"i"}]}}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		got, err := Decode(parts(first, second))
		if err != nil && got.Intent != nil {
			t.Errorf("an intent beside the error %v", err)
		}
		if c, ok := got.Intent.(Change); ok && c.Checkout != "" && !ids.Valid(string(c.Checkout)) {
			t.Errorf("checkout id %q", c.Checkout)
		}
	})
}
