package keyring

import "time"

// State is where a key is in its life.
type State string

// The states, in the order of a life; a key may be retired or revoked from any.
const (
	Published State = "published"
	Signing   State = "signing"
	Grace     State = "grace"
	Retired   State = "retired"
	Revoked   State = "revoked"
)

// GracePeriod is how long a key that signs no more stays published at least.
const GracePeriod = 7 * 24 * time.Hour

// Key is what staff see of a key.
type Key struct {
	KID     string
	State   State
	Created time.Time
	// SignsFrom is when it signs, or signed, first.
	SignsFrom time.Time
	// GraceEnds is when a key in grace may be retired; zero for others.
	GraceEnds time.Time
	// PublishedUntil is when it was retired or revoked; zero while it is published.
	PublishedUntil time.Time
}

// usable tells whether the key is published and has its private part.
func (k *signingKey) usable() bool { return k.retired.IsZero() && k.revoked.IsZero() }

// firstSigns is when the key's time comes; one without such a time never waited.
func (k *signingKey) firstSigns() time.Time {
	if k.signsFrom.IsZero() {
		return k.created
	}
	return k.signsFrom
}

// signerOf finds the key that signs at a moment: the newest usable one whose time has come.
// If that is none, the oldest usable one signs, since a shop that cannot sign is worse off
// than one whose key is not known everywhere yet. It is -1 if none is usable.
func signerOf(keys []*signingKey, now time.Time) int {
	oldest := -1
	for i := len(keys) - 1; i >= 0; i-- {
		if !keys[i].usable() {
			continue
		}
		if !keys[i].signsFrom.After(now) { // also if there is no such time
			return i
		}
		oldest = i
	}
	return oldest
}

// graceEnds is when a key that signs no more may be retired: a later key took over first,
// and the grace began then.
func graceEnds(keys []*signingKey, i int) time.Time {
	var began time.Time
	for _, later := range keys[i+1:] {
		if at := later.firstSigns(); later.usable() && (began.IsZero() || at.Before(began)) {
			began = at
		}
	}
	return began.Add(GracePeriod)
}

// describe tells what staff see of each key, oldest first.
func describe(keys []*signingKey, now time.Time) []Key {
	signer := signerOf(keys, now)
	out := make([]Key, len(keys))
	for i, k := range keys {
		d := Key{KID: k.kid, Created: k.created, SignsFrom: k.firstSigns()}
		switch {
		case !k.revoked.IsZero():
			d.State, d.PublishedUntil = Revoked, k.revoked
			if !k.retired.IsZero() {
				d.PublishedUntil = k.retired
			}
		case !k.retired.IsZero():
			d.State, d.PublishedUntil = Retired, k.retired
		case i == signer:
			d.State = Signing
		case i > signer:
			d.State = Published
		default:
			d.State, d.GraceEnds = Grace, graceEnds(keys, i)
		}
		out[i] = d
	}
	return out
}
