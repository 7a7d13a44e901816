package ap2

import (
	"encoding/json"
	"testing"
)

func TestChain(t *testing.T) {
	t.Parallel()
	now := noon().Unix()
	for _, tt := range []struct {
		name string
		edit func(*chain, *Checkout)
		want Code // empty: accepted
	}{
		{"honest", func(*chain, *Checkout) {}, ""},
		{"not taken here", func(_ *chain, c *Checkout) { c.Delegation = false }, InvalidSignature},
		{"the draft's typ", func(c *chain, _ *Checkout) { c.leafHeader["typ"] = "kb-sd-jwt" }, ""},
		{"typ of a key binding", func(c *chain, _ *Checkout) { c.leafHeader["typ"] = "kb+jwt" }, InvalidSignature},
		{"closed mandate is no ES256 JWT", func(c *chain, _ *Checkout) { c.leafHeader["alg"] = "none" }, InvalidSignature},
		{"typ of AP2's SDK", func(c *chain, _ *Checkout) { c.header["typ"] = "example+sd-jwt" }, InvalidSignature},
		{"typ of AP2's SDK, allowed", func(c *chain, k *Checkout) { c.header["typ"], k.ExampleType = "example+sd-jwt", true }, ""},
		{"unknown issuer key", func(c *chain, _ *Checkout) { c.header["kid"] = "p2" }, AgentMissingKey},
		{"other agent", func(c *chain, _ *Checkout) { c.agent = newTestKey(c.w.tb, "h1") }, InvalidSignature},
		{"no cnf", func(c *chain, _ *Checkout) { delete(c.open, "cnf") }, InvalidSignature},
		{"sd_hash of another", func(c *chain, _ *Checkout) { c.leaf["sd_hash"] = digest("x") }, InvalidSignature},
		{"two open mandates", func(c *chain, _ *Checkout) { c.opens = []any{c.open, c.open} }, InvalidSignature},
		{"no open mandate", func(c *chain, _ *Checkout) { c.opens = []any{} }, InvalidSignature},
		{"an open mandate as text", func(c *chain, _ *Checkout) { c.opens = []any{"x"} }, InvalidSignature},
		{"a closed mandate as text", func(c *chain, _ *Checkout) { c.closes = []any{"x"} }, InvalidSignature},
		{"two closed mandates", func(c *chain, _ *Checkout) { c.closes = []any{c.closed, c.closed} }, InvalidSignature},
		{"a closed mandate withheld", func(c *chain, _ *Checkout) { c.closes = []any{object{"...": digest("x")}} }, InvalidSignature},
		{"a digest twice in the closed one", func(c *chain, _ *Checkout) { c.closed["_sd"] = []any{"x", "x"} }, InvalidSignature},
		{"iss of the chain", func(c *chain, _ *Checkout) { c.issued["iss"] = "https://other.example" }, InvalidSignature},
		{"iss of the open mandate", func(c *chain, _ *Checkout) { c.open["iss"] = "https://other.example" }, InvalidSignature},
		{"open mandate expired", func(c *chain, _ *Checkout) { c.open["exp"] = now - 60 }, Expired},
		{"open mandate for ever", func(c *chain, _ *Checkout) { delete(c.open, "exp") }, Expired},
		{"open mandate of the future", func(c *chain, _ *Checkout) { c.open["nbf"] = now + 61 }, InvalidSignature},
		{"chain expired", func(c *chain, _ *Checkout) { c.issued["exp"] = now - 60 }, Expired},
		{"closed mandate expired", func(c *chain, _ *Checkout) { c.closed["exp"] = now - 60 }, Expired},
		{"closed mandate stale", func(c *chain, _ *Checkout) { c.leaf["iat"] = now - 661 }, Expired},
		{"other aud", func(c *chain, _ *Checkout) { c.leaf["aud"] = "x" }, ScopeMismatch},
		{"checkout hash as nonce", func(c *chain, k *Checkout) {
			c.leaf["nonce"], k.Nonces, k.SealHashes = c.w.seal.Hash(), nil, []string{c.w.seal.Hash()}
		}, ""},
		{"open mandate is closed", func(c *chain, _ *Checkout) { c.open["vct"] = "mandate.checkout.1" }, ScopeMismatch},
		{"open mandate is for payments", func(c *chain, _ *Checkout) { c.open["vct"] = "mandate.payment.open.1" }, ScopeMismatch},
		{"closed mandate is open", func(c *chain, _ *Checkout) { c.closed["vct"] = "mandate.checkout.open.1" }, ScopeMismatch},
		{"other checkout", func(c *chain, _ *Checkout) { c.closed["checkout_hash"] = digest("x") }, ScopeMismatch},
		{"no constraints", func(c *chain, _ *Checkout) { delete(c.open, "constraints") }, ScopeMismatch},
		{"empty constraints", func(c *chain, _ *Checkout) { c.open["constraints"] = []any{} }, ScopeMismatch},
		{"a constraint as text", func(c *chain, _ *Checkout) { c.open["constraints"] = []any{"x"} }, ScopeMismatch},
		{"a constraint withheld", func(c *chain, _ *Checkout) { c.open["constraints"] = []any{object{"...": digest("x")}} }, ScopeMismatch},
		{"one of two constraints withheld", func(c *chain, _ *Checkout) {
			c.open["constraints"] = append(c.open["constraints"].([]any), object{"...": digest("x")})
		}, ScopeMismatch},
		{"a claim of the open mandate withheld", func(c *chain, _ *Checkout) { c.open["_sd"] = []any{digest("x")} }, ScopeMismatch},
		{"a member of a constraint withheld", func(c *chain, _ *Checkout) {
			c.open["constraints"].([]any)[0].(object)["_sd"] = []any{digest("x")}
		}, ScopeMismatch},
		{"more allowed than is shown", func(c *chain, _ *Checkout) {
			for _, v := range c.open["constraints"].([]any) {
				if list, ok := v.(object)["allowed"].([]any); ok {
					v.(object)["allowed"] = append(list, object{"...": digest("x")})
				}
			}
		}, ""},
		{"more items acceptable than are shown", func(c *chain, _ *Checkout) {
			c.open["constraints"] = append(c.open["constraints"].([]any), object{"type": "checkout.line_items", "items": []any{
				object{"id": "r1", "acceptable_items": []any{object{"id": "PIXEL-10-PRO"}, object{"...": digest("x")}}, "quantity": 1},
			}})
		}, ""},
		{"one of the items wanted withheld", func(c *chain, _ *Checkout) {
			c.open["constraints"] = append(c.open["constraints"].([]any), object{"type": "checkout.line_items", "items": []any{
				object{"id": "r1", "acceptable_items": []any{object{"id": "PIXEL-10-PRO"}}, "quantity": 1}, object{"...": digest("x")},
			}})
		}, ScopeMismatch},
		{"a claim beside the open mandate withheld", func(c *chain, _ *Checkout) { c.issued["_sd"] = []any{digest("x")} }, ""},
		{"a payment constraint", func(c *chain, _ *Checkout) {
			c.open["constraints"] = []any{object{"type": "payment.allowed_payees", "allowed": []any{object{"id": "merchant_1"}}}}
		}, ScopeMismatch},
		{"another shop", func(_ *chain, k *Checkout) { k.MerchantID = "merchant_2" }, ScopeMismatch},
		{"used before", func(c *chain, k *Checkout) { k.Consumed = []string{c.w.seal.Hash()} }, ScopeMismatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWallet(t)
			c, want := w.checkoutChain(), w.checkout()
			want.Delegation = true
			tt.edit(c, &want)
			claims, err := VerifyCheckout(c.token(), want)
			if codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%v (%s), want %q", err, explain(err), tt.want)
			}
			if err == nil && (claims.OpenHash != c.leaf["sd_hash"] || claims.Issuer != origin || claims.IssuerKeyID != "p1") {
				t.Errorf("claims %+v", claims)
			}
		})
	}
}

