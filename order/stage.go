package order

import (
	"time"

	"balcao/internal/ids"
)

// Stage is where an order stands as a whole, for the shop's staff.
type Stage string

// The stages.
const (
	// StageProcessing: nothing was handed over; StagePartial: something was.
	StageProcessing Stage = "processing"
	StagePartial    Stage = "partial"
	// StageFulfilled: all was handed over; StageDelivered: all arrived.
	StageFulfilled Stage = "fulfilled"
	StageDelivered Stage = "delivered"
	// StageCanceled: nothing is left of it.
	StageCanceled Stage = "canceled"
)

// Stage is derived from the lines.
func (o *Order) Stage() Stage {
	var total, fulfilled, delivered int64
	for _, l := range o.Lines {
		total, fulfilled, delivered = total+l.Total, fulfilled+l.Fulfilled, delivered+l.Delivered
	}
	switch {
	case total == 0:
		return StageCanceled
	case delivered == total:
		return StageDelivered
	case fulfilled == total:
		return StageFulfilled
	case fulfilled > 0:
		return StagePartial
	}
	return StageProcessing
}

// NeedsAttention reports whether somebody of the staff has to do something beside handing
// the goods over: goods are on their way back, a refund failed and nobody has made
// another one for it, or money went back that the shop did not give back.
func (o *Order) NeedsAttention() bool {
	for _, a := range o.Adjustments {
		switch {
		case a.Elsewhere:
			if a.SeenAt.IsZero() {
				return true
			}
		case a.Type == Return && a.Status == Pending, a.Type == Refunded && a.Status == Failed && !o.followed(a.ID):
			return true
		}
	}
	return false
}

// followed reports whether a refund that did not fail was made for an adjustment.
func (o *Order) followed(id string) bool {
	for _, a := range o.Adjustments {
		for _, r := range a.Related {
			if r == id && a.Type == Refunded && a.Status != Failed {
				return true
			}
		}
	}
	return false
}

// Query says which orders to list, newest first. Zero members restrict nothing.
type Query struct {
	Stage Stage
	// Attention lists only those for which NeedsAttention holds.
	Attention bool
	// From and Until bound the time at which they were placed; Until itself is not in it.
	From, Until time.Time
	// After is the last order of the page before; the list goes on behind it.
	After ids.Order
	// Limit is how many at most; zero for DefaultPage, never more than MaxPage.
	Limit int
}

// How many orders a page has by default and at most.
const (
	DefaultPage = 50
	MaxPage     = 500
)

// Page is a part of a list of orders.
type Page struct {
	Orders []*Order
	// More says that the list goes on behind the last one.
	More bool
}
