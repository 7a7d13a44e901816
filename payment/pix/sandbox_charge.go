package pix

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/payment"
)

// chargeTxIDPattern is the Pix API's form of a charge's txid, anchored.
var chargeTxIDPattern = regexp.MustCompile(`^[A-Za-z0-9]{26,35}$`)

// Charge implements Provider. It keeps no description: nobody is shown one.
func (s *Sandbox) Charge(ctx context.Context, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	now, err := s.begin(ctx)
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	c, err := s.findOrCreate(r, now)
	s.mu.Unlock()
	if err != nil {
		return payment.IssuedCharge{}, err
	}
	return s.issued(c)
}

func (s *Sandbox) findOrCreate(r payment.ChargeRequest, now time.Time) (bankCharge, error) {
	c, known, err := s.charge(r.TXID, now)
	switch {
	case err != nil:
		return c, err
	case known && c.Amount != r.Amount:
		return c, refused("charge %s has another amount", r.TXID)
	case known && c.Removed:
		return c, refused("charge %s was removed", r.TXID)
	case known:
		return c, nil
	case !chargeTxIDPattern.MatchString(string(r.TXID)):
		return c, refused("txid %q is not 26 to 35 letters and digits", r.TXID)
	case !r.ExpiresAt.After(now):
		return c, refused("charge %s would expire at once", r.TXID)
	}
	if _, err := FormatValor(r.Amount); err != nil {
		return c, refused("charge %s: %w", r.TXID, err)
	}
	code, err := s.newCode()
	if err != nil {
		return c, err
	}
	c = bankCharge{TXID: r.TXID, Amount: r.Amount, CopyPaste: code, ExpiresAt: r.ExpiresAt.UTC()}
	if s.config.SettleAfter > 0 {
		c.SettleAt = now.Add(s.config.SettleAfter)
	}
	if err := s.write(c); err != nil {
		return c, err
	}
	if !c.SettleAt.IsZero() {
		s.plan(task{due: c.SettleAt, txid: c.TXID})
	}
	return c, nil
}

// Status implements Provider.
func (s *Sandbox) Status(ctx context.Context, txid ids.TXID) (payment.ChargeStatus, error) {
	now, err := s.begin(ctx)
	if err != nil {
		return payment.ChargeStatus{}, err
	}
	c, known, err := s.charge(txid, now)
	s.mu.Unlock()
	if err != nil || !known {
		return payment.ChargeStatus{}, err
	}
	issued, err := s.issued(c)
	if err != nil {
		return payment.ChargeStatus{}, err
	}
	status := payment.ChargeStatus{Found: true, Removed: c.Removed, Issued: issued}
	for _, p := range c.Payments {
		status.Receipts = append(status.Receipts, p.receipt(txid))
		status.Refunds = append(status.Refunds, p.records()...)
	}
	return status, nil
}

// Remove implements Provider.
func (s *Sandbox) Remove(ctx context.Context, txid ids.TXID) error {
	now, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	c, known, err := s.charge(txid, now)
	if err != nil || !known || c.Removed || len(c.Payments) > 0 {
		return err
	}
	c.Removed = true
	return s.write(c)
}

// issued is called without the lock, since it takes long to draw an image. Each is drawn
// once and kept in memory.
func (s *Sandbox) issued(c bankCharge) (payment.IssuedCharge, error) {
	if c.image == nil {
		image, err := QRCodePNG(c.CopyPaste)
		if err != nil {
			return payment.IssuedCharge{}, err
		}
		s.mu.Lock()
		c = s.charges[c.TXID]
		c.image = image
		s.charges[c.TXID] = c
		s.mu.Unlock()
	}
	return payment.IssuedCharge{CopyPaste: c.CopyPaste, QRCode: c.image, ExpiresAt: c.ExpiresAt}, nil
}

// refused makes an error that wraps checkout.ErrRefused and what the arguments wrap.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %w", checkout.ErrRefused, fmt.Errorf(format, args...))
}
