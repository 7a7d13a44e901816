package main

import (
	"strings"
	"testing"
)

// Under AP2 the shop asks nothing that a yes would answer: the yes after it starts no payment.
func TestYesUnderMandatesStartsNoPayment(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.mandatePlatform(t)
	for _, tt := range []struct{ look, says, yes string }{
		{"o que tem no meu carrinho?", "falta só a sua autorização", "sim"},
		{"what is in my cart?", "All that is missing is your authorization", "yes"},
		{"¿qué hay en mi carrito?", "solo falta tu autorización", "sí"},
	} {
		b, _ := p.begin(t)
		before := p.sealed(t, b.say(tt.look))
		if text := b.say(tt.look).text(); !strings.Contains(text, tt.says) || strings.Contains(text, "Pix?") {
			t.Errorf("%s: %s", tt.look, text)
		}
		r := b.say(tt.yes)
		if strings.Contains(string(r.Body), "mandate_required") { // it was taken for a payment
			t.Errorf("%s: %s", tt.yes, r.Body)
		}
		after := p.sealed(t, b.do("get_checkout"))
		if after.nonce != before.nonce || dig(after.object(t), "payment") != nil {
			t.Errorf("after the yes: %s", after.raw)
		}
	}
}

// A bad member ap2 is named, and the checkout stays as it is. The mandate may stand inside the
// checkout too, but only one.
func TestMandateInsideTheCheckout(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.mandatePlatform(t)
	b, seal := p.begin(t)
	good := p.mandate(t, seal).token()
	inside := func(mandate any) object { return object{"ap2": object{"checkout_mandate": mandate}} }
	complete := func(members ...any) *reply {
		return b.do("complete_checkout", append(append([]any{}, payByPix...), members...)...)
	}
	for name, r := range map[string]*reply{
		"ap2.checkout_mandate":                  complete("ap2", object{"checkout_mandate": 7}),
		"ap2":                                   complete("ap2", good),
		"a2a.bcp.checkout.ap2.checkout_mandate": complete("a2a.bcp.checkout", inside(7)),
		"is another one than":                   complete("a2a.bcp.checkout", inside(good), "ap2", object{"checkout_mandate": p.mandate(t, seal).token()}),
	} {
		if r.Error == nil || r.Error.Code != -32602 || !strings.Contains(string(r.Body), name) {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	if after := p.sealed(t, b.do("get_checkout")); after.authorization != seal.authorization {
		t.Errorf("the checkout is now %s", after.raw)
	}
	if r := complete("a2a.bcp.checkout", inside(good)); r.status() != "complete_in_progress" {
		t.Errorf("a mandate inside the checkout: %.900s", r.Body)
	}
}
