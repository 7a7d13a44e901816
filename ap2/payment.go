package ap2

import (
	"encoding/json"
	"strconv"
	"time"
)

// Payment is what a payment mandate is held against. Nothing in it is optional.
type Payment struct {
	Policy // the audiences may name the payment provider
	// CheckoutHash is that of the checkout mandate verified just before, and OpenHash its
	// [Claims.OpenHash].
	CheckoutHash, OpenHash string
	// PayeeID is the shop's id.
	PayeeID string
	// Amount is what this instrument is to pay, in minor units: the total, unless the
	// payment is split.
	Amount   int64
	Currency string
	// The selected instrument.
	InstrumentID, InstrumentType string
}

// VerifyPayment verifies a payment mandate: the token of an instrument's credential. Every
// error is an [*Error].
func VerifyPayment(token string, want Payment) (Claims, error) {
	m, err := want.present(token, paymentKind)
	if err != nil {
		return Claims{}, err
	}
	if err := want.check(m.claims); err != nil {
		return Claims{}, err
	}
	if m.open != nil {
		if err := want.checkConstraints(m.open, m.claims); err != nil {
			return Claims{}, err
		}
	}
	return want.admit(m, paymentKind, Seal{})
}

func (want Payment) check(claims object) error {
	payee, _ := claims["payee"].(object)
	sum, _ := claims["payment_amount"].(object)
	instrument, _ := claims["payment_instrument"].(object)
	amount, ok := integer(sum["amount"])
	switch {
	case !same(claims["transaction_id"], want.CheckoutHash):
		return refuse(ScopeMismatch, "transaction_id is %s", shown(claims["transaction_id"]))
	case !same(payee["id"], want.PayeeID):
		return refuse(ScopeMismatch, "payee.id is %s", shown(payee["id"]))
	case !ok || amount != want.Amount:
		return refuse(ScopeMismatch, "amount is %.64q", sum["amount"])
	case !same(sum["currency"], want.Currency):
		return refuse(ScopeMismatch, "currency is %s", shown(sum["currency"]))
	case !same(instrument["id"], want.InstrumentID) || !same(instrument["type"], want.InstrumentType):
		return refuse(ScopeMismatch, "instrument is %s of type %s", shown(instrument["id"]), shown(instrument["type"]))
	}
	return want.checkExecution(claims)
}

// checkExecution refuses a mandate for a later day: the charge is made now.
func (p Policy) checkExecution(claims object) error {
	v, ok := claims["execution_date"]
	if !ok {
		return nil
	}
	text, _ := v.(string)
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		day, err = time.Parse(time.RFC3339, text)
	}
	if err != nil || day.After(p.Now.Add(p.Skew)) {
		return refuse(ScopeMismatch, "execution_date is %s", shown(v))
	}
	return nil
}

// integer reads a plain integer: 1.0, 1e2 and "1" are none, and come out as 0.
func integer(v any) (n int64, ok bool) {
	number, _ := v.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	return n, err == nil // numbers beyond 2^53 did not get this far
}
