package checkout

import (
	"maps"
	"reflect"
	"slices"

	"balcao/payment"
	"balcao/platform"
)

// clone copies all that a command may change in place. What commands replace as a whole
// (totals, taxes, handlers, session) is shared.
func (c *Checkout) clone() *Checkout {
	d := *c
	d.Lines = slices.Clone(c.Lines)
	d.Buyer = c.Buyer.clone()
	d.Attribution = maps.Clone(c.Attribution)
	d.Fulfillment.Destinations = slices.Clone(c.Fulfillment.Destinations)
	d.Fulfillment.Options = slices.Clone(c.Fulfillment.Options)
	d.Codes = slices.Clone(c.Codes)
	d.Charges = slices.Clone(c.Charges)
	d.Receipts = slices.Clone(c.Receipts)
	d.Holds = slices.Clone(c.Holds)
	d.Told = slices.Clone(c.Told)
	if c.Instrument != nil {
		i := *c.Instrument
		d.Instrument = &i
	}
	if c.Attempt != nil {
		a := *c.Attempt
		d.Attempt = &a
	}
	d.Voids = slices.Clone(c.Voids)
	if c.Challenge != nil {
		ch := *c.Challenge
		d.Challenge = &ch
	}
	return &d
}

func (b *Buyer) clone() *Buyer {
	if b == nil {
		return nil
	}
	d := *b
	return &d
}

// sameTerms reports whether two states show the same terms. What is bookkeeping (writes,
// holds, receipts, who follows, an attempt that has not ended) is no part of them.
func sameTerms(a, b *Checkout) bool {
	return reflect.DeepEqual(terms(a), terms(b))
}

func terms(c *Checkout) Checkout {
	t := *c
	t.Version, t.Revision, t.Owner, t.Task = 0, 0, platform.Owner{}, ""
	t.Attempt, t.Holds, t.Told, t.Receipts, t.Call = nil, nil, nil, nil, nil
	t.Nonce, t.Mandate, t.MandateReceipt = "", nil, ""
	if t.Challenge != nil {
		t.Escalation = ""
	}
	t.Challenge, t.Voids = nil, nil
	t.Charges = nil
	switch ch := c.Charge(); {
	case c.Mandated():
		// The charge is part of the attempt that a mandate allowed: it comes and goes without
		// a change of what the buyer agreed to.
		if a := c.Attempt; a != nil && a.Kind == payment.KindPix {
			t.Instrument = a.Chosen
		}
		if t.Instrument != nil && c.isPix(t.Instrument.Handler) {
			t.Instrument = nil
		}
	case ch != nil && ch.CopyPaste != "":
		t.Charges = []payment.Charge{*ch}
		t.Charges[0].State = "" // paid or open, it shows the same
	case t.Instrument != nil && c.isPix(t.Instrument.Handler):
		t.Instrument = nil // nothing of it is shown before there is a charge
	}
	return t
}
