package main

import (
	"strings"
	"testing"
)

// openHash names the open mandate of a chain.
func openHash(chain string) string {
	root, _, _ := strings.Cut(chain, "~~")
	return sha256b64(root + "~")
}

// referring has a payment mandate be one that an agent signed: the platform lets it pay for
// what is bought under an open checkout mandate, named by its hash.
func referring(open string) func(*mandateDraft) {
	return func(d *mandateDraft) {
		now := d.now.Unix()
		limit := object{
			"vct": "mandate.payment.open.1", "cnf": d.claims["cnf"], "iat": now - 3000, "exp": now + 3600,
			"constraints": []any{object{"type": "payment.reference", "conditional_transaction_id": open}},
		}
		closed := object{"vct": d.claims["vct"]}
		for _, name := range []string{"transaction_id", "payee", "payment_amount", "payment_instrument"} {
			closed[name] = d.claims[name]
		}
		root := signedJWT(d.t, jsonText(d.t, d.header), jsonText(d.t, object{"delegate_payload": []any{limit}}), d.issuer.ecdsaSign) + "~"
		leaf := signedJWT(d.t, `{"alg":"ES256","typ":"kb+sd-jwt"}`, jsonText(d.t, object{
			"delegate_payload": []any{closed}, "iat": d.kb["iat"], "aud": d.kb["aud"], "nonce": d.kb["nonce"], "sd_hash": sha256b64(root),
		}), d.holder.ecdsaSign) + "~"
		d.finish = func(string) string { return root + "~" + leaf }
	}
}

// An agent may pay under the open mandate under which it bought, and under no other.
func TestPaymentChainRefersToOpenMandate(t *testing.T) {
	t.Parallel()
	l := startMandates(t, "--mandate-chains", "--payment-mandate=gpay")
	p := l.platform(t)
	b, seal := p.begin(t)
	checkout := p.mandate(t, seal)
	chained(func(*mandateChain) {})(checkout)
	token := checkout.token()
	for _, other := range []string{"", sha256b64("x"), seal.hash} {
		d := p.payment(t, seal)
		referring(other)(d)
		r := b.completeWith(token, d.token())
		if code := p.refusedMandate(t, r, seal, "$.payment.instruments[0].credential.token", nil); code != "mandate_scope_mismatch" {
			t.Errorf("refers to %q: refused with %s", other, code)
		}
	}
	d := p.payment(t, seal)
	referring(openHash(token))(d)
	p.accepted(t, b.completeWith(token, d.token()))
	l.orders.Add(1)
}
