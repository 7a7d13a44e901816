package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"balcao/checkout"
	"balcao/httpsig"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
)

const (
	// noticePatience is how long a notice is tried before it is a dead letter (BCP wants a day
	// at least): a long weekend.
	noticePatience = 72 * time.Hour
	// noticesAtOnce is how many notices are delivered at a time and noticesToHost how many of
	// them to one host. With atOnce pushes they leave the worker places for jobs about money.
	noticesAtOnce = 3
	noticesToHost = 2
)

// What becomes of a try, as it is counted.
const (
	outcomeDelivered = "delivered"
	outcomeFailed    = "failed"
	outcomeDead      = "dead"
)

// NoticeStore has what platforms are owed of their orders.
type NoticeStore interface {
	// NextNotice returns the earliest version of an order of which its platform is to be told,
	// checkout.ErrNotFound if there is none.
	NextNotice(ctx context.Context, id ids.Order) (order.Notice, error)
	// NoticeTaken forgets a notice that the platform has taken.
	NoticeTaken(ctx context.Context, id ids.Order, version int64) error
	// NoticeMissed keeps what became of a try.
	NoticeMissed(ctx context.Context, n order.Notice) error
}

// Caller is a Poster that tells beforehand which addresses it will not call; it is
// *safehttp.Client.
type Caller interface {
	Poster
	CheckURL(url string) error
}

// Webhooks delivers the notices of orders. All members are needed.
//
// The notices of an order go one at a time, in the order of versions; other orders and other
// hosts do not wait for them. One that its platform does not take is tried again for
// noticePatience; then it is a dead letter, which the staff may put back, and the next one has
// its turn: each carries the whole order.
type Webhooks struct {
	Store NoticeStore
	// Encode makes the body: the order as it was.
	Encode func(o *order.Order) ([]byte, error)
	// Address is where the platform wants to be told now, empty if nowhere. It is not known
	// while its profile cannot be had. Anew says that a copy will not do.
	Address func(ctx context.Context, owner platform.Owner, anew bool) (url string, known bool)
	Poster  Caller
	// Profile is the URL of the shop's own profile, which has the keys of Signer.
	Profile string
	// Signer is the key whose turn it is, for one message.
	Signer func() httpsig.Signer
	Clock  clock.Clock
	// Jitter returns a number from 0 up to 1, so that those who wait do not all come at once.
	Jitter func() float64
	Log    *slog.Logger
	// Count is told what became of each try: delivered, failed or dead.
	Count func(outcome string)

	orders, hosts lanes
	holds         holds
}

// Deliver does a job.NotifyOrder: one try of the order's next notice. A time says when it
// wants to run again; an error is a failure of ours.
func (w *Webhooks) Deliver(ctx context.Context, id ids.Order) (again time.Time, err error) {
	if n, again, err := w.next(ctx, id); n == nil || !again.IsZero() {
		return again, err
	}
	wait, ok := w.orders.begin(string(id), 1, noticesAtOnce)
	if !ok {
		return w.Clock.Now().Add(wait), nil
	}
	defer w.orders.end(string(id))
	n, again, err := w.next(ctx, id) // as it is now that nobody else delivers
	if n == nil || !again.IsZero() {
		return again, err
	}
	url, known := w.Address(ctx, n.Order.Owner, false)
	if !known {
		url = n.Order.Session.OrderWebhook
	}
	if url == "" {
		return w.missed(ctx, n, url, miss{failure: "the platform names no webhook any more", forGood: true})
	}
	now := w.Clock.Now()
	if until := w.holds.until(target(url), now); !until.IsZero() {
		if w.late(n) {
			return w.missed(ctx, n, url, miss{failure: "left alone, as it was not reached for long"})
		}
		return until, nil
	}
	if wait, ok = w.hosts.begin(target(url), noticesToHost, noticesAtOnce); !ok {
		return now.Add(wait), nil
	}
	defer w.hosts.end(target(url))
	return w.try(ctx, n, url)
}

