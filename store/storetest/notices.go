package storetest

import (
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
)

// newTold is a new order whose platform wants to be told.
func newTold(id ids.Order, age time.Duration) *order.Order {
	o := newOrder(id, ids.Checkout("chk_of_"+id), proved, age)
	o.Session.OrderWebhook = "https://platform.example/orders?k=1"
	return o
}

// fresh is the notice that a new order leaves.
func fresh(o *order.Order) order.Notice {
	return order.Notice{Order: o, Version: 1, At: o.CreatedAt, QueuedAt: o.CreatedAt}
}

func nextNotice(t *testing.T, s Store, id ids.Order) order.Notice {
	t.Helper()
	return must[order.Notice](t)(s.NextNotice(t.Context(), id))
}

func noticeIDs(t *testing.T, s Store, limit int) []string {
	t.Helper()
	var out []string
	for _, n := range must[[]order.Notice](t)(s.Notices(t.Context(), limit)) {
		out = append(out, n.ID())
	}
	return out
}

func noticeJobs(t *testing.T, s Store, now time.Time) []job.Job {
	t.Helper()
	return must[[]job.Job](t)(s.LeaseJobs(t.Context(), now, now.Add(lease), 99))
}

// An order and the notice of it are stored together, with the work, and go one by one.
func orderNotices(t *testing.T, s Store) {
	ctx := t.Context()
	_, err := s.NextNotice(ctx, "ord_none")
	missing(t, "notice", err)
	old, young := newTold("ord_old", time.Hour), newTold("ord_young", 0)
	commit(t, s, checkout.Write{Order: young})
	commit(t, s, checkout.Write{Order: old})
	refuse(t, s, checkout.Write{Order: newTold("ord_old", 0)}, checkout.ErrConflict)
	equal(t, "of the old", nextNotice(t, s, "ord_old"), fresh(old))
	equal(t, "listed", noticeIDs(t, s, 9), []string{"ord_old.1", "ord_young.1"})
	equal(t, "at most one", noticeIDs(t, s, 1), []string{"ord_old.1"})
	equal(t, "jobs", noticeJobs(t, s, start), []job.Job{
		{Kind: job.NotifyOrder, Ref: "ord_old", Due: start.Add(-time.Hour)}, {Kind: job.NotifyOrder, Ref: "ord_young", Due: start},
	})

	n := fresh(old)
	n.Tries, n.TriedAt, n.Status, n.Failure, n.Next = 3, start, 503, "status 503", start.Add(time.Minute)
	must[struct{}](t)(struct{}{}, s.NoticeMissed(ctx, n))
	equal(t, "missed", nextNotice(t, s, "ord_old"), n)
	equal(t, "the other", nextNotice(t, s, "ord_young"), fresh(young))
	n.Dead, n.Tries, n.Next = true, 4, time.Time{}
	must[struct{}](t)(struct{}{}, s.NoticeMissed(ctx, n))
	_, err = s.NextNotice(ctx, "ord_old")
	missing(t, "dead", err)
	late := n
	late.Dead, late.Tries = false, 9
	must[struct{}](t)(struct{}{}, s.NoticeMissed(ctx, late))
	equal(t, "listed dead", must[[]order.Notice](t)(s.Notices(ctx, 9)), []order.Notice{n, fresh(young)})

	for range 2 { // the second time it is gone
		must[struct{}](t)(struct{}{}, s.NoticeTaken(ctx, "ord_young", 1))
	}
	must[struct{}](t)(struct{}{}, s.NoticeTaken(ctx, "ord_old", 2)) // another version
	must[struct{}](t)(struct{}{}, s.NoticeMissed(ctx, fresh(young)))
	equal(t, "left", noticeIDs(t, s, 9), []string{"ord_old.1"})
}

// Each write of an order leaves a notice with the order as it then was, and moves the work;
// one that loses a race leaves nothing.
func noticesOfVersions(t *testing.T, s Store) {
	ctx := t.Context()
	first := newTold("ord_1", 0)
	commit(t, s, checkout.Write{Order: first})
	missed := fresh(first)
	missed.Tries, missed.TriedAt, missed.Status, missed.Failure, missed.Next = 1, start, 500, "status 500", start.Add(time.Hour)
	must[struct{}](t)(struct{}{}, s.NoticeMissed(ctx, missed))
	version := func(v int64, label string) *order.Order {
		o := newTold("ord_1", 0)
		o.Version, o.Label, o.UpdatedAt = v, label, start.Add(time.Duration(v)*time.Minute)
		return o
	}
	second, third := version(2, "second"), version(3, "third")
	must[struct{}](t)(struct{}{}, s.CommitOrder(ctx, order.Write{Order: second}))
	for _, lost := range []*order.Order{version(2, "late"), version(4, "early")} {
		if err := s.CommitOrder(ctx, order.Write{Order: lost}); !errors.Is(err, order.ErrConflict) {
			t.Errorf("%s: error %v, want ErrConflict", lost.Label, err)
		}
	}
	equal(t, "due", noticeJobs(t, s, start.Add(2*time.Minute)), []job.Job{{Kind: job.NotifyOrder, Ref: "ord_1", Due: start.Add(2 * time.Minute)}})
	must[struct{}](t)(struct{}{}, s.CommitOrder(ctx, order.Write{Order: third}))
	for _, want := range []order.Notice{
		missed, {Order: second, Version: 2, At: second.UpdatedAt, QueuedAt: second.UpdatedAt}, {Order: third, Version: 3, At: third.UpdatedAt, QueuedAt: third.UpdatedAt},
	} {
		equal(t, want.ID(), nextNotice(t, s, "ord_1"), want)
		must[struct{}](t)(struct{}{}, s.NoticeTaken(ctx, "ord_1", want.Version))
	}
	_, err := s.NextNotice(ctx, "ord_1")
	missing(t, "a notice of a write that lost", err)
}

