package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
)

// The maker of mandates below knows nothing of package ap2: it is what a wallet and a
// platform of somebody else's would be. What it makes, it can also make wrong.

// mandateKey is a key pair of a platform, of a buyer or of somebody who is neither.
type mandateKey struct {
	kid     string
	private *ecdsa.PrivateKey
}

func newMandateKey(t testing.TB, kid string, curve elliptic.Curve) mandateKey {
	t.Helper()
	private, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return mandateKey{kid, private}
}

// jwk is the public key, as cnf names it.
func (k mandateKey) jwk(t testing.TB) object {
	t.Helper()
	point := k.point(t)
	half := (len(point) - 1) / 2
	return object{
		"kty": "EC", "crv": k.private.Curve.Params().Name, "x": b64(point[1 : 1+half]), "y": b64(point[1+half:]),
	}
}

// published is the public key as a profile lists it.
func (k mandateKey) published(t testing.TB) object {
	jwk := k.jwk(t)
	jwk["kid"], jwk["use"], jwk["alg"] = k.kid, "sig", "ES256"
	if k.private.Curve == elliptic.P384() {
		jwk["alg"] = "ES384"
	}
	return jwk
}

// point is the public key, uncompressed.
func (k mandateKey) point(t testing.TB) []byte {
	t.Helper()
	point, err := k.private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return point
}

// pem is the public key as OpenSSL writes it.
func (k mandateKey) pem(t testing.TB) []byte {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(&k.private.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
}

// mandateSigner signs "header.payload", both already in base64url.
type mandateSigner func(t testing.TB, input string) []byte

// ecdsaSign signs with r and s side by side, as JWS wants it: ES256, or ES384 by a key on P-384.
func (k mandateKey) ecdsaSign(t testing.TB, input string) []byte {
	t.Helper()
	hash := crypto.SHA256
	size := 32
	if k.private.Curve == elliptic.P384() {
		hash, size = crypto.SHA384, 48
	}
	h := hash.New()
	h.Write([]byte(input))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, h.Sum(nil))
	if err != nil {
		t.Fatal(err)
	}
	return append(r.FillBytes(make([]byte, size)), s.FillBytes(make([]byte, size))...)
}

// derSign signs in ASN.1, as most libraries do when they are not told otherwise.
func (k mandateKey) derSign(t testing.TB, input string) []byte {
	t.Helper()
	sum := sha256.Sum256([]byte(input))
	der, err := ecdsa.SignASN1(rand.Reader, k.private, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return der
}

// rawSign signs the payload as it is, not in base64url (RFC 7797).
func (k mandateKey) rawSign(t testing.TB, input string) []byte {
	t.Helper()
	header, payload, _ := strings.Cut(input, ".")
	return k.ecdsaSign(t, header+"."+string(unb64(t, payload)))
}

// hmacSigner signs by HS256.
func hmacSigner(secret []byte) mandateSigner {
	return func(_ testing.TB, input string) []byte {
		h := hmac.New(sha256.New, secret)
		h.Write([]byte(input))
		return h.Sum(nil)
	}
}

func noSignature(testing.TB, string) []byte { return nil }

// malleated turns the signature (r, s) at the end of a token into (r, n-s), which is as good.
func malleated(t testing.TB, token string) string {
	t.Helper()
	cut := strings.LastIndex(token, ".") + 1
	signature := unb64(t, token[cut:])
	s := new(big.Int).SetBytes(signature[32:])
	s.Sub(elliptic.P256().Params().N, s).FillBytes(signature[32:])
	return token[:cut] + b64(signature)
}

func b64(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func unb64(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// sha256b64 is how SD-JWT and AP2 write a hash.
func sha256b64(text string) string {
	sum := sha256.Sum256([]byte(text))
	return b64(sum[:])
}

// jsonText is JSON with <, > and & as they are.
func jsonText(t testing.TB, v any) string {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
