package ap2

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func (w wallet) raw(checkout []byte) object {
	var o object
	if err := json.Unmarshal(checkout, &o); err != nil {
		w.tb.Fatal(err)
	}
	return o
}

// embedded is the checkout as the platform received it.
func (w wallet) embedded() object {
	o := w.raw(w.seal.Payload)
	o["ap2"] = object{"merchant_authorization": w.seal.Authorization}
	return o
}

func set(name string, v any) func(*draft, *Checkout) {
	return func(d *draft, _ *Checkout) { d.claims[name] = v }
}
func setKB(name string, v any) func(*draft, *Checkout) {
	return func(d *draft, _ *Checkout) { d.kb[name] = v }
}
func unset(name string) func(*draft, *Checkout) {
	return func(d *draft, _ *Checkout) { delete(d.claims, name) }
}
func unsetKB(name string) func(*draft, *Checkout) {
	return func(d *draft, _ *Checkout) { delete(d.kb, name) }
}
func setHeader(name string, v any) func(*draft, *Checkout) {
	return func(d *draft, _ *Checkout) { d.header[name] = v }
}

func TestCheckoutMandate(t *testing.T) {
	t.Parallel()
	now := noon().Unix()
	for _, tt := range []struct {
		name string
		edit func(*draft, *Checkout)
		want Code // empty: accepted
	}{
		{"honest", func(*draft, *Checkout) {}, ""},

		{"no iss", unset("iss"), ""},
		{"other iss", set("iss", "https://other.example"), InvalidSignature},
		{"iss is no string", set("iss", 1), InvalidSignature},
		{"iss of an unknown platform", func(_ *draft, c *Checkout) { c.Issuer = "" }, InvalidSignature},
		{"empty iss of an unknown platform", func(d *draft, c *Checkout) { d.claims["iss"], c.Issuer = "", "" }, InvalidSignature},
		{"iss of any platform", func(_ *draft, c *Checkout) { c.Issuer = AnyIssuer }, ""},
		{"typ of AP2's SDK", setHeader("typ", "example+sd-jwt"), InvalidSignature},
		{"typ of AP2's SDK, allowed", func(d *draft, c *Checkout) { d.header["typ"], c.ExampleType = "example+sd-jwt", true }, ""},
		{"other typ, AP2's SDK allowed", func(d *draft, c *Checkout) { d.header["typ"], c.ExampleType = "JWT", true }, InvalidSignature},
		{"older typ", setHeader("typ", "vc+sd-jwt"), ""},
		{"kid is a number", setHeader("kid", 1), AgentMissingKey},
		{"x5c beside a good kid", setHeader("x5c", []any{}), AgentMissingKey},
		{"the shop as issuer", func(d *draft, _ *Checkout) { d.issuer, d.header["kid"] = d.w.shop, "s1" }, AgentMissingKey},
		{"no keys at all", func(_ *draft, c *Checkout) { c.IssuerKeys = Keys{} }, AgentMissingKey},
		{"unknown header member", setHeader("cty", "x"), ""},
		{"crit", setHeader("crit", []any{"exp"}), InvalidSignature},
		{"b64", setHeader("b64", true), InvalidSignature},
		{"jwk", setHeader("jwk", object{}), InvalidSignature},
		{"jku", setHeader("jku", "https://x.example"), InvalidSignature},
		{"x5u", setHeader("x5u", "https://x.example"), InvalidSignature},
		{"claims are an array", func(d *draft, _ *Checkout) { d.rawClaims = "[]" }, InvalidSignature},
		{"claims are not JSON", func(d *draft, _ *Checkout) { d.rawClaims = "{" }, InvalidSignature},
		{"an inexact number", set("n", json.RawMessage("9007199254740993")), InvalidSignature},
		{"the largest exact number", set("n", json.RawMessage("9007199254740991")), ""},
		{"depth 32", set("n", json.RawMessage(strings.Repeat("[", 31)+strings.Repeat("]", 31))), ""},
		{"depth 33", set("n", json.RawMessage(strings.Repeat("[", 32)+strings.Repeat("]", 32))), InvalidSignature},
		{"true, false, null, array", set("n", []any{true, false, nil, 1.5}), ""},

		{"cnf is no object", set("cnf", "h1"), InvalidSignature},
		{"cnf without jwk", set("cnf", object{"kid": "h1"}), InvalidSignature},
		{"cnf for encryption", func(d *draft, _ *Checkout) {
			d.claims["cnf"] = object{"jwk": json.RawMessage(strings.Replace(d.w.holder.jwk(), `"sig"`, `"enc"`, 1))}
		}, InvalidSignature},
		{"kid of the binding means nothing", func(d *draft, _ *Checkout) { d.kbHeader["kid"] = "p1" }, ""},
		{"binding signed by a stranger", func(d *draft, _ *Checkout) { d.bearer = newTestKey(d.w.tb, "h1") }, InvalidSignature},
		{"binding without typ", func(d *draft, _ *Checkout) { delete(d.kbHeader, "typ") }, InvalidSignature},
		{"binding of a chain's typ", func(d *draft, _ *Checkout) { d.kbHeader["typ"] = "kb+sd-jwt" }, InvalidSignature},
		{"binding with crit", func(d *draft, _ *Checkout) { d.kbHeader["crit"] = []any{} }, InvalidSignature},
		{"binding is an array", func(d *draft, _ *Checkout) { d.rawKB = "[]" }, InvalidSignature},
		{"binding with iat twice", func(d *draft, _ *Checkout) { d.rawKB = `{"iat":1790000000,"iat":1790000000}` }, InvalidSignature},

		{"exp now, within the skew", set("exp", now), ""},
		{"exp a second before the skew ends", set("exp", now-59), ""},
		{"exp at the end of the skew", set("exp", now-60), Expired},
		{"exp with a fraction", set("exp", float64(now)+0.5), ""},
		{"exp null", set("exp", nil), InvalidSignature},
		{"exp true", set("exp", true), InvalidSignature},
		{"no exp", unset("exp"), Expired},
		{"nbf at the end of the skew", set("nbf", now+60), ""},
		{"nbf past the skew", set("nbf", now+61), InvalidSignature},
		{"nbf is text", set("nbf", "0"), InvalidSignature},
		{"iat at the end of the skew", set("iat", now+60), ""},
		{"iat past the skew", set("iat", now+61), InvalidSignature},
		{"no iat", unset("iat"), ""},
		{"binding 11 minutes old", setKB("iat", now-660), ""},
		{"binding a second older", setKB("iat", now-661), Expired},
		{"binding of the future", setKB("iat", now+61), InvalidSignature},
		{"binding without iat", unsetKB("iat"), InvalidSignature},
		{"binding with iat as text", setKB("iat", "1790000000"), InvalidSignature},
		{"binding that has expired", setKB("exp", now-60), Expired},
		{"binding for later", setKB("nbf", now+61), InvalidSignature},

		{"sd_hash of nothing", setKB("sd_hash", ""), InvalidSignature},
		{"sd_hash is no string", setKB("sd_hash", nil), InvalidSignature},
		{"aud is another of ours", setKB("aud", "psp"), ""},
		{"aud is a list of one", setKB("aud", []any{shopURL}), ScopeMismatch},
		{"no aud", unsetKB("aud"), ScopeMismatch},
		{"aud of other case", setKB("aud", strings.ToUpper(shopURL)), ScopeMismatch},
		{"no audiences", func(_ *draft, c *Checkout) { c.Audiences = nil }, ScopeMismatch},
		{"empty aud, empty audience", func(d *draft, c *Checkout) { d.kb["aud"], c.Audiences = "", []string{""} }, ScopeMismatch},
		{"earlier nonce of the revision", setKB("nonce", "n-0"), ""},
		{"other nonce", setKB("nonce", "n-2"), ScopeMismatch},
		{"no nonce", unsetKB("nonce"), ScopeMismatch},
		{"nonce is no string", setKB("nonce", 1), ScopeMismatch},
		{"empty nonce, empty challenge", func(d *draft, c *Checkout) { d.kb["nonce"], c.Nonces = "", []string{""} }, ScopeMismatch},
		{"checkout hash as nonce", func(d *draft, c *Checkout) {
			d.kb["nonce"], c.Nonces, c.SealHashes = d.w.seal.Hash(), nil, []string{"x", d.w.seal.Hash()}
		}, ""},
		{"checkout hash of an earlier revision as nonce", func(d *draft, c *Checkout) { d.kb["nonce"], c.Nonces = d.w.seal.Hash(), nil }, ScopeMismatch},
		{"checkout hash of another seal as nonce", func(d *draft, c *Checkout) { d.kb["nonce"], c.Nonces, c.SealHashes = "x", nil, []string{"x"} }, ScopeMismatch},
		{"checkout hash and nonce of another", func(d *draft, c *Checkout) {
			d.kb["nonce"], d.claims["checkout_hash"], c.Nonces, c.SealHashes = "x", "x", nil, []string{"x"}
		}, ScopeMismatch},

		{"no vct", unset("vct"), ScopeMismatch},
		{"vct of other case", set("vct", "Mandate.checkout.1"), ScopeMismatch},
		{"no checkout_hash", unset("checkout_hash"), ScopeMismatch},
		{"checkout_jwt is no string", set("checkout_jwt", 1), ScopeMismatch},
		{"checkout is no object", func(d *draft, _ *Checkout) { delete(d.claims, "checkout_jwt"); d.claims["checkout"] = "x" }, ScopeMismatch},
		{"embedded checkout", func(d *draft, _ *Checkout) {
			delete(d.claims, "checkout_jwt")
			d.claims["checkout"] = d.w.embedded()
		}, ""},
		{"both forms", func(d *draft, _ *Checkout) { d.claims["checkout"] = d.w.embedded() }, ""},
		{"both forms, of two seals", func(d *draft, _ *Checkout) {
			other, err := NewSeal(d.w.shop, d.w.seal.Payload)
			if err != nil {
				d.w.tb.Fatal(err)
			}
			o := d.w.embedded()
			o["ap2"] = object{"merchant_authorization": other.Authorization}
			d.claims["checkout"] = o
		}, ScopeMismatch},
		{"both forms, one of other terms", func(d *draft, _ *Checkout) {
			o := d.w.embedded()
			o["currency"] = "USD"
			d.claims["checkout"] = o
		}, ScopeMismatch},
		{"embedded, ap2 is no object", func(d *draft, _ *Checkout) {
			delete(d.claims, "checkout_jwt")
			o := d.w.embedded()
			o["ap2"] = "x"
			d.claims["checkout"] = o
		}, AuthorizationInvalid},
		{"embedded, not a seal", func(d *draft, _ *Checkout) {
			delete(d.claims, "checkout_jwt")
			o := d.w.embedded()
			o["ap2"] = object{"merchant_authorization": "x"}
			d.claims["checkout"] = o
		}, AuthorizationInvalid},
		{"checkout_jwt is not a JWT", set("checkout_jwt", "x"), AuthorizationInvalid},
		{"checkout_jwt with a line end", func(d *draft, _ *Checkout) {
			d.claims["checkout_jwt"] = strings.Replace(d.w.seal.JWT(), ".", "\n.", 1)
		}, AuthorizationInvalid},
		{"seal of a key no longer published", func(_ *draft, c *Checkout) { c.MerchantKeys = Keys{} }, AuthorizationInvalid},
		{"second of two wire forms", func(d *draft, c *Checkout) {
			c.Payloads = [][]byte{[]byte(`{"id":"x"}`), d.w.seal.Payload}
		}, ""},
		{"another revision", func(_ *draft, c *Checkout) { c.Payloads = [][]byte{[]byte(`{"id":"x"}`)} }, ScopeMismatch},
		{"nothing sealed", func(_ *draft, c *Checkout) { c.Payloads = nil }, ScopeMismatch},
		{"used before", func(d *draft, c *Checkout) { c.Consumed = []string{"x", d.w.seal.Hash()} }, ScopeMismatch},
		{"other used before", func(_ *draft, c *Checkout) { c.Consumed = []string{"x"} }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWallet(t)
			d, c := w.mandate(), w.checkout()
			tt.edit(d, &c)
			claims, err := VerifyCheckout(d.token(), c)
			if codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("%v (%s), want %q", err, explain(err), tt.want)
			}
			if err != nil && (claims.CheckoutHash != "" || claims.Seal.Payload != nil) {
				t.Errorf("refused, and yet: %+v", claims)
			}
		})
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	claims, err := VerifyCheckout(w.mandate().token(), w.checkout())
	if err != nil {
		t.Fatal(explain(err))
	}
	want := Claims{
		CheckoutHash: w.seal.Hash(), Issuer: origin, IssuerKeyID: "p1", Holder: thumbprint(&w.holder.private.PublicKey),
		Seal: w.seal,
	}
	if string(jsonOf(t, claims)) != string(jsonOf(t, want)) {
		t.Errorf("%+v\nwant %+v", claims, want)
	}
}

