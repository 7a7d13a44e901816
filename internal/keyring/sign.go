package keyring

import (
	"fmt"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// Sign signs the payload with the key whose turn it is: an ES256 JWS (RFC 7515) in two
// parts, both base64url, without the payload. The protected header says alg and kid; of other members
// only typ and jku may be given, since the rest changes what a signature means. The
// signature is R and S, 32 bytes each, never DER.
//
// A detached JWS is protected + ".." + signature; whole, it has the payload in base64url
// between the dots. Two signatures over the same bytes differ.
func (r *Ring) Sign(header map[string]string, payload []byte) (protected, signature string, err error) {
	options := new(jose.SignerOptions)
	for name, value := range header {
		if name != "typ" && name != "jku" {
			return "", "", fmt.Errorf("keyring: header %q is not the caller's to set", name)
		}
		options.WithHeader(jose.HeaderKey(name), value)
	}
	by := r.signer()
	key := jose.JSONWebKey{Key: by.private, KeyID: by.kid}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, options)
	if err != nil {
		return "", "", fmt.Errorf("keyring: sign: %w", err)
	}
	jws, err := signer.Sign(payload)
	if err != nil {
		return "", "", fmt.Errorf("keyring: sign: %w", err)
	}
	detached, err := jws.DetachedCompactSerialize()
	if err != nil {
		return "", "", fmt.Errorf("keyring: sign: %w", err)
	}
	protected, signature, _ = strings.Cut(detached, "..")
	return protected, signature, nil
}
