package stripe

import (
	"fmt"
	"net/http"
	"regexp"

	"balcao/checkout"
	"balcao/payment"
	"balcao/payment/pix/rest"
)

// The states of an intent that mean something here.
const (
	statusSucceeded = "succeeded"
	statusAction    = "requires_action"
	statusMethod    = "requires_payment_method"
	statusCanceled  = "canceled"
)

// intent is a PaymentIntent, as far as it is read.
type intent struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Amount   int64  `json:"amount"`
	Created  int64  `json:"created"`
	Metadata struct {
		Handler string `json:"handler"`
	} `json:"metadata"`
	LastError *struct{} `json:"last_payment_error"`
	Next      struct {
		Redirect struct {
			URL string `json:"url"`
		} `json:"redirect_to_url"`
	} `json:"next_action"`
}

// unconfirmed reports whether nobody has tried to pay with it.
func (i intent) unconfirmed() bool { return i.Status == statusMethod && i.LastError == nil }

func (i intent) verdict() payment.Verdict {
	switch i.Status {
	case statusSucceeded:
		return payment.Approved
	case statusAction:
		return payment.Challenge
	case statusCanceled, statusMethod:
		return payment.Declined
	}
	return payment.Unknown // processing, and what there may be one day
}

// code is the form of an error's code; nothing else of an answer goes into an error.
var code = regexp.MustCompile(`^[a-z0-9_]{1,64}$`)

// read reads an answer. Of an error it keeps status and code: its text may show what was sent.
func read(a rest.Answer, into any) error {
	if a.Status >= 200 && a.Status <= 299 {
		if err := rest.Read(a.Body, into); err != nil {
			return fmt.Errorf("the answer cannot be read: status %d", a.Status)
		}
		return nil
	}
	var fault struct {
		Error struct {
			Type string `json:"type"`
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = rest.Read(a.Body, &fault) // without one the status says it
	why := fault.Error.Code
	if !code.MatchString(why) {
		why = "no code"
	}
	switch a.Status {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		if fault.Error.Type == "idempotency_error" {
			break // the key is taken: by what, the intent says
		}
		return fault400{why, a.Status}
	}
	return fmt.Errorf("status %d: %s", a.Status, why)
}

// fault400 is Stripe's no.
type fault400 struct {
	code   string
	status int
}

func (f fault400) Error() string { return fmt.Sprintf("status %d: %s", f.status, f.code) }
func (f fault400) Unwrap() error { return checkout.ErrRefused }
