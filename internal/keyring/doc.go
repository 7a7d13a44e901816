// Package keyring keeps the shop's ES256 (P-256) signing keys, in one JSON file that only
// its owner can read, published as JWKs. Rules: BCP overview, business profile, keys;
// RFC 7515.
//
// A key lives through these states. It is published first, so that platforms that cache
// the profile know it before they meet its signatures; it is signing while it is the newest
// whose time has come; then it is in grace, published still, so that what it signed can be
// verified. Staff retire it after that, or revoke it at once when it is no longer safe: its
// record stays, without the private part, so that its id never means another key. States
// follow from the times in the file; in a file without them, the newest key signs.
//
// The file is looked at whenever a key is needed, so a running shop follows what another
// process changed. Private keys never leave the package.
package keyring
