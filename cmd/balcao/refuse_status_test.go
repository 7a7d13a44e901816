package main

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"balcao/internal/clock"
)

// card pays with a token that the sandbox processor takes.
func card() []any {
	return pay(object{"handler_id": "gpay", "type": "card", "credential": object{"type": "token", "token": "success_token"}})
}

// changes are all actions that change a checkout.
var changes = []struct {
	action  string
	members []any
}{
	{"update_quantity", []any{"line_item_id", "line_1", "quantity", 1}},
	{"remove_from_checkout", []any{"all", true}},
	{"update_checkout", []any{"checkout", object{"line_items": []any{}}}},
	{"set_buyer", []any{"buyer", object{"full_name": "Eva"}}},
	{"set_shipping_address", []any{"address", object{"postal_code": "01310-100"}}},
	{"select_fulfillment_option", []any{"option_id", "express"}},
	{"apply_discount", []any{"code", "BEMVINDO10"}},
	{"remove_discount", []any{"code", "BEMVINDO10"}},
	{"start_payment", nil},
}

// notAllowed is what a state answers to what it does not allow.
var notAllowed = complaint("operation_not_allowed", "$.status")

// refusesChanges checks that nothing can change the checkout any more. It is named in each
// action: without that, adding to an ended checkout would begin a new one.
func refusesChanges(p *buyerAgent, before map[string]any) {
	p.t.Helper()
	id := []any{"checkout_id", before["id"]}
	for _, c := range append(changes, struct {
		action  string
		members []any
	}{"add_to_checkout", []any{"product_id", "item_123"}}) {
		r := p.do(c.action, slices.Concat(id, c.members)...)
		if !slices.Contains(r.messages(), notAllowed) {
			p.t.Errorf("%s in %v: messages are %+v", c.action, before["status"], r.messages())
		}
		r.unchanged(before)
	}
}

func TestCompleteTwice(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.readyShirts()
	before := p.do("complete_checkout", card()...).terms()
	if before["status"] != "completed" {
		t.Fatalf("status is %v, want completed", before["status"])
	}
	for _, members := range [][]any{card(), nil, pay(object{"handler_id": "pix_recebedor_001"})} {
		r := p.do("complete_checkout", members...)
		for _, m := range r.messages() {
			if m.kind == "error" {
				t.Errorf("a second completion is told %+v", m)
			}
		}
		r.unchanged(before)
	}
	refusesChanges(p, before)
	r := p.do("cancel_checkout")
	r.tells(notAllowed)
	r.unchanged(before)
	if got := p.do("add_to_checkout", "product_id", "item_123").checkout()["id"]; got == before["id"] {
		t.Error("adding after the end did not begin a new checkout")
	}
}

// Sixteen completions at once, each a message of its own, make one order.
func TestCompleteInParallel(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.readyShirts()
	replies := make([]*reply, 16)
	var wg sync.WaitGroup
	for i := range replies {
		wg.Go(func() { replies[i] = p.do("complete_checkout", card()...) })
	}
	wg.Wait()
	final := p.until("completed").terms()
	for i, r := range replies {
		if r.Error != nil { // it lost too many races: to be sent again
			r.refused(bcpRefusal(http.StatusServiceUnavailable, "unavailable"))
			continue
		}
		switch order := dig(r.checkout(), "order", "id"); r.status() {
		case "completed":
			if order != dig(final, "order", "id") {
				t.Errorf("answer %d has the order %v, want %v", i, order, dig(final, "order", "id"))
			}
		case "complete_in_progress":
			if order != nil {
				t.Errorf("answer %d is in progress with an order", i)
			}
		default:
			t.Errorf("answer %d has status %q: %+v", i, r.status(), r.messages())
		}
	}
}

func TestAfterCancel(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.readyShirts()
	before := p.do("cancel_checkout").terms()
	if before["status"] != "canceled" {
		t.Fatalf("status is %v, want canceled", before["status"])
	}
	for _, action := range []string{"complete_checkout", "cancel_checkout"} {
		r := p.do(action, card()...)
		r.tells(notAllowed)
		r.unchanged(before)
	}
	refusesChanges(p, before)
}

// While a Pix payment is awaited nothing changes; completing again changes nothing either,
// and the unpaid purchase may be canceled.
func TestInProgress(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.readyShirts()
	p.do("start_payment")
	before := p.do("complete_checkout").terms()
	if before["status"] != "complete_in_progress" {
		t.Fatalf("status is %v, want complete_in_progress", before["status"])
	}
	refusesChanges(p, before)
	p.do("complete_checkout").unchanged(before)
	p.do("complete_checkout", card()...).unchanged(before)
	if got := p.do("cancel_checkout").status(); got != "canceled" {
		t.Errorf("status after cancel is %q", got)
	}
}

