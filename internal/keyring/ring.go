package keyring

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Ring is the shop's set of keys, as the file has them now. It is safe for concurrent use.
type Ring struct {
	path string
	now  func() time.Time
	rand io.Reader

	mu     sync.Mutex
	loaded *keySet
	seen   fs.FileInfo // the file that loaded comes from
}

// keySet is what was read from a file once. It does not change.
type keySet struct {
	keys   []*signingKey
	public []JWK // of the usable ones
}

// Open loads the keys in dir. On the first run it makes the folder (mode 0700)
// and one key from rand, dated by now; of several processes that start at once,
// one makes the key and all use it. A key file that others can read is refused
// with [ErrExposed]: its keys may be known already.
func Open(dir string, now func() time.Time, rand io.Reader) (*Ring, error) {
	r, err := Load(dir, now, rand)
	if errors.Is(err, fs.ErrNotExist) {
		if err = firstRun(filepath.Join(dir, fileName), now(), rand); err == nil {
			r, err = Load(dir, now, rand)
		}
	}
	return r, err
}

// Load is Open for a folder that has keys; the error wraps fs.ErrNotExist if it has none.
func Load(dir string, now func() time.Time, rand io.Reader) (*Ring, error) {
	r := &Ring{path: filepath.Join(dir, fileName), now: now, rand: rand}
	if err := r.load(); err != nil {
		return nil, err
	}
	return r, nil
}

// firstRun makes the key file, if no other process was faster.
func firstRun(path string, now time.Time, rand io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	key, err := generate(now, rand)
	if err != nil {
		return err
	}
	if err := create(path, key); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// load reads the file.
func (r *Ring) load() error {
	keys, info, err := read(r.path)
	if err != nil {
		return err
	}
	set := &keySet{keys: keys}
	for _, key := range keys {
		if !key.usable() {
			continue
		}
		jwk, err := key.publicJWK()
		if err != nil {
			return fmt.Errorf("keyring: key %s: %w", key.kid, err)
		}
		set.public = append(set.public, jwk)
	}
	r.loaded, r.seen = set, info
	return nil
}

// look returns the keys of the file as it is now. While it cannot be read, the error says
// why, and the keys are those known before: a slip of the hand must not stop the shop.
func (r *Ring) look() (*keySet, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	info, err := os.Stat(r.path)
	switch {
	case err != nil:
		err = fmt.Errorf("keyring: %w", err)
	case !sameFile(r.seen, info):
		err = r.load()
	}
	return r.loaded, err
}

func (r *Ring) current() *keySet {
	set, _ := r.look() // the error is for who asks by Version
	return set
}

// sameFile tells whether nothing was written between two looks: a change is a new file, an
// edit by hand moves time or size, and a new mode may hide or expose it.
func sameFile(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && a.Mode() == b.Mode()
}

// Version stands for which keys are published and which one signs: it is equal, by ==, as
// long as these are the same.
type Version struct {
	set    *keySet
	signer int
}

// Version returns that of this moment, in any case. The error tells why the ring works with
// older keys than its file has.
func (r *Ring) Version() (Version, error) {
	set, err := r.look()
	return Version{set, signerOf(set.keys, r.now())}, err
}

// PublicJWKs returns the public half of every key that is published, signing or in grace,
// oldest first. The caller may keep and change the slice.
func (r *Ring) PublicJWKs() []JWK { return append([]JWK(nil), r.current().public...) }

// PublicKey finds a key by its id, to verify what the shop has signed: any that is
// published, signing or in grace.
func (r *Ring) PublicKey(kid string) (*ecdsa.PublicKey, bool) {
	for _, key := range r.current().keys {
		if key.kid == kid && key.usable() {
			public := *key.public
			return &public, true
		}
	}
	return nil, false
}

// List describes all keys, oldest first, those that are gone too.
func (r *Ring) List() []Key { return describe(r.current().keys, r.now()) }

// signer is the key that signs now.
func (r *Ring) signer() *signingKey {
	set := r.current()
	return set.keys[signerOf(set.keys, r.now())]
}
