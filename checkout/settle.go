package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// SettleCharge asks the provider about a charge and applies what it says. It is what a
// webhook triggers: nothing in the webhook is believed but the charge's name.
// ErrNotFound means that the charge is not ours.
func (s *Service) SettleCharge(ctx context.Context, txid ids.TXID) error {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil {
		return err
	}
	return s.settleCharge(ctx, c, ch)
}

func (s *Service) settleCharge(ctx context.Context, c *Checkout, ch payment.Charge) error {
	_, err := s.settled(ctx, c, ch)
	return err
}

// settled settles a charge and returns what the provider said. With a *GaveUp it is settled, too.
func (s *Service) settled(ctx context.Context, c *Checkout, ch payment.Charge) (status payment.ChargeStatus, err error) {
	h, _ := c.Handler(ch.Handler)
	status, err = bounded(ctx, func(ctx context.Context) (payment.ChargeStatus, error) {
		return s.Payments.ChargeStatus(ctx, h, ch.TXID)
	})
	if err != nil {
		return status, fmt.Errorf("ask for charge: %w", err)
	}
	strange, err := s.others(ctx, c, &status)
	if err != nil {
		return status, err
	}
	if err := s.tell(ctx, c.ID, Settle{TXID: ch.TXID, Status: status}); err != nil {
		return status, err
	}
	if strange != "" {
		return status, &GaveUp{What: "booking", TXID: ch.TXID, EndToEndID: strange, Err: errBookedElsewhere}
	}
	return status, s.noteReturned(ctx, c, ch, status)
}

// errBookedElsewhere says that the provider names one payment for two charges.
var errBookedElsewhere = errors.New("checkout: the payment is booked for another charge")

// others takes out of a status what is booked for another checkout, and names one of it: a
// payment counts once in the whole shop.
func (s *Service) others(ctx context.Context, c *Checkout, status *payment.ChargeStatus) (strange string, err error) {
	var own []payment.Receipt
	for _, r := range status.Receipts {
		of, err := s.Store.CheckoutOfPayment(ctx, r.EndToEndID)
		switch {
		case errors.Is(err, ErrNotFound), err == nil && of == c.ID:
			own = append(own, r)
		case err != nil:
			return "", err
		default:
			strange = r.EndToEndID
		}
	}
	status.Receipts = own
	return strange, nil
}

func (s *Service) chargeOf(ctx context.Context, txid ids.TXID) (*Checkout, payment.Charge, error) {
	id, err := s.Store.CheckoutOfCharge(ctx, txid)
	if err != nil {
		return nil, payment.Charge{}, err
	}
	c, err := s.Store.Checkout(ctx, id)
	if err != nil {
		return nil, payment.Charge{}, err
	}
	for _, ch := range c.Charges {
		if ch.TXID == txid {
			return c, ch, nil
		}
	}
	return nil, payment.Charge{}, ErrNotFound
}

func (d *desk) chargeBy(txid ids.TXID) *payment.Charge {
	for i := range d.c.Charges {
		if d.c.Charges[i].TXID == txid {
			return &d.c.Charges[i]
		}
	}
	return nil
}

// issued takes over what the provider answered to a wish for a charge.
func (d *desk) issued(cmd issue) ([]Message, error) {
	ch := d.chargeBy(cmd.TXID)
	if ch == nil || ch.State == payment.ChargeOpen || ch.State == payment.ChargePaid {
		return nil, nil // settled, or finished by a job meanwhile
	}
	if ch.State != payment.ChargeCreating || cmd.Issued == nil {
		// Not wanted any more, or perhaps there after all: the provider must not keep it.
		d.due(job.RemoveCharge, string(ch.TXID), d.now)
	}
	if ch.State != payment.ChargeCreating {
		return nil, nil
	}
	if cmd.Issued == nil {
		ch.State = payment.ChargeFailed
		d.c.unpaid()
		return d.tell(recoverable(CodeProcessorDown, instrumentsPath, Args{})), nil
	}
	ch.State, ch.CopyPaste, ch.QRCode = payment.ChargeOpen, cmd.Issued.CopyPaste, cmd.Issued.QRCode
	if at := cmd.Issued.ExpiresAt; !at.IsZero() && at.Before(ch.ExpiresAt) {
		ch.ExpiresAt = at
	}
	d.due(job.WatchCharge, string(ch.TXID), d.now.Add(firstLook))
	return nil, nil
}

