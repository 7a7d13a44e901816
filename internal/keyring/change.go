package keyring

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// What a change is refused for.
var (
	ErrUnknown = errors.New("there is no such key")
	ErrGone    = errors.New("the key is retired or revoked already")
	ErrSigns   = errors.New("the key signs; make another one sign first")
	ErrGrace   = errors.New("the key's grace is not over")
	ErrWaits   = errors.New("the key has not signed yet")
	ErrOnly    = errors.New("it is the only usable key; make another in the same step")
)

// Make adds a key that is published at once and signs after a delay.
func (r *Ring) Make(delay time.Duration) (Key, error) {
	var kid string
	err := r.change(func(keys []*signingKey, now time.Time) ([]*signingKey, error) {
		keys, err := r.add(keys, now, delay)
		if err == nil {
			kid = keys[len(keys)-1].kid
		}
		return keys, err
	})
	return r.find(kid), err
}

// add appends a new key.
func (r *Ring) add(keys []*signingKey, now time.Time, delay time.Duration) ([]*signingKey, error) {
	key, err := generate(now, r.rand)
	if err != nil {
		return nil, err
	}
	for _, old := range keys {
		if old.kid == key.kid || old.public.Equal(key.public) {
			return nil, errors.New("keyring: random source repeats itself")
		}
	}
	key.signsFrom = key.created.Add(delay)
	return append(keys, key), nil
}

// Retire ends the publication of a key whose grace is over; force does so earlier, but not
// for the key that signs. Its private part is deleted.
func (r *Ring) Retire(kid string, force bool) error {
	return r.change(func(keys []*signingKey, now time.Time) ([]*signingKey, error) {
		i := indexOf(keys, kid)
		if i < 0 {
			return nil, ErrUnknown
		}
		switch key := describe(keys, now)[i]; {
		case key.State == Retired || key.State == Revoked:
			return nil, ErrGone
		case key.State == Signing:
			return nil, ErrSigns
		case key.State == Published && !force:
			return nil, ErrWaits
		case key.State == Grace && !force && now.Before(key.GraceEnds):
			return nil, fmt.Errorf("%w before %s", ErrGrace, key.GraceEnds.Format(time.RFC3339))
		}
		keys[i].retired = moment(now)
		return keys, nil
	})
}

// Revoke makes a key void at once and deletes its private part. With another, it makes a
// new key in the same step, which signs at once; without, it refuses to revoke the last
// usable one. It returns the key that signs from then on.
func (r *Ring) Revoke(kid string, another bool) (Key, error) {
	var signs string
	err := r.change(func(keys []*signingKey, now time.Time) (_ []*signingKey, err error) {
		i := indexOf(keys, kid)
		switch {
		case i < 0:
			return nil, ErrUnknown
		case !keys[i].revoked.IsZero():
			return nil, ErrGone
		}
		keys[i].revoked = moment(now)
		if another {
			if keys, err = r.add(keys, now, 0); err != nil {
				return nil, err
			}
		}
		s := signerOf(keys, now)
		if s < 0 {
			return nil, ErrOnly
		}
		if keys[s].signsFrom.After(now) { // its time comes early
			keys[s].signsFrom = moment(now)
		}
		signs = keys[s].kid
		return keys, nil
	})
	return r.find(signs), err
}

// change reads the file, has its keys changed and writes them, while no other process can
// do so. The keys are the function's to change.
func (r *Ring) change(do func(keys []*signingKey, now time.Time) ([]*signingKey, error)) (err error) {
	unlock, err := lock(filepath.Dir(r.path))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	keys, _, err := read(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: the key file is gone", err)
	}
	if err != nil {
		return err
	}
	if keys, err = do(keys, r.now()); err != nil {
		return err
	}
	return replace(r.path, keys)
}

// find describes a key, the zero Key if there is none.
func (r *Ring) find(kid string) Key {
	for _, key := range r.List() {
		if key.KID == kid {
			return key
		}
	}
	return Key{}
}

func indexOf(keys []*signingKey, kid string) int {
	for i, key := range keys {
		if key.kid == kid {
			return i
		}
	}
	return -1
}
