package rows

import (
	"cmp"
	"math"
	"slices"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/payment"
)

// Nanos is the column of a time: nanoseconds since 1970, 0 for the zero time. A time that a
// column cannot hold (a stranger may name any) becomes the nearest that it can.
func Nanos(t time.Time) int64 {
	switch {
	case t.IsZero():
		return 0
	case t.Year() < 1678:
		return math.MinInt64
	case t.Year() > 2261:
		return math.MaxInt64
	}
	return t.UnixNano()
}

// Time is the time in a column, in UTC.
func Time(nanos int64) time.Time {
	if nanos == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanos).UTC()
}

// ForgetFrom is when a checkout was canceled for which no money ever came, and none may have to be
// given back: it is nobody's record and may be forgotten some time after. It is zero for all
// others.
func ForgetFrom(c *checkout.Checkout) time.Time {
	if len(c.Receipts) > 0 || slices.ContainsFunc(c.Voids, func(v payment.Void) bool { return v.State != payment.RefundDone }) {
		return time.Time{}
	}
	return c.CanceledAt
}

// StockLevel is the stock of a variant as staff see it. What can be sold is OnHand less
// Reserved.
type StockLevel struct {
	Variant          ids.Variant
	OnHand, Reserved int64
}

// NetMoves adds up the moves of each variant and leaves out those that come to nothing.
// The result is sorted by variant, so that two writers lock rows in one order.
func NetMoves(moves []checkout.StockMove) []checkout.StockMove {
	sorted := slices.Clone(moves)
	slices.SortStableFunc(sorted, func(a, b checkout.StockMove) int { return cmp.Compare(a.Variant, b.Variant) })
	var net []checkout.StockMove
	for _, m := range sorted {
		if n := len(net); n > 0 && net[n-1].Variant == m.Variant {
			net[n-1].OnHand += m.OnHand
			net[n-1].Reserved += m.Reserved
		} else {
			net = append(net, m)
		}
	}
	return slices.DeleteFunc(net, func(m checkout.StockMove) bool { return m.OnHand == 0 && m.Reserved == 0 })
}
