// Package httpsig signs HTTP messages and verifies their signatures: HTTP Message Signatures
// (RFC 9421) over a Content-Digest (RFC 9530), as the protocol profiles them. A [Verifier]
// tells which key has signed a request or a response; [SignRequest] and [SignResponse] sign
// with a [Signer]: answers, order webhooks and a platform's requests alike. The package reads
// no clock but the one it is given, opens no connection and stores nothing; whose key it was
// and what he may do is for its callers.
//
// Rules: BCP message signatures and error registry (components that must be covered, order
// of the checks, codes); RFC 9421 for the signature base and the algorithms; RFC 9530 for
// digests; RFC 9651 for structured fields; RFC 7517, 7638 and 8037 for keys.
//
// A signature counts only if it covers everything that the protocol lists. One that leaves
// something out, or uses what is not understood here, is no signature. Component parameters
// are understood in two places: "req" in a response, and "key" of signature-agent; "sf", "bs",
// "tr" and "name" never. A covered header must have been sent under that very name: the one of
// the protocol is bcp-agent, and there is no alias for ucp-agent.
package httpsig
