package main

import (
	"fmt"
	"slices"
	"testing"
)

// Choices that the shop does not have: the checkout stays as it is, and a message says at
// which path it went wrong.
func TestUnknownChoices(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	const option = "$.fulfillment.methods[0].groups[0].selected_option_id"
	tests := []struct {
		name, action string
		members      []any
		want         told
	}{
		{"product", "add_to_checkout", []any{"product_id", "nao-existe"}, complaint("item_unavailable", "$.line_items")},
		{"sold out", "add_to_checkout", []any{"product_id", "AIRFRYER-ESGOTADA"}, complaint("out_of_stock", "$.line_items")},
		{"label", "add_to_checkout", []any{"product_id", "CAPA-PIXEL-10", "selected", []any{object{"name": "Cor", "label": "Ultravioleta"}}}, complaint("option_required", "$.line_items")},
		{"line", "update_quantity", []any{"line_item_id", "line_9", "quantity", 1}, complaint("invalid_selection", "$.line_items")},
		{"line to remove", "remove_from_checkout", []any{"line_item_id", "line_9"}, complaint("invalid_selection", "$.line_items")},
		{"product not in cart", "update_quantity", []any{"product_id", "item_123", "quantity", 1}, complaint("item_unavailable", "$.line_items")},
		{"product to remove", "remove_from_checkout", []any{"product_id", "item_123"}, complaint("item_unavailable", "$.line_items")},
		{"shipping option", "select_fulfillment_option", []any{"option_id", "teleport"}, complaint("invalid_selection", option)},
		{"group", "select_fulfillment_option", []any{"option_id", "express", "group_id", "package_9"}, complaint("invalid_selection", "$.fulfillment.methods[0].groups[0].id")},
		{"method", "select_fulfillment_option", []any{"option_id", "express", "method_id", "drone_1"}, complaint("invalid_selection", "$.fulfillment.methods[0].id")},
		{"handler", "start_payment", []any{"handler_id", "boleto"}, complaint("invalid_selection", "$.payment.instruments[0].handler_id")},
		{"payment handler", "complete_checkout", pay(object{"handler_id": "boleto", "type": "boleto"}), complaint("payment_failed", "$.payment.instruments[0].handler_id")},
		{"instrument type", "complete_checkout", pay(object{"handler_id": "gpay", "type": "pix"}), complaint("payment_failed", "$.payment.instruments[0].type")},
		{"no credential", "complete_checkout", pay(object{"handler_id": "gpay", "type": "card"}), complaint("payment_failed", "$.payment.instruments[0].credential")},
		{"two instruments", "complete_checkout", pay(object{"handler_id": "gpay"}, object{"handler_id": "gpay"}), complaint("payment_failed", "$.payment.instruments")},
		{"no payment", "complete_checkout", nil, complaint("payment_required", "$.payment")},
		{"coupon to take off", "remove_discount", []any{"code", "BEMVINDO10"}, remark("discount_code_invalid", "$.discounts.codes")},
	}
	p := shop.agent(t, "platform.json")
	before := p.readyShirts().terms()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := p.do(tt.action, tt.members...)
			r.t = t
			r.tells(tt.want)
			r.unchanged(before)
		})
	}
}

// pay are the members of a completion with these instruments.
func pay(instruments ...any) []any {
	return []any{"a2a.bcp.checkout.payment", object{"instruments": instruments}}
}

// A destination or an option that an update names and that is not there is told; the rest
// of the update holds.
func TestUpdateWithUnknownIDs(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	address := object{"id": "casa", "street_address": "Rua das Flores, 100", "postal_code": "74000-000"}
	tests := []struct {
		name   string
		method object
		want   told
	}{
		{"destination", object{"id": "shipping_1", "destinations": []any{address}, "selected_destination_id": "praia"}, complaint("invalid_selection", "$.fulfillment.methods[0].selected_destination_id")},
		{"option", object{"id": "shipping_1", "destinations": []any{address}, "groups": []any{object{"id": "package_1", "selected_option_id": "teleport"}}}, complaint("invalid_selection", "$.fulfillment.methods[0].groups[0].selected_option_id")},
		{"method", object{"id": "drone_1", "destinations": []any{address}}, complaint("invalid_selection", "$.fulfillment.methods[0].id")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.buyShirts()
			r := p.do("update_checkout", "checkout", object{
				"line_items":  []any{object{"id": "line_1", "item": object{"id": "camiseta-vermelha-m"}, "quantity": 3}},
				"fulfillment": object{"methods": []any{tt.method}},
			})
			r.tells(tt.want)
			if got := r.quantities(); !slices.Equal(got, []int{3}) {
				t.Errorf("quantities are %v, want [3]", got)
			}
		})
	}
}

