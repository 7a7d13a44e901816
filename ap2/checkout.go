package ap2

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Checkout is what a checkout mandate is held against.
type Checkout struct {
	Policy
	// MerchantID is the shop's id, for chains that name the shops allowed.
	MerchantID string
	// MerchantKeys are all keys that the shop publishes, those of the grace period too.
	MerchantKeys Keys
	// Payloads are what the shop has sealed of the checkout's current revision. Any seal of
	// ours over one of them is good.
	Payloads [][]byte
}

// Claims are what a verified mandate says. Terms are not among them: those are the shop's.
type Claims struct {
	// CheckoutHash names the seal that the mandate is for. With the checkout's id it is what
	// makes a mandate good for one order: both are to be stored, unique, with the order. The
	// text of a token is no such name, since one token can be written in several ways.
	CheckoutHash string
	Issuer       string // iss, may be empty
	IssuerKeyID  string
	// Holder is the RFC 7638 thumbprint of the key that signed the binding.
	Holder string
	// OpenHash names the open mandate of a chain, empty if there was none.
	OpenHash string
	// OpenMandate names what was signed in the open mandate of a chain, empty if there was
	// none: the same however it is shown and however its signature is written.
	OpenMandate string
	// Seal is what a checkout mandate is for: its payload is one of those given, its
	// authorization the one that the mandate carries.
	Seal Seal
}

// VerifyCheckout verifies the mandate of a checkout: ap2.checkout_mandate. Every error is
// an [*Error]. Equal requests must be answered from what is stored: a verified mandate is
// good once.
func VerifyCheckout(token string, c Checkout) (Claims, error) {
	m, err := c.present(token, checkoutKind)
	if err != nil {
		return Claims{}, err
	}
	seal, err := c.bind(m.claims)
	if err != nil {
		return Claims{}, err
	}
	if m.open != nil {
		if err := c.checkConstraints(m.open, seal.Payload); err != nil {
			return Claims{}, err
		}
	}
	return c.admit(m, checkoutKind, seal)
}

// admit is the last check: no mandate twice.
func (p Policy) admit(m presented, k kind, seal Seal) (Claims, error) {
	hash, _ := m.claims[k.hash].(string)
	if slices.Contains(p.Consumed, hash) {
		return Claims{}, refuse(ScopeMismatch, "used before: %.64q", hash)
	}
	return Claims{
		CheckoutHash: hash, Issuer: m.iss, IssuerKeyID: m.kid, Holder: thumbprint(m.holder), OpenHash: m.openHash, OpenMandate: m.openName, Seal: seal,
	}, nil
}

// bind finds the seal that the mandate is for. The mandate carries the seal whole
// (checkout_jwt), or the checkout with its seal inside (checkout), or both alike.
func (c Checkout) bind(claims object) (Seal, error) {
	jwt, err := statedJWT(claims)
	if err != nil {
		return Seal{}, err
	}
	payload, err := c.sealed(jwt)
	if err != nil {
		return Seal{}, err
	}
	if hash := CheckoutHash(jwt); !same(claims["checkout_hash"], hash) {
		return Seal{}, refuse(ScopeMismatch, "checkout_hash is %s, not %s", shown(claims["checkout_hash"]), hash)
	}
	protected, rest, _ := strings.Cut(jwt, ".")
	return Seal{Payload: payload, Authorization: protected + "." + rest[strings.Index(rest, "."):]}, nil
}

// statedJWT is the seal that the mandate carries, in its whole form.
func statedJWT(claims object) (string, error) {
	jwt, whole := claims["checkout_jwt"].(string)
	embedded, inside := claims["checkout"].(object)
	switch {
	case !whole && !inside:
		return "", refuse(ScopeMismatch, "neither checkout_jwt nor checkout is disclosed")
	case !inside:
		return jwt, nil
	}
	seal, err := embeddedSeal(embedded)
	if err != nil {
		return "", refuse(AuthorizationInvalid, "checkout: %v", err)
	}
	if whole && jwt != seal.JWT() {
		return "", refuse(ScopeMismatch, "checkout_jwt and checkout differ")
	}
	return seal.JWT(), nil
}

func embeddedSeal(checkout object) (Seal, error) {
	ap2, _ := checkout["ap2"].(object)
	authorization, _ := ap2["merchant_authorization"].(string)
	raw, err := json.Marshal(checkout)
	if err != nil {
		return Seal{}, err
	}
	payload, err := SealPayload(raw)
	return Seal{Payload: payload, Authorization: authorization}, err
}

// sealed returns the current payload that a whole seal covers. The shop's signature comes
// first: whatever it does not cover is nobody's offer.
func (c Checkout) sealed(jwt string) ([]byte, error) {
	payload, err := verifyCheckoutJWT(jwt, c.MerchantKeys)
	if err != nil {
		return nil, refuse(AuthorizationInvalid, "%v", err)
	}
	for _, current := range c.Payloads {
		if bytes.Equal(current, payload) {
			return current, nil
		}
	}
	return nil, refuse(ScopeMismatch, "the seal is of another checkout or revision")
}
