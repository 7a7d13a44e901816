package checkout

import (
	"context"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

const instrumentsPath = "$.payment.instruments"

// maxOpaqueToken is the longest token, in bytes, that goes to a processor without having been
// looked at. Payment mandates are longer.
const maxOpaqueToken = 16 << 10

// maxCharges is the most Pix charges that one checkout may cause at the provider.
const maxCharges = 20

// startPayment chooses how to pay. With Pix the charge follows when all else is ready,
// unless it must wait for a mandate, which only a completion brings.
func (d *desk) startPayment(cmd StartPayment) error {
	d.dropLapsed()
	h, ok := d.handlerFor(cmd.Handler)
	if !ok {
		return refuse(recoverable(CodeInvalidSelection, instrumentsPath+"[0].handler_id", Args{Field: "handler_id", Value: string(cmd.Handler)}))
	}
	if h.Kind == payment.KindPix && d.c.Mandated() {
		return refuse(recoverable(CodeMandateRequired, mandatePath, Args{}))
	}
	d.c.Instrument = d.instrument(h, InstrumentInput{ID: cmd.Instrument, Type: h.Instruments[0].Type})
	return nil
}

// handlerFor finds a handler that can pay this checkout; no id means Pix.
func (d *desk) handlerFor(id ids.Handler) (payment.Handler, bool) {
	usable := d.c.usable()
	at := slices.IndexFunc(usable, func(h payment.Handler) bool {
		return h.ID == id || id == "" && h.Kind == payment.KindPix
	})
	if at < 0 {
		return payment.Handler{}, false
	}
	return usable[at], true
}

// instrument makes the instrument that a platform means. Without an id of the platform's,
// the one that the same handler has already is kept, and while a charge of the handler
// is open, the charge's: the buyer may be looking at it.
func (d *desk) instrument(h payment.Handler, in InstrumentInput) *payment.Instrument {
	i := &payment.Instrument{ID: in.ID, Handler: h.ID, Type: in.Type, Billing: in.Billing}
	if old := d.c.Instrument; i.ID == "" && old != nil && old.Handler == h.ID {
		i.ID = old.ID
	}
	if ch := d.c.live(); ch != nil && ch.Handler == h.ID {
		i.ID = ch.Instrument
	}
	if i.ID == "" {
		i.ID = ids.Instrument(d.s.IDs.New("instr_"))
	}
	return i
}

// applyPayment takes over the instruments of a create or update. An open charge is the
// shop's own and stays while the terms allow it.
func (d *desk) applyPayment(in *PaymentInput) []Message {
	if in == nil || len(in.Instruments) == 0 {
		if d.c.live() == nil {
			d.c.Instrument = nil
		}
		return nil
	}
	chosen, refused := d.pick(*in)
	if refused != nil {
		return []Message{*refused}
	}
	d.c.Instrument = d.instrument(chosen.handler, chosen.InstrumentInput)
	return nil
}

// picked is the instrument that is meant, its handler, and where it stands in the request.
type picked struct {
	InstrumentInput
	handler payment.Handler
	path    string
}

// badCredential refuses an instrument for what it would be paid with.
func (p picked) badCredential() error {
	return refuse(recoverable(CodePaymentFailed, p.path+".credential", Args{Field: "credential"}))
}

// pick finds the one instrument that is meant.
func (d *desk) pick(in PaymentInput) (picked, *Message) {
	fault := func(path string) *Message {
		m := recoverable(CodePaymentFailed, path, Args{Field: "instruments"})
		return &m
	}
	at := 0
	if len(in.Instruments) > 1 {
		at = -1
		for i, inst := range in.Instruments {
			if inst.Selected == nil || !*inst.Selected {
				continue
			}
			if at >= 0 {
				return picked{}, fault(instrumentsPath)
			}
			at = i
		}
		if at < 0 {
			return picked{}, fault(instrumentsPath)
		}
	}
	inst := in.Instruments[at]
	path := fmt.Sprintf("%s[%d]", instrumentsPath, at)
	h, ok := d.handlerFor(inst.Handler)
	if !ok {
		return picked{}, fault(path + ".handler_id")
	}
	if inst.Type == "" {
		inst.Type = h.Instruments[0].Type
	}
	if !h.Accepts(inst.Type) {
		return picked{}, fault(path + ".type")
	}
	return picked{inst, h, path}, nil
}

// complete places the order, as far as the payment allows at once.
func (d *desk) complete(ctx context.Context, cmd Complete) ([]Message, error) {
	switch {
	case d.c == nil:
		return nil, refuse(recoverable(CodeNotFound, "", Args{}))
	case !d.c.CanceledAt.IsZero():
		return nil, refuse(notAllowed(Canceled))
	case d.c.over(), d.c.Attempt != nil:
		return nil, nil // the same checkout, never a second order
	case d.tooLate():
		return nil, refuse(notAllowed(d.c.status(nil)))
	}
	d.dropLapsed()
	var told []Message
	if cmd.Buyer != nil {
		told = d.mergeBuyer(BuyerInput{TaxpayerID: cmd.Buyer.TaxpayerID, Consent: cmd.Buyer.Consent})
	}
	blockers := d.blockers(d.c)
	if d.c.status(blockers) != ReadyForComplete {
		return nil, refuse(append(told, blockers...)...)
	}
	agreed, err := d.agreement(ctx, cmd.Mandate)
	if err != nil {
		return nil, err
	}
	in := d.paymentOf(cmd)
	if len(in.Instruments) == 0 {
		return nil, refuse(recoverable(CodePaymentRequired, "$.payment", Args{}))
	}
	chosen, refused := d.pick(in)
	if refused != nil {
		return nil, refuse(*refused)
	}
	if agreed != nil && chosen.handler.PaymentMandate {
		if err := d.agreePayment(ctx, agreed, chosen); err != nil {
			return nil, err
		}
	}
	if len(chosen.Token) > maxOpaqueToken && (agreed == nil || agreed.Payment == nil) {
		return nil, chosen.badCredential()
	}
	d.c.Told, d.c.Mandate = nil, agreed
	if chosen.handler.Kind == payment.KindPix {
		return told, d.completeByPix(chosen)
	}
	return told, d.completeByToken(chosen)
}

// paymentOf is what a completion pays with. One that does not say means the Pix charge that
// is open, or the Pix that was chosen before.
func (d *desk) paymentOf(cmd Complete) PaymentInput {
	switch chosen := d.c.Instrument; {
	case len(cmd.Payment.Instruments) > 0:
		return cmd.Payment
	case d.c.live() != nil:
		return PaymentInput{Instruments: []InstrumentInput{{Handler: d.c.live().Handler, Type: chosen.Type}}}
	case chosen != nil && d.c.isPix(chosen.Handler):
		return PaymentInput{Instruments: []InstrumentInput{{ID: chosen.ID, Handler: chosen.Handler, Type: chosen.Type}}}
	}
	return PaymentInput{}
}

// completeByPix begins the wait for settlement. The open charge is meant whatever the
// instrument is called; without one, alignCharge makes one. A credential that comes along
// must be that of the open charge.
func (d *desk) completeByPix(in picked) error {
	var open payment.Charge
	if ch := d.c.live(); ch != nil {
		open = *ch
	}
	if in.PaymentID != "" && in.PaymentID != string(open.TXID) || in.CopyPaste != "" && in.CopyPaste != open.CopyPaste {
		return in.badCredential()
	}
	d.c.Attempt = &Attempt{Kind: payment.KindPix, Handler: in.handler.ID, Amount: d.c.Total(), StartedAt: d.now}
	if d.c.Mandated() {
		d.c.Attempt.Chosen = d.c.Instrument
	}
	d.c.Instrument = d.instrument(in.handler, in.InstrumentInput)
	return nil
}

// unpaid ends a Pix payment that brought no money, and the completion that waited for it.
func (c *Checkout) unpaid() {
	c.Instrument = nil
	if c.Attempt != nil {
		c.Instrument = c.Attempt.Chosen
	}
	c.Attempt = nil
}

// completeByToken takes the money at once through a processor, where the shop allows it
// without a mandate; otherwise the buyer is handed over to the shop's page.
func (d *desk) completeByToken(in picked) error {
	if in.Token == "" {
		return in.badCredential()
	}
	if !d.c.Mandated() && !d.s.Policy.TokenWithoutMandate {
		d.c.Escalation = CodeBuyerReview
		return nil
	}
	if len(d.c.Voids) >= maxVoids {
		return refuse(recoverable(CodeLimit, instrumentsPath, Args{Field: "payment", Available: maxVoids}))
	}
	d.c.Attempt = &Attempt{
		ID: d.s.IDs.New("pay_"), Instrument: d.instrument(in.handler, in.InstrumentInput),
		Kind: payment.KindToken, Handler: in.handler.ID, Amount: d.c.Total(), StartedAt: d.now,
	}
	if ch := d.c.live(); ch != nil { // or the buyer might pay twice
		d.withdraw(ch)
		d.c.Instrument = nil
	}
	d.token = in.Token
	d.call = &Call{Attempt: d.c.Attempt.ID}
	d.due(job.FinishAuthorization, string(d.c.ID), d.now.Add(callLease))
	return nil
}

// dropLapsed gives up an open charge that can no longer be paid, for whoever wants to pay
// now. Left alone it would hold the stock until the provider's word.
func (d *desk) dropLapsed() {
	if ch := d.c.live(); ch != nil && d.c.Attempt == nil && d.now.After(ch.ExpiresAt) {
		d.c.expireCharge(ch)
		d.due(job.RemoveCharge, string(ch.TXID), d.now)
	}
}

// alignCharge brings the Pix charge in line with the state that the commands left: the
// wrong one is withdrawn, a missing one is asked for (under AP2 once there is a mandate,
// so that money never runs ahead of it), the stock is held as long as money may come.
func (d *desk) alignCharge() {
	c := d.c
	if c.over() {
		c.Holds = nil
		return
	}
	ready := c.status(d.blockers(c))
	pix := c.Instrument != nil && c.isPix(c.Instrument.Handler)
	payable := pix && (ready == ReadyForComplete || c.Attempt != nil && c.Attempt.Kind == payment.KindPix)
	if ch := c.live(); ch != nil && (!payable || ch.Amount != c.Total()) {
		d.withdraw(ch)
	}
	if payable && c.live() == nil && (c.Attempt != nil || !c.Mandated()) {
		d.charge()
	}
	c.Holds = nil
	if c.live() != nil || c.Attempt != nil || c.Challenge != nil {
		c.Holds = c.quantities()
	}
}

func (c *Checkout) isPix(id ids.Handler) bool {
	h, ok := c.Handler(id)
	return ok && h.Kind == payment.KindPix
}

// charge decides on a new Pix charge; the provider is asked before the reply.
func (d *desk) charge() {
	c := d.c
	if len(c.Charges) >= maxCharges {
		d.outcomes = append(d.outcomes, Outcome{Messages: []Message{recoverable(CodeLimit, instrumentsPath, Args{Field: "charges", Available: maxCharges})}})
		c.unpaid()
		return
	}
	ch := payment.Charge{
		TXID: d.s.IDs.TXID(), Handler: c.Instrument.Handler, Instrument: c.Instrument.ID,
		State: payment.ChargeCreating, Amount: c.Total(), CreatedAt: d.now, ExpiresAt: d.now.Add(d.s.Policy.ChargeLifetime),
	}
	if ch.ExpiresAt.After(c.ExpiresAt) {
		ch.ExpiresAt = c.ExpiresAt
	}
	c.Charges = append(c.Charges, ch)
	d.call = &Call{TXID: ch.TXID}
	d.due(job.FinishCharge, string(ch.TXID), d.now.Add(callLease))
}

// withdraw ends a charge that must not be paid any more. Its removal at the provider is
// owed; money that still comes is given back.
func (d *desk) withdraw(ch *payment.Charge) {
	ch.State = payment.ChargeSuperseded
	ch.CopyPaste, ch.QRCode = "", nil
	d.due(job.RemoveCharge, string(ch.TXID), d.now)
}

// cancel ends the checkout, unless a token payment may already have taken the money.
func (d *desk) cancel(cmd Cancel) error {
	switch {
	case d.c == nil:
		return refuse(recoverable(CodeNotFound, "", Args{}))
	case d.c.over(), cmd.Task != "" && cmd.Task != d.c.Task:
		return refuse(notAllowed(d.c.status(nil)))
	case d.c.Attempt != nil && d.c.Attempt.Kind == payment.KindToken:
		return refuse(notAllowed(CompleteInProgress))
	}
	if ch := d.c.live(); ch != nil {
		d.withdraw(ch)
	}
	d.end()
	return nil
}

// end cancels the checkout now.
func (d *desk) end() {
	d.giveUpChallenge()
	d.c.end(d.now)
}

// end cancels the checkout as of a time.
func (c *Checkout) end(at time.Time) {
	c.CanceledAt = at
	c.Attempt, c.Mandate, c.Told, c.Escalation, c.Holds = nil, nil, nil, "", nil
}
