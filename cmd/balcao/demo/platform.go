package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
)

// PlatformKeyID names the key of PlatformKey.
const PlatformKeyID = "sandbox-platform"

// platformPhrase is what the sandbox platform's key is made from.
const platformPhrase = "balcao sandbox platform: everybody knows this key"

// PlatformKey is the key that signs mandates of the make-believe platform whose profile is
// /sandbox/platform-ap2.json. It is no secret and protects nothing: whoever tries the shop
// out is to be able to sign as that platform, so it is made from a phrase that stands here
// for all to read. Only shops on loopback publish its public half, and without that no
// shop takes a mandate that it signed.
func PlatformKey() (*ecdsa.PrivateKey, error) {
	scalar := sha256.Sum256([]byte(platformPhrase))
	return ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar[:])
}

// JWK is a public key as a profile shows it (RFC 7517).
type JWK struct {
	KID, KTY, CRV, X, Y, Use, Alg string
}

// PlatformJWK is the public half of PlatformKey.
func PlatformJWK() (JWK, error) {
	key, err := PlatformKey()
	if err != nil {
		return JWK{}, err
	}
	point, err := key.PublicKey.Bytes() // 4, then both coordinates at full width
	if err != nil {
		return JWK{}, err
	}
	half := 1 + len(point)/2
	return JWK{
		KID: PlatformKeyID, KTY: "EC", CRV: "P-256", X: base64URL(point[1:half]), Y: base64URL(point[half:]), Use: "sig", Alg: "ES256",
	}, nil
}

func base64URL(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
