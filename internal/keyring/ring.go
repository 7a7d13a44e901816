package keyring

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Ring is the shop's set of keys. It does not change once opened and is safe
// for concurrent use.
type Ring struct {
	public []JWK
	newest *signingKey
}

// Open loads the keys in dir. On the first run it makes the folder (mode 0700)
// and one key from rand, dated by now; of several processes that start at once,
// one makes the key and all use it. A key file that others can read is refused
// with [ErrExposed]: its keys may be known already.
func Open(dir string, now func() time.Time, rand io.Reader) (*Ring, error) {
	path := filepath.Join(dir, fileName)
	keys, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		keys, err = firstRun(path, now(), rand)
	}
	if err != nil {
		return nil, err
	}
	ring := &Ring{newest: keys[len(keys)-1]}
	for _, key := range keys {
		jwk, err := key.publicJWK()
		if err != nil {
			return nil, fmt.Errorf("keyring: key %s: %w", key.kid, err)
		}
		ring.public = append(ring.public, jwk)
	}
	return ring, nil
}

// firstRun makes the key file and reads back whichever process's file won.
func firstRun(path string, now time.Time, rand io.Reader) ([]*signingKey, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("keyring: %w", err)
	}
	key, err := generate(now, rand)
	if err != nil {
		return nil, err
	}
	if err := create(path, key); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return read(path)
}

// PublicJWKs returns the public half of every key, oldest first, to be
// published: what the newest signs, they verify. The caller may keep and change the slice.
func (r *Ring) PublicJWKs() []JWK { return append([]JWK(nil), r.public...) }
