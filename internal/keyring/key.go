package keyring

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Key is one signing key. It is a [crypto.Signer] for SHA-256 digests whose
// signatures are ASN.1, as crypto/ecdsa makes them; JWS wants r||s, which
// go-jose's cryptosigner converts. However it is printed, only its id shows.
type Key struct {
	kid     string
	created time.Time
	private *ecdsa.PrivateKey
}

var _ crypto.Signer = (*Key)(nil)

// KID is the key's id: the day it was made (UTC) and the beginning of its RFC
// 7638 thumbprint.
func (k *Key) KID() string { return k.kid }

// Public returns the *ecdsa.PublicKey.
func (k *Key) Public() crypto.PublicKey { return k.private.Public() }

// Sign signs a digest.
func (k *Key) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	return k.private.Sign(rand, digest, opts)
}

// Format implements fmt.Formatter for every verb, so that no %+v or %#v can
// reach the private key.
func (k Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "key "+k.kid) }

// LogValue implements slog.LogValuer.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.kid) }

// JWK is the public half of a key as a profile shows it. X and Y are base64url
// without padding, always of 32 bytes.
type JWK struct {
	KID, KTY, CRV, X, Y, Use, Alg string
}

func (k *Key) publicJWK() (JWK, error) {
	point, err := k.private.PublicKey.Bytes() // 0x04, X, Y at full width
	if err != nil {
		return JWK{}, err
	}
	const size = 32
	return JWK{
		KID: k.kid,
		KTY: "EC",
		CRV: "P-256",
		X:   base64.RawURLEncoding.EncodeToString(point[1 : 1+size]),
		Y:   base64.RawURLEncoding.EncodeToString(point[1+size:]),
		Use: "sig",
		Alg: string(jose.ES256),
	}, nil
}

// generate makes a key and names it.
func generate(now time.Time, rand io.Reader) (*Key, error) {
	private, err := drawScalar(rand)
	if err != nil {
		return nil, err
	}
	jwk := jose.JSONWebKey{Key: &private.PublicKey}
	thumbprint, err := jwk.Thumbprint(crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("keyring: thumbprint: %w", err)
	}
	created := now.UTC().Truncate(time.Second)
	kid := created.Format(time.DateOnly) + "-" + base64.RawURLEncoding.EncodeToString(thumbprint[:9])
	return &Key{kid: kid, created: created, private: private}, nil
}

// drawScalar draws a private key by rejection (FIPS 186-5, A.2.2), because
// ecdsa.GenerateKey ignores the reader it is given. A draw is refused when it
// is zero or not below the order of the curve, once in 2^32; a source that
// fails eight times in a row is broken.
func drawScalar(rand io.Reader) (*ecdsa.PrivateKey, error) {
	scalar := make([]byte, 32)
	for range 8 {
		if _, err := io.ReadFull(rand, scalar); err != nil {
			return nil, fmt.Errorf("keyring: random source: %w", err)
		}
		if private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar); err == nil {
			return private, nil
		}
	}
	return nil, errors.New("keyring: random source gives no usable key")
}
