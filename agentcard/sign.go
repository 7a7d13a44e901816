package agentcard

import (
	"fmt"
	"slices"

	"balcao/ap2"
)

// Signer makes an ES256 JWS over the payload with the shop's signing key and returns its
// protected header, with alg and kid beside the given members, and its signature, both
// base64url.
type Signer interface {
	Sign(header map[string]string, payload []byte) (protected, signature string, err error)
}

// sign signs the card; keysURL is where the public key can be had.
func sign(doc card, keysURL string, signer Signer) (signature, error) {
	body, err := payload(doc)
	if err != nil {
		return signature{}, fmt.Errorf("agentcard: payload: %w", err)
	}
	protected, sig, err := signer.Sign(map[string]string{"typ": "JOSE", "jku": keysURL}, body)
	if err != nil {
		return signature{}, fmt.Errorf("agentcard: %w", err)
	}
	return signature{protected, sig}, nil
}

// payload is what a signature covers: canonical JSON of the card without its signatures
// and, as Protocol Buffers have it, without members at their default. Those marked optional
// in A2A's definition stay even so (streaming, pushNotifications, extendedAgentCard); of the
// others we write only required out, the rest is left out of the card itself.
func payload(doc card) ([]byte, error) {
	doc.Signatures = nil
	doc.Capabilities.Extensions = slices.Clone(doc.Capabilities.Extensions)
	for i := range doc.Capabilities.Extensions {
		if e := &doc.Capabilities.Extensions[i]; e.Required != nil && !*e.Required {
			e.Required = nil
		}
	}
	body, err := encode(doc)
	if err != nil {
		return nil, err
	}
	return ap2.Canonical(body)
}