// TestNoMandate: an absent mandate is told apart from a broken one.
func TestNoMandate(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	if _, err := VerifyCheckout("", w.checkout()); codeOf(err) != MandateRequired {
		t.Errorf("checkout: %v", err)
	}
	if _, err := VerifyPayment("", w.payment()); codeOf(err) != MandateRequired {
		t.Errorf("payment: %v", err)
	}
}

// TestEveryChangeIsNoticed changes each character of an honest token.
func TestEveryChangeIsNoticed(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	d := w.mandate()
	delete(d.claims, "checkout_jwt")
	d.claims["_sd"] = []any{d.disclose("salt", "checkout_jwt", w.seal.JWT())}
	token, c := d.token(), w.checkout()
	if _, err := VerifyCheckout(token, c); err != nil {
		t.Fatal(explain(err))
	}
	with := []string{"A", "B", "~", "", ".", "\n", "="}
	for i := range token {
		changed := token[:i] + with[i%len(with)] + token[i+1:]
		if _, err := VerifyCheckout(changed, c); err == nil && changed != token {
			t.Fatalf("accepted with %q at %d instead of %q", with[i%len(with)], i, token[i])
		}
	}
}

// TestTexts: what goes out is told by the code alone, and each code has a text of its own.
func TestTexts(t *testing.T) {
	t.Parallel()
	seen := map[string]Code{}
	for _, code := range []Code{MandateRequired, AgentMissingKey, InvalidSignature, Expired, ScopeMismatch, AuthorizationInvalid} {
		if other, ok := seen[code.Text()]; ok {
			t.Errorf("%s and %s have one text", code, other)
		}
		seen[code.Text()] = code
		err := refuse(code, "kid is %.64q", strings.Repeat("x\n", 1000))
		if err.Error() != string(code)+": "+code.Text() {
			t.Errorf("%v", err)
		}
		if detail := err.(*Error).Detail; len(detail) > 150 || strings.Contains(detail, "\n") {
			t.Errorf("detail %q", detail)
		}
	}
}

// TestSkew: the skew is the caller's, zero included.
func TestSkew(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	d, c := w.mandate(), w.checkout()
	d.claims["exp"] = noon().Unix()
	c.Skew = 0
	token := d.token()
	if _, err := VerifyCheckout(token, c); codeOf(err) != Expired {
		t.Errorf("%v", err)
	}
	c.Now = c.Now.Add(-time.Second)
	if _, err := VerifyCheckout(token, c); err != nil {
		t.Error(explain(err))
	}
}

// TestShown: what a log repeats of a token cannot break its line, and is short.
func TestShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		claim any
		want  string
	}{
		{"a\r\nb", `"a\r\nb"`}, {strings.Repeat("a", 100), `"` + strings.Repeat("a", 64) + `"`},
		{nil, "a <nil>"}, {json.Number("1"), "a json.Number"}, {object{"a": "\n"}, "a map[string]interface {}"},
	} {
		if got := shown(tt.claim); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
