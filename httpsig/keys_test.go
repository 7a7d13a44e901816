package httpsig

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseKeys(t *testing.T) {
	t.Parallel()
	const ec = `"kty":"EC","crv":"P-256","x":"qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA","y":"Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0"`
	const okp = `"kty":"OKP","crv":"Ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"`
	const want, other, none = "usable", "another kind", "none"
	var list []string
	for kid, jwk := range map[string]string{
		"es256":        ec,
		"es256 alg":    ec + `,"alg":"ES256","use":"sig","key_ops":["verify"]`,
		"ed25519":      okp,
		"ed25519 alg":  okp + `,"alg":"EdDSA"`,
		"ed25519 name": okp + `,"alg":"Ed25519"`,

		"another kind: rsa":      `"kty":"RSA","n":"AQAB","e":"AQAB"`,
		"another kind: alg":      ec + `,"alg":"ES384"`,
		"another kind: curve":    `"kty":"EC","crv":"P-384","x":"AA","y":"AA"`,
		"another kind: point":    strings.Replace(ec, "Mc4n", "Mc4m", 1) + `,"kid2":1`,
		"another kind: padded":   strings.Replace(ec, "ivA\"", "ivA=\"", 1),
		"another kind: short":    strings.Replace(okp, "JrQL", "", 1),
		"another kind: number":   `"kty":"OKP","crv":"Ed25519","x":1`,
		"another kind: case":     strings.Replace(okp, `"kty"`, `"KTY"`, 1),
		"none: enc":              ec + `,"use":"enc"`,
		"none: sign":             ec + `,"key_ops":["sign"]`,
		"none: ops are no list":  ec + `,"key_ops":"verify"`,
		"none: private":          ec + `,"d":"AA"`,
		strings.Repeat("k", 257): ec,
	} {
		list = append(list, fmt.Sprintf(`{"kid":%q,%s}`, kid, jwk))
	}
	list = append(list, `{"kid":"none: twice",`+ec+`}`, `{"kid":"none: twice",`+ec+`}`, `{`+ec+`}`, `{"kid":1,`+ec+`}`, `7`, `null`)
	keys, err := ParseKeys([]byte("[" + strings.Join(list, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for kid, key := range keys.byID {
		got := other
		switch key.(type) {
		case *ecdsa.PublicKey, ed25519.PublicKey:
			got = want
		}
		counts[got]++
		if named, _, _ := strings.Cut(kid, ":"); (named == other) != (got == other) || named == none {
			t.Errorf("%s is %s", kid, got)
		}
	}
	if counts[want] != 5 || counts[other] != 8 {
		t.Errorf("counts %v", counts)
	}
	if _, err := keys.Lookup(t.Context(), "none: enc"); !errors.Is(err, ErrNoKey) {
		t.Error(err)
	}
	for _, bad := range []string{"", "{}", "[" + strings.Repeat("{},", maxKeys) + "{}]", "[}"} {
		if _, err := ParseKeys([]byte(bad)); err == nil {
			t.Errorf("%.20q is taken", bad)
		}
	}
}

// TestThumbprint is RFC 8037, A.3, and for P-256 a name that jose libraries give.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	keys, err := ParseKeys([]byte(`[{"kid":"a","kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]`))
	if err != nil {
		t.Fatal(err)
	}
	algorithm, raw, ok := algorithmOf(keys.byID["a"])
	if got := thumbprint(algorithm, raw); !ok || got != "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" {
		t.Error(got)
	}
}
