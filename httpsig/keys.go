package httpsig

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrNoKey is what a [Lookup] returns for an id that the signer has no key for.
var ErrNoKey = errors.New("httpsig: no such key")

// Lookup finds the public key with exactly this id among those of the signer that may verify:
// an *ecdsa.PublicKey on P-256 or an ed25519.PublicKey; any other is answered with
// [AlgorithmUnsupported]. Where keys are cached it looks once more for one that is new. Every
// error but [ErrNoKey] means that nobody can tell now, and ends the verification. It is called
// at most four times for one message.
type Lookup func(ctx context.Context, keyID string) (crypto.PublicKey, error)

const (
	// maxKeys bounds a key set, maxKeyID the id of a key in bytes.
	maxKeys  = 64
	maxKeyID = maxText
)

// Keys are public keys by their id, as a profile lists them.
type Keys struct {
	byID map[string]crypto.PublicKey
}

// unsupported stands for a key that is published and cannot verify here.
type unsupported struct{}

// ParseKeys reads a JSON array of JWKs (RFC 7517), at most 64. Keys for another use and ids
// that two keys share are left out; a kind of key that is not known here takes its id and
// nothing more. None of them keeps the others from being used.
func ParseKeys(raw []byte) (Keys, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return Keys{}, fmt.Errorf("httpsig: keys: %w", err)
	}
	if len(list) > maxKeys {
		return Keys{}, fmt.Errorf("httpsig: more than %d keys", maxKeys)
	}
	keys := Keys{byID: map[string]crypto.PublicKey{}}
	seen := map[string]bool{}
	for _, entry := range list {
		// A map, since a struct would take "KID" for "kid".
		var jwk map[string]any
		if json.Unmarshal(entry, &jwk) != nil {
			continue
		}
		kid, _ := jwk["kid"].(string)
		switch {
		case seen[kid]:
			delete(keys.byID, kid)
		case kid != "" && len(kid) <= maxKeyID && verifies(jwk):
			keys.byID[kid] = publicKey(jwk)
		}
		seen[kid] = true
	}
	return keys, nil
}

// Len is how many keys there are.
func (k Keys) Len() int { return len(k.byID) }

// Lookup finds a key; it is a [Lookup].
func (k Keys) Lookup(_ context.Context, keyID string) (crypto.PublicKey, error) {
	if key, ok := k.byID[keyID]; ok {
		return key, nil
	}
	return nil, ErrNoKey
}

// verifies reads what a key says of its use: encryption keys, and private ones that somebody
// published by mistake, are none.
func verifies(jwk map[string]any) bool {
	if use, ok := jwk["use"]; ok && use != "sig" {
		return false
	}
	if ops, ok := jwk["key_ops"]; ok {
		if list, _ := ops.([]any); !slices.Contains(list, any("verify")) {
			return false
		}
	}
	_, private := jwk["d"]
	return !private
}

// publicKey reads the point. A key that is broken is as good as one of another kind.
func publicKey(jwk map[string]any) crypto.PublicKey {
	kty, crv, alg := jwk["kty"], jwk["crv"], jwk["alg"]
	switch {
	case kty == "EC" && crv == "P-256" && (alg == nil || alg == "ES256"):
		x, y := coordinate(jwk["x"]), coordinate(jwk["y"])
		if x == nil || y == nil {
			return unsupported{}
		}
		const uncompressed = 4
		key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{uncompressed}, x, y))
		if err != nil {
			return unsupported{}
		}
		return key
	case kty == "OKP" && crv == "Ed25519" && (alg == nil || alg == "EdDSA" || alg == "Ed25519"):
		if x := coordinate(jwk["x"]); x != nil {
			return ed25519.PublicKey(x)
		}
	}
	return unsupported{}
}

// coordinate reads 32 bytes in base64url, nil if it is anything else.
func coordinate(v any) []byte {
	text, _ := v.(string)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != 32 {
		return nil
	}
	return raw
}

// thumbprint is the name of a supported key by RFC 7638 and RFC 8037.
func thumbprint(algorithm string, raw []byte) string {
	enc := base64.RawURLEncoding
	text := `{"crv":"Ed25519","kty":"OKP","x":"` + enc.EncodeToString(raw) + `"}`
	if algorithm == ES256 {
		text = `{"crv":"P-256","kty":"EC","x":"` + enc.EncodeToString(raw[1:33]) + `","y":"` + enc.EncodeToString(raw[33:]) + `"}`
	}
	sum := sha256.Sum256([]byte(text))
	return enc.EncodeToString(sum[:])
}
