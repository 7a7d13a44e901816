// Package ap2 holds the cryptographic side of AP2 mandates (Agent Payments Protocol, v0.2):
// canonical JSON, the seal by which the shop vouches for a checkout, and the verification of
// the mandates that come back. It takes bytes and gives bytes or claims; it reads no clock,
// opens no connection and stores nothing, and what a mandate is worth is for its callers.
//
// Rules: the AP2 mandates extension of UCP and BCP; AP2 v0.2 for the content of mandates and
// for delegated chains; RFC 8785 (JCS), RFC 7493 (I-JSON), RFC 7515 (JWS), RFC 7519 (JWT),
// RFC 7638 (thumbprints), RFC 7800 (cnf), RFC 9901 (SD-JWT). docs/AP2.md has the order of
// the checks, and what we chose where these are silent.
//
// Two readings of one document must never share a signature, so input is held to I-JSON
// before it is canonicalised, and nothing is decoded into structs. go-jose verifies the
// signatures; what it is lenient about (header members, keys, encoding) is checked before
// it is called.
package ap2
