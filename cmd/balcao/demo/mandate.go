package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// mandateLife is how long a mandate is good.
const mandateLife = 10 * time.Minute

// wallet makes mandates: the platform issues them, the buyer's device proves that it was
// there.
type wallet struct {
	issuer           string // the platform's origin
	platform, device *ecdsa.PrivateKey
}

// newWallet is a wallet whose device has a key of its own.
func newWallet(issuer string) (wallet, error) {
	platform, err := PlatformKey()
	if err != nil {
		return wallet{}, err
	}
	device, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	return wallet{issuer: issuer, platform: platform, device: device}, err
}

// issue makes a checkout mandate as far as the platform signs it: an SD-JWT without its
// proof, which ends in a tilde (RFC 9901, AP2 v0.2). Its one disclosure is the checkout as
// the shop signed it.
func (w wallet) issue(checkoutJWT string, at time.Time) (string, error) {
	sealed, err := json.Marshal([]string{rand.Text(), "checkout_jwt", checkoutJWT})
	if err != nil {
		return "", err
	}
	disclosure := base64URL(sealed)
	issued, err := signJWT(w.platform, PlatformKeyID, "dc+sd-jwt", object{
		"iss": w.issuer, "vct": "mandate.checkout.1", "iat": at.Unix(), "exp": at.Add(mandateLife).Unix(),
		"cnf":           object{"jwk": jose.JSONWebKey{Key: &w.device.PublicKey}},
		"checkout_hash": hashOf(checkoutJWT), "_sd_alg": "sha-256", "_sd": []string{hashOf(disclosure)},
	})
	return issued + "~" + disclosure + "~", err
}

// prove adds the device's proof (key binding): that it is the buyer who presents this
// mandate, to this shop, in answer to its challenge.
func (w wallet) prove(issued, audience, nonce string, at time.Time) (token string, err error) {
	proof, err := signJWT(w.device, "", "kb+jwt", object{
		"aud": audience, "nonce": nonce, "iat": at.Unix(), "sd_hash": hashOf(issued),
	})
	return issued + proof, err
}

// signJWT signs claims with ES256.
func signJWT(key *ecdsa.PrivateKey, kid, typ string, claims object) (string, error) {
	signer, err := jose.NewSigner(
		jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: kid}},
		(&jose.SignerOptions{}).WithType(jose.ContentType(typ)),
	)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}
	return signed.CompactSerialize()
}

// hashOf is how AP2 and SD-JWT name a text: base64url(SHA-256).
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64URL(sum[:])
}
