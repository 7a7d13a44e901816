package ap2

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~"
	for c := range 256 {
		token := string([]byte{'a', byte(c), 'b'})
		if err := checkBounds(token); (err == nil) != strings.ContainsRune(alphabet, rune(c)) || err == nil && c >= 0x80 {
			t.Errorf("byte 0x%02x: %v", c, err)
		}
	}
	for _, tt := range []struct {
		name, token string
		ok          bool
	}{
		{"longest", strings.Repeat("a", 256<<10), true},
		{"too long", strings.Repeat("a", 256<<10+1), false},
		{"most tildes", strings.Repeat("~", 68), true},
		{"too many tildes", strings.Repeat("~", 69), false},
	} {
		if err := checkBounds(tt.token); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestLength: a whole mandate of the largest size is taken, one byte more is not.
func TestLength(t *testing.T) {
	t.Parallel()
	w := newWallet(t)
	padded := func(n int) string {
		d := w.mandate()
		d.claims["pad"] = strings.Repeat("x", n)
		return d.token()
	}
	short := len(padded(0))
	n := (MaxToken - short) / 4 * 3
	for len(padded(n)) <= MaxToken {
		n++
	}
	for token, want := range map[string]Code{padded(n - 1): "", padded(n): InvalidSignature} {
		if _, err := VerifyCheckout(token, w.checkout()); codeOf(err) != want {
			t.Errorf("%d bytes: %s", len(token), explain(err))
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		token string
		parts []string // issuer, disclosures, binding; nil: refused
	}{
		{"a~b", []string{"a", "b"}},
		{"a~x~y~b", []string{"a", "x", "y", "b"}},
		{"a", nil}, {"a~", nil}, {"a~x~", nil}, {"~b", nil}, {"~", nil}, {"", nil}, {"a~~b", nil}, {"~a~b", nil}, {"a~x~~b", nil},
		{"a~" + strings.Repeat("x~", 64) + "b", append(append([]string{"a"}, slices.Repeat([]string{"x"}, 64)...), "b")},
		{"a~" + strings.Repeat("x~", 65) + "b", nil},
	} {
		credential, binding, err := splitKeyBound(tt.token)
		if (err != nil) != (tt.parts == nil) {
			t.Errorf("%.20q: %v", tt.token, err)
			continue
		}
		got := append(append([]string{credential.jwt}, credential.disclosures...), binding)
		if err == nil && (!slices.Equal(got, tt.parts) || credential.hashed+binding != tt.token) {
			t.Errorf("%.20q: %q, hashed %q", tt.token, got, credential.hashed)
		}
	}
	for token, ok := range map[string]bool{
		"a~x~~b~y~": true, "a~~b~": true,
		"a~~b": false, "a~~b~c": false, "a~b~": false, "~~b~": false, "a~~": false, "a~~~b~": false, "a~~b~~c~": false, "a~~~": false,
	} {
		open, closed, err := splitChain(token)
		if (err == nil) != ok || ok && open.hashed+"~"+closed.hashed != token {
			t.Errorf("%q: %+v, %+v, %v", token, open, closed, err)
		}
	}
}

func TestParseJWS(t *testing.T) {
	t.Parallel()
	k := newTestKey(t, "k")
	good := k.jwt(t, object{"alg": "ES256"}, []byte(`{}`))
	parts := strings.Split(good, ".")
	for _, tt := range []struct{ name, token string }{
		{"nothing", ""}, {"one part", parts[0]}, {"two parts", parts[0] + "." + parts[1]}, {"four parts", good + "." + parts[2]},
		{"no header", "." + parts[1] + "." + parts[2]}, {"header is no JSON", "AAAA." + parts[1] + "." + parts[2]},
		{"header with a line end", parts[0] + "\n." + parts[1] + "." + parts[2]},
		{"payload with a line end", parts[0] + ".\r" + parts[1] + "." + parts[2]},
		{"payload is not base64", parts[0] + ".A." + parts[2]},
		{"no signature", parts[0] + "." + parts[1] + "."},
		{"short signature", parts[0] + "." + parts[1] + "." + parts[2][:84]},
		{"long signature", parts[0] + "." + parts[1] + "." + parts[2] + "AAAA"},
		{"signature is not base64", parts[0] + "." + parts[1] + "." + parts[2] + "="},
		{"other alg", k.jwt(t, object{"alg": "ES384"}, []byte(`{}`))}, {"no alg", k.jwt(t, object{}, []byte(`{}`))},
		{"alg is a list", k.jwt(t, object{"alg": []any{"ES256"}}, []byte(`{}`))},
	} {
		if _, err := parseJWS(tt.token); err == nil {
			t.Errorf("%s: taken", tt.name)
		}
	}
	for _, name := range []string{"crit", "b64", "jwk", "jku", "x5u"} {
		if _, err := parseJWS(k.jwt(t, object{"alg": "ES256", name: nil}, nil)); err == nil {
			t.Errorf("header with %s: taken", name)
		}
	}
	token, err := parseJWS(good)
	if err != nil || token.verify(&k.private.PublicKey) != nil || string(token.payload) != "{}" {
		t.Errorf("%+v, %v", token, err)
	}
	if token.verify(&newTestKey(t, "k").private.PublicKey) == nil {
		t.Error("verified by another key")
	}
}

// TestRefusedEarly: what is too much is refused before it costs memory. Not parallel: it
// counts what the whole process allocates.
func TestRefusedEarly(t *testing.T) {
	w := newWallet(t)
	c, p := w.checkout(), w.payment()
	c.Delegation = true
	for name, token := range map[string]string{
		"5 MB":           strings.Repeat("a", 5_000_000),
		"tildes":         strings.Repeat("~", MaxToken),
		"tildes apart":   strings.Repeat("a~", MaxToken/2),
		"dots":           strings.Repeat(".", MaxToken-2) + "~a",
		"a strange byte": strings.Repeat("a", MaxToken-1) + "\n",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := VerifyCheckout(token, c)
		_, errPay := VerifyPayment(token, p)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 64<<10 || codeOf(err) != InvalidSignature || codeOf(errPay) != InvalidSignature {
			t.Errorf("%s: %d bytes allocated; %v, %v", name, got, err, errPay)
		}
	}
}
