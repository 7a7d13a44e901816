package fakepsp

import (
	"context"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// refundWindow is how long after a payment the Pix API gives it back.
const refundWindow = 90 * 24 * time.Hour

// Natures of a refund: asked for by the receiver, or started by the bank (MED).
const (
	natureOriginal   = "ORIGINAL"
	natureWithdrawal = "RETIRADA"
	natureError      = "MED_OPERACIONAL"
	natureFraud      = "MED_FRAUDE"
)

// giveBack books a refund that the receiver asks for. An id that was used for the payment is
// refused, even with the same content: who is in doubt reads it.
func (b *Bank) giveBack(ctx context.Context, endToEndID string, r refund) (refund, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return refund{}, now, err
	}
	defer b.mu.Unlock()
	c, i, err := b.payment(endToEndID)
	if err != nil {
		return refund{}, now, notFound(kindPixUnknown, "Pix não encontrado para o e2eid informado.")
	}
	p := c.Payments[i]
	switch {
	case !refundIDPattern.MatchString(r.ID):
		return refund{}, now, invalid(kindRefundInvalid, "O id não respeita o schema.", Violation{"O id deve ter de 1 a 35 letras e dígitos", "id", ""})
	case p.refund(r.ID) >= 0:
		return refund{}, now, invalid(kindRefundInvalid, "O id já foi utilizado por outra devolução deste Pix.", Violation{"O id já foi utilizado", "id", r.ID})
	case r.Amount > p.left(now):
		return refund{}, now, invalid(kindRefundInvalid, "As devoluções excederiam o valor do Pix.", Violation{"O valor excede o que resta do Pix", "devolucao.valor", ""})
	case now.Sub(p.PaidAt) > refundWindow:
		return refund{}, now, invalid(kindRefundInvalid, "O Pix foi liquidado há mais de 90 dias.", Violation{"A janela de 90 dias passou", "e2eid", ""})
	}
	if r, err = b.newRefund(r, now); err != nil {
		return refund{}, now, err
	}
	return r, now, b.writeRefund(c, i, r, now)
}

// newRefund completes a refund: when and how it will end, faults permitting.
func (b *Bank) newRefund(r refund, now time.Time) (_ refund, err error) {
	if r.ReturnID, err = newPixID("D", b.config.Random, now); err != nil {
		return r, err
	}
	r.AskedAt, r.EndsAt, r.EndsAs = now, now.Add(b.config.RefundAfter), refundDone
	if how, slow := b.config.Switches.fires(RefundSlow); slow {
		r.EndsAt = now.Add(how.Delay)
	}
	if _, fails := b.config.Switches.fires(RefundFails); fails {
		r.EndsAs = refundFailed
	}
	if _, stuck := b.config.Switches.fires(RefundStuck); stuck {
		r.EndsAt = time.Time{}
	}
	return r, nil
}

// writeRefund writes one refund, new or changed, of a charge's payment, and plans its announcement.
func (b *Bank) writeRefund(c charge, i int, r refund, now time.Time) error {
	p := c.Payments[i]
	at := p.refund(r.ID)
	if at < 0 {
		at = len(p.Refunds)
	}
	if err := b.write(c.withPayment(i, p.withRefund(at, r))); err != nil {
		return err
	}
	b.planRefund(c.TXID, p.EndToEndID, r, now)
	return nil
}

// planRefund plans to announce the end of a refund, if it has one and nobody heard of it.
func (b *Bank) planRefund(txid ids.TXID, endToEndID string, r refund, now time.Time) {
	if r.Announced || r.EndsAt.IsZero() {
		return
	}
	due := r.EndsAt
	if due.Before(now) {
		due = now
	}
	b.plan(task{due: due, txid: txid, endToEndID: endToEndID, refund: r.ID})
}

// PullBack takes money back that the bank or the payer's bank wants (MED), without the
// receiver's asking; an amount of 0 means all that is left. The error wraps
// ErrUnknownPayment or ErrNotRefundable.
func (b *Bank) PullBack(ctx context.Context, endToEndID string, amount money.Amount) (id string, err error) {
	now, err := b.begin(ctx)
	if err != nil {
		return "", err
	}
	defer b.mu.Unlock()
	c, i, err := b.payment(endToEndID)
	if err != nil {
		return "", err
	}
	left := c.Payments[i].left(now)
	if amount == 0 {
		amount = left
	}
	if amount < 1 || amount > left {
		return "", fmt.Errorf("%w: %d centavos are left of %s", ErrNotRefundable, left, endToEndID)
	}
	r, err := b.newRefund(refund{ID: b.ids.New(""), Amount: amount, Nature: natureFraud}, now)
	if err != nil {
		return "", err
	}
	return r.ID, b.writeRefund(c, i, r, now)
}

// FinishRefund ends a refund that is under way, done or not. The error wraps
// ErrUnknownPayment or ErrNotRefundable.
func (b *Bank) FinishRefund(ctx context.Context, endToEndID, id string, done bool) error {
	now, err := b.begin(ctx)
	if err != nil {
		return err
	}
	defer b.mu.Unlock()
	c, i, err := b.payment(endToEndID)
	if err != nil {
		return err
	}
	p := c.Payments[i]
	at := p.refund(id)
	if at < 0 {
		return fmt.Errorf("%w: refund %s of %s", ErrUnknownPayment, id, endToEndID)
	}
	r := p.Refunds[at]
	if r.status(now) != refundUnderWay {
		return fmt.Errorf("%w: refund %s is over", ErrNotRefundable, id)
	}
	b.schedule = slices.DeleteFunc(b.schedule, func(t task) bool { return t.endToEndID == endToEndID && t.refund == id })
	b.schedule.init()
	r.EndsAt, r.EndsAs = now, refundFailed
	if done {
		r.EndsAs = refundDone
	}
	return b.writeRefund(c, i, r, now)
}

// refund reads one.
func (b *Bank) refund(ctx context.Context, endToEndID, id string) (refund, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return refund{}, now, err
	}
	defer b.mu.Unlock()
	c, i, err := b.payment(endToEndID)
	if err != nil {
		return refund{}, now, notFound(kindPixUnknown, "Pix não encontrado para o e2eid informado.")
	}
	at := c.Payments[i].refund(id)
	if at < 0 {
		return refund{}, now, notFound(kindRefundUnknown, "Devolução não encontrada para o e2eid informado.")
	}
	return c.Payments[i].Refunds[at], now, nil
}

// payment finds a payment: its charge and its place there.
func (b *Bank) payment(endToEndID string) (charge, int, error) {
	txid, known := b.payments[endToEndID]
	if !known {
		return charge{}, 0, fmt.Errorf("%w: %s", ErrUnknownPayment, endToEndID)
	}
	c := b.charges[txid]
	return c, c.find(endToEndID), nil
}
