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
	protected, signature := signES256(t, key, canonical)
	card = fmt.Sprintf(`{ "name": "Balc\u00e3o <&>", "skills": [], "capabilities": {"streaming": false,
		"extensions": [{"uri": "urn:a", "required": false}, {"uri": "urn:b", "required": true}]},
		"signatures": [{"protected": %q, "signature": %q}]}`, protected, signature)
	return card, keysOf(t, key)
}

// signES256 signs a payload with the key k1, by hand.
func signES256(t *testing.T, key *ecdsa.PrivateKey, payload string) (protected, signature string) {
	t.Helper()
	protected = base64URL([]byte(`{"alg":"ES256","kid":"k1"}`))
	digest := sha256.Sum256([]byte(protected + "." + base64URL([]byte(payload))))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	sig := make([]byte, 64)
	r.FillBytes(sig[:32])
	s.FillBytes(sig[32:])
	return protected, base64URL(sig)
}

// keysOf are the keys of a shop whose key k1 this is.
func keysOf(t *testing.T, key *ecdsa.PrivateKey) string {
	t.Helper()
	point, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"keys":[{"kid":"k0","kty":"RSA"},{"kid":"k1","kty":"EC","crv":"P-256","x":%q,"y":%q}]}`, base64URL(point[1:33]), base64URL(point[33:]))
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

func TestVerifySeal(t *testing.T) {
	t.Parallel()
	const canonical = `{"currency":"BRL","id":"chk_1","links":[{"title":"<Termos> & condições"}],"totals":[{"amount":6490,"type":"total"}],"x":{"ap2":1}}`
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	protected, signature := signES256(t, key, canonical)
	keys := keysOf(t, key)
	sent := fmt.Sprintf(`{"id": "chk_1", "totals": [{"type": "total", "amount": 6490}], "ap2": {"nonce": "n", "merchant_authorization": %q},
		"links": [{"title": "<Termos> & condi\u00e7ões"}], "currency": "BRL", "x": {"ap2": 1}}`, protected+".."+signature)
	want := protected + "." + base64URL([]byte(canonical)) + "." + signature
	if got, err := verifySeal([]byte(sent), []byte(keys)); err != nil || got != want {
		t.Fatalf("a right checkout gives %q, %v, want %q", got, err, want)
	}
	const unlike = "error in cryptographic primitive"
	for name, test := range map[string]struct{ old, changed, wrong string }{
		"total":         {"6490", "1", unlike},
		"new member":    {`{"id"`, `{"y": 1, "id"`, unlike},
		"member gone":   {`"currency": "BRL", `, ``, unlike},
		"member twice":  {`{"id"`, `{"id": "chk_2", "id"`, "checkout: "},
		"nested ap2":    {`{"ap2": 1}`, `{}`, unlike},
		"no ap2":        {`"ap2": {"n`, `"other": {"n`, "is not signed"},
		"no signature":  {"merchant_authorization", "other", "is not signed"},
		"whole payload": {"..", ".e30.", "is not signed"},
		"not base64url": {"..", "..!", "illegal base64"},
		"other key":     {"", "", "no P-256 key"},
		"not JSON":      {`{"id"`, `<html>`, "checkout: "},
		"no object":     {`"ap2": {"n`, `"ap2": "", "other": {"n`, "ap2: "},
	} {
		changed, keys := strings.Replace(sent, test.old, test.changed, 1), keys
		if name == "other key" {
			keys = strings.Replace(keys, `"k1"`, `"k2"`, 1)
		}
		if _, err := verifySeal([]byte(changed), []byte(keys)); err == nil || !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: error is %v, want one with %q", name, err, test.wrong)
		}
	}

	// What the demo changes is the total alone.
	c := checkout{raw: []byte(sent)}
	same, err := c.withTotal(6490)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifySeal(same, []byte(keys)); err != nil {
		t.Errorf("with the total that it has: %v", err)
	}
	other, err := c.withTotal(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifySeal(other, []byte(keys)); err == nil || !strings.Contains(err.Error(), unlike) {
		t.Errorf("with another total: %v", err)
	}
}

func TestVerifyReceipt(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	const claims = `{"iss":"http://shop.test","iat":1,"status":"Success","reference":"hash","order_id":"ord_1"}`
	protected, signature := signES256(t, key, claims)
	right := protected + "." + base64URL([]byte(claims)) + "." + signature
	want := receipt{Issuer: "http://shop.test", Status: "Success", Reference: "hash", Order: "ord_1"}
	if got, err := verifyReceipt(right, []byte(keysOf(t, key))); err != nil || got != want {
		t.Fatalf("a right receipt gives %+v, %v, want %+v", got, err, want)
	}
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	none := base64URL([]byte(`{"alg":"none"}`)) + "." + base64URL([]byte(claims)) + "."
	for name, test := range map[string]struct {
		token string
		key   *ecdsa.PrivateKey
	}{
		"none":         {"", key},
		"other claims": {protected + "." + base64URL([]byte(strings.Replace(claims, "ord_1", "ord_2", 1))) + "." + signature, key},
		"other key":    {right, other},
		"unsigned":     {none, key},
	} {
		if got, err := verifyReceipt(test.token, []byte(keysOf(t, test.key))); err == nil {
			t.Errorf("%s: gives %+v", name, got)
		}
	}
}
