// Package keyring keeps the shop's ES256 (P-256) signing keys: made on first
// run, held in one JSON file that only its owner can read, published as JWKs. The newest
// one signs. Rules: BCP overview, business profile, keys; RFC 7515.
//
// Private keys never leave the package.
package keyring
