package httpsig

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"math/big"
)

// The algorithms (RFC 9421, 3.3), by the names that the alg parameter has for them. The key
// says which one it is; the parameter may only agree.
const (
	// ES256 is ECDSA on P-256 with SHA-256.
	ES256 = "ecdsa-p256-sha256"
	// Ed25519 is EdDSA on edwards25519.
	Ed25519 = "ed25519"
)

// size is the length of a signature of either algorithm, in bytes: r and s at full width, or R
// and S. ASN.1 is longer and is never one.
const size = 64

// algorithmOf names the algorithm of a public key, and its bytes; false if it has none here.
func algorithmOf(key crypto.PublicKey) (name string, raw []byte, ok bool) {
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		if k == nil || k.Curve != elliptic.P256() {
			return "", nil, false
		}
		raw, err := k.Bytes()
		return ES256, raw, err == nil
	case ed25519.PublicKey:
		return Ed25519, k, len(k) == ed25519.PublicKeySize
	}
	return "", nil, false
}

// verifyRaw verifies a signature over a base.
func verifyRaw(key crypto.PublicKey, base, value []byte) bool {
	if len(value) != size {
		return false
	}
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		hash := sha256.Sum256(base)
		r, s := new(big.Int).SetBytes(value[:size/2]), new(big.Int).SetBytes(value[size/2:])
		return ecdsa.Verify(k, hash[:], r, s)
	case ed25519.PublicKey:
		return ed25519.Verify(k, base, value)
	}
	return false
}
