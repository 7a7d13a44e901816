package ap2

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// ErrSeal says that a seal does not verify: its form, its key or its signature is wrong.
var ErrSeal = errors.New("ap2: not a seal of this key set")

// Signer signs with the shop's newest key: an ES256 JWS in two parts, without payload.
// The header given to it is added to alg and kid; a seal adds nothing.
type Signer interface {
	Sign(header map[string]string, payload []byte) (protected, signature string, err error)
}

// Seal is the shop's signature over one wire form of a checkout.
type Seal struct {
	// Payload is what is signed: the checkout without its member ap2, canonical.
	Payload []byte
	// Authorization is ap2.merchant_authorization: header, two dots, signature.
	Authorization string
}

// SealPayload returns the bytes that a seal covers: the checkout object exactly as it goes
// out, without the top-level member ap2 (a nested one stays), in canonical form. Errors
// wrap [ErrNotCanonical].
func SealPayload(checkout []byte) ([]byte, error) {
	ap2, err := check(checkout, tokenDepth)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotCanonical, err)
	}
	return transform(ap2.cutFrom(checkout))
}

// NewSeal seals a checkout.
func NewSeal(signer Signer, checkout []byte) (Seal, error) {
	payload, err := SealPayload(checkout)
	if err != nil {
		return Seal{}, err
	}
	return SignPayload(signer, payload)
}

// SignPayload seals what [SealPayload] returned. ES256 is randomised: sealing again gives
// another text.
func SignPayload(signer Signer, payload []byte) (Seal, error) {
	protected, signature, err := signer.Sign(nil, payload)
	if err != nil {
		return Seal{}, fmt.Errorf("ap2: seal: %w", err)
	}
	return Seal{Payload: payload, Authorization: protected + ".." + signature}, nil
}

// KeyID is the kid of the key that the seal names, empty if it names none.
func (s Seal) KeyID() string {
	token, _ := parseJWS(s.JWT()) // what is none has no header
	kid, _ := token.header["kid"].(string)
	return kid
}

// JWT is the seal with its payload put back: AP2's checkout_jwt. It is empty for what is
// no detached JWS.
func (s Seal) JWT() string {
	protected, signature, ok := strings.Cut(s.Authorization, "..")
	if !ok || strings.Contains(signature, ".") {
		return ""
	}
	return protected + "." + base64.RawURLEncoding.EncodeToString(s.Payload) + "." + signature
}

// Hash is the checkout_hash of the seal.
func (s Seal) Hash() string { return CheckoutHash(s.JWT()) }

// CheckoutHash is the hash by which mandates name a checkout_jwt.
func CheckoutHash(jwt string) string { return digest(jwt) }

// Verify checks the seal's signature against a key set. Errors wrap [ErrSeal].
func (s Seal) Verify(keys Keys) error {
	if len(s.Payload) == 0 {
		return fmt.Errorf("%w: no payload", ErrSeal)
	}
	_, err := verifyCheckoutJWT(s.JWT(), keys)
	return err
}

// verifyCheckoutJWT returns the payload of a whole seal. Its header has alg and kid and
// nothing else: the shop makes no others.
func verifyCheckoutJWT(jwt string, keys Keys) ([]byte, error) {
	token, err := parseJWS(jwt)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSeal, err)
	}
	kid, _ := token.header["kid"].(string)
	key := keys.byID[kid]
	switch {
	case len(token.header) != 2:
		return nil, fmt.Errorf("%w: header has other members than alg and kid", ErrSeal)
	case key == nil:
		return nil, fmt.Errorf("%w: kid %.64q", ErrSeal, kid)
	}
	if err := token.verify(key); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSeal, err)
	}
	return token.payload, nil
}