// next is the order's next notice, nil if there is none, and when it may be tried if that is
// not now.
func (w *Webhooks) next(ctx context.Context, id ids.Order) (*order.Notice, time.Time, error) {
	n, err := w.Store.NextNotice(ctx, id)
	if errors.Is(err, checkout.ErrNotFound) {
		return nil, time.Time{}, nil
	}
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("notify: read order notice: %w", err)
	}
	if w.Clock.Now().Before(n.Next) {
		return &n, n.Next, nil
	}
	return &n, time.Time{}, nil
}

// try sends a notice once and remembers what became of it.
func (w *Webhooks) try(ctx context.Context, n *order.Notice, url string) (again time.Time, err error) {
	body, err := w.Encode(n.Order)
	if err != nil {
		return time.Time{}, fmt.Errorf("notify: encode order: %w", err)
	}
	header, err := w.header(*n, url, body)
	status := 0
	switch {
	case err == nil:
		status, err = w.Poster.Post(ctx, url, header, body)
	case !hopeless(err):
		return time.Time{}, err
	}
	if err == nil && status >= 200 && status <= 299 {
		w.holds.reached(target(url))
		if err := w.Store.NoticeTaken(ctx, n.Order.ID, n.Version); err != nil {
			return time.Time{}, fmt.Errorf("notify: forget order notice: %w", err)
		}
		w.Count(outcomeDelivered)
		return w.following(ctx, n.Order.ID)
	}
	switch {
	case hopeless(err):
	case err != nil, status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		w.holds.missed(target(url), w.Clock.Now()) // it is the host, not this order
	default:
		w.holds.reached(target(url))
	}
	return w.missed(ctx, n, url, miss{status, reason(status, err), hopeless(err) || status == http.StatusGone})
}

// miss is why a notice was not taken. ForGood says that another try would end likewise.
type miss struct {
	status  int
	failure string
	forGood bool
}

// missed remembers that a notice was not taken, and decides whether there is another try.
func (w *Webhooks) missed(ctx context.Context, n *order.Notice, url string, m miss) (again time.Time, err error) {
	if m.forGood { // unless the platform has meanwhile said another place
		moved, known := w.Address(ctx, n.Order.Owner, true)
		m.forGood = !known || moved == "" || moved == url
	}
	now := w.Clock.Now()
	n.Tries, n.TriedAt, n.Status, n.Failure = n.Tries+1, now, m.status, m.failure
	n.Dead = m.forGood || w.late(n)
	n.Next = now.Add(noticeBackoff(n.Tries, w.Jitter()))
	if n.Dead {
		n.Next = time.Time{}
	}
	if err := w.Store.NoticeMissed(ctx, *n); err != nil {
		return time.Time{}, fmt.Errorf("notify: write order notice: %w", err)
	}
	facts := []any{"notice", n.ID(), "host", host(url), "failure", m.failure, "tries", n.Tries}
	if !n.Dead {
		w.Count(outcomeFailed)
		w.Log.InfoContext(ctx, "a platform was not told of an order yet", facts...)
		return n.Next, nil
	}
	w.Count(outcomeDead)
	w.Log.ErrorContext(ctx, "a platform was not told of an order: given up, people must look", facts...)
	return w.following(ctx, n.Order.ID)
}

// following is when the order's next notice wants to be delivered, zero if there is none.
func (w *Webhooks) following(ctx context.Context, id ids.Order) (time.Time, error) {
	n, at, err := w.next(ctx, id)
	if n == nil || err != nil {
		return time.Time{}, err
	}
	if at.IsZero() {
		at = w.Clock.Now()
	}
	return at, nil
}

// late reports whether a notice has been tried for long enough.
func (w *Webhooks) late(n *order.Notice) bool {
	return w.Clock.Now().Sub(n.QueuedAt) > noticePatience
}
