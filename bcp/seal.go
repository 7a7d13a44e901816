package bcp

import (
	"encoding/json"
	"errors"
	"fmt"

	"balcao/ap2"
	"balcao/checkout"
)

// Keys are the shop's signing keys.
type Keys interface {
	// Sign makes an ES256 JWS in two parts, by the key whose turn it is; see ap2.Signer.
	Sign(header map[string]string, payload []byte) (protected, signature string, err error)
	// Publishes reports whether the profile shows the key with this id.
	Publishes(kid string) bool
	// Published is the JSON array of the public keys that the profile shows.
	Published() (json.RawMessage, error)
}

// errUnsealed says that a checkout under AP2 would have gone out without a seal that is
// stored with it.
var errUnsealed = errors.New("bcp: a checkout under AP2 without seals or keys")

// seal adds the member ap2 to a checkout object (AP2 mandates: in every answer that carries
// the checkout). A seal is used again as long as platforms can verify it.
func (e *Encoder) seal(object []byte, res checkout.Result) (json.RawMessage, error) {
	if res.Seals == nil || e.keys == nil {
		return nil, errUnsealed
	}
	payload, err := ap2.SealPayload(object)
	if err != nil {
		return nil, fmt.Errorf("bcp: seal: %w", err)
	}
	authorization := ""
	for _, known := range res.Seals.Of(payload) {
		seal := ap2.Seal{Payload: payload, Authorization: known.Authorization}
		if e.keys.Publishes(seal.KeyID()) {
			authorization = known.Authorization
			break
		}
	}
	if authorization == "" {
		seal, err := ap2.SignPayload(e.keys, payload)
		if err != nil {
			return nil, fmt.Errorf("bcp: %w", err)
		}
		res.Seals.Add(seal.Hash(), payload, seal.Authorization)
		authorization = seal.Authorization
	}
	w := newWriter()
	w.object("", func() {
		w.str("merchant_authorization", authorization)
		if !res.Status.Terminal() {
			w.strIfAny("nonce", res.Checkout.Nonce)
		}
		w.strIfAny("checkout_receipt", res.MandateReceipt)
	})
	member, err := w.bytes()
	if err != nil {
		return nil, err
	}
	return withMember(object, "ap2", member), nil
}

// withMember adds a member to an object that has others.
func withMember(object []byte, name string, value []byte) json.RawMessage {
	return fmt.Appendf(nil, "%s,%q:%s}", object[:len(object)-1], name, value)
}
