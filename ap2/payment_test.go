package ap2

import (
	"encoding/json"
	"testing"
)

func TestPaymentMandate(t *testing.T) {
	t.Parallel()
	put := func(of, name string, v any) func(*draft, *Payment) {
		return func(d *draft, _ *Payment) { d.claims[of].(object)[name] = v }
	}
	claim := func(name string, v any) func(*draft, *Payment) {
		return func(d *draft, _ *Payment) { d.claims[name] = v }
	}
	for _, tt := range []struct {
		name string
		edit func(*draft, *Payment)
		want Code // empty: accepted
	}{
		{"honest", func(*draft, *Payment) {}, ""},
		{"for the provider", func(d *draft, _ *Payment) { d.kb["aud"] = "psp" }, ""},
		{"checkout hash as nonce", func(d *draft, p *Payment) {
			d.kb["nonce"], p.Nonces, p.SealHashes = p.CheckoutHash, nil, []string{p.CheckoutHash}
		}, ""},
		{"an unsigned one", func(d *draft, _ *Payment) { d.issuer = newTestKey(d.w.tb, "p1") }, InvalidSignature},
		{"other vct", claim("vct", "mandate.payment.2"), ScopeMismatch},
		{"checkout hash under the other name", func(d *draft, p *Payment) {
			d.claims["checkout_hash"] = p.CheckoutHash
			delete(d.claims, "transaction_id")
		}, ScopeMismatch},
		{"no checkout mandate before", func(d *draft, p *Payment) { p.CheckoutHash, d.claims["transaction_id"] = "", "" }, ScopeMismatch},
		{"payee is text", claim("payee", "merchant_1"), ScopeMismatch},
		{"shop without id", func(d *draft, p *Payment) { p.PayeeID, d.claims["payee"] = "", object{"id": ""} }, ScopeMismatch},
		{"payee of the same name", claim("payee", object{"name": "merchant_1"}), ScopeMismatch},
		{"no amount", claim("payment_amount", object{"currency": "BRL"}), ScopeMismatch},
		{"no amount, nothing to pay", func(d *draft, p *Payment) { p.Amount, d.claims["payment_amount"] = 0, object{"currency": "BRL"} }, ScopeMismatch},
		{"1e2", func(d *draft, p *Payment) {
			p.Amount, d.claims["payment_amount"] = 100, object{"amount": json.RawMessage("1e2"), "currency": "BRL"}
		}, ScopeMismatch},
		{"100.0", func(d *draft, p *Payment) {
			p.Amount, d.claims["payment_amount"] = 100, object{"amount": json.RawMessage("100.0"), "currency": "BRL"}
		}, ScopeMismatch},
		{"minus the amount", put("payment_amount", "amount", -599900), ScopeMismatch},
		{"part of a split", func(d *draft, p *Payment) { p.Amount, d.claims["payment_amount"].(object)["amount"] = 1, 1 }, ""},
		{"no currency", put("payment_amount", "currency", nil), ScopeMismatch},
		{"instrument without type", put("payment_instrument", "type", nil), ScopeMismatch},
		{"instrument of other type", put("payment_instrument", "type", "wallet"), ScopeMismatch},
		{"other instrument", put("payment_instrument", "id", "instr_2"), ScopeMismatch},
		{"today", claim("execution_date", "2026-09-21"), ""},
		{"yesterday", claim("execution_date", "2026-09-20"), ""},
		{"tomorrow", claim("execution_date", "2026-09-22"), ScopeMismatch},
		{"this minute", claim("execution_date", noon().UTC().Format("2006-01-02T15:04:05Z07:00")), ""},
		{"at the end of the skew", claim("execution_date", noon().Add(DefaultSkew).UTC().Format("2006-01-02T15:04:05Z07:00")), ""},
		{"past the skew", claim("execution_date", noon().Add(DefaultSkew+1e9).UTC().Format("2006-01-02T15:04:05Z07:00")), ScopeMismatch},
		{"no date", claim("execution_date", "soon"), ScopeMismatch},
		{"date is a number", claim("execution_date", 0), ScopeMismatch},
		{"used before", func(_ *draft, p *Payment) { p.Consumed = []string{p.CheckoutHash} }, ScopeMismatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWallet(t)
			d, p := w.paymentMandate(), w.payment()
			tt.edit(d, &p)
			claims, err := VerifyPayment(d.token(), p)
			if codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%v (%s), want %q", err, explain(err), tt.want)
			}
			if err == nil && claims.CheckoutHash != w.seal.Hash() {
				t.Errorf("claims %+v", claims)
			}
		})
	}
}
