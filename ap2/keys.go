package ap2

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// maxKeys bounds a key set, maxKeyID the id of a key in bytes: whoever publishes keys has
// others keep them.
const (
	maxKeys  = 64
	maxKeyID = 256
)

// Keys are public ES256 keys by their id, as a profile lists them.
type Keys struct {
	byID map[string]*ecdsa.PublicKey
}

// ParseKeys reads a JSON array of JWKs (RFC 7517). A key that cannot verify ES256 is left
// out, as are an id that two keys share and one that is too long: none of them may keep the
// others from being used.
func ParseKeys(raw []byte) (Keys, error) {
	v, err := parse(raw)
	if err != nil {
		return Keys{}, fmt.Errorf("ap2: keys: %w", err)
	}
	list, ok := v.([]any)
	if !ok || len(list) > maxKeys {
		return Keys{}, fmt.Errorf("ap2: keys: not an array of at most %d", maxKeys)
	}
	keys := Keys{byID: map[string]*ecdsa.PublicKey{}}
	seen := map[string]bool{}
	for _, entry := range list {
		jwk, _ := entry.(object)
		kid, _ := jwk["kid"].(string)
		key, err := publicKey(jwk)
		switch {
		case seen[kid]:
			delete(keys.byID, kid)
		case kid != "" && len(kid) <= maxKeyID && err == nil:
			keys.byID[kid] = key
		}
		seen[kid] = true
	}
	return keys, nil
}

// JWK is the key with this id as a JWK, with the members that a verifier needs and no others;
// nil if there is none.
func (k Keys) JWK(kid string) []byte {
	key := k.byID[kid]
	if key == nil {
		return nil
	}
	x, y := coordinates(key)
	out, err := json.Marshal(map[string]string{
		"kty": "EC", "crv": "P-256", "kid": kid, "x": x, "y": y, "use": "sig", "alg": "ES256",
	})
	if err != nil {
		return nil // strings only: it cannot fail
	}
	return out
}

// JWKs are all keys as a JSON array of what [Keys.JWK] returns, sorted by their id: equal keys
// have equal bytes, whatever stood beside them where they were read.
func (k Keys) JWKs() []byte {
	list := make([][]byte, 0, len(k.byID))
	for _, kid := range slices.Sorted(maps.Keys(k.byID)) {
		list = append(list, k.JWK(kid))
	}
	return slices.Concat([]byte("["), bytes.Join(list, []byte(",")), []byte("]"))
}

// publicKey reads a JWK that may verify ES256: a public point on P-256, for nothing else.
func publicKey(jwk object) (*ecdsa.PublicKey, error) {
	_, private := jwk["d"]
	switch {
	case jwk["kty"] != "EC" || jwk["crv"] != "P-256":
		return nil, errors.New("not a key on P-256")
	case private:
		return nil, errors.New("a private key")
	case !absentOr(jwk, "use", "sig") || !absentOr(jwk, "alg", "ES256") || !mayVerify(jwk):
		return nil, errors.New("a key for another use")
	}
	x, errX := coordinate(jwk["x"])
	y, errY := coordinate(jwk["y"])
	if err := errors.Join(errX, errY); err != nil {
		return nil, err
	}
	const uncompressed = 4
	return ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append(append([]byte{uncompressed}, x...), y...))
}

func absentOr(jwk object, name, want string) bool {
	v, ok := jwk[name]
	return !ok || v == want
}

// mayVerify reads key_ops, if there.
func mayVerify(jwk object) bool {
	v, ok := jwk["key_ops"]
	if !ok {
		return true
	}
	list, _ := v.([]any)
	for _, op := range list {
		if op == "verify" {
			return true
		}
	}
	return false
}

func coordinate(v any) ([]byte, error) {
	s, _ := v.(string)
	raw, err := decode64(s)
	if err == nil && len(raw) != 32 {
		err = errors.New("a coordinate is not of 32 bytes")
	}
	return raw, err
}

// thumbprint is the key's name by RFC 7638.
func thumbprint(key *ecdsa.PublicKey) string {
	x, y := coordinates(key)
	return digest(fmt.Sprintf(`{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, x, y))
}

// coordinates are those of a key that publicKey read, as a JWK has them.
func coordinates(key *ecdsa.PublicKey) (x, y string) {
	point, err := key.Bytes() // 0x04, X, Y
	if err != nil {
		return "", "" // no key that publicKey read
	}
	enc := base64.RawURLEncoding
	return enc.EncodeToString(point[1:33]), enc.EncodeToString(point[33:])
}

// digest is SHA-256 in base64url, the form of every hash in AP2 and SD-JWT.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