// settle applies each payment that the provider names once: the first good one places
// the order, every other one is given back in full.
func (d *desk) settle(cmd Settle) error {
	ch := d.chargeBy(cmd.TXID)
	if ch == nil {
		return fmt.Errorf("checkout: settle: charge is not of this checkout")
	}
	for _, good := range []bool{true, false} { // a wrong amount that came first spoils nothing
		for _, r := range cmd.Status.Receipts {
			known := slices.ContainsFunc(d.c.Receipts, func(x payment.Receipt) bool { return x.EndToEndID == r.EndToEndID })
			if known || r.EndToEndID == "" || d.acceptable(ch, r) != good {
				continue
			}
			r.TXID, r.Accepted, r.Refund = cmd.TXID, good, payment.RefundNone
			if good {
				d.paid(ch, cmd.Status.Issued)
				paid := order.Payment{Handler: ch.Handler, Kind: string(payment.KindPix), TXID: r.TXID, EndToEndID: r.EndToEndID, Amount: r.Amount}
				if err := d.place(paid); err != nil {
					return err
				}
				d.order.NoteReturned(returnedOf(cmd.Status.Refunds, r.EndToEndID), d.now)
			} else {
				d.giveBack(ch, &r)
			}
			d.c.Receipts = append(d.c.Receipts, r)
		}
	}
	d.wentBack(ch, cmd.Status.Refunds)
	if cmd.Status.Removed && ch.Live() && !d.c.over() {
		d.c.expireCharge(ch) // the provider took it back: nobody can pay it any more
	}
	return nil
}

// paid marks the charge as paid and shows it with its credential, also if we had given it
// up or had not seen it issued.
func (d *desk) paid(ch *payment.Charge, issued payment.IssuedCharge) {
	ch.State = payment.ChargePaid
	if ch.CopyPaste == "" {
		ch.CopyPaste, ch.QRCode = issued.CopyPaste, issued.QRCode
	}
	if i := d.c.Instrument; i != nil && i.ID == ch.Instrument && i.Handler == ch.Handler {
		return
	}
	if h, ok := d.c.Handler(ch.Handler); ok {
		d.c.Instrument = &payment.Instrument{ID: ch.Instrument, Handler: h.ID, Type: h.Instruments[0].Type}
	}
}

// acceptable reports whether a payment pays the order: right amount, in time, for the
// current charge of a checkout that has not ended and that no token payment may be
// paying already, by a buyer who agreed to it, with the goods there to be had.
func (d *desk) acceptable(ch *payment.Charge, r payment.Receipt) bool {
	current := ch == &d.c.Charges[len(d.c.Charges)-1]
	inTime := !r.PaidAt.After(ch.ExpiresAt)
	byToken := d.c.Challenge != nil || d.c.Attempt != nil && d.c.Attempt.Kind == payment.KindToken
	agreed := !d.c.Mandated() || d.c.Mandate != nil
	if d.c.over() || byToken || !agreed || !current || !inTime || r.Amount != ch.Amount || ch.Amount != d.c.Total() {
		return false
	}
	switch ch.State {
	case payment.ChargeCreating, payment.ChargeOpen:
		return true
	case payment.ChargeExpired:
		// We gave the charge up before we heard of the money: the goods are no longer held,
		// and all else that a completion needs must still be there.
		return d.c.status(d.blockers(d.c)) == ReadyForComplete
	default:
		return false
	}
}

// giveBack keeps a payment that does not pay the order and owes its refund.
func (d *desk) giveBack(ch *payment.Charge, r *payment.Receipt) {
	r.Refund = payment.RefundQueued
	d.due(job.Refund, string(ch.TXID), d.now)
	if !ch.Live() || d.c.over() {
		return
	}
	ch.State = payment.ChargeMismatch
	ch.CopyPaste, ch.QRCode = "", nil
	d.due(job.RemoveCharge, string(ch.TXID), d.now)
	d.c.unpaid()
	d.c.Told = []Message{recoverable(CodePaymentFailed, instrumentsPath, Args{Amount: r.Amount, Was: ch.Amount})}
}

// expireCharge ends a charge that stayed unpaid.
func (d *desk) expireCharge(txid ids.TXID) {
	if d.c.over() {
		return
	}
	if ch := d.chargeBy(txid); ch != nil && ch.Live() {
		d.c.expireCharge(ch)
		d.due(job.RemoveCharge, string(txid), d.now)
	}
}

// cannotAsk tells of a charge that waits for the provider's word. It is told once.
func (d *desk) cannotAsk(txid ids.TXID) {
	waits := info(CodeProcessorDown, instrumentsPath, Args{})
	ch := d.chargeBy(txid)
	if ch == nil || !ch.Live() || d.c.over() || slices.ContainsFunc(d.c.Told, func(m Message) bool { return m.Code == waits.Code && m.Type == waits.Type }) {
		return
	}
	d.c.Told = append(d.c.Told, waits)
}

