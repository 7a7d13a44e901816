package order

import (
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
)

func (c RequestReturn) apply(d *desk) error {
	if err := checkText("description", c.Description, maxText); err != nil {
		return err
	}
	if err := checkText("note", c.Note, maxText); err != nil {
		return err
	}
	if !c.Staff && d.o.requests() >= maxRequests {
		return &Error{Code: CodeLimit, Available: maxRequests}
	}
	switch c.Reason {
	case Withdrawal:
		return c.withdraw(d)
	case Defect, WrongProduct:
		return c.complain(d)
	}
	return invalid("reason")
}

// requests counts what was asked to be taken back.
func (o *Order) requests() int {
	n := 0
	for _, a := range o.Adjustments {
		if !a.AcknowledgedAt.IsZero() {
			n++
		}
	}
	return n
}

// withdraw gives money back at once, for what was handed over and what was not.
func (c RequestReturn) withdraw(d *desk) error {
	open := func(l *Line) bool {
		end, begun := d.o.WithdrawalEnds(*l, d.policy.WithdrawalDays)
		return c.Staff || !begun || within(d.now, end)
	}
	before := d.o.supersede(c.Lines, open, d.now)
	units, err := c.units(d, open, func(l *Line) int64 { return l.Total - l.Returned })
	if err != nil {
		return err
	}
	var canceled, sentBack []LineQuantity
	for _, q := range units {
		l := d.o.line(q.Line)
		here := min(q.Quantity, l.Total-l.Fulfilled)
		if here > 0 {
			canceled = append(canceled, LineQuantity{Line: q.Line, Quantity: here})
		}
		if away := q.Quantity - here; away > 0 {
			sentBack = append(sentBack, LineQuantity{Line: q.Line, Quantity: away})
		}
	}
	var amount money.Amount
	var related []string
	if len(canceled) > 0 {
		amount += d.cancel(canceled)
		related = append(related, d.adjust(Adjustment{
			Type: Cancellation, Status: Completed, Lines: negative(canceled), Reason: Withdrawal, Description: c.Description, Note: c.Note,
			AcknowledgedAt: d.now,
		}))
	}
	if len(sentBack) > 0 {
		id := d.takeBack(sentBack, c)
		if a := d.o.Adjustment(id); before != nil {
			a.ReverseShippingCode, a.Carrier = before.ReverseShippingCode, before.Carrier
		}
		related = append(related, id)
		amount += d.repay(sentBack)
	}
	d.refund(amount, Withdrawal, c.Description, related...)
	return nil
}

// supersede ends the complaints whose units are withdrawn from, and returns the last one: that
// right has no reason to be looked into (CDC, article 49), and its money goes back at once. Only
// complaints that the withdrawal covers whole are ended; no lines mean all.
func (o *Order) supersede(asked []LineQuantity, open func(*Line) bool, now time.Time) (last *Adjustment) {
	need := map[ids.LineItem]int64{}
	for _, l := range o.Lines {
		need[l.ID] = l.Total
	}
	if len(asked) > 0 {
		clear(need)
	}
	for _, q := range asked {
		if l := o.line(q.Line); l != nil {
			need[q.Line] = q.Quantity - (l.Total - l.Returned)
		}
	}
	for i := range o.Adjustments {
		a := &o.Adjustments[i]
		if !a.complaint() || slices.ContainsFunc(a.Lines, func(q LineQuantity) bool { return need[q.Line] < -q.Quantity || !open(o.line(q.Line)) }) {
			continue
		}
		for _, q := range a.Lines {
			need[q.Line] += q.Quantity
			o.line(q.Line).Returned += q.Quantity
		}
		a.Status, a.EndedAt, a.Description = Failed, now, textSuperseded.In(o.Language)
		last = a
	}
	return last
}

var textSuperseded = lang.Text{"Passou a ser desistência da compra", "Became a withdrawal from the purchase", "Pasó a ser desistimiento de la compra"}

// complaint reports whether it is goods on their way back that are not repaid yet.
func (a *Adjustment) complaint() bool {
	return a.Type == Return && a.Status == Pending && a.Reason != Withdrawal
}

// Returnable is how many units of a line the buyer can give back, or withdraw from although
// they are on their way back for what is wrong with them.
func (o *Order) Returnable(l Line) int64 {
	left := l.Total - l.Returned
	for i := range o.Adjustments {
		if a := &o.Adjustments[i]; a.complaint() {
			for _, q := range a.Lines {
				if q.Line == l.ID {
					left -= q.Quantity
				}
			}
		}
	}
	return left
}