func kill(t *testing.T, s Store, o *order.Order, at time.Time) {
	t.Helper()
	commit(t, s, checkout.Write{Order: o})
	n := fresh(o)
	n.Dead, n.Tries, n.TriedAt, n.Status, n.Failure = true, 2, at, 410, "gone"
	must[struct{}](t)(struct{}{}, s.NoticeMissed(t.Context(), n))
}

// Dead letters are put back one by one, by order or all, with the work to be done again.
func noticesReplayed(t *testing.T, s Store) {
	ctx := t.Context()
	for _, id := range []ids.Order{"ord_1", "ord_2", "ord_3"} {
		kill(t, s, newTold(id, 0), start)
	}
	commit(t, s, checkout.Write{Order: newTold("ord_4", 0)})
	for _, j := range noticeJobs(t, s, start) {
		must[struct{}](t)(struct{}{}, s.FinishJob(ctx, j))
	}
	now := start.Add(time.Hour)
	for i, c := range []struct {
		choice order.NoticeChoice
		want   int
	}{
		{order.NoticeChoice{Order: "ord_none"}, 0}, {order.NoticeChoice{Order: "ord_1", Version: 2}, 0},
		{order.NoticeChoice{Order: "ord_4"}, 0}, // it is not dead
		{order.NoticeChoice{Order: "ord_1", Version: 1}, 1}, {order.NoticeChoice{Order: "ord_1", Version: 1}, 0},
		{order.NoticeChoice{Order: "ord_2"}, 1}, {order.NoticeChoice{}, 1}, {order.NoticeChoice{}, 0},
	} {
		equal(t, name("replayed", i), must[int](t)(s.ReplayNotices(ctx, c.choice, now)), c.want)
	}
	want := fresh(newTold("ord_1", 0))
	want.QueuedAt, want.TriedAt, want.Status, want.Failure = now, start, 410, "gone"
	equal(t, "as new", nextNotice(t, s, "ord_1"), want)
	equal(t, "untouched", nextNotice(t, s, "ord_4"), fresh(newTold("ord_4", 0)))
	equal(t, "due before", len(noticeJobs(t, s, now.Add(-1))), 0)
	equal(t, "due then", len(noticeJobs(t, s, now)), 3)
}

// No webhook, no notice; and what is refused leaves none.
func noticesUnwanted(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Order: newOrder("ord_1", "chk_1", proved, 0)})
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_2")})
	err := s.Commit(t.Context(), checkout.Write{Order: newTold("ord_2", 0), Stock: []checkout.StockMove{{Variant: "none", OnHand: -1}}})
	if !errors.Is(err, checkout.ErrStock) {
		t.Errorf("error %v, want ErrStock", err)
	}
	equal(t, "notices", noticeIDs(t, s, 9), []string(nil))
	equal(t, "jobs", len(noticeJobs(t, s, start)), 0)
}

// Only dead letters are ever forgotten.
func purgeNotices(t *testing.T, s Store) {
	const old = 1200
	tasks(t, old, func(i int) error {
		o := newTold(ids.Order(name("old", i)), time.Hour)
		if err := s.Commit(t.Context(), checkout.Write{Order: o}); err != nil {
			return err
		}
		n := fresh(o)
		n.Dead, n.TriedAt = true, start.Add(-1)
		return s.NoticeMissed(t.Context(), n)
	})
	kill(t, s, newTold("young", time.Hour), start)
	commit(t, s, checkout.Write{Order: newTold("queued", 99*time.Hour)})
	equal(t, "purged", must[int](t)(s.PurgeNotices(t.Context(), start)), old)
	equal(t, "purged again", must[int](t)(s.PurgeNotices(t.Context(), start)), 0)
	equal(t, "left", noticeIDs(t, s, 9), []string{"young.1", "queued.1"})
}
