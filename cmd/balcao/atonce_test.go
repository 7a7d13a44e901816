package main

import (
	"strings"
	"sync"
	"testing"
)

// sayAtOnce sends a text n times at the same moment, as n messages.
func (p *buyerAgent) sayAtOnce(n int, text string) []*reply {
	p.t.Helper()
	replies := make([]*reply, n)
	var wg sync.WaitGroup
	gate := make(chan struct{})
	for i := range replies {
		body := p.message(map[string]any{"text": text})
		wg.Go(func() {
			<-gate
			replies[i] = p.post(body)
		})
	}
	close(gate)
	wg.Wait()
	return replies
}

// One undo takes back one change once, however often it is said at the same time.
func TestUndoAtOnce(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for range 6 {
		p := shop.agent(t, "platform.json")
		p.do("add_to_checkout", "product_id", "CAMISETA-BASICA-PRETO-M", "quantity", 2)
		p.say("coloca um cabo usb-c de 2 metros")
		p.say("tira a camiseta")
		if r := p.do("get_checkout"); len(dig(r.checkout(), "line_items").([]any)) != 1 {
			t.Fatalf("before the undo: %s", r.Body)
		}
		p.sayAtOnce(8, "desfaz")
		shirts, lines := float64(0), dig(p.do("get_checkout").checkout(), "line_items").([]any)
		for _, l := range lines {
			if id, _ := dig(l, "item", "id").(string); strings.HasPrefix(id, "CAMISETA") {
				shirts, _ = dig(l, "quantity").(float64)
			}
		}
		if len(lines) != 2 || shirts != 2 {
			t.Errorf("after the undo there are %d lines and %v shirts, want 2 and 2", len(lines), shirts)
		}
	}
}

// Of many yeses to the Pix question each is answered with the one charge.
func TestPixYesAtOnce(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for range 3 {
		p := shop.agent(t, "platform.json")
		p.readyShirts()
		charges := map[string]bool{}
		for _, r := range p.sayAtOnce(16, "sim") {
			switch {
			case r.Error != nil:
				t.Errorf("a yes fails: %s", r.Body)
			case strings.Contains(r.text(), "Quer que eu gere"):
				t.Errorf("a yes is asked again: %q", r.text())
			case strings.Contains(string(r.Body), `"provider_payment_id"`):
				charges[r.charge()] = true
			default:
				t.Logf("a yes is answered %q", r.text())
			}
		}
		if len(charges) != 1 {
			t.Errorf("%d charges", len(charges))
		}
	}
}
