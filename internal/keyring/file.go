package keyring

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// fileName is the key file inside the ring's folder.
const fileName = "keys.json"

// ErrExposed says that others than its owner may read the key file.
var ErrExposed = errors.New("keyring: key file is open to others")

// keyFile is the stored form: a list, oldest first.
type keyFile struct {
	Keys []keyRecord `json:"keys"`
}

type keyRecord struct {
	Created   time.Time       `json:"created"`
	SignsFrom time.Time       `json:"signs_from,omitzero"`
	Retired   time.Time       `json:"retired,omitzero"`
	Revoked   time.Time       `json:"revoked,omitzero"`
	JWK       jose.JSONWebKey `json:"jwk"` // private, unless retired or revoked
}

// read loads the keys, and says which file it was; the error wraps fs.ErrNotExist when
// there is none.
func read(path string) ([]*signingKey, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("keyring: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("keyring: %w", err)
	}
	// Windows has no such mode bits.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, nil, fmt.Errorf("%w: %s has mode %04o; run: chmod 600 %[2]s", ErrExposed, path, mode)
	}
	raw, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, fmt.Errorf("keyring: %w", err)
	}
	keys, err := decode(raw)
	if err != nil {
		return nil, nil, fmt.Errorf("keyring: %s: %w", path, err)
	}
	return keys, info, nil
}

// decode checks each key, since a wrong one would be published for nothing.
func decode(raw []byte) ([]*signingKey, error) {
	var file keyFile
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	var keys []*signingKey
	usable := false
	for i, record := range file.Keys {
		key, err := record.key()
		if err != nil {
			return nil, fmt.Errorf("key %d: %w", i, err)
		}
		if key.kid == "" || seen[key.kid] {
			return nil, fmt.Errorf("key %d: kid is empty or used twice", i)
		}
		seen[key.kid] = true
		usable = usable || key.usable()
		keys = append(keys, key)
	}
	if !usable {
		return nil, errors.New("no usable keys")
	}
	return keys, nil
}

func (r keyRecord) key() (*signingKey, error) {
	key := &signingKey{kid: r.JWK.KeyID, created: r.Created, signsFrom: r.SignsFrom, retired: r.Retired, revoked: r.Revoked}
	switch k := r.JWK.Key.(type) {
	case *ecdsa.PublicKey:
		key.public = k
	case *ecdsa.PrivateKey:
		if !consistent(k) {
			return nil, errors.New("private and public part do not belong together, or not on P-256")
		}
		key.public, key.private = &k.PublicKey, k
	}
	if key.public == nil || key.public.Curve != elliptic.P256() || r.JWK.Algorithm != string(jose.ES256) {
		return nil, errors.New("not an ES256 key")
	}
	if !key.usable() {
		key.private = nil
	} else if key.private == nil {
		return nil, errors.New("the private part is missing")
	}
	return key, nil
}

// consistent tells whether the public point is that of the private scalar, on P-256.
func consistent(key *ecdsa.PrivateKey) bool {
	scalar, err := key.Bytes()
	if err != nil {
		return false
	}
	derived, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
	return err == nil && derived.PublicKey.Equal(&key.PublicKey)
}

func encode(keys []*signingKey) ([]byte, error) {
	var file keyFile
	for _, k := range keys {
		jwk := jose.JSONWebKey{Key: k.public, KeyID: k.kid, Algorithm: string(jose.ES256), Use: "sig"}
		if k.usable() {
			jwk.Key = k.private
		}
		file.Keys = append(file.Keys, keyRecord{Created: k.created, SignsFrom: k.signsFrom, Retired: k.retired, Revoked: k.revoked, JWK: jwk})
	}
	raw, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("keyring: encode: %w", err)
	}
	return append(raw, '\n'), nil
}
