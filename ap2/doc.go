// Package ap2 holds what AP2 mandates (Agent Payments Protocol) and the shop's
// own seals have in common at the level of bytes: canonical JSON (RFC 8785,
// JCS). Detached JWS, SD-JWT and mandate verification belong here too. It
// takes bytes and gives bytes or claims; what a mandate is worth is for its
// callers to decide.
//
// Two readings of one document must never share a signature, so input is held
// to I-JSON (RFC 7493) before it is canonicalised.
package ap2
