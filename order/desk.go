package order

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
)

// desk is where one command is carried out.
type desk struct {
	o      *Order
	now    time.Time
	policy Policy
	key    string
	made   int
	stock  []StockMove
	jobs   []job.Job
}

// id makes the next id of what the command makes. The same command makes the same ones.
func (d *desk) id(prefix string) string {
	d.made++
	return madeID(prefix, d.o.ID, d.key, d.made-1)
}

func madeID(prefix string, of ids.Order, key string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%d", of, key, n))
	return prefix + hex.EncodeToString(sum[:12])
}

// mostMade is the most events and adjustments that one command makes.
const mostMade = 4

// MadeBy returns the adjustments that the command with the caller's key made, as they are now:
// none if no command was carried out under it, or one that made none.
func (o *Order) MadeBy(key string) []Adjustment {
	var out []Adjustment
	for n := range mostMade {
		if a := o.Adjustment(madeID("adj_", o.ID, callersKey(key), n)); a != nil {
			out = append(out, *a)
		}
	}
	return out
}

// callersKey keeps the keys of callers apart from the shop's own.
func callersKey(key string) string { return "c:" + key }

// moment checks the time at which something is said to have happened.
func (d *desk) moment(at time.Time) (time.Time, error) {
	if at.IsZero() {
		return d.now, nil
	}
	at = at.UTC()
	if at.After(d.now) || at.Before(d.o.CreatedAt) {
		return at, invalid("occurred_at")
	}
	return at, nil
}

// units are the parts of lines that a command means: those asked for, each within what is
// available of it, or all that is available.
func (d *desk) units(asked []LineQuantity, available func(l *Line) int64) ([]LineQuantity, error) {
	var out []LineQuantity
	if len(asked) == 0 {
		for i := range d.o.Lines {
			l := &d.o.Lines[i]
			if n := available(l); n > 0 {
				out = append(out, LineQuantity{Line: l.ID, Quantity: n})
			}
		}
		if len(out) == 0 {
			return nil, &Error{Code: CodeNothing}
		}
		return out, nil
	}
	for i, q := range asked {
		l := d.o.line(q.Line)
		switch {
		case l == nil:
			return nil, &Error{Code: CodeUnknownLine, Field: "line_items", Line: q.Line}
		case q.Quantity < 1, slices.ContainsFunc(asked[:i], func(o LineQuantity) bool { return o.Line == q.Line }):
			return nil, &Error{Code: CodeInvalid, Field: "line_items", Line: q.Line}
		case q.Quantity > available(l):
			return nil, &Error{Code: CodeQuantity, Field: "line_items", Line: q.Line, Available: max(available(l), 0)}
		}
		out = append(out, q)
	}
	return out, nil
}

// negative are the same units, taken back.
func negative(units []LineQuantity) []LineQuantity {
	out := slices.Clone(units)
	for i := range out {
		out[i].Quantity = -out[i].Quantity
	}
	return out
}

// shelve puts units back on the shelf.
func (d *desk) shelve(l *Line, units int64) {
	d.stock = append(d.stock, StockMove{Variant: l.Variant, OnHand: units})
}

// adjust adds an adjustment and returns its id.
func (d *desk) adjust(a Adjustment) string {
	a.ID, a.At = d.id("adj_"), d.now
	d.o.Adjustments = append(d.o.Adjustments, a)
	return a.ID
}

// refund requests that money be given back, as far as there is any of the payment left.
func (d *desk) refund(amount money.Amount, why Reason, description string, related ...string) {
	amount = min(amount, d.o.Refundable())
	if amount <= 0 {
		return
	}
	d.adjust(Adjustment{
		Type: Refunded, Status: Pending, Amount: -amount, Reason: why, Description: description, Related: related,
	})
	d.jobs = append(d.jobs, job.Job{Kind: job.RefundOrder, Ref: string(d.o.ID), Due: d.now})
}

// repay takes the money of units that went back out of what is kept, and returns it. If
// nothing is left of the order, that for delivery comes with it.
func (d *desk) repay(units []LineQuantity) money.Amount {
	var sum money.Amount
	for _, q := range units {
		l := d.o.line(q.Line)
		part := share(l.Kept, q.Quantity, l.Total-l.Repaid)
		l.Kept -= part
		l.Repaid += q.Quantity
		sum += part
	}
	return sum + d.freight()
}

// freight is what was paid for delivery if nothing is left of the order.
func (d *desk) freight() money.Amount {
	if !d.o.nothingLeft() {
		return 0
	}
	paid := d.o.FreightKept
	d.o.FreightKept = 0
	return paid
}

// pendingReturn is a return that has not ended.
func (d *desk) pendingReturn(id string) (*Adjustment, error) {
	a := d.o.Adjustment(id)
	switch {
	case a == nil || a.Type != Return:
		return nil, &Error{Code: CodeUnknownAdjustment, Field: "adjustment_id"}
	case a.Status != Pending:
		return nil, &Error{Code: CodeEnded, Field: "adjustment_id"}
	}
	return a, nil
}
