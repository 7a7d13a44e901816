package fakepsp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
)

// Errors of what people do at the bank.
var (
	// ErrUnknownCharge says that there is no charge with the txid.
	ErrUnknownCharge = errors.New("fakepsp: unknown charge")
	// ErrNotPayable says that the charge is paid, removed or past its time.
	ErrNotPayable = errors.New("fakepsp: the charge cannot be paid")
	// ErrUnknownPayment says that there is no payment, or no refund of it, with the id.
	ErrUnknownPayment = errors.New("fakepsp: unknown payment")
	// ErrNotRefundable says that so much is not left of a payment, or that a refund is over.
	ErrNotRefundable = errors.New("fakepsp: not to be given back")
)

// Settle pays a charge now, as the buyer would, faults of payers permitting. The error wraps
// ErrUnknownCharge or ErrNotPayable.
func (b *Bank) Settle(ctx context.Context, txid ids.TXID) (payment.Receipt, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return payment.Receipt{}, err
	}
	defer b.mu.Unlock()
	c, known, err := b.charge(txid, now)
	switch {
	case err != nil:
		return payment.Receipt{}, err
	case !known:
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrUnknownCharge, txid)
	case !c.payableAt(now):
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrNotPayable, txid)
	}
	if c, err = b.pays(c, *b.newPayer(c, now)); err != nil {
		return payment.Receipt{}, err
	}
	return c.Payments[0].receipt(txid), nil
}

// Payment is money that arrives for a charge in whatever state it is.
type Payment struct {
	pix.Payment
	// Late has it paid a second after the charge's time, and PaidAt is not looked at.
	Late bool
	// Info is the payer's free text, cut to 140 characters.
	Info string
}

// maxText is the longest free text of the API, in characters.
const maxText = 140

// Pay books a payment that a real provider might let through although the charge is paid
// already, removed or past its time, or asks for another amount. The error wraps
// ErrUnknownCharge or pix.ErrValor.
func (b *Bank) Pay(ctx context.Context, p Payment) (payment.Receipt, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return payment.Receipt{}, err
	}
	defer b.mu.Unlock()
	c, known, err := b.charge(p.TXID, now)
	if err != nil {
		return payment.Receipt{}, err
	}
	if !known {
		return payment.Receipt{}, fmt.Errorf("%w: %s", ErrUnknownCharge, p.TXID)
	}
	if p.Amount == 0 {
		p.Amount = c.Amount
	}
	if _, err := pix.FormatValor(p.Amount); err != nil {
		return payment.Receipt{}, err
	}
	switch {
	case p.Late:
		p.PaidAt = c.expiresAt().Add(time.Second)
	case p.PaidAt.IsZero():
		p.PaidAt = now
	}
	if c, err = b.credit(c, received{Amount: p.Amount, PaidAt: p.PaidAt.UTC(), Info: cut(p.Info)}); err != nil {
		return payment.Receipt{}, err
	}
	return c.Payments[len(c.Payments)-1].receipt(c.TXID), nil
}

// Receive books money that comes to the Pix key without any charge, as by a static code or a
// transfer. It is in the list of payments, without a txid, and is not announced. The error
// wraps pix.ErrValor.
func (b *Bank) Receive(ctx context.Context, amount money.Amount) (payment.Receipt, error) {
	if _, err := pix.FormatValor(amount); err != nil {
		return payment.Receipt{}, err
	}
	now, err := b.begin(ctx)
	if err != nil {
		return payment.Receipt{}, err
	}
	defer b.mu.Unlock()
	c := charge{TXID: b.ids.TXID(), Loose: true, Key: b.config.Key, Amount: amount, CreatedAt: now, Lifetime: defaultLifetime}
	if err := b.write(c); err != nil {
		return payment.Receipt{}, err
	}
	if c, err = b.credit(c, received{Amount: amount, PaidAt: now, Announced: true}); err != nil {
		return payment.Receipt{}, err
	}
	return c.Payments[0].receipt(""), nil
}

// cut shortens a text to what the API carries.
func cut(text string) string {
	if letters := []rune(text); len(letters) > maxText {
		return string(letters[:maxText])
	}
	return text
}

// receipt says of a payment what the bank knows: whether it is accepted is the shop's to
// decide.
func (p received) receipt(txid ids.TXID) payment.Receipt {
	return payment.Receipt{EndToEndID: p.EndToEndID, TXID: txid, Amount: p.Amount, PaidAt: p.PaidAt}
}

// pays books what a payer does.
func (b *Bank) pays(c charge, p payer) (charge, error) {
	sum := received{Amount: c.Amount + p.More, PaidAt: p.At}
	if _, err := pix.FormatValor(sum.Amount); err != nil {
		sum.Amount = c.Amount
	}
	paid, err := b.credit(c, sum)
	if err == nil && p.Twice {
		paid, err = b.credit(paid, sum)
	}
	return paid, err
}

// credit books a payment to a charge, under an id of its own, and plans its announcement.
func (b *Bank) credit(c charge, p received) (_ charge, err error) {
	if p.EndToEndID, err = newPixID("E", b.config.Random, p.PaidAt); err != nil {
		return c, err
	}
	if _, taken := b.payments[p.EndToEndID]; taken {
		return c, fmt.Errorf("fakepsp: random source repeats itself: %s", p.EndToEndID)
	}
	now := b.config.Clock.Now()
	if _, back := b.config.Switches.fires(PulledBack); back {
		r, err := b.newRefund(refund{ID: b.ids.New(""), Amount: p.Amount, Nature: natureFraud}, now)
		if err != nil {
			return c, err
		}
		p.Refunds = []refund{r}
	}
	paid := c.withPayment(len(c.Payments), p)
	if err := b.write(paid); err != nil {
		return c, err
	}
	if c.Loose {
		return paid, nil
	}
	b.plan(task{due: now, txid: c.TXID, endToEndID: p.EndToEndID})
	for _, r := range p.Refunds {
		b.planRefund(c.TXID, p.EndToEndID, r, now)
	}
	return paid, nil
}
