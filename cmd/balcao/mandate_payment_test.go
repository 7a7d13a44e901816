package main

import (
	"testing"
	"time"
)

// paymentVectors are payment mandates that come with an honest checkout mandate.
func paymentVectors() []liveVector {
	member := func(claim, name string, v any) func(*mandateDraft) {
		return func(d *mandateDraft) { d.claims[claim].(object)[name] = v }
	}
	amount := func(change func(total int64) any) func(*mandateDraft) {
		return func(d *mandateDraft) {
			total, err := d.seal.total(d.t).Int64()
			if err != nil {
				d.t.Fatal(err)
			}
			d.claims["payment_amount"].(object)["amount"] = change(total)
		}
	}
	return []liveVector{
		{"pay-valid", honestMandate},
		{"pay-amount-higher", amount(func(n int64) any { return n + 1 })},
		{"pay-amount-lower", amount(func(int64) any { return 100 })},
		{"pay-amount-float", amount(func(n int64) any { return float64(n) + 0.5 })},
		{"pay-amount-string", func(d *mandateDraft) {
			d.claims["payment_amount"].(object)["amount"] = d.seal.total(d.t).String()
		}},
		{"pay-currency", member("payment_amount", "currency", "USD")},
		{"pay-currency-lowercase", member("payment_amount", "currency", "brl")},
		{"pay-other-payee", member("payee", "id", "merchant_2")},
		{"pay-other-instrument", inClaims("payment_instrument", object{"id": "instr_9", "type": "card"})},
		{"pay-other-transaction", func(d *mandateDraft) { d.claims["transaction_id"] = d.other.hash }},
		{"pay-future-execution", func(d *mandateDraft) {
			d.claims["execution_date"] = d.now.UTC().AddDate(0, 3, 0).Format(time.DateOnly)
		}},
		{"pay-vct-checkout", inClaims("vct", "mandate.checkout.1")},
		{"pay-vct-open", inClaims("vct", "mandate.payment.open.1")},
		{"pay-checkout-mandate-instead", func(d *mandateDraft) {
			other := d.p.mandate(d.t, d.seal).token()
			d.finish = func(string) string { return other }
		}},
		{"pay-opaque-token", finished(func(string) string { return "examplePaymentMethodToken" })},
	}
}

// Where a handler's token must be a payment mandate, one that does not fit pays nothing.
func TestLivePaymentMandates(t *testing.T) {
	t.Parallel()
	l := startMandates(t, "--payment-mandate=gpay")
	p := l.platform(t)
	for _, v := range paymentVectors() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			want := wantedOf(t, v.name)
			b, seal := p.begin(t)
			d := p.payment(t, seal)
			v.edit(d)
			r := b.completeWith(p.mandate(t, seal).token(), d.token())
			if want.Expect == "accept" {
				p.accepted(t, r)
				l.orders.Add(1)
				return
			}
			if code := p.refusedMandate(t, r, seal, "$.payment.instruments[0].credential.token", nil); !want.allows(code) {
				t.Errorf("refused with %s, want %s or one of %v", code, want.Code, want.AlsoOK)
			}
			p.accepted(t, b.completeWith(p.mandate(t, seal).token(), p.payment(t, seal).token()))
			l.orders.Add(1)
		})
	}
}

// A good payment mandate does not stand in for the checkout mandate.
func TestPaymentMandateAlone(t *testing.T) {
	t.Parallel()
	l := startMandates(t, "--payment-mandate=gpay")
	p := l.platform(t)
	b, seal := p.begin(t)
	for mandate, want := range map[string]string{"": "mandate_required", p.payment(t, seal).token(): "mandate_scope_mismatch"} {
		r := b.completeWith(mandate, p.payment(t, seal).token())
		if code := p.refusedMandate(t, r, seal, "$.ap2.checkout_mandate", &l.texts); code != want {
			t.Errorf("refused with %s, want %s", code, want)
		}
	}
}

// A payment mandate may be made for the payment provider, where the shop names it. A
// checkout mandate may not.
func TestPaymentMandateForProvider(t *testing.T) {
	t.Parallel()
	const provider = "https://psp.example"
	for _, flags := range [][]string{{"--payment-mandate=gpay"}, {"--payment-mandate=gpay", "--payment-audiences=" + provider}} {
		l := startMandates(t, flags...)
		p := l.platform(t)
		b, seal := p.begin(t)
		d := p.mandate(t, seal)
		d.kb["aud"] = provider
		l.refuses(t, p, b, seal, d.token(), "mandate_scope_mismatch")
		d = p.payment(t, seal)
		d.kb["aud"] = provider
		r := b.completeWith(p.mandate(t, seal).token(), d.token())
		if len(flags) > 1 {
			p.accepted(t, r)
			l.orders.Add(1)
		} else if code := p.refusedMandate(t, r, seal, "$.payment.instruments[0].credential.token", nil); code != "mandate_scope_mismatch" {
			t.Errorf("refused with %s", code)
		}
	}
}
