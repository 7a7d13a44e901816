package main

import (
	"strings"
	"testing"
)

// A purchase by structured actions alone, completed before the money is there.
func TestPurchaseByActions(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	r := p.do("add_to_checkout", "product_id", "camiseta-vermelha-m", "quantity", 2)
	if got := r.status(); got != "incomplete" {
		t.Errorf("status after add = %q, want incomplete", got)
	}
	p.do("set_buyer", "buyer", map[string]any{"full_name": "Ana Silva", "taxpayer_id": map[string]any{"kind": "cpf", "value": "390.533.447-05"}})
	p.do("set_shipping_address", "address", map[string]any{"street_address": "Rua das Flores, 100", "postal_code": "74000-000"})
	r = p.do("select_fulfillment_option", "option_id", "express")
	if got := r.status(); got != "ready_for_complete" {
		t.Fatalf("status = %q, want ready_for_complete: %v", got, r.codes())
	}
	if got := r.total("total"); got != 2*5990+3490 {
		t.Errorf("total = %d, want %d", got, 2*5990+3490)
	}
	txid := p.do("start_payment").charge()
	r = p.do("complete_checkout")
	if got := r.status(); got != "complete_in_progress" {
		t.Errorf("status after complete = %q, want complete_in_progress", got)
	}
	shop.settle(txid)
	r = p.until("completed")
	if id := dig(r.checkout(), "order", "id"); id == nil {
		t.Errorf("completed without an order: %s", r.Body)
	}
}

// The same in words alone.
func TestPurchaseInWords(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	r := p.say("Procuro uma camiseta vermelha, tamanho M.")
	if !strings.HasPrefix(r.text(), "Encontrei estas opções:\n1. Camiseta Vermelha M, ") {
		t.Errorf("search answered %q, want the red M first", r.text())
	}
	p.say("quero a primeira")
	p.say("Compradora Ana Silva, CPF 39053344705, ana@example.com.br, +5562999990000. Entrega na Rua das Flores, 100, Apto 12, Goiânia, GO, 74000000, BR. Mantenha os consentimentos opcionais recusados.")
	r = p.say("Escolho PAC por R$ 19,90.")
	if got := r.status(); got != "ready_for_complete" {
		t.Fatalf("status = %q, want ready_for_complete: %s", got, r.Body)
	}
	if got := r.total("total"); got != 7980 {
		t.Errorf("total = %d, want 7980", got)
	}
	r = p.say("Gere a cobrança Pix para o checkout pronto.")
	txid := r.charge()
	if !strings.Contains(strings.ReplaceAll(r.text(), "\u00a0", " "), "R$ 79,80") {
		t.Errorf("the text does not name the amount: %q", r.text())
	}
	shop.settle(txid)
	p.until("completed")
}

// What the staff set is what can be sold: a larger wish is cut down and told.
func TestStockSetByStaff(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	shop.setStock("item_123", 3)
	r := shop.agent(t, "platform-checkout.json").do("add_to_checkout", "product_id", "item_123", "quantity", 10)
	if got := r.total("total"); got != 3*5000 {
		t.Errorf("total = %d, want %d", got, 3*5000)
	}
	if path := r.codes()["quantity_adjusted"]; path != "$.line_items[0].quantity" {
		t.Errorf("codes are %v", r.codes())
	}
}