func TestPaymentChain(t *testing.T) {
	t.Parallel()
	constrain := func(constraint object) func(*chain, *Payment) {
		return func(c *chain, _ *Payment) { c.open["constraints"] = []any{constraint} }
	}
	for _, tt := range []struct {
		name string
		edit func(*chain, *Payment)
		want Code // empty: accepted
	}{
		{"honest", func(*chain, *Payment) {}, ""},
		{"no constraints", func(c *chain, _ *Payment) { delete(c.open, "constraints") }, ScopeMismatch},
		{"open mandate is for checkouts", func(c *chain, _ *Payment) { c.open["vct"] = "mandate.checkout.open.1" }, ScopeMismatch},
		{"preset payee", func(c *chain, _ *Payment) { c.open["payee"] = c.closed["payee"] }, ""},
		{"preset amount of another", func(c *chain, _ *Payment) { c.open["payment_amount"] = object{"amount": 1, "currency": "BRL"} }, ScopeMismatch},
		{"preset date, none given", func(c *chain, _ *Payment) { c.open["execution_date"] = "2026-09-21" }, ScopeMismatch},
		{"budget", constrain(object{"type": "payment.budget", "max": 1000000, "currency": "BRL"}), ScopeMismatch},
		{"no type", constrain(object{}), ScopeMismatch},
		{"amount at both bounds", constrain(object{"type": "payment.amount_range", "currency": "BRL", "min": 599900, "max": 599900}), ""},
		{"amount without bounds", constrain(object{"type": "payment.amount_range", "currency": "BRL"}), ""},
		{"amount below", constrain(object{"type": "payment.amount_range", "currency": "BRL", "min": 599901}), ScopeMismatch},
		{"amount above", constrain(object{"type": "payment.amount_range", "currency": "BRL", "max": 599899}), ScopeMismatch},
		{"a bound as text", constrain(object{"type": "payment.amount_range", "currency": "BRL", "max": "600000"}), ScopeMismatch},
		{"a lower bound that is null", constrain(object{"type": "payment.amount_range", "currency": "BRL", "min": nil}), ScopeMismatch},
		{"range in another currency", constrain(object{"type": "payment.amount_range", "currency": "USD", "max": 600000}), ScopeMismatch},
		{"range without currency", constrain(object{"type": "payment.amount_range", "max": 600000}), ScopeMismatch},
		{"other payees", constrain(object{"type": "payment.allowed_payees", "allowed": []any{object{"id": "x", "name": "Shop"}}}), ScopeMismatch},
		{"the instrument", constrain(object{
			"type": "payment.allowed_payment_instruments", "allowed": []any{object{"id": "x", "type": "card"}, object{"id": "instr_1", "type": "card"}},
		}), ""},
		{"the instrument of other type", constrain(object{
			"type": "payment.allowed_payment_instruments", "allowed": []any{object{"id": "instr_1", "type": "wallet"}},
		}), ScopeMismatch},
		{"reference", func(c *chain, p *Payment) {
			p.OpenHash = digest("open")
			constrain(object{"type": "payment.reference", "conditional_transaction_id": digest("open")})(c, p)
		}, ""},
		{"reference to another", func(c *chain, p *Payment) {
			p.OpenHash = digest("other")
			constrain(object{"type": "payment.reference", "conditional_transaction_id": digest("open")})(c, p)
		}, ScopeMismatch},
		{"reference to nothing", constrain(object{"type": "payment.reference", "conditional_transaction_id": ""}), ScopeMismatch},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWallet(t)
			c, want := w.paymentChain(), w.payment()
			want.Delegation = true
			tt.edit(c, &want)
			if _, err := VerifyPayment(c.token(), want); codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%v (%s), want %q", err, explain(err), tt.want)
			}
		})
	}
}

