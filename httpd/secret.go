package httpd

import (
	"crypto/sha256"
	"crypto/subtle"
)

// same compares a secret in a time that tells nothing of it, not even its length. An
// empty secret is like nothing.
func same(secret, given string) bool {
	want, got := sha256.Sum256([]byte(secret)), sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1 && secret != ""
}
