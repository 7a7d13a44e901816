package profile

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"balcao/httpsig"
)

// The codes of the protocol's error registry that this shop raises, and the reasons that
// have a status there but no code.
const (
	CodeInvalidProfileURL  = "invalid_profile_url"
	CodeProfileUnreachable = "profile_unreachable"
	CodeProfileMalformed   = "profile_malformed"
	CodeVersionUnsupported = "version_unsupported"
	CodeSignatureMissing   = string(httpsig.SignatureMissing)
	CodeSignatureInvalid   = string(httpsig.SignatureInvalid)
	CodeKeyNotFound        = string(httpsig.KeyNotFound)
	CodeDigestMismatch     = string(httpsig.DigestMismatch)
	CodeAlgorithm          = string(httpsig.AlgorithmUnsupported)
	CodeUnauthenticated    = "unauthenticated"
	CodeForbidden          = "forbidden"
	CodeUnavailable        = "unavailable"
	CodeInternal           = "internal"
)

// registered is what the registry says of a code, and the text that strangers may read.
type registered struct {
	status  int
	content string
}

var registry = map[string]registered{
	CodeInvalidProfileURL:  {http.StatusBadRequest, "The platform's profile URL is missing or not acceptable."},
	CodeProfileUnreachable: {http.StatusFailedDependency, "The platform's profile could not be fetched."},
	CodeProfileMalformed:   {http.StatusUnprocessableEntity, "The platform's profile is not a valid profile document."},
	CodeVersionUnsupported: {http.StatusUnprocessableEntity, "The platform's protocol version is not supported."},
	CodeSignatureMissing:   bySignature(httpsig.SignatureMissing),
	CodeSignatureInvalid:   bySignature(httpsig.SignatureInvalid),
	CodeKeyNotFound:        bySignature(httpsig.KeyNotFound),
	CodeDigestMismatch:     bySignature(httpsig.DigestMismatch),
	CodeAlgorithm:          bySignature(httpsig.AlgorithmUnsupported),
	CodeUnauthenticated:    {http.StatusUnauthorized, "The credentials are missing or not valid."},
	CodeForbidden:          {http.StatusForbidden, "The credentials do not allow this."},
	CodeUnavailable:        {http.StatusServiceUnavailable, "The shop cannot answer right now; try again later."},
	CodeInternal:           {http.StatusInternalServerError, "Internal error."},
}

// bySignature is what package httpsig says of one of its codes.
func bySignature(c httpsig.Code) registered {
	text := c.Text()
	return registered{c.HTTPStatus(), strings.ToUpper(text[:1]) + text[1:] + "."}
}

// Error is a request that could not be processed, in the terms of the registry.
type Error struct {
	// Code is one of the Code constants.
	Code string
	// Content is for the platform's developers. It never holds the text of an internal
	// error.
	Content string
	// HTTPStatus is the registry's status; the binding decides whether it is used.
	HTTPStatus int
	// RetryAfter is when it makes sense to try again; zero where that is not known.
	RetryAfter time.Duration

	cause error
}

// NewError returns the registry's error for code. The cause is for logs alone and may be
// nil. A code that is not in the registry becomes an internal error.
func NewError(code string, cause error) *Error {
	entry, ok := registry[code]
	if !ok {
		code, entry = CodeInternal, registry[CodeInternal]
	}
	return &Error{Code: code, Content: entry.content, HTTPStatus: entry.status, cause: cause}
}

// Error implements error. Its text is for logs.
func (e *Error) Error() string {
	if e.cause == nil {
		return "profile: " + e.Code
	}
	return "profile: " + e.Code + ": " + e.cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// LogRefusal says in the log why a platform was not let in: whoever asks is told the code
// alone. What the detail of a signature repeats of the request is quoted and cut. Errors of
// another kind are not logged.
func (e *Error) LogRefusal(ctx context.Context, log *slog.Logger) {
	var bad *httpsig.Error
	switch {
	case errors.As(e, &bad):
		log.InfoContext(ctx, "a signature was refused", "code", e.Code, "detail", bad.Detail)
	case e.HTTPStatus == http.StatusUnauthorized, e.HTTPStatus == http.StatusForbidden:
		log.InfoContext(ctx, "a caller was refused", "code", e.Code, "detail", e.Content)
	}
}

// unavailable asks to come back after a while, at least a second.
func unavailable(after time.Duration, cause error) *Error {
	e := NewError(CodeUnavailable, cause)
	e.RetryAfter = max(after, time.Second)
	return e
}
