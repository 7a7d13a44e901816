package bcp

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"balcao/ap2"
	"balcao/checkout"
	"balcao/order"
)

// wallet makes mandates over the checkout of a vector, with keys of its own.
type wallet struct {
	t               *testing.T
	v               vector
	seal            ap2.Seal
	platform, agent *ecdsa.PrivateKey
}

func newWallet(t *testing.T) *wallet {
	t.Helper()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	payload, err := ap2.SealPayload(v.Context.Current)
	if err != nil {
		t.Fatal(err)
	}
	var current sealedObject
	if err := json.Unmarshal(v.Context.Current, &current); err != nil {
		t.Fatal(err)
	}
	w := &wallet{t: t, v: v, seal: ap2.Seal{Payload: payload, Authorization: current.AP2.Authorization}}
	for _, key := range []**ecdsa.PrivateKey{&w.platform, &w.agent} {
		if *key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// published is what the platform publishes.
func (w *wallet) published() []byte {
	w.t.Helper()
	raw, err := json.Marshal([]jose.JSONWebKey{{Key: w.platform.Public(), KeyID: "p1", Use: "sig", Algorithm: "ES256"}})
	if err != nil {
		w.t.Fatal(err)
	}
	return raw
}

// sign makes a JWT with nothing selectively disclosed.
func (w *wallet) sign(key *ecdsa.PrivateKey, header, claims map[string]any) string {
	w.t.Helper()
	options := &jose.SignerOptions{}
	for name, v := range header {
		options.WithHeader(jose.HeaderKey(name), v)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, options)
	if err != nil {
		w.t.Fatal(err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		w.t.Fatal(err)
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		w.t.Fatal(err)
	}
	text, err := jws.CompactSerialize()
	if err != nil {
		w.t.Fatal(err)
	}
	return text
}

// proof are the claims of whoever holds a mandate.
func (w *wallet) proof(of string) map[string]any {
	return map[string]any{"iat": w.v.Context.Now - 10, "aud": w.v.Context.Audience, "nonce": w.v.Context.Nonce, "sd_hash": hashOf(of)}
}

func (w *wallet) cnf() map[string]any {
	return map[string]any{"jwk": jose.JSONWebKey{Key: w.agent.Public()}}
}

// mandate is one that the buyer signed, with a typ.
func (w *wallet) mandate(typ string) string {
	w.t.Helper()
	issued := w.sign(w.platform, map[string]any{"kid": "p1", "typ": typ}, map[string]any{
		"vct": "mandate.checkout.1", "checkout_jwt": w.seal.JWT(), "checkout_hash": w.seal.Hash(), "cnf": w.cnf(), "exp": w.v.Context.Now + 60,
	}) + "~"
	return issued + w.sign(w.agent, map[string]any{"typ": "kb+jwt"}, w.proof(issued))
}

// chain is a closed mandate of the agent under an open one, whose hash it returns too.
func (w *wallet) chain(kind string, constraint, closed map[string]any) (chain, openHash string) {
	w.t.Helper()
	open := map[string]any{
		"vct": "mandate." + kind + ".open.1", "cnf": w.cnf(), "exp": w.v.Context.Now + 60, "constraints": []any{constraint},
	}
	root := w.sign(w.platform, map[string]any{"kid": "p1", "typ": "dc+sd-jwt"}, map[string]any{"delegate_payload": []any{open}}) + "~"
	closed["vct"] = "mandate." + kind + ".1"
	proof := w.proof(root)
	proof["delegate_payload"] = []any{closed}
	return root + "~" + w.sign(w.agent, map[string]any{"typ": "kb+sd-jwt"}, proof) + "~", hashOf(root)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// The typ of AP2's own library is judged by the shop's rule, and the evidence says by which.
func TestExampleTypeOnlyWhereAllowed(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	m, _, _ := w.v.judge(t, &issuers{keys: w.published()})
	for _, allowed := range []bool{false, true} {
		m.rules.ExampleType = allowed
		q := w.v.query(t)
		q.Mandate = w.mandate("dc+sd-jwt")
		if ev, err := m.Checkout(t.Context(), q); err != nil || ev.ExampleType != allowed {
			t.Errorf("allowed %v, the usual typ: %v, %v", allowed, ev.ExampleType, err)
		}
		q.Mandate = w.mandate("example+sd-jwt")
		_, err := m.Checkout(t.Context(), q)
		if allowed && err != nil {
			t.Errorf("allowed: %v", err)
		} else if !allowed && refusalOf(t, err).Code != checkout.CodeMandateInvalid {
			t.Errorf("not allowed: %v", err)
		}
	}
}

// A payment mandate that is for what one open checkout mandate allows pays for that alone.
func TestPaymentMandateRefersToOpenMandate(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	m, _, _ := w.v.judge(t, &issuers{keys: w.published()})
	m.rules.Chains = true
	merchants := map[string]any{"type": "checkout.allowed_merchants", "allowed": []any{map[string]any{"id": m.rules.MerchantID}}}
	q := w.v.query(t)
	var open string
	q.Mandate, open = w.chain("checkout", merchants, map[string]any{"checkout_jwt": w.seal.JWT(), "checkout_hash": w.seal.Hash()})
	of, err := m.Checkout(t.Context(), q)
	if err != nil || of.OpenHash != open {
		t.Fatalf("open mandate %q, want %q (%v)", of.OpenHash, open, err)
	}
	for reference, good := range map[string]bool{open: true, "": false, hashOf("x"): false} {
		p := order.PaymentEvidence{Amount: 599900, Currency: "BRL", InstrumentID: "instr_1", InstrumentType: "card"}
		p.Mandate, _ = w.chain("payment", map[string]any{"type": "payment.reference", "conditional_transaction_id": reference}, map[string]any{
			"transaction_id": of.CheckoutHash, "payee": map[string]any{"id": m.rules.MerchantID},
			"payment_amount": map[string]any{"amount": 599900, "currency": "BRL"}, "payment_instrument": map[string]any{"id": "instr_1", "type": "card"},
		})
		_, err := m.Payment(t.Context(), of, p)
		if good && err != nil {
			t.Errorf("for %q: %v", reference, err)
		} else if !good && refusalOf(t, err).Code != checkout.CodeMandateScope {
			t.Errorf("for %q: %v", reference, err)
		}
	}
}

// Every code of the verifier has its name in the checkout, which is the same word.
func TestEveryCodeHasItsName(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "../ap2/errors.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := codesIn(t, file)
	for _, code := range all {
		if got := codes[ap2.Code(code)]; got != code {
			t.Errorf("%s is %q in the checkout", code, got)
		}
	}
	if len(all) != len(codes) || len(all) < 6 {
		t.Errorf("%d codes were found, %d have a name", len(all), len(codes))
	}
}

// crowded is a platform that another request has just asked for its keys: this one may not
// ask again, and finds them brought.
type crowded struct {
	answers [][]byte // of Keys, the last one again and again
	err     error    // of Keys, from the second time on
	called  int
}

func (c *crowded) Trusts(string) bool { return true }

func (c *crowded) Keys(context.Context, string) ([]byte, error) {
	at := min(c.called, len(c.answers)-1)
	c.called++
	if c.called > 1 && c.err != nil {
		return c.answers[at], c.err
	}
	return c.answers[at], nil
}

func (c *crowded) Refresh(context.Context, string) ([]byte, bool) { return nil, false }

func TestAnotherRequestMayHaveBroughtTheKey(t *testing.T) {
	t.Parallel()
	v := readVector(t, "valid-dc-sd-jwt-kb")
	all := []byte(v.Context.PlatformKeys)
	for name, test := range map[string]struct {
		from crowded
		good bool
	}{
		"brought":           {crowded{answers: [][]byte{[]byte(`[]`), all}}, true},
		"not brought":       {crowded{answers: [][]byte{[]byte(`[]`)}}, false},
		"gone in between":   {crowded{answers: [][]byte{[]byte(`[]`), all}, err: context.DeadlineExceeded}, false},
		"brought too late":  {crowded{answers: [][]byte{[]byte(`[]`), []byte(`[]`), all}}, false},
		"there at the time": {crowded{answers: [][]byte{all}}, true},
	} {
		from := test.from
		m, _, log := v.judge(t, nil)
		m.issuers = &from
		ev, err := m.Checkout(t.Context(), v.query(t))
		if (err == nil) != test.good || test.good && !strings.Contains(string(ev.IssuerKeys), `"kid"`) {
			t.Errorf("%s: keys %s, %v", name, ev.IssuerKeys, err)
		}
		if err != nil && refusalOf(t, err).Code != checkout.CodeAgentMissingKey {
			t.Errorf("%s: %v, logged %s", name, err, log)
		}
		if test.good && ev.AdmittedAt != time.Unix(v.Context.Now, 0) {
			t.Errorf("%s: admitted at %v", name, ev.AdmittedAt)
		}
	}
}
