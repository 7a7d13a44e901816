package mercadopago

import (
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/rest"
)

// timeFormat is how the API writes and reads times.
const timeFormat = "2006-01-02T15:04:05.000-07:00"

// charge is a payment of the API: what waits to be paid, or has been. Nothing of the payer is
// read.
type charge struct {
	ID                number    `json:"id"`
	Status            string    `json:"status"`
	StatusDetail      string    `json:"status_detail"`
	MethodID          string    `json:"payment_method_id"`
	ExternalReference string    `json:"external_reference"`
	Amount            amount    `json:"transaction_amount"`
	Currency          string    `json:"currency_id"`
	Expires           timestamp `json:"date_of_expiration"`
	Approved          timestamp `json:"date_approved"`
	Interaction       struct {
		Data struct {
			QRCode string `json:"qr_code"`
		} `json:"transaction_data"`
	} `json:"point_of_interaction"`
	Refunds rest.OneOrMany[refund] `json:"refunds"`
}

// refund is money of a payment that goes back.
type refund struct {
	ID     number `json:"id"`
	Amount amount `json:"amount"`
	Status string `json:"status"`
	// Source says who wished it. It comes as one object or as a list.
	Source rest.OneOrMany[struct {
		Type string `json:"type"`
	}] `json:"source"`
}

// The states of a payment that matter here.
const (
	pending     = "pending"
	approved    = "approved"
	cancelled   = "cancelled"
	rejected    = "rejected"
	chargedBack = "charged_back"
	inMediation = "in_mediation"
	refunded    = "refunded"
	// expired is the detail of a payment that was cancelled by time.
	expired = "expired"
)

// paid reports whether money came in, wherever it is now.
func (c charge) paid() bool {
	switch c.Status {
	case approved, chargedBack, inMediation, refunded:
		return true
	}
	return false
}

// over reports whether it was withdrawn. Being past its time is no such thing.
func (c charge) over() bool {
	return (c.Status == cancelled || c.Status == rejected) && c.StatusDetail != expired
}

// records tells what went back of a payment. What the bank of the payer took back has no
// refund of its own: it is what the others leave.
func (c charge) records() []payment.RefundRecord {
	var out []payment.RefundRecord
	left := money.Amount(c.Amount)
	for _, r := range c.Refunds {
		record := payment.RefundRecord{
			EndToEndID: string(c.ID), ID: string(r.ID), Amount: money.Amount(r.Amount), State: r.state(),
			Unasked: len(r.Source) > 0 && r.Source[0].Type != "" && r.Source[0].Type != "collector",
		}
		record.Anonymous = !record.Unasked
		if record.State != payment.RefundFailed {
			left -= record.Amount
		}
		out = append(out, record)
	}
	if left < 1 || c.Status != chargedBack && c.Status != inMediation {
		return out
	}
	back := payment.RefundRecord{EndToEndID: string(c.ID), Amount: left, State: payment.RefundQueued, Unasked: true}
	if c.Status == chargedBack {
		back.State = payment.RefundDone
	}
	return append(out, back)
}

// state maps the states of a refund. One that is not known is not final.
func (r refund) state() payment.RefundState {
	switch r.Status {
	case "approved":
		return payment.RefundDone
	case "rejected", "cancelled":
		return payment.RefundFailed
	}
	return payment.RefundQueued
}

// number is an id or a code, written with or without quotes: digits.
type number string

var digits = regexp.MustCompile(`^[0-9]{1,19}$`)

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(text []byte) error {
	plain := strings.Trim(string(text), `"`)
	if plain != "null" && digits.MatchString(plain) {
		*n = number(plain)
	}
	return nil // what must have one is checked where it is needed
}

// amount is reais on the wire, a JSON number, and minor units here. It never passes through
// a floating point number.
type amount money.Amount

var amountPattern = regexp.MustCompile(`^([0-9]{1,10})(?:\.([0-9]{1,2})0*)?$`)

// UnmarshalJSON implements json.Unmarshaler.
func (a *amount) UnmarshalJSON(text []byte) error {
	match := amountPattern.FindStringSubmatch(string(text))
	if match == nil {
		return errors.New("not an amount")
	}
	if strings.Trim(match[1]+match[2], "0") == "" {
		*a = 0
		return nil
	}
	minor, err := pix.ParseValor(match[1] + "." + (match[2] + "00")[:2])
	*a = amount(minor)
	return err
}

// written is an amount for a request.
func written(a money.Amount) (jsontext.Value, error) {
	valor, err := pix.FormatValor(a)
	return jsontext.Value(valor), err
}

// timestamp reads the API's times; the zero value is an absent one.
type timestamp struct{ time.Time }

// UnmarshalJSON implements json.Unmarshaler.
func (t *timestamp) UnmarshalJSON(text []byte) error {
	plain := strings.Trim(string(text), `"`)
	if plain == "null" || plain == "" {
		return nil
	}
	at, err := rest.ParseTime(plain)
	t.Time = at
	return err
}
