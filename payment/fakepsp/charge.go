package fakepsp

import (
	"context"
	"fmt"
	"time"

	"balcao/internal/ids"
)

// put makes a charge, or revises the one that has the txid and is active. An empty txid
// makes one of the bank's own.
func (b *Bank) put(ctx context.Context, txid ids.TXID, in chargeInput) (charge, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return charge{}, err
	}
	defer b.mu.Unlock()
	if txid == "" {
		txid = b.ids.TXID()
	}
	c, known, err := b.charge(txid, now)
	switch {
	case err != nil:
		return c, err
	case !txidPattern.MatchString(string(txid)):
		return c, invalid(kindCobInvalid, "O txid não respeita o schema.", Violation{"O txid deve ter de 26 a 35 letras e dígitos", "txid", ""})
	case known && c.status() != statusActive:
		return c, invalid(kindCobInvalid, "A cobrança já existe e não está ativa.", Violation{"A cobrança não está no status ATIVA", "cob.status", c.status()})
	}
	if bad := in.complete(); len(bad) > 0 {
		return c, invalid(kindCobInvalid, "Faltam campos obrigatórios.", bad...)
	}
	if known {
		return b.revise(c, in)
	}
	return b.create(txid, in, now)
}

// create makes a charge and decides whether and how it will be paid by itself.
func (b *Bank) create(txid ids.TXID, in chargeInput, now time.Time) (c charge, err error) {
	c = charge{TXID: txid, CreatedAt: now, Lifetime: defaultLifetime}
	if err := in.apply(&c, b.config.Key); err != nil {
		return c, err
	}
	if c.Location, c.CopyPaste, err = b.newCode(); err != nil {
		return c, err
	}
	if b.config.SettleAfter > 0 {
		c.Payer = b.newPayer(c, now.Add(b.config.SettleAfter))
	}
	if err := b.write(c); err != nil {
		return c, err
	}
	if c.Payer != nil {
		b.plan(task{due: c.Payer.At, txid: txid})
	}
	return c, nil
}

// newPayer is how a charge is paid at a time, faults permitting.
func (b *Bank) newPayer(c charge, at time.Time) *payer {
	p := &payer{At: at}
	if how, wrong := b.config.Switches.fires(WrongAmount); wrong {
		p.More = max(how.Amount, 1-c.Amount) // no payment of nothing
	}
	_, p.Twice = b.config.Switches.fires(PaidTwice)
	if _, p.Late = b.config.Switches.fires(PaidLate); p.Late {
		p.At = c.expiresAt().Add(time.Second)
	}
	return p
}

// revise changes an active charge. Its identity, creation and code stay.
func (b *Bank) revise(c charge, in chargeInput) (charge, error) {
	revised := c
	if err := in.apply(&revised, b.config.Key); err != nil {
		return c, err
	}
	revised.Revision++
	return revised, b.write(revised)
}

// patch revises a charge or removes it.
func (b *Bank) patch(ctx context.Context, txid ids.TXID, in chargeInput) (charge, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return charge{}, err
	}
	defer b.mu.Unlock()
	c, known, err := b.charge(txid, now)
	switch {
	case err != nil:
		return c, err
	case !known:
		return c, notFound(kindCobUnknown, "Cobrança não encontrada para o txid informado.")
	case c.status() != statusActive:
		return c, invalid(kindCobInvalid, "A cobrança não está ativa.", Violation{"A cobrança não está no status ATIVA", "cob.status", c.status()})
	case in.Status == nil:
		return b.revise(c, in)
	case *in.Status != statusRemoved:
		return c, invalid(kindCobInvalid, "O status não respeita o schema.", Violation{"Só é possível alterar para " + statusRemoved, "cob.status", *in.Status})
	case in.more():
		return c, invalid(kindCobInvalid, "A remoção não pode vir com outras alterações.", Violation{"Remova ou altere, não ambos", "cob.status", *in.Status})
	}
	return b.removed(c, statusRemoved)
}

func (b *Bank) removed(c charge, status string) (charge, error) {
	c.Removed = status
	c.Revision++
	return c, b.write(c)
}

// Remove withdraws an active charge by the bank's own will, of which the API only says that
// it may happen. The error wraps ErrUnknownCharge or ErrNotPayable.
func (b *Bank) Remove(ctx context.Context, txid ids.TXID) error {
	now, err := b.begin(ctx)
	if err != nil {
		return err
	}
	defer b.mu.Unlock()
	c, known, err := b.charge(txid, now)
	switch {
	case err != nil:
		return err
	case !known:
		return fmt.Errorf("%w: %s", ErrUnknownCharge, txid)
	case c.status() != statusActive:
		return fmt.Errorf("%w: %s", ErrNotPayable, txid)
	}
	_, err = b.removed(c, statusRemovedByBank)
	return err
}

// get reads a charge.
func (b *Bank) get(ctx context.Context, txid ids.TXID) (charge, time.Time, error) {
	now, err := b.begin(ctx)
	if err != nil {
		return charge{}, now, err
	}
	defer b.mu.Unlock()
	c, known, err := b.charge(txid, now)
	if err == nil && !known {
		err = notFound(kindCobUnknown, "Cobrança não encontrada para o txid informado.")
	}
	return c, now, err
}

// charge returns a charge as it stands now: if its time to be paid has come, it is paid.
func (b *Bank) charge(txid ids.TXID, now time.Time) (c charge, known bool, err error) {
	c, known = b.charges[txid]
	if known && c.paysItself() && !c.Payer.At.After(now) {
		c, err = b.pays(c, *c.Payer)
	}
	return c, known, err
}
