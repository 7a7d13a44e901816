package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// signedCard is a card with a signature over a canonical form that is written by hand, and
// the keys that its shop publishes.
func signedCard(t *testing.T) (card, keys string) {
	t.Helper()
	const canonical = `{"capabilities":{"extensions":[{"uri":"urn:a"},{"required":true,"uri":"urn:b"}],"streaming":false},"name":"Balcão <&>","skills":[]}`
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	protected := encode([]byte(`{"alg":"ES256","kid":"k1"}`))
	digest := sha256.Sum256([]byte(protected + "." + encode([]byte(canonical))))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	sig := make([]byte, 64)
	r.FillBytes(sig[:32])
	s.FillBytes(sig[32:])
	point, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	card = fmt.Sprintf(`{ "name": "Balc\u00e3o <&>", "skills": [], "capabilities": {"streaming": false,
		"extensions": [{"uri": "urn:a", "required": false}, {"uri": "urn:b", "required": true}]},
		"signatures": [{"protected": %q, "signature": %q}]}`, protected, encode(sig))
	keys = fmt.Sprintf(`{"keys":[{"kid":"k0","kty":"RSA"},{"kid":"k1","kty":"EC","crv":"P-256","x":%q,"y":%q}]}`, encode(point[1:33]), encode(point[33:]))
	return card, keys
}

func TestVerifyCard(t *testing.T) {
	t.Parallel()
	card, keys := signedCard(t)
	if err := verifyCard([]byte(card), []byte(keys)); err != nil {
		t.Fatalf("a right card is refused: %v", err)
	}
	if err := verifyCard([]byte(strings.Replace(card, `, "required": false`, "", 1)), []byte(keys)); err != nil {
		t.Errorf("without what is not signed: %v", err)
	}
	const otherCard = "not of this card"
	for name, test := range map[string]struct{ old, changed, wrong string }{
		"name":          {`<&>`, `<!>`, otherCard},
		"required":      {`"required": false`, `"required": true`, otherCard},
		"not required":  {`"required": true`, `"required": false`, otherCard},
		"capability":    {`"streaming": false`, `"streaming": true`, otherCard},
		"new member":    {`{ "name"`, `{ "iconUrl": "x", "name"`, otherCard},
		"no signature":  {`"signature": "`, `"signature": "!`, otherCard},
		"unsigned":      {`"signatures"`, `"other"`, "is not signed"},
		"broken header": {`"protected": "`, `"protected": "!`, "protected header"},
		"other alg":     {"", "", "want ES256"},
		"other key":     {"", "", "no P-256 key"},
		"no point":      {"", "", "point"},
		"not JSON":      {`{ "name"`, `<html>`, "card: "},
		"keys not JSON": {"", "", "keys: "},
	} {
		changed, keys := strings.Replace(card, test.old, test.changed, 1), keys
		header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"ES256","kid":"k1"}`))
		switch name {
		case "other alg":
			changed = strings.Replace(card, header, base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"k1"}`)), 1)
		case "other key":
			keys = strings.Replace(keys, `"k1"`, `"k2"`, 1)
		case "no point":
			keys = strings.Replace(keys, `"x":"`, `"x":"AA`, 1)
		case "keys not JSON":
			keys = "<html>"
		}
		if err := verifyCard([]byte(changed), []byte(keys)); err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
	}
}