// Completing what lacks something tells all that it lacks.
func TestCompleteNotReady(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	before := p.buyShirts().terms()
	for _, members := range [][]any{nil, card()} {
		r := p.do("complete_checkout", members...)
		r.tells(complaint("field_required", "$.fulfillment.methods[0].destinations"))
		r.tells(complaint("field_required", "$.buyer.taxpayer_id"))
		r.unchanged(before)
	}
	emptied := p.do("remove_from_checkout", "all", true)
	emptied.tells(complaint("field_required", "$.line_items"))
	p.do("complete_checkout", card()...).tells(complaint("field_required", "$.line_items"))
}

// clockedShop is a shop by a fake clock, without jobs: what time does must show in answers
// all the same.
func clockedShop(t *testing.T) (*testShop, *clock.Fake) {
	t.Helper()
	m := &Main{Stdout: io.Discard, Stderr: io.Discard}
	dir := t.TempDir()
	now := clock.NewFake(time.Now()) // the sandbox bank has the machine's
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	s := &settings{
		Database: "sqlite:" + filepath.Join(dir, "shop.db"), AllowAnonymous: "auto", TokenWithoutMandate: "auto", ShopName: "Loja", ShopLegalName: "Loja Ltda",
		ShopCNPJ: "99887766000105", ShopStreet: "Rua do Balcão, 100", ShopCity: "São Paulo", ShopState: "SP", ShopCEP: "01310-100",
		ShopPickup: true, ShopInvoices: true, CheckoutLifetime: 6 * time.Hour,
		PixHandler: "pix_recebedor_001", PixCity: "SAO PAULO", PixLifetime: 30 * time.Minute, PixGrace: 2 * time.Minute,
	}
	sh, err := newShop(context.Background(), s, addresses{server.URL, server.URL}, slog.New(slog.NewTextHandler(testLog{t}, nil)))
	if err != nil {
		t.Fatalf("newShop failed: %v", err)
	}
	m.onClose(sh.close)
	t.Cleanup(func() {
		server.Close()
		if err := m.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	sh.clock, sh.counter.Clock = now, now
	front, err := newFront(sh)
	if err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("/bcp/a2a", front.rpc)
	mux.HandleFunc("/bcp/a2a/", front.rest)
	for path, document := range front.documents() {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document().Body) })
	}
	return &testShop{t: t, URL: server.URL, Dir: dir, client: server.Client(), inside: sh}, now
}

func TestAfterExpiry(t *testing.T) {
	t.Parallel()
	shop, now := clockedShop(t)
	p := shop.agent(t, "platform.json")
	before := p.readyShirts().terms()
	now.Advance(6 * time.Hour) // to the last moment
	if got := p.do("get_checkout").status(); got != "ready_for_complete" {
		t.Fatalf("status at the end of its life is %q", got)
	}
	now.Advance(time.Second)
	after := p.do("get_checkout").terms()
	if after["status"] != "canceled" || after["id"] != before["id"] {
		t.Fatalf("a second later it is %v, want canceled", after["status"])
	}
	for _, action := range []string{"complete_checkout", "cancel_checkout"} {
		r := p.do(action, card()...)
		r.tells(notAllowed)
		r.unchanged(after)
	}
	refusesChanges(p, after)
	if got := p.buyShirts(); got.checkout()["id"] == before["id"] || got.status() != "incomplete" {
		t.Errorf("adding afterwards gave %v, %s", got.checkout()["id"], got.status())
	}
}

// A Pix charge that nobody paid in time is gone, and the checkout is as open as before.
func TestAfterChargeExpiry(t *testing.T) {
	t.Parallel()
	shop, now := clockedShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	first := p.do("start_payment").charge()
	now.Advance(30*time.Minute + time.Second)
	r := p.do("get_checkout")
	r.tells(complaint("payment_expired", "$.payment.instruments"))
	if got := r.status(); got != "ready_for_complete" {
		t.Errorf("status is %q, want ready_for_complete", got)
	}
	p.do("complete_checkout").tells(complaint("payment_required", "$.payment"))
	if second := p.do("start_payment").charge(); second == first {
		t.Error("the expired charge came back")
	}
}
