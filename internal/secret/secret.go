// Package secret compares secrets.
package secret

import (
	"crypto/sha256"
	"crypto/subtle"
)

// Equal compares what was given with the secret, in a time that tells nothing of the
// secret, not even its length: the digests are compared. An empty secret equals nothing,
// so that one that was never set lets nobody in.
func Equal(secret, given string) bool {
	want, got := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1 && secret != ""
}
