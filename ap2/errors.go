package ap2

import (
	"fmt"
	"strings"
)

// Code is an error code of the AP2 extension.
type Code string

// The codes, as the extension lists them. A session that meets one goes on: nothing is
// charged, and the platform may send another mandate.
const (
	// MandateRequired: AP2 was negotiated and there is no mandate.
	MandateRequired Code = "mandate_required"
	// AgentMissingKey: the platform publishes no key that could verify the mandate.
	AgentMissingKey Code = "agent_missing_key"
	// InvalidSignature: the token is malformed, or is not signed or bound as it must be.
	InvalidSignature Code = "mandate_invalid_signature"
	// Expired: the mandate, or the proof that its holder is there, is too old.
	Expired Code = "mandate_expired"
	// ScopeMismatch: a good mandate, but for something else.
	ScopeMismatch Code = "mandate_scope_mismatch"
	// AuthorizationInvalid: the seal inside the mandate is not the shop's.
	AuthorizationInvalid Code = "merchant_authorization_invalid"
)

// Text is what the other side is told: the same for every cause of a code, so that nobody
// can feel the way to a forgery.
func (c Code) Text() string {
	switch c {
	case MandateRequired:
		return "a mandate is required to complete this checkout"
	case AgentMissingKey:
		return "the platform publishes no key that verifies this mandate"
	case Expired:
		return "the mandate has expired"
	case ScopeMismatch:
		return "the mandate does not cover this checkout as it stands"
	case AuthorizationInvalid:
		return "the merchant authorization in the mandate is not ours"
	default:
		return "the mandate could not be verified"
	}
}

// Error is why a mandate was refused. Its text may go out; Detail is for the shop's log
// alone. What the detail repeats of the token is quoted and cut.
type Error struct {
	Code   Code
	Detail string
	// Unresolved says that it was a constraint of an open mandate that could not be judged.
	Unresolved bool
}

// Error returns the code and its public text.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Code.Text() }

// maxDetail is the longest detail, in bytes.
const maxDetail = 300

// refuse makes an [Error]. Values of others go in as %.64q; a parser's own words may quote
// more of them.
func refuse(code Code, format string, args ...any) error {
	detail := fmt.Sprintf(format, args...)
	if len(detail) > maxDetail {
		detail = strings.ToValidUTF8(detail[:maxDetail], "") + "…"
	}
	return &Error{Code: code, Detail: detail}
}
