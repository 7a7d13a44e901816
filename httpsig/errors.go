package httpsig

import (
	"fmt"
	"net/http"
	"strings"
)

// Code is what a refused message is told: a code of the protocol's error registry, or its
// reason without a code, [Unavailable].
type Code string

// The codes (BCP error registry, signatures).
const (
	// SignatureMissing: Signature or Signature-Input is absent.
	SignatureMissing Code = "signature_missing"
	// SignatureInvalid: no signature is well-formed, fresh, new, covers what it must and verifies.
	SignatureInvalid Code = "signature_invalid"
	// KeyNotFound: the signer publishes no key with this id.
	KeyNotFound Code = "key_not_found"
	// DigestMismatch: the body is not the one that Content-Digest speaks of.
	DigestMismatch Code = "digest_mismatch"
	// AlgorithmUnsupported: the key is of a kind that cannot verify here.
	AlgorithmUnsupported Code = "algorithm_unsupported"
	// Unavailable: whether the message is a replay cannot be told now.
	Unavailable Code = "unavailable"
)

// HTTPStatus is the status that the registry has for the code; the binding decides whether it
// is used.
func (c Code) HTTPStatus() int {
	switch c {
	case DigestMismatch, AlgorithmUnsupported:
		return http.StatusBadRequest
	case Unavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusUnauthorized
	}
}

// Text is what the other side is told: the same for every cause of a code, so that nobody can
// feel the way to a forgery.
func (c Code) Text() string {
	switch c {
	case SignatureMissing:
		return "the message is not signed"
	case KeyNotFound:
		return "the signer publishes no key with this id"
	case DigestMismatch:
		return "the body does not match Content-Digest"
	case AlgorithmUnsupported:
		return "keys of this kind are not supported"
	case Unavailable:
		return "the signature cannot be checked right now; try again later"
	default:
		return "the signature could not be verified"
	}
}

// Error is why a message was refused. Its text may go out; Detail is for the shop's log alone.
// What the detail repeats of the message is quoted and cut.
type Error struct {
	Code   Code
	Detail string
}

// Error returns the code and its public text.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Code.Text() }

// maxDetail is the longest detail, in bytes.
const maxDetail = 300

// refuse makes an [Error]. Values of others go in as %.64q.
func refuse(code Code, format string, args ...any) *Error {
	detail := fmt.Sprintf(format, args...)
	if len(detail) > maxDetail {
		detail = strings.ToValidUTF8(detail[:maxDetail], "") + "…"
	}
	return &Error{Code: code, Detail: detail}
}

// invalid refuses a signature for a reason that has no code of its own.
func invalid(format string, args ...any) *Error { return refuse(SignatureInvalid, format, args...) }
