package order

import (
	"strconv"
	"strings"
	"time"

	"balcao/internal/ids"
)

// Notice is what the platform of an order is owed for one version of it (BCP order webhooks:
// "order created", and one for each change). It is stored in the transaction of that version
// and goes when the platform has taken it.
type Notice struct {
	// Order is the order as it was then.
	Order *Order
	// Version counts the order's versions: 1 when it was placed.
	Version int64
	// At is when it became so.
	At time.Time
	// QueuedAt is since when it is to be delivered: At, or when the staff asked for it again.
	QueuedAt time.Time
	// Next is when it may be tried again; zero for at once.
	Next time.Time
	// Dead says that it was given up: nobody tries until the staff ask for it again.
	Dead bool
	// Tries counts those since QueuedAt; TriedAt is the last, zero for none.
	Tries   int
	TriedAt time.Time
	// Status is the HTTP status of the last try, 0 if there was no answer; Failure says in a
	// few words of ours why it was not taken.
	Status  int
	Failure string
}

// ID names the notice towards the platform (Webhook-Id): the same in every try.
func (n Notice) ID() string { return NoticeID(n.Order.ID, n.Version) }

// NoticeID is the id of the notice of a version of an order.
func NoticeID(id ids.Order, version int64) string {
	return string(id) + "." + strconv.FormatInt(version, 10)
}

// ParseNoticeID is the reverse of NoticeID.
func ParseNoticeID(s string) (id ids.Order, version int64, ok bool) {
	dot := strings.LastIndexByte(s, '.')
	if dot < 1 {
		return "", 0, false
	}
	version, err := strconv.ParseInt(s[dot+1:], 10, 64)
	id = ids.Order(s[:dot])
	return id, version, err == nil && version > 0 && NoticeID(id, version) == s
}

// NoticeChoice says which dead letters are meant: one, those of an order, or, if it is zero,
// all.
type NoticeChoice struct {
	Order ids.Order
	// Version is 0 for all of the order.
	Version int64
}
