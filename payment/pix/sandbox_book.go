package pix

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/internal/journal"
	"balcao/money"
	"balcao/payment"
)

// bankCharge is a charge as the sandbox's book has it: one line tells all of it, and the
// last line of a txid counts.
type bankCharge struct {
	TXID      ids.TXID      `json:"txid"`
	Amount    money.Amount  `json:"amount"` // minor units
	CopyPaste string        `json:"copy_paste"`
	ExpiresAt time.Time     `json:"expires_at"`
	SettleAt  time.Time     `json:"settle_at,omitzero"` // zero: never by itself
	Removed   bool          `json:"removed,omitempty"`
	Payments  []bankPayment `json:"payments,omitempty"`

	image []byte // of CopyPaste; nil until it is asked for
}

type bankPayment struct {
	EndToEndID string       `json:"end_to_end_id"`
	Amount     money.Amount `json:"amount"`
	PaidAt     time.Time    `json:"paid_at"`
	Announced  bool         `json:"announced,omitempty"`
	Refunds    []bankRefund `json:"refunds,omitempty"`
}

type bankRefund struct {
	ID     string       `json:"id"`
	Amount money.Amount `json:"amount"`
}

// payableAt reports whether a payer's bank would take a payment at t.
func (c bankCharge) payableAt(t time.Time) bool {
	return !c.Removed && len(c.Payments) == 0 && !t.After(c.ExpiresAt)
}

// settlesBy reports whether the charge has been paid by itself by now.
func (c bankCharge) settlesBy(now time.Time) bool {
	return !c.SettleAt.IsZero() && !c.SettleAt.After(now) && c.payableAt(c.SettleAt)
}

// withPayment returns the charge with one payment changed or, past the last, added. The
// stored charge stays as it is until the book has the new one.
func (c bankCharge) withPayment(i int, p bankPayment) bankCharge {
	c.Payments = slices.Clone(c.Payments)
	if i == len(c.Payments) {
		c.Payments = append(c.Payments, p)
	}
	c.Payments[i] = p
	return c
}

// find returns the index of a payment, -1 if the charge did not get it.
func (c bankCharge) find(endToEndID string) int {
	return slices.IndexFunc(c.Payments, func(p bankPayment) bool { return p.EndToEndID == endToEndID })
}

// receipt says of a payment what the provider knows: whether it is accepted is the shop's
// to decide.
func (p bankPayment) receipt(txid ids.TXID) payment.Receipt {
	r := payment.Receipt{EndToEndID: p.EndToEndID, TXID: txid, Amount: p.Amount, PaidAt: p.PaidAt}
	if len(p.Refunds) > 0 {
		r.Refund = payment.RefundDone
	}
	return r
}

// openBook reads the book and schedules what it says is still to come.
func (s *Sandbox) openBook() error {
	book, err := journal.Open(s.config.JournalPath, func(line []byte) (string, error) {
		var c bankCharge
		if err := json.Unmarshal(line, &c); err != nil {
			return "", err
		}
		if c.TXID == "" {
			return "", errors.New("no txid")
		}
		s.remember(c)
		return string(c.TXID), nil
	})
	if err != nil {
		return err
	}
	s.book = book
	now := s.config.Clock.Now()
	for txid, c := range s.charges {
		if !c.SettleAt.IsZero() && c.payableAt(c.SettleAt) {
			s.plan(task{due: c.SettleAt, txid: txid})
		}
		for _, p := range c.Payments {
			if !p.Announced {
				s.plan(task{due: now, txid: txid, endToEndID: p.EndToEndID})
			}
		}
	}
	return nil
}

// write puts a charge into the book and then into memory; on an error neither changed.
func (s *Sandbox) write(c bankCharge) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := s.book.Append(line); err != nil {
		return err
	}
	s.remember(c)
	return nil
}

func (s *Sandbox) remember(c bankCharge) {
	s.charges[c.TXID] = c
	for _, p := range c.Payments {
		s.payments[p.EndToEndID] = c.TXID
	}
}

// charge returns a charge as it stands now: if its time to settle has come, it is paid.
func (s *Sandbox) charge(txid ids.TXID, now time.Time) (c bankCharge, known bool, err error) {
	c, known = s.charges[txid]
	if known && c.settlesBy(now) {
		c, err = s.credit(c, c.Amount, c.SettleAt)
	}
	return c, known, err
}

// credit books a payment to a charge and plans its announcement.
func (s *Sandbox) credit(c bankCharge, amount money.Amount, paidAt time.Time) (bankCharge, error) {
	endToEndID, err := newEndToEndID(s.config.Random, paidAt)
	if err != nil {
		return c, err
	}
	if _, taken := s.payments[endToEndID]; taken {
		return c, fmt.Errorf("pix: random source repeats itself: %s", endToEndID)
	}
	p := bankPayment{EndToEndID: endToEndID, Amount: amount, PaidAt: paidAt}
	paid := c.withPayment(len(c.Payments), p)
	if err := s.write(paid); err != nil {
		return c, err
	}
	s.plan(task{due: s.config.Clock.Now(), txid: c.TXID, endToEndID: endToEndID})
	return paid, nil
}