// Without a checkout a refusal comes in the error envelope, and nothing is made.
func TestRefusedWithoutCheckout(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	create := func(id string) []any {
		return []any{"checkout", object{"line_items": []any{object{"item": object{"id": id}, "quantity": 1}}}}
	}
	tests := []struct {
		name, action string
		members      []any
		want         told
	}{
		{"unknown product", "add_to_checkout", []any{"product_id", "nao-existe"}, final("item_unavailable", "$.line_items")},
		{"sold out", "add_to_checkout", []any{"product_id", "AIRFRYER-ESGOTADA"}, final("out_of_stock", "$.line_items")},
		{"create of unknown", "create_checkout", create("nao-existe"), final("item_unavailable", "$.line_items")},
		{"create of sold out", "create_checkout", create("AIRFRYER-ESGOTADA"), final("out_of_stock", "$.line_items")},
		{"get nothing", "get_checkout", nil, final("not_found", "")},
		{"get unknown", "get_checkout", []any{"checkout_id", "chk_nao_existe"}, final("not_found", "")},
		{"complete nothing", "complete_checkout", nil, final("not_found", "")},
		{"cancel nothing", "cancel_checkout", nil, final("not_found", "")},
		{"pay nothing", "start_payment", nil, final("not_found", "")},
		{"buyer of nothing", "set_buyer", []any{"buyer", object{"full_name": "Ana"}}, final("not_found", "")},
		{"add to unknown", "add_to_checkout", []any{"product_id", "item_123", "checkout_id", "chk_nao_existe"}, final("not_found", "")},
		{"unknown product page", "get_product", []any{"product_id", "nao-existe"}, final("not_found", "")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.do(tt.action, tt.members...).onlyTells(tt.want)
			p.do("get_checkout").onlyTells(final("not_found", ""))
		})
	}
}

// Whole numbers in any spelling are quantities; more than there is becomes what there is.
func TestGoodQuantities(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	tests := []struct {
		name, quantity string
		want           int
		adjusted       bool
	}{
		{"one", "1", 1, false},
		{"one point nought", "1.0", 1, false},
		{"exponent", "20e-1", 2, false},
		{"all", "12", 12, false},
		{"one too many", "13", 12, true},
		{"ten thousand", "10000", 12, true},
		{"ten thousand with exponent", "1e4", 12, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			r := p.do("add_to_checkout", "product_id", "item_123", "quantity", raw(tt.quantity))
			if got := r.quantities(); !slices.Equal(got, []int{tt.want}) {
				t.Errorf("quantities are %v, want [%d]", got, tt.want)
			}
			adjusted := remark("quantity_adjusted", "$.line_items[0].quantity")
			if got := slices.Contains(r.messages(), adjusted); got != tt.adjusted {
				t.Errorf("told %+v: %t, want %t", adjusted, got, tt.adjusted)
			}
		})
	}
}

// A checkout takes so many coupons and so many lines, and says when that is reached.
func TestLimits(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.buyShirts()
	for i := range 10 {
		p.do("apply_discount", "code", fmt.Sprintf("CUPOM%d", i)).tells(remark("discount_code_invalid", fmt.Sprintf("$.discounts.codes[%d]", i)))
	}
	before := p.do("get_checkout").terms()
	r := p.do("apply_discount", "code", "CUPOM10")
	r.tells(complaint("limit_exceeded", "$.discounts.codes"))
	r.unchanged(before)
	r = p.do("apply_discount", "code", "cupom3")
	r.tells(remark("discount_code_invalid", "$.discounts.codes"))
	r.unchanged(before)
	lines := make([]any, 100)
	for i := range lines {
		lines[i] = object{"item": object{"id": "camiseta-vermelha-m"}, "quantity": 1}
	}
	p.do("create_checkout", "checkout", object{"line_items": lines})
	full := p.do("get_checkout").terms()
	r = p.do("add_to_checkout", "product_id", "item_123")
	r.tells(complaint("limit_exceeded", "$.line_items"))
	r.unchanged(full)
}

// A product with several variants is not guessed at.
func TestOptionRequired(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	before := p.buyShirts().terms()
	r := p.do("add_to_checkout", "product_id", "CAPA-PIXEL-10")
	r.tells(complaint("option_required", "$.line_items"))
	r.unchanged(before)
	q := p.shop.agent(t, "platform.json")
	q.do("add_to_checkout", "product_id", "CAPA-PIXEL-10").onlyTells(final("option_required", "$.line_items"))
}

// What may not go to the buyer's state can be in the cart, but blocks the purchase.
func TestNotSoldInTheState(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for _, tt := range []struct {
		name, cep string
		sold      bool
	}{
		{"Acre", "69900-000", false}, {"Amapa", "68900-000", false}, {"Rondonia", "76800-000", false}, {"Roraima", "69300-000", false},
		{"Goias", "74000-000", true}, {"Amazonas", "69000-000", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.readyShirts()
			p.do("add_to_checkout", "product_id", "item_restrito")
			p.do("set_shipping_address", "address", object{"street_address": "Rua das Flores, 100", "postal_code": tt.cep})
			r := p.do("select_fulfillment_option", "option_id", "standard")
			blocked := complaint("item_unavailable", "$.line_items[1]")
			if tt.sold {
				if got := r.status(); got != "ready_for_complete" {
					t.Errorf("status is %q, want ready_for_complete: %+v", got, r.messages())
				}
				return
			}
			r.tells(blocked)
			if got := r.status(); got != "incomplete" {
				t.Errorf("status is %q, want incomplete", got)
			}
			before := r.terms()
			r = p.do("complete_checkout", pay(object{"handler_id": "gpay", "type": "card", "credential": object{"type": "token", "token": "success_token"}})...)
			r.tells(blocked)
			r.unchanged(before)
			if got := p.do("remove_from_checkout", "product_id", "item_restrito").status(); got != "ready_for_complete" {
				t.Errorf("status without it is %q, want ready_for_complete", got)
			}
		})
	}
	p := shop.agent(t, "platform.json")
	p.do("create_checkout", "checkout", object{
		"line_items":  []any{object{"item": object{"id": "item_restrito"}, "quantity": 1}},
		"fulfillment": object{"methods": []any{object{"type": "shipping", "destinations": []any{object{"street_address": "Rua A, 1", "postal_code": "69900-000"}}}}},
	}).onlyTells(final("item_unavailable", "$.line_items"))
}
