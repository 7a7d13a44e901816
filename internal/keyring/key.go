package keyring

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// signingKey is one key pair. Its id is the day it was made (UTC) and the beginning of its
// RFC 7638 thumbprint.
type signingKey struct {
	kid     string
	created time.Time
	// signsFrom is when it signs at the earliest, zero for at once; retired and revoked are
	// when it became so, zero if it is not.
	signsFrom, retired, revoked time.Time

	public  *ecdsa.PublicKey
	private *ecdsa.PrivateKey // nil once retired or revoked
}

// JWK is the public half of a key as a profile shows it. X and Y are base64url
// without padding, always of 32 bytes.
type JWK struct {
	KID, KTY, CRV, X, Y, Use, Alg string
}

func (k *signingKey) publicJWK() (JWK, error) {
	point, err := k.public.Bytes() // 0x04, X, Y at full width
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
func generate(now time.Time, rand io.Reader) (*signingKey, error) {
	private, err := drawScalar(rand)
	if err != nil {
		return nil, err
	}
	jwk := jose.JSONWebKey{Key: &private.PublicKey}
	thumbprint, err := jwk.Thumbprint(crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("keyring: thumbprint: %w", err)
	}
	created := moment(now)
	kid := created.Format(time.DateOnly) + "-" + base64.RawURLEncoding.EncodeToString(thumbprint[:9])
	return &signingKey{kid: kid, created: created, public: &private.PublicKey, private: private}, nil
}

// moment is a time as the file has it.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }

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
