package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"balcao/internal/ids"
	"balcao/order"
)

// mandatePath is where a completion carries the checkout mandate.
const mandatePath = "$.ap2.checkout_mandate"

// readSeals reads the seals that a mandate may be over, if AP2 was negotiated.
func (d *desk) readSeals(ctx context.Context) error {
	if !d.was.Mandated() {
		return nil
	}
	var err error
	if d.seals, err = d.s.Store.Seals(ctx, d.was.ID, d.was.Revision); err != nil {
		return unavailable(fmt.Errorf("read seals: %w", err))
	}
	return nil
}

// sealsOf are the seals of a checkout whose answer is to be sent, nil without AP2.
func (d *desk) sealsOf(c *Checkout) *Seals {
	if c == nil || !c.Mandated() {
		return nil
	}
	seals := &Seals{checkout: c.ID, revision: c.Revision}
	if d.was != nil && d.was.ID == c.ID && d.was.Revision == c.Revision {
		seals.known = d.seals
	}
	return seals
}

// mandated reports whether the request brings a mandate.
func (r *Request) mandated() bool {
	return slices.ContainsFunc(r.Commands, func(cmd Command) bool {
		c, ok := cmd.(Complete)
		return ok && c.Mandate != ""
	})
}

// agreement judges the mandate of a completion over the terms as they were read: what the
// completion itself would change of them, the buyer has not agreed to. It is nil where AP2
// was not negotiated; then a mandate is not even looked at.
func (d *desk) agreement(ctx context.Context, mandate string) (*order.Evidence, error) {
	switch {
	case !d.c.Mandated():
		return nil, nil
	case mandate == "":
		return nil, refuse(recoverable(CodeMandateRequired, mandatePath, Args{}))
	case d.was == nil || d.was.ID != d.c.ID || !sameTerms(d.was, d.c):
		return nil, refuse(recoverable(CodeMandateScope, mandatePath, Args{}))
	}
	ev, err := d.s.Mandates.Checkout(ctx, MandateQuery{
		Platform: d.c.Owner.Profile, Checkout: d.c.ID, Mandate: mandate, Seals: d.seals, Nonce: d.was.Nonce, Now: d.now,
		Used: func(ev order.Evidence) (bool, error) { return d.used(ctx, ev) },
	})
	if err != nil {
		if err := d.outdated(ctx); err != nil {
			return nil, err
		}
		return nil, mandateRefused(err, mandatePath)
	}
	return &ev, nil
}

// used reports whether a mandate has had its purchase: its checkout hash an order, its open
// mandate a completion of another checkout.
func (d *desk) used(ctx context.Context, ev order.Evidence) (bool, error) {
	used, err := d.s.Store.MandateUsed(ctx, ev.CheckoutHash)
	if err != nil {
		return false, unavailable(fmt.Errorf("read evidence: %w", err))
	}
	if used {
		return true, nil
	}
	return d.openHeld(ctx, ev.OpenMandate)
}

// openHeld reports whether another checkout holds an open mandate; nobody holds none.
func (d *desk) openHeld(ctx context.Context, openMandate string) (bool, error) {
	if openMandate == "" {
		return false, nil
	}
	held, err := d.s.Store.OpenMandateHeld(ctx, openMandate, d.c.ID)
	if err != nil {
		return false, unavailable(fmt.Errorf("read open mandates: %w", err))
	}
	return held, nil
}

// outdated is a conflict if the checkout was written since the desk read it. A mandate may then be
// refused for what is no longer so: its seals are gone, or its order has just been placed.
func (d *desk) outdated(ctx context.Context) error {
	now, err := d.s.Store.Checkout(ctx, d.was.ID)
	switch {
	case err != nil:
		return unavailable(fmt.Errorf("read checkout: %w", err))
	case now.Version != d.was.Version:
		return ErrConflict
	}
	return nil
}

// agreePayment judges the payment mandate that is the token of an instrument.
func (d *desk) agreePayment(ctx context.Context, agreed *order.Evidence, in picked) error {
	path := in.path + ".credential.token"
	got, err := d.s.Mandates.Payment(ctx, *agreed, order.PaymentEvidence{
		Mandate: in.Token.Reveal(), Amount: d.c.Total(), Currency: d.c.Currency, InstrumentID: string(in.ID), InstrumentType: in.Type,
	})
	if err != nil {
		return mandateRefused(err, path)
	}
	held, err := d.openHeld(ctx, got.OpenMandate)
	if err != nil {
		return err
	}
	if held {
		return refuse(recoverable(CodeMandateScope, path, Args{}))
	}
	agreed.Payment = &got
	return nil
}

// mandateRefused turns a refusal into one of the command.
func mandateRefused(err error, path string) error {
	var no *MandateRefusal
	if errors.As(err, &no) {
		return refusal{messages: []Message{recoverable(no.Code, path, Args{})}, receipt: no.Receipt}
	}
	return err
}

// keepEvidence has the evidence of the mandate stored with the order, which uses it up.
func (d *desk) keepEvidence(placed ids.Order) error {
	if d.c.Mandate == nil {
		return nil
	}
	ev := *d.c.Mandate
	ev.Order = placed
	ev, err := d.s.Mandates.Placed(ev, d.now)
	if err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	d.evidence, d.c.Mandate, d.c.MandateReceipt = &ev, nil, ev.Receipt
	return nil
}

// dropPaymentMandate forgets the payment mandate of a card that paid nothing. The mandate for
// the checkout stays: Pix money that comes late may still be for it.
func (c *Checkout) dropPaymentMandate() {
	if c.Mandate != nil && c.Mandate.Payment != nil {
		ev := *c.Mandate
		ev.Payment = nil
		c.Mandate = &ev
	}
}
