package email

import (
	"errors"
	"fmt"
	"net/textproto"
	"strings"

	"github.com/wneessen/go-mail"
)

// Step is how far a letter came.
type Step string

// The steps.
const (
	// StepLetter: it cannot be written down.
	StepLetter Step = "letter"
	// StepConnect: the server is not reached, or not as securely as it must be.
	StepConnect Step = "connect"
	// StepAuth: it does not know the shop's user and password.
	StepAuth Step = "auth"
	// StepSender: it does not take mail from the shop's address.
	StepSender Step = "sender"
	// StepRecipient: it does not take mail for the buyer's.
	StepRecipient Step = "recipient"
	// StepContent: it does not take this letter.
	StepContent Step = "content"
)

// Failure says that a letter was not taken. Its text has nothing of what the server said,
// which may repeat addresses.
type Failure struct {
	Step Step
	// Code is the server's reply (RFC 5321, 4.2), 0 if there was none.
	Code int
	// Err is the cause, not for logs.
	Err error
}

func (f *Failure) Error() string {
	if f.Code == 0 {
		return "email: not sent: " + string(f.Step)
	}
	return fmt.Sprintf("email: not sent: %s, reply %d", f.Step, f.Code)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Permanent reports whether another try would end likewise: the server refuses this letter or
// its reader for good. That it refuses the shop itself is for the shop to mend.
func (f *Failure) Permanent() bool {
	return f.Step == StepLetter || f.Code >= 500 && (f.Step == StepRecipient || f.Step == StepContent)
}

// ServerDown reports whether other letters would fail too.
func (f *Failure) ServerDown() bool {
	return f.Step == StepConnect || f.Step == StepAuth || f.Step == StepSender || f.Code == 0 || f.Code == 421
}

// failed is the failure in what the library says of a letter.
func failed(err error) *Failure {
	f := &Failure{Step: StepConnect, Err: err}
	var said *mail.SendError
	if !errors.As(err, &said) {
		return f
	}
	f.Code = said.ErrorCode()
	switch said.Reason {
	case mail.ErrGetSender, mail.ErrSMTPMailFrom:
		f.Step = StepSender
	case mail.ErrGetRcpts, mail.ErrSMTPRcptTo:
		f.Step = StepRecipient
	case mail.ErrSMTPData, mail.ErrSMTPDataClose, mail.ErrWriteContent, mail.ErrNoUnencoded:
		f.Step = StepContent
	}
	return f
}

// code is the reply in an error, 0 if there is none.
func code(err error) int {
	var answer *textproto.Error
	if errors.As(err, &answer) {
		return answer.Code
	}
	return 0
}

// domain is what follows the @ of an address.
func domain(address string) string {
	return address[strings.LastIndexByte(address, '@')+1:]
}