// complain announces units that come back for what is wrong with them.
func (c RequestReturn) complain(d *desk) error {
	open := func(l *Line) bool {
		end, begun := d.o.periodEnds(l, max(complaintDays, d.policy.WithdrawalDays))
		return c.Staff || !begun || within(d.now, end)
	}
	units, err := c.units(d, open, func(l *Line) int64 { return l.Fulfilled - l.Returned })
	if err != nil {
		return err
	}
	d.takeBack(units, c)
	return nil
}

// units are those asked for. Lines whose period is over have none, and are told if they
// were named or if there is nothing else.
func (c RequestReturn) units(d *desk, open func(*Line) bool, available func(*Line) int64) ([]LineQuantity, error) {
	late := false
	for i := range d.o.Lines {
		l := &d.o.Lines[i]
		named := slices.ContainsFunc(c.Lines, func(q LineQuantity) bool { return q.Line == l.ID })
		if available(l) < 1 || open(l) {
			continue
		}
		if late = true; named {
			return nil, &Error{Code: CodeTooLate, Field: "line_items", Line: l.ID}
		}
	}
	units, err := d.units(c.Lines, func(l *Line) int64 {
		if !open(l) {
			return 0
		}
		return available(l)
	})
	if err != nil && late && len(c.Lines) == 0 {
		return nil, &Error{Code: CodeTooLate}
	}
	return units, err
}

// takeBack makes a return of units that were handed over and returns its id.
func (d *desk) takeBack(units []LineQuantity, c RequestReturn) string {
	for _, q := range units {
		d.o.line(q.Line).Returned += q.Quantity
	}
	return d.adjust(Adjustment{
		Type: Return, Status: Pending, Lines: negative(units), Reason: c.Reason, Description: c.Description, Note: c.Note,
		AcknowledgedAt: d.now, Deadline: endOfDay(d.now, d.policy.ReturnDays),
	})
}

func (c ArrangeReturn) apply(d *desk) error {
	a, err := d.pendingReturn(c.Adjustment)
	if err != nil {
		return err
	}
	if err := checkText("reverse_shipping_code", c.ReverseShippingCode, maxName); err != nil {
		return err
	}
	if err := checkText("carrier", c.Carrier, maxName); err != nil {
		return err
	}
	if !c.Deadline.IsZero() && c.Deadline.Before(d.now) {
		return invalid("deadline")
	}
	if c.ReverseShippingCode == "" && c.Carrier == "" && c.Deadline.IsZero() {
		return &Error{Code: CodeNothing}
	}
	if c.ReverseShippingCode != "" {
		a.ReverseShippingCode = c.ReverseShippingCode
	}
	if c.Carrier != "" {
		a.Carrier = c.Carrier
	}
	if !c.Deadline.IsZero() {
		a.Deadline = c.Deadline.UTC()
	}
	return nil
}

func (c ReceiveReturn) apply(d *desk) error {
	a, err := d.pendingReturn(c.Adjustment)
	if err != nil {
		return err
	}
	back := negative(a.Lines)
	if !c.Restock && len(c.Lines) > 0 {
		return invalid("line_items")
	}
	a.Status, a.EndedAt = Completed, d.now
	if c.Restock {
		shelved, err := d.units(c.Lines, func(l *Line) int64 {
			i := slices.IndexFunc(back, func(q LineQuantity) bool { return q.Line == l.ID })
			if i < 0 {
				return 0
			}
			return back[i].Quantity
		})
		if err != nil {
			return err
		}
		for _, q := range shelved {
			d.shelve(d.o.line(q.Line), q.Quantity)
		}
	}
	if a.Reason != Withdrawal { // that was repaid when it was asked for
		reason, description, id := a.Reason, a.Description, a.ID
		d.refund(d.repay(back), reason, description, id)
	}
	return nil
}

func (c RefuseReturn) apply(d *desk) error {
	a, err := d.pendingReturn(c.Adjustment)
	if err != nil {
		return err
	}
	if err := checkText("description", c.Description, maxText); err != nil {
		return err
	}
	a.Status, a.EndedAt = Failed, d.now
	if c.Description != "" {
		a.Description = c.Description
	}
	if a.Reason != Withdrawal { // what was repaid is not taken back, and so cannot come again
		for _, q := range a.Lines {
			d.o.line(q.Line).Returned += q.Quantity
		}
	}
	return nil
}
