package profile

import (
	"errors"

	"balcao/internal/safehttp"
)

// fetchError puts a failed fetch into the terms of the registry. An address that must
// not be dialled is the platform's mistake in naming it; a body beyond bounds is no
// profile; everything else means that there was none to be had.
func fetchError(err error) *Error {
	switch {
	case errors.Is(err, safehttp.ErrInvalidURL), errors.Is(err, safehttp.ErrForbiddenAddress):
		return NewError(CodeInvalidProfileURL, err)
	case errors.Is(err, safehttp.ErrTooLarge):
		return NewError(CodeProfileMalformed, err)
	default:
		return NewError(CodeProfileUnreachable, err)
	}
}
