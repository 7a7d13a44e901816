package pix

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

// Errors of paying into the sandbox.
var (
	// ErrUnknownCharge says that there is no charge with the txid.
	ErrUnknownCharge = errors.New("pix: unknown charge")
	// ErrNotPayable says that the charge is paid, removed or past its time.
	ErrNotPayable = errors.New("pix: the charge cannot be paid")
)

// refundWindow is how long after a payment the Pix API gives it back.
const refundWindow = 90 * 24 * time.Hour

// refundIDPattern is the Pix API's form of a refund's id, anchored.
var refundIDPattern = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)

// Settle pays a charge now, as the buyer would. The error wraps ErrUnknownCharge or
// ErrNotPayable.
func (s *Sandbox) Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error) {
	now, err := s.begin(ctx)
	if err != nil {
		return payment.Receipt{}, err
	}
	defer s.mu.Unlock()
	c, known, err := s.charge(txid, now)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case !known:
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrUnknownCharge, txid)
	case !c.payableAt(now):
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrNotPayable, txid)
	}
	return s.receive(c, c.Amount, now)
}

// Payment is money that arrives for a charge in whatever state it is.
type Payment struct {
	TXID ids.TXID
	// Amount is in minor units; 0 means the charge's.
	Amount money.Amount
	// PaidAt is when the payer's bank took it; zero means now.
	PaidAt time.Time
}

// Pay books a payment that a real provider might let through although the charge is paid
// already, removed or past its time, or asks for another amount. The error wraps
// ErrUnknownCharge or ErrValor.
func (s *Sandbox) Pay(ctx context.Context, p Payment) (payment.Receipt, error) {
	now, err := s.begin(ctx)
	if err != nil {
		return payment.Receipt{}, err
	}
	defer s.mu.Unlock()
	c, known, err := s.charge(p.TXID, now)
	if err != nil {
		return payment.Receipt{}, err
	}
	if !known {
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrUnknownCharge, p.TXID)
	}
	if p.Amount == 0 {
		p.Amount = c.Amount
	}
	if _, err := FormatValor(p.Amount); err != nil {
		return payment.Receipt{}, err
	}
	if p.PaidAt.IsZero() {
		p.PaidAt = now
	}
	return s.receive(c, p.Amount, p.PaidAt.UTC())
}

func (s *Sandbox) receive(c bankCharge, amount money.Amount, paidAt time.Time) (payment.Receipt, error) {
	paid, err := s.credit(c, amount, paidAt)
	if err != nil {
		return payment.Receipt{}, err
	}
	return paid.Payments[len(paid.Payments)-1].receipt(c.TXID), nil
}

// Refund implements Provider. The sandbox gives money back at once.
func (s *Sandbox) Refund(ctx context.Context, r payment.RefundRequest) (payment.RefundState, error) {
	now, err := s.begin(ctx)
	if err != nil {
		return payment.RefundNone, err
	}
	defer s.mu.Unlock()
	txid, known := s.payments[r.EndToEndID]
	if !known || r.TXID != "" && r.TXID != txid {
		return payment.RefundFailed, refused("no payment %q of charge %q", r.EndToEndID, r.TXID)
	}
	c := s.charges[txid]
	i := c.find(r.EndToEndID)
	p := c.Payments[i]
	left := p.Amount
	for _, earlier := range p.Refunds {
		if earlier.ID == r.ID && earlier.Amount == r.Amount {
			return payment.RefundDone, nil
		}
		if earlier.ID == r.ID {
			return payment.RefundFailed, refused("refund %s has another amount", r.ID)
		}
		left -= earlier.Amount
	}
	switch {
	case !refundIDPattern.MatchString(r.ID):
		return payment.RefundFailed, refused("refund id %q is not 1 to 35 letters and digits", r.ID)
	case r.Amount < 1 || r.Amount > left:
		return payment.RefundFailed, refused("refund %s of %d, but %d is left", r.ID, r.Amount, left)
	case now.Sub(p.PaidAt) > refundWindow:
		return payment.RefundFailed, refused("payment %s is older than 90 days", r.EndToEndID)
	}
	p.Refunds = append(p.Refunds[:len(p.Refunds):len(p.Refunds)], bankRefund{ID: r.ID, Amount: r.Amount})
	if err := s.write(c.withPayment(i, p)); err != nil {
		return payment.RefundNone, err
	}
	return payment.RefundDone, nil
}
