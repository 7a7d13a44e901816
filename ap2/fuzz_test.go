package ap2

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// FuzzToken: whatever comes in, there is a verdict, it is an Error, and it costs no more
// than a small multiple of the token. The tokens of the vectors are the beginning.
func FuzzToken(f *testing.F) {
	for _, name := range []string{
		"valid-dc-sd-jwt-kb", "valid-embedded-checkout-object", "valid-decoy-digests", "chain-valid", "pay-valid", "bare-jws-no-tilde",
	} {
		f.Add(loadVector(f, name).Token)
	}
	v := loadVector(f, "valid-dc-sd-jwt-kb")
	c, p := v.checkout(f), loadVector(f, "pay-valid").payment(f)
	good := map[string]bool{
		v.Token: true, loadVector(f, "valid-embedded-checkout-object").Token: true, loadVector(f, "valid-decoy-digests").Token: true,
		loadVector(f, "chain-valid").Token: true,
	}
	f.Fuzz(func(t *testing.T, token string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := VerifyCheckout(token, c)
		_, errPay := VerifyPayment(token, p)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20+uint64(400*len(token)) {
			t.Errorf("%d bytes allocated for a token of %d", got, len(token))
		}
		if err == nil && !good[token] {
			t.Errorf("accepted: %s", token)
		}
		for _, err := range []error{err, errPay} {
			if err != nil && codeOf(err) == "" {
				t.Errorf("not an Error: %v", err)
			}
		}
	})
}

// FuzzParse holds the reader of claims against the check of documents: what one takes the
// other takes, and both see the same.
func FuzzParse(f *testing.F) {
	for _, c := range loadCases(f) {
		f.Add(c.Input)
	}
	for _, text := range []string{
		`[]`, `{"a":1`, `{"a"`, `{"a":[1`, `{} {}`, `{"a":{"b":9007199254740993}}`,
		`{"a":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + `}`, `{"a":` + strings.Repeat("[", 32) + strings.Repeat("]", 32) + `}`,
	} {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"ap2":1,"a":[{"ap2":null}], "b":"\ud83d\ude00"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		o, err := parseObject(raw)
		_, errCheck := check(raw, tokenDepth)
		if (err == nil) != (errCheck == nil) {
			t.Fatalf("%q: parse %v, check %v", raw, err, errCheck)
		}
		payload, errSeal := SealPayload(raw)
		if (err == nil) != (errSeal == nil) {
			t.Fatalf("%q: parse %v, seal %v", raw, err, errSeal)
		}
		if err != nil {
			return
		}
		delete(o, "ap2")
		again, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := transform(again)
		if err != nil || !bytes.Equal(payload, want) {
			t.Fatalf("%q: sealed %q, claims say %q (%v)", raw, payload, want, err)
		}
	})
}

// FuzzResolve gives claims and disclosures that belong together in no way.
func FuzzResolve(f *testing.F) {
	f.Add([]byte(`{"_sd":["x",1],"a":[{"...":"y"}],"_sd_alg":"sha-256"}`), "WyJzIiwieCIsMV0")
	f.Add([]byte(`{"_sd":[1]}`), "")
	f.Fuzz(func(t *testing.T, raw []byte, text string) {
		claims, err := parseObject(raw)
		if err != nil {
			return
		}
		claims["_sd"] = []any{digest(text)}
		if err := resolve(claims, []string{text}); err == nil {
			if _, ok := claims["_sd"]; ok {
				t.Errorf("_sd left in %v", claims)
			}
		}
	})
}
