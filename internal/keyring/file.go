package keyring

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	Created time.Time       `json:"created"`
	JWK     jose.JSONWebKey `json:"jwk"` // private
}

// read loads the keys; the error wraps fs.ErrNotExist when there is no file.
func read(path string) ([]*signingKey, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	// Windows has no such mode bits.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fmt.Errorf("%w: %s has mode %04o; run: chmod 600 %[2]s", ErrExposed, path, mode)
	}
	raw, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	keys, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("keyring: %s: %w", path, err)
	}
	return keys, nil
}

// decode checks each key, since a wrong one would be published for nothing.
func decode(raw []byte) ([]*signingKey, error) {
	var file keyFile
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	if len(file.Keys) == 0 {
		return nil, errors.New("no keys")
	}
	seen := make(map[string]bool)
	var keys []*signingKey
	for i, record := range file.Keys {
		kid := record.JWK.KeyID
		private, ok := record.JWK.Key.(*ecdsa.PrivateKey)
		switch {
		case kid == "" || seen[kid]:
			return nil, fmt.Errorf("key %d: kid is empty or used twice", i)
		case !ok || private.Curve != elliptic.P256() || record.JWK.Algorithm != string(jose.ES256):
			return nil, fmt.Errorf("key %d: not an ES256 private key", i)
		case !consistent(private):
			return nil, fmt.Errorf("key %d: private and public part do not belong together", i)
		}
		seen[kid] = true
		keys = append(keys, &signingKey{kid: kid, created: record.Created, private: private})
	}
	return keys, nil
}

// consistent tells whether the public point is that of the private scalar.
func consistent(key *ecdsa.PrivateKey) bool {
	scalar, err := key.Bytes()
	if err != nil {
		return false
	}
	derived, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
	return err == nil && derived.PublicKey.Equal(&key.PublicKey)
}

// create writes the key as a new file at path, whole or not at all. When
// another process was first, the error wraps fs.ErrExist and nothing changes:
// a hard link, unlike a rename, never replaces a file.
func create(path string, key *signingKey) error {
	raw, err := json.MarshalIndent(keyFile{Keys: []keyRecord{{
		Created: key.created,
		JWK:     jose.JSONWebKey{Key: key.private, KeyID: key.kid, Algorithm: string(jose.ES256), Use: "sig"},
	}}}, "", "  ")
	if err != nil {
		return fmt.Errorf("keyring: encode: %w", err)
	}
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, fileName+".*.tmp") // mode 0600
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(append(raw, '\n'))
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Link(temp.Name(), path)
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return nil
}

// syncDir makes the new name survive a power cut. Windows cannot sync a folder.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
