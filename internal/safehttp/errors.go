package safehttp

import "errors"

// Every error of a [Client] wraps exactly one of these. Their texts and what they wrap
// are for logs; a stranger gets a code that the caller chooses. They name no path and no
// query of a URL.
var (
	// ErrInvalidURL: not an absolute https URL of the accepted form.
	ErrInvalidURL = errors.New("safehttp: invalid URL")
	// ErrForbiddenAddress: the host is, or resolves to, a special-use address.
	ErrForbiddenAddress = errors.New("safehttp: forbidden address")
	// ErrRedirect: the server answered 3xx, which is never followed.
	ErrRedirect = errors.New("safehttp: redirect")
	// ErrStatus: the server answered neither 2xx nor 3xx.
	ErrStatus = errors.New("safehttp: unexpected status")
	// ErrTooLarge: the body is longer than Config.MaxBytes.
	ErrTooLarge = errors.New("safehttp: body too large")
	// ErrUnreachable: name resolution, connection, TLS, time-out, or an answer
	// that breaks off.
	ErrUnreachable = errors.New("safehttp: unreachable")
)
