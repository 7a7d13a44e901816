package ap2

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"testing"
	"time"
)

// wallet makes mandates for one checkout: honest ones, and with any part changed.
type wallet struct {
	tb                     testing.TB
	platform, holder, shop testKey
	seal                   Seal
}

const (
	origin  = "https://platform.example"
	shopURL = "https://shop.example"
	nonce   = "n-1"
)

func noon() time.Time { return time.Unix(1_790_000_000, 0) }

func newWallet(tb testing.TB) wallet {
	tb.Helper()
	w := wallet{tb: tb, platform: newTestKey(tb, "p1"), holder: newTestKey(tb, "h1"), shop: newTestKey(tb, "s1")}
	var err error
	if w.seal, err = NewSeal(w.shop, loadExample(tb).Checkout); err != nil {
		tb.Fatal(err)
	}
	return w
}

// checkout is what the shop expects.
func (w wallet) checkout() Checkout {
	return Checkout{
		Policy: w.policy(), MerchantID: "merchant_1", MerchantKeys: w.shop.keys(w.tb), Payloads: [][]byte{w.seal.Payload},
	}
}

func (w wallet) policy() Policy {
	return Policy{
		Now: noon(), Skew: DefaultSkew, Issuer: origin, IssuerKeys: w.platform.keys(w.tb), Audiences: []string{"psp", shopURL},
		Nonces: []string{"n-0", nonce},
	}
}

func (w wallet) payment() Payment {
	return Payment{
		Policy: w.policy(), CheckoutHash: w.seal.Hash(), PayeeID: "merchant_1", Amount: 599900, Currency: "BRL",
		InstrumentID: "instr_1", InstrumentType: "card",
	}
}

// draft is a mandate before it is signed.
type draft struct {
	w                wallet
	header, claims   object
	kbHeader, kb     object
	disclosures      []string
	issuer, bearer   testKey
	rawClaims, rawKB string // instead of claims and kb
}

func (w wallet) draft(claims object) *draft {
	return &draft{
		w: w, issuer: w.platform, bearer: w.holder,
		header:   object{"alg": "ES256", "typ": "dc+sd-jwt", "kid": "p1"},
		claims:   claims,
		kbHeader: object{"alg": "ES256", "typ": "kb+jwt"},
		kb:       object{"iat": noon().Unix() - 10, "aud": shopURL, "nonce": nonce},
	}
}

// mandate is an honest checkout mandate.
func (w wallet) mandate() *draft {
	return w.draft(object{
		"iss": origin, "vct": "mandate.checkout.1", "iat": noon().Unix() - 30, "exp": noon().Unix() + 600,
		"cnf": w.cnf(), "checkout_hash": w.seal.Hash(), "checkout_jwt": w.seal.JWT(),
	})
}

// paymentMandate is an honest payment mandate.
func (w wallet) paymentMandate() *draft {
	return w.draft(object{
		"iss": origin, "vct": "mandate.payment.1", "iat": noon().Unix() - 30, "exp": noon().Unix() + 600, "cnf": w.cnf(),
		"transaction_id": w.seal.Hash(), "payee": object{"id": "merchant_1", "name": "Shop"},
		"payment_amount":     object{"amount": 599900, "currency": "BRL"},
		"payment_instrument": object{"id": "instr_1", "type": "card"},
	})
}

func (w wallet) cnf() object { return object{"jwk": json.RawMessage(w.holder.jwk())} }

// disclose hides a value behind a digest, which it returns.
func (d *draft) disclose(parts ...any) string {
	text := base64.RawURLEncoding.EncodeToString(jsonOf(d.w.tb, parts))
	d.disclosures = append(d.disclosures, text)
	return digest(text)
}

func (d *draft) token() string {
	payload := []byte(d.rawClaims)
	if d.rawClaims == "" {
		payload = jsonOf(d.w.tb, d.claims)
	}
	out := d.issuer.jwt(d.w.tb, d.header, payload) + "~"
	for _, text := range d.disclosures {
		out += text + "~"
	}
	if _, ok := d.kb["sd_hash"]; !ok {
		d.kb["sd_hash"] = digest(out)
	}
	proof := []byte(d.rawKB)
	if d.rawKB == "" {
		proof = jsonOf(d.w.tb, d.kb)
	}
	return out + d.bearer.jwt(d.w.tb, d.kbHeader, proof)
}

// chain is a delegated chain of an open and a closed mandate.
type chain struct {
	w                wallet
	header, issued   object
	open, closed     object
	leafHeader, leaf object
	opens, closes    []any // delegate_payload, if not just open or closed
	issuer, agent    testKey
}

func (w wallet) chain(open string, closed object, constraints ...any) *chain {
	return &chain{
		w: w, issuer: w.platform, agent: w.holder,
		header: object{"alg": "ES256", "typ": "dc+sd-jwt", "kid": "p1"},
		issued: object{"iss": origin},
		open: object{
			"vct": open, "constraints": constraints, "cnf": w.cnf(), "iat": noon().Unix() - 3000, "exp": noon().Unix() + 3600,
		},
		closed:     closed,
		leafHeader: object{"alg": "ES256", "typ": "kb+sd-jwt"},
		leaf:       object{"iat": noon().Unix() - 10, "aud": shopURL, "nonce": nonce},
	}
}

func (w wallet) checkoutChain() *chain {
	return w.chain("mandate.checkout.open.1",
		object{"vct": "mandate.checkout.1", "checkout_hash": w.seal.Hash(), "checkout_jwt": w.seal.JWT()},
		object{"type": "checkout.allowed_merchants", "allowed": []any{object{"id": "merchant_1"}}})
}

func (w wallet) paymentChain() *chain {
	closed := w.paymentMandate().claims
	for _, name := range []string{"iss", "iat", "exp", "cnf"} {
		delete(closed, name)
	}
	return w.chain("mandate.payment.open.1", closed,
		object{"type": "payment.amount_range", "currency": "BRL", "min": 0, "max": 600000},
		object{"type": "payment.allowed_payees", "allowed": []any{object{"id": "merchant_1"}}})
}

func (c *chain) token() string {
	if c.opens == nil {
		c.opens = []any{c.open}
	}
	if c.closes == nil {
		c.closes = []any{c.closed}
	}
	c.issued["delegate_payload"] = c.opens
	root := c.issuer.jwt(c.w.tb, c.header, jsonOf(c.w.tb, c.issued)) + "~"
	if _, ok := c.leaf["sd_hash"]; !ok {
		c.leaf["sd_hash"] = digest(root)
	}
	c.leaf["delegate_payload"] = c.closes
	return root + "~" + c.agent.jwt(c.w.tb, c.leafHeader, jsonOf(c.w.tb, c.leaf)) + "~"
}

// jwt signs any header and payload, as no library would.
func (k testKey) jwt(tb testing.TB, header object, payload []byte) string {
	tb.Helper()
	enc := base64.RawURLEncoding
	input := enc.EncodeToString(jsonOf(tb, header)) + "." + enc.EncodeToString(payload)
	sum := sha256.Sum256([]byte(input))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, sum[:])
	if err != nil {
		tb.Fatal(err)
	}
	signature := make([]byte, signatureSize)
	r.FillBytes(signature[:signatureSize/2])
	s.FillBytes(signature[signatureSize/2:])
	return input + "." + enc.EncodeToString(signature)
}

func jsonOf(tb testing.TB, v any) []byte {
	tb.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return raw
}
