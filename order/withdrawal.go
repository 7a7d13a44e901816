package order

import (
	"time"

	"balcao/internal/brazil"
)

// MinWithdrawalDays is what the law gives the buyer to withdraw from a purchase made at a
// distance (CDC, article 49).
const MinWithdrawalDays = 7

// complaintDays is how long a buyer may complain of what is wrong with durable goods
// (CDC, article 26, II).
const complaintDays = 90

// endOfDay is the last moment of the day that comes some days after the day of t, by the
// calendar of São Paulo. The day of t itself is not counted (Código Civil, article 132).
func endOfDay(t time.Time, days int) time.Time {
	local := brazil.Brasilia(t)
	next := time.Date(local.Year(), local.Month(), local.Day()+days+1, 0, 0, 0, 0, local.Location())
	return next.Add(-time.Second).UTC()
}

// within reports whether t is not after a day that ends at the given second.
func within(t, end time.Time) bool { return t.Before(end.Add(time.Second)) }

// arrived is when the last of a line's units was delivered; false as long as some are not.
func (o *Order) arrived(l *Line) (time.Time, bool) {
	if l.Delivered < l.Total || l.Total == 0 {
		return time.Time{}, false
	}
	var last time.Time
	for _, e := range o.Events {
		if e.Type != EventDelivered {
			continue
		}
		for _, q := range e.Lines {
			if q.Line == l.ID && e.At.After(last) {
				last = e.At
			}
		}
	}
	return last, !last.IsZero()
}

// WithdrawalEnds is the last second in which the buyer may withdraw from a line: at the end
// of that many days after the last of its units was delivered. Before that the period has
// not begun, and the result is false: withdrawing is possible at any time.
func (o *Order) WithdrawalEnds(l Line, days int) (time.Time, bool) {
	return o.periodEnds(&l, max(days, MinWithdrawalDays))
}

func (o *Order) periodEnds(l *Line, days int) (time.Time, bool) {
	at, all := o.arrived(l)
	if !all {
		return time.Time{}, false
	}
	return endOfDay(at, days), true
}

// Withdrawable lists what the buyer may still withdraw from at a time, line by line.
func (o *Order) Withdrawable(now time.Time, days int) []LineQuantity {
	var out []LineQuantity
	for _, l := range o.Lines {
		end, begun := o.WithdrawalEnds(l, days)
		if left := o.Returnable(l); left > 0 && (!begun || within(now, end)) {
			out = append(out, LineQuantity{Line: l.ID, Quantity: left})
		}
	}
	return out
}
