package main

import (
	"strings"
	"testing"
)

// A yes is a change like any other: whoever may not buy cannot say it for somebody else.
func TestYesNeedsTheRightToBuy(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform-checkout.json")
	profile := shop.URL + "/sandbox/platform-checkout.json"
	buying, reading := shop.apiKey(profile, "checkout"), shop.apiKey(profile, "order")
	p.Header.Set("Authorization", "Bearer "+buying)
	p.say("adicione um Pixel 10 Pro ao meu checkout")
	p.do("start_payment")
	if r := p.say("finalizar"); r.status() != "ready_for_complete" {
		t.Fatalf("status is %q: %s", r.status(), r.Body)
	}
	p.Header.Set("Authorization", "Bearer "+reading)
	if r := p.say("sim"); r.Error == nil || r.Error.Data[0]["reason"] != "forbidden" {
		t.Errorf("a key for orders alone said yes: %s", r.Body)
	}
	p.Header.Set("Authorization", "Bearer "+buying)
	if r := p.say("sim"); r.status() != "complete_in_progress" {
		t.Errorf("the buyer's own yes: %s", r.Body)
	}
}

// A coupon that is refused is told in words, the second time too.
func TestRefusedCouponIsSaid(t *testing.T) {
	t.Parallel()
	p := startShop(t).agent(t, "platform.json")
	p.do("add_to_checkout", "product_id", "item_123")
	for range 2 {
		r := p.say("tenho o cupom NATAL-20")
		if !strings.Contains(r.text(), "NATAL-20") || strings.Contains(r.text(), "aplicado") {
			t.Errorf("the coupon is answered by %q", r.text())
		}
	}
}

// The shop asks whether to make the Pix charge; a yes in any of its languages means that,
// and completes nothing.
func TestYesToThePixQuestion(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	for _, yes := range []string{"Sim", "sim, por favor", "Yes", "Sí"} {
		p := shop.agent(t, "platform.json")
		p.readyShirts()
		r := p.say(yes)
		if r.status() != "ready_for_complete" || r.charge() == "" {
			t.Errorf("%q is answered by %q", yes, r.text())
		}
	}
}
