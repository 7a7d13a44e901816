package order

import (
	"errors"
	"fmt"

	"balcao/internal/ids"
)

// What a Store may answer besides its own failures.
var (
	// ErrNotFound: there is no such order.
	ErrNotFound = errors.New("order: not found")
	// ErrConflict: the order changed since it was read. Read again.
	ErrConflict = errors.New("order: version conflict")
)

// ErrRefused is what Refunds answers when the provider understood and said no.
var ErrRefused = errors.New("order: the provider refused")

// Code says why a command was not carried out.
type Code string

// The codes.
const (
	// CodeInvalid: a member is not in its form, or is missing.
	CodeInvalid Code = "invalid"
	// CodeUnknownLine and CodeUnknownAdjustment: there is no such thing in the order.
	CodeUnknownLine       Code = "unknown_line"
	CodeUnknownAdjustment Code = "unknown_adjustment"
	// CodeQuantity: there are not so many units for which it can be done.
	CodeQuantity Code = "quantity_unavailable"
	// CodeNothing: there is nothing for which it can be done.
	CodeNothing Code = "nothing_to_do"
	// CodeTooLate: the period in which it can be asked for is over.
	CodeTooLate Code = "period_over"
	// CodeAmount: it is more than can still be given back.
	CodeAmount Code = "amount_unavailable"
	// CodeEnded: the adjustment is not pending any more.
	CodeEnded Code = "already_ended"
	// CodeKeyUsed: another command was carried out under the key.
	CodeKeyUsed Code = "key_used"
	// CodeLimit: the order has as many changes as one order may have.
	CodeLimit Code = "limit_reached"
	// CodeBusy: others changed the order again and again meanwhile; try again.
	CodeBusy Code = "busy"
)

// Error says that a command was not carried out, and nothing was changed.
type Error struct {
	Code Code
	// Field is the command's member that it is about, empty for none.
	Field string
	// Line is the line that it is about, empty for none; Available how many units, or how
	// many minor units of money, could have been asked for.
	Line      ids.LineItem
	Available int64
}

func (e *Error) Error() string {
	text := "order: " + string(e.Code)
	if e.Field != "" {
		text += " (" + e.Field + ")"
	}
	if e.Line != "" {
		text += fmt.Sprintf(": line %s", e.Line)
	}
	return text
}

func invalid(field string) error { return &Error{Code: CodeInvalid, Field: field} }

// GaveUp says that a refund ended without reaching its aim and that trying again would not
// help: people must look. What it came to is stored.
type GaveUp struct {
	Order      ids.Order
	Adjustment string
	// Err is why.
	Err error
}

func (e *GaveUp) Error() string {
	return fmt.Sprintf("order: refund %s of order %s given up: %v", e.Adjustment, e.Order, e.Err)
}

// Unwrap returns the cause.
func (e *GaveUp) Unwrap() error { return e.Err }
