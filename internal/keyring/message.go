package keyring

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
)

// MessageKey signs HTTP messages with the key whose turn it was when it was taken, since such
// a signature covers the key's id. Take one for each message.
type MessageKey struct{ key *signingKey }

// MessageKey returns the key whose turn it is.
func (r *Ring) MessageKey() MessageKey { return MessageKey{r.signer()} }

// KeyID returns the id under which the key is published.
func (k MessageKey) KeyID() string { return k.key.kid }

// Sign signs the message with ECDSA on P-256 and SHA-256 (RFC 9421, 3.3.4). The signature is R
// and S, 32 bytes each, never DER. Two over the same bytes differ.
func (k MessageKey) Sign(message []byte) ([]byte, error) {
	hash := sha256.Sum256(message)
	r, s, err := ecdsa.Sign(rand.Reader, k.key.private, hash[:])
	if err != nil {
		return nil, fmt.Errorf("keyring: sign: %w", err)
	}
	out := make([]byte, 64)
	r.FillBytes(out[:32]) // with zeros in front, where a number is short
	s.FillBytes(out[32:])
	return out, nil
}