func (c *Checkout) expireCharge(ch *payment.Charge) {
	ch.State = payment.ChargeExpired
	ch.CopyPaste, ch.QRCode = "", nil
	c.unpaid()
	c.Holds = nil
	c.Told = []Message{recoverable(CodePaymentExpired, instrumentsPath, Args{Amount: ch.Amount})}
}

// expire cancels the checkout unless money may still come.
func (d *desk) expire() {
	if !d.c.over() && d.c.live() == nil && d.c.Attempt == nil && d.c.Challenge == nil && !d.now.Before(d.c.ExpiresAt) {
		d.end()
	}
}

// tell hands a message to the answer. With no answer to come, as for a job, it waits in
// the checkout for the next one.
func (d *desk) tell(m Message) []Message {
	if d.req.Reply == nil {
		d.c.Told = []Message{m}
		return nil
	}
	return []Message{m}
}

func (d *desk) refunded(cmd refunded) {
	for i := range d.c.Receipts {
		if r := &d.c.Receipts[i]; r.EndToEndID == cmd.EndToEndID {
			r.Refund = cmd.State
		}
	}
}

// place makes the order that a payment paid. It is stored with the stock it takes in one
// transaction.
func (d *desk) place(paid order.Payment) error {
	c := d.c
	o := &order.Order{
		ID: ids.Order(d.s.IDs.New("ord_")), Checkout: c.ID, Owner: c.Owner, Session: c.Session, Language: c.Language,
		Key: d.s.IDs.Secret(), CreatedAt: d.now, Currency: c.Currency, Totals: c.orderTotals(), Seller: c.Seller, Attribution: c.Attribution,
		Payment: paid, Buyer: c.Buyer.contact(),
	}
	o.Label = d.s.Policy.OrderLabel.In(c.Language) + " " + strings.ToUpper(string(o.ID[len(o.ID)-8:]))
	promise := order.Expectation{ID: "exp_1", Method: string(c.Fulfillment.Method)}
	for _, l := range c.Lines {
		o.Lines = append(o.Lines, order.Line{
			ID: l.ID, Variant: l.Variant, Title: l.Title, Price: l.Price, Original: l.Quantity, Total: l.Quantity,
			NCM: l.NCM, Taxes: l.Taxes, Totals: l.Totals,
		})
		promise.Lines = append(promise.Lines, order.LineQuantity{Line: l.ID, Quantity: l.Quantity})
	}
	promise.Destination, promise.Description = c.promise()
	o.Promises = []order.Expectation{promise}
	o.Start()
	if err := d.keepEvidence(o.ID); err != nil {
		return err
	}
	if d.s.Policy.Mail {
		d.jobs = append(d.jobs, o.OweMail(order.MailPlaced, d.now)...)
	}
	d.order = o
	c.Order = &OrderRef{ID: o.ID, Key: o.Key}
	c.CompletedAt = d.now
	c.Attempt, c.Challenge, c.Told, c.Escalation, c.Holds = nil, nil, nil, "", nil
	return nil
}

// orderTotals are the checkout's totals. They tell of the taxes in the prices whether that
// was negotiated or not: each reading of the order has a session of its own.
func (c *Checkout) orderTotals() []order.Total {
	if slices.ContainsFunc(c.Totals, func(t order.Total) bool { return t.Included }) {
		return c.Totals
	}
	included, _ := c.taxes()
	at := slices.IndexFunc(c.Totals, func(t order.Total) bool { return t.Type == order.TotalTotal })
	return slices.Insert(slices.Clone(c.Totals), at, c.includedTax(included))
}

// contact is who bought, for the shop and for what it sends the buyer.
func (b *Buyer) contact() order.Buyer {
	if b == nil {
		return order.Buyer{}
	}
	out := order.Buyer{Name: strings.TrimSpace(b.FirstName + " " + b.LastName), Email: b.Email, Phone: b.Phone}
	if b.TaxpayerID != nil {
		out.TaxpayerKind, out.TaxpayerID = b.TaxpayerID.Kind, b.TaxpayerID.Value
	}
	return out
}

// promise says where the goods go and what the buyer was told of it.
func (c *Checkout) promise() (brazil.Address, string) {
	f := &c.Fulfillment
	var to brazil.Address
	if a := c.destination(); a != nil {
		to = *a
	}
	if o := f.option(); c.Session.Has(platform.CapFulfillment) && f.Method == Shipping && o != nil {
		return to, o.Description
	}
	return to, textPickup.In(c.Language)
}