func TestLineItems(t *testing.T) {
	t.Parallel()
	const oneOrTwo = `{"items":[{"id":"r1","acceptable_items":[{"id":"a"},{"id":"b"}],"quantity":2}]}`
	for _, tt := range []struct {
		name, constraint, terms string
		want                    bool
	}{
		{"all of one", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2}]}`, true},
		{"some of each", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":1},{"item":{"id":"b"},"quantity":1}]}`, true},
		{"too few", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":1}]}`, false},
		{"too many", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":3}]}`, false},
		{"too many together", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2},{"item":{"id":"b"},"quantity":1}]}`, false},
		{"something else", oneOrTwo, `{"line_items":[{"item":{"id":"c"},"quantity":2}]}`, false},
		{"something else beside it", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2},{"item":{"id":"c"},"quantity":1}]}`, false},
		{"minus one", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":-1},{"item":{"id":"b"},"quantity":2},{"item":{"id":"a"},"quantity":1}]}`, false},
		{"none of one", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2},{"item":{"id":"b"},"quantity":0}]}`, false},
		{"half", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2},{"item":{"id":"b"},"quantity":0.5}]}`, false},
		{"quantity missing", oneOrTwo, `{"line_items":[{"item":{"id":"a"},"quantity":2},{"item":{"id":"b"}}]}`, false},
		{"nothing", oneOrTwo, `{"line_items":[]}`, false},
		{"nothing asked, nothing sold", `{"items":[]}`, `{"line_items":[]}`, false},
		{"nothing asked", `{}`, `{"line_items":[{"item":{"id":"a"},"quantity":1}]}`, false},
		{"an empty list is no wildcard", `{"items":[{"acceptable_items":[],"quantity":1}]}`, `{"line_items":[{"item":{"id":"a"},"quantity":1}]}`, false},
		{"an item without id", `{"items":[{"acceptable_items":[{"title":"A"}],"quantity":1}]}`, `{"line_items":[{"item":{},"quantity":1}]}`, false},
		{"a requirement of nothing", `{"items":[{"acceptable_items":[{"id":"a"}],"quantity":0},{"acceptable_items":[{"id":"b"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"b"},"quantity":1}]}`, false},
		{"a requirement without quantity", `{"items":[{"acceptable_items":[{"id":"a"}]},{"acceptable_items":[{"id":"b"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"b"},"quantity":1}]}`, false},
		{"two requirements", `{"items":[{"acceptable_items":[{"id":"a"}],"quantity":1},{"acceptable_items":[{"id":"b"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"b"},"quantity":1},{"item":{"id":"a"},"quantity":1}]}`, true},
		{"two that overlap", `{"items":[{"acceptable_items":[{"id":"a"}],"quantity":1},{"acceptable_items":[{"id":"a"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"a"},"quantity":2}]}`, false},
		{"overlap that fits the last", `{"items":[{"acceptable_items":[{"id":"a"},{"id":"b"}],"quantity":1},{"acceptable_items":[{"id":"a"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"a"},"quantity":1},{"item":{"id":"b"},"quantity":1}]}`, false},
		{"one item twice in one list", `{"items":[{"acceptable_items":[{"id":"a"},{"id":"a"}],"quantity":1}]}`, `{"line_items":[{"item":{"id":"a"},"quantity":1}]}`, true},
	} {
		constraint, err := parseObject([]byte(tt.constraint))
		terms, err2 := parseObject([]byte(tt.terms))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got := fills(constraint, terms); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestPublishedChains checks what is known of the chains in AP2's documents. The key of
// their root is not published.
func TestPublishedChains(t *testing.T) {
	t.Parallel()
	type facts struct {
		Chain         string
		JWK           json.RawMessage `json:"agent_cnf_jwk"`
		Aud           string          `json:"leaf_aud"`
		Nonce         string          `json:"leaf_nonce"`
		IssuedAt      json.Number     `json:"leaf_iat"`
		Hash          string          `json:"sd_hash"`
		CheckoutHash  string          `json:"checkout_hash"`
		TransactionID string          `json:"transaction_id"`
	}
	var file struct{ Checkout, Payment facts }
	readJSON(t, "ap2-docs-chains", &file)
	read := func(f facts) (open, closed object) {
		root, leaf, err := splitChain(f.Chain)
		if err != nil || checkBounds(f.Chain) != nil {
			t.Fatal(err)
		}
		rootJWS, err := parseJWS(root.jwt)
		if err != nil {
			t.Fatal(err)
		}
		if p := (Policy{ExampleType: true}); !p.mayIssue(rootJWS.header["typ"]) {
			t.Errorf("typ %v", rootJWS.header["typ"])
		}
		issued, err := resolveClaims(rootJWS, root.disclosures)
		if err != nil {
			t.Fatal(explain(err))
		}
		if open, err = delegated(issued); err != nil {
			t.Fatal(explain(err))
		}
		agent, err := holderKey(open)
		if err != nil {
			t.Fatal(explain(err))
		}
		published, err := parseObject(f.JWK)
		if err != nil {
			t.Fatal(err)
		}
		if key, err := publicKey(published); err != nil || !key.Equal(agent) {
			t.Errorf("the agent's key is another (%v)", err)
		}
		bound, err := parseBinding(leaf.jwt, "kb+sd-jwt")
		if err != nil {
			t.Fatal(explain(err))
		}
		if err := bound.verify(agent); err != nil {
			t.Error(err)
		}
		proof, err := resolveClaims(bound, leaf.disclosures)
		if err != nil {
			t.Fatal(explain(err))
		}
		if proof["sd_hash"] != f.Hash || digest(root.hashed) != f.Hash {
			t.Errorf("sd_hash %v, hash of the open mandate %s, want %s", proof["sd_hash"], digest(root.hashed), f.Hash)
		}
		if proof["aud"] != f.Aud || proof["nonce"] != f.Nonce || proof["iat"] != f.IssuedAt {
			t.Errorf("proof %v", proof)
		}
		if closed, err = delegated(proof); err != nil {
			t.Fatal(explain(err))
		}
		return open, closed
	}
	_, checkout := read(file.Checkout)
	jwt, _ := checkout["checkout_jwt"].(string)
	if checkout["checkout_hash"] != file.Checkout.CheckoutHash || CheckoutHash(jwt) != file.Checkout.CheckoutHash {
		t.Errorf("checkout_hash %v, hash %s", checkout["checkout_hash"], CheckoutHash(jwt))
	}
	open, payment := read(file.Payment)
	if payment["transaction_id"] != file.Payment.TransactionID || file.Payment.TransactionID != file.Checkout.CheckoutHash {
		t.Errorf("transaction_id %v", payment["transaction_id"])
	}
	want := Payment{
		CheckoutHash: file.Checkout.CheckoutHash, OpenHash: file.Checkout.Hash, PayeeID: "merchant_1", Amount: 19900, Currency: "USD",
		InstrumentID: "stub", InstrumentType: "card",
	}
	if err := want.check(payment); err != nil {
		t.Error(explain(err))
	}
	if err := want.checkConstraints(open, payment); err != nil {
		t.Error(explain(err))
	}
}
