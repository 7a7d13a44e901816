package ap2

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// nest is a value behind n arrays.
func nest(n int) json.RawMessage {
	return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n))
}

func TestDisclosures(t *testing.T) {
	t.Parallel()
	const accept, reject = true, false
	raw := func(d *draft, text string) string {
		text = base64.RawURLEncoding.EncodeToString([]byte(text))
		d.disclosures = append(d.disclosures, text)
		return digest(text)
	}
	for _, tt := range []struct {
		name string
		edit func(*draft)
		want bool
	}{
		{"a claim", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", "x", 1)} }, accept},
		{"sha-256 by name", func(d *draft) {
			d.claims["_sd"], d.claims["_sd_alg"] = []any{d.disclose("s", "x", 1)}, "sha-256"
		}, accept},
		{"_sd_alg is no string", func(d *draft) { d.claims["_sd_alg"] = 1 }, reject},
		{"an element", func(d *draft) { d.claims["x"] = []any{object{"...": d.disclose("s", 1)}, 2} }, accept},
		{"a decoy claim and a decoy element", func(d *draft) {
			d.claims["_sd"], d.claims["x"] = []any{digest("a")}, []any{object{"...": digest("b")}}
		}, accept},
		{"checkout_jwt in an element of an element", func(d *draft) {
			inner := d.disclose("s", object{"_sd": []any{d.disclose("t", "y", 1)}})
			d.claims["x"] = []any{[]any{object{"...": inner}}}
		}, accept},
		{"status of something else", func(d *draft) {
			d.claims["x"] = object{"_sd": []any{d.disclose("s", "status", 1)}}
		}, accept},
		{"an object that is not asked for inside", func(d *draft) {
			d.claims["_sd"] = []any{d.disclose("s", "x", object{"y": []any{object{"z": 1}}})}
		}, accept},

		{"one element", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s")} }, reject},
		{"four elements", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", "x", 1, 2)} }, reject},
		{"an object", func(d *draft) { d.claims["_sd"] = []any{raw(d, `{}`)} }, reject},
		{"the salt is a number", func(d *draft) { d.claims["_sd"] = []any{d.disclose(1, "x", 1)} }, reject},
		{"the name is a number", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", 1, 1)} }, reject},
		{"the name is ...", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", "...", 1)} }, reject},
		{"duplicate members inside", func(d *draft) { d.claims["_sd"] = []any{raw(d, `["s","x",{"a":1,"a":2}]`)} }, reject},
		{"bad UTF-8", func(d *draft) { d.claims["_sd"] = []any{raw(d, "[\"s\",\"x\",\"\xff\"]")} }, reject},
		{"stray bits", func(d *draft) {
			d.disclosures = []string{"WyJzIiwieCIsMV1"}
			d.claims["_sd"] = []any{digest("WyJzIiwieCIsMV1")}
		}, reject},
		{"stray character after good ones", func(d *draft) {
			text := base64.RawURLEncoding.EncodeToString([]byte(`["s","xy",1]`)) + "A"
			d.disclosures = []string{text}
			d.claims["_sd"] = []any{digest(text)}
		}, reject},
		{"data after the array", func(d *draft) { d.claims["_sd"] = []any{raw(d, `["s","x",1] 2`)} }, reject},
		{"two of one name", func(d *draft) {
			d.claims["_sd"] = []any{d.disclose("s", "x", 1), d.disclose("t", "x", 1)}
		}, reject},
		{"a claim in an array", func(d *draft) { d.claims["x"] = []any{object{"...": d.disclose("s", "x", 1)}} }, reject},
		{"an element in _sd", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", 1)} }, reject},
		{"_sd is an object", func(d *draft) { d.claims["_sd"] = object{} }, reject},
		{"a digest is a number", func(d *draft) { d.claims["_sd"] = []any{1} }, reject},
		{"a digest of an element is a number", func(d *draft) { d.claims["x"] = []any{object{"...": 1}} }, reject},
		{"a digest with other members", func(d *draft) { d.claims["x"] = []any{object{"...": digest("b"), "y": 1}} }, reject},
		{"a digest outside arrays", func(d *draft) { d.claims["x"] = object{"...": digest("b")} }, reject},
		{"_sd_alg deep inside", func(d *draft) { d.claims["x"] = object{"_sd_alg": "sha-256"} }, reject},
		{"a decoy twice", func(d *draft) { d.claims["_sd"] = []any{digest("a"), digest("a")} }, reject},
		{"a decoy twice, in arrays", func(d *draft) {
			d.claims["x"] = []any{object{"...": digest("b")}, object{"...": digest("b")}}
		}, reject},
		{"asked for by nobody", func(d *draft) { d.disclose("s", "x", 1) }, reject},
		{"asked for by itself", func(d *draft) {
			d.claims["_sd"] = []any{d.disclose("s", "x", object{"_sd": []any{d.disclose("t", "y", 1), digest("c")}})}
		}, accept},

		{"depth 32 together", func(d *draft) { d.claims["_sd"] = []any{d.disclose("s", "x", nest(31))} }, accept},
		{"depth 33 together", func(d *draft) {
			d.claims["x"] = []any{object{"...": d.disclose("s", nest(31))}}
		}, reject},

		{"64", func(d *draft) { d.claims["_sd"] = many(d, MaxDisclosures) }, accept},
		{"65", func(d *draft) { d.claims["_sd"] = many(d, MaxDisclosures+1) }, reject},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWallet(t)
			d := w.mandate()
			tt.edit(d)
			_, err := VerifyCheckout(d.token(), w.checkout())
			if (err == nil) != tt.want || err != nil && codeOf(err) != InvalidSignature {
				t.Errorf("%v (%s), want %t", err, explain(err), tt.want)
			}
		})
	}
}

func many(d *draft, n int) []any {
	var out []any
	for i := range n {
		out = append(out, d.disclose("s", strings.Repeat("x", i+1), i))
	}
	return out
}

// TestProtectedClaims: these claims stand in the clear, at the level of a mandate.
func TestProtectedClaims(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"iss", "nbf", "exp", "iat", "cnf", "vct", "status", "aud", "_sd_alg"} {
		text := base64.RawURLEncoding.EncodeToString([]byte(`["s","` + name + `","x"]`))
		hidden := func() object { return object{"_sd": []any{digest(text)}} }
		for level, claims := range map[string]object{
			"claims": hidden(), "delegated": {"delegate_payload": []any{hidden()}},
		} {
			if err := resolve(claims, []string{text}); err == nil {
				t.Errorf("%s disclosed in %s: %v", name, level, claims)
			}
		}
		inside := object{"risk": hidden()}
		if err := resolve(inside, []string{text}); (err == nil) != (name != "_sd_alg") {
			t.Errorf("%s disclosed further inside: %v", name, err)
		}
	}
}

// TestResolve is what stands there afterwards.
func TestResolve(t *testing.T) {
	t.Parallel()
	d := newWallet(t).draft(nil)
	claims := object{
		"_sd_alg": "sha-256",
		"_sd":     []any{digest("decoy"), d.disclose("s", "a", []any{object{"...": d.disclose("t", "b")}, object{"...": digest("x")}, "c"})},
	}
	if err := resolve(claims, d.disclosures); err != nil {
		t.Fatal(err)
	}
	if got := string(jsonOf(t, claims)); got != `{"a":["b","c"]}` {
		t.Errorf("got %s", got)
	}
}
