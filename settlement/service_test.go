package settlement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/payment"
)

var begin = time.Date(2026, 7, 17, 12, 0, 0, 0, time.UTC)

// world is a shop's account, its book and its clock.
type world struct {
	t   *testing.T
	now time.Time
	// charges are the shop's, booked its payments.
	charges, booked map[string]ids.Checkout
	mark            Mark
	parked          map[string]payment.Unmatched
	looks           []string
	// came is what the bank's statement has; limit is its page.
	came     []payment.Receipt
	refunds  []payment.RefundRecord
	limit    int
	unread   []error
	windows  []payment.Window
	endless  bool
	down     bool
	conflict bool
	settled  error

	Service
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, now: begin, charges: map[string]ids.Checkout{}, booked: map[string]ids.Checkout{}, parked: map[string]payment.Unmatched{}, limit: 100}
	w.Service = Service{Store: w, Counter: w, Statement: w, Clock: w, Account: "bank"}
	return w
}

func (w *world) Now() time.Time { return w.now }

func (w *world) Announce(context.Context, Announcement) (int, error) {
	w.t.Fatal("announced")
	return 0, nil
}
func (w *world) Mark(context.Context, string) (Mark, error) { return w.mark, nil }

func (w *world) Advance(_ context.Context, s Step) error {
	if w.conflict || s.Mark.Version != w.mark.Version+1 || s.Mark.Account != "bank" {
		w.conflict = false
		return checkout.ErrConflict
	}
	w.mark = s.Mark
	for _, j := range s.Jobs {
		w.looks = append(w.looks, j.Ref)
	}
	for _, p := range s.Parked {
		w.parked[p.EndToEndID] = p
	}
	return nil
}

func lookUp(m map[string]ids.Checkout, key string) (ids.Checkout, error) {
	if id, ok := m[key]; ok {
		return id, nil
	}
	return "", checkout.ErrNotFound
}

func (w *world) CheckoutOfCharge(_ context.Context, txid ids.TXID) (ids.Checkout, error) {
	return lookUp(w.charges, string(txid))
}

func (w *world) CheckoutOfPayment(_ context.Context, id string) (ids.Checkout, error) {
	return lookUp(w.booked, id)
}

func (w *world) SettleCharge(context.Context, ids.TXID) error { return w.settled }

func (w *world) Received(_ context.Context, q payment.Window) (payment.Page, error) {
	if w.down {
		return payment.Page{}, errors.New("no answer")
	}
	w.windows = append(w.windows, q)
	var all []payment.Receipt
	for _, r := range w.came {
		if !r.PaidAt.Before(q.From) && !r.PaidAt.After(q.To) {
			all = append(all, r)
		}
	}
	from := min(q.Page*w.limit, len(all))
	to := min(from+w.limit, len(all))
	return payment.Page{Receipts: all[from:to], Refunds: w.refunds, Unread: w.unread, More: to < len(all) || w.endless}, nil
}

func (w *world) pay(id string, txid ids.TXID, at time.Time) {
	w.came = append(w.came, payment.Receipt{EndToEndID: id, TXID: txid, Amount: 100, PaidAt: at})
}

// read runs the job until it rests, and returns how often.
func (w *world) read() int {
	w.t.Helper()
	for n := 1; n < 1000; n++ {
		again, err := w.RunJob(w.t.Context(), job.Job{Kind: job.Reconcile, Ref: "bank"})
		if err != nil {
			w.t.Fatal(err)
		}
		pause := again.Sub(w.now)
		if pause < time.Second {
			w.t.Fatalf("the next page comes after %v", pause)
		}
		if pause == Every {
			return n
		}
		w.now = again
	}
	w.t.Fatal("it never rests")
	return 0
}

// What is the shop's is looked at, what is not is parked, what is booked is left alone.
func TestReconcile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.charges["tx1"], w.charges["tx2"], w.charges["tx3"] = "chk_1", "chk_2", "chk_3"
	w.booked["E2"], w.booked["E3"] = "chk_2", "chk_3"
	w.pay("E1", "tx1", begin)
	w.pay("E1b", "tx1", begin)
	w.pay("E2", "tx2", begin)
	w.pay("E3", "tx3", begin)
	w.pay("E4", "strange", begin)
	w.pay("E5", "", begin)
	w.pay("E6", "", begin.Add(-Overlap-time.Second)) // before the shop's time
	w.refunds = []payment.RefundRecord{
		{EndToEndID: "E3", ID: "x", Amount: 1, State: payment.RefundDone},
		{EndToEndID: "E5", ID: "x", Amount: 30, State: payment.RefundDone}, {EndToEndID: "E5", ID: "y", Amount: 20, State: payment.RefundQueued},
		{EndToEndID: "E5", ID: "z", Amount: 40, State: payment.RefundFailed},
	}
	if n := w.read(); n != 1 {
		t.Errorf("read %d pages", n)
	}
	if want := []string{"tx1", "tx3"}; !slices.Equal(w.looks, want) {
		t.Errorf("looks at %v, want %v", w.looks, want)
	}
	if len(w.parked) != 2 || w.parked["E4"].TXID != "strange" || w.parked["E5"].Returned != money.Amount(50) || !w.parked["E5"].FoundAt.Equal(begin) {
		t.Errorf("parked %+v", w.parked)
	}
}

// After an outage the statement is read from where it stood, window by window, none of it
// left out, beginning before what was read before.
func TestReconcileAfterAnOutage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.read()
	w.down = true
	w.now = begin.Add(50 * time.Hour)
	if _, err := w.RunJob(t.Context(), job.Job{Kind: job.Reconcile, Ref: "bank"}); err == nil {
		t.Error("a bank that is down is no failure")
	}
	w.down = false
	for i := range 500 {
		w.pay(fmt.Sprint("E", i), "", begin.Add(time.Duration(i)*6*time.Minute))
	}
	w.limit, w.windows = 10, nil
	w.conflict = true // another process was quicker once
	w.read()
	if len(w.parked) != 500 {
		t.Errorf("%d of 500 payments found", len(w.parked))
	}
	if first := w.windows[0].From; first.After(begin.Add(-Overlap)) {
		t.Errorf("it begins at %v, without an overlap", first)
	}
	reached := begin
	for _, q := range w.windows {
		if q.From.After(reached) && q.Page == 0 {
			t.Errorf("window from %v, after %v was reached", q.From, reached)
		}
		if long := q.To.Sub(q.From); long > maxWindow+Overlap {
			t.Errorf("a window of %v", long)
		}
		reached = q.To
	}
	if !w.mark.Read.Equal(reached) || w.now.Sub(reached) > time.Hour {
		t.Errorf("read until %v, it is %v", w.mark.Read, w.now)
	}
}

// A shop whose first reading fails for hours has stood at its start all the time: money that
// came then is found. A start after that goes on from where it stood.
func TestStartIsWhereTheStatementBegins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, at := range []time.Duration{0, time.Hour, 9 * time.Hour} {
		w.now = begin.Add(at)
		if err := w.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.pay("E1", "", begin.Add(time.Minute))
	w.pay("E2", "", begin.Add(8*time.Hour))
	if !slices.Equal(w.looks, []string{"bank", "bank", "bank"}) || !w.mark.Read.Equal(begin) {
		t.Errorf("owed %q, read until %v", w.looks, w.mark.Read)
	}
	w.read()
	if len(w.parked) != 2 {
		t.Errorf("%d of 2 payments found", len(w.parked))
	}
	read := w.mark.Read
	w.now = w.now.Add(time.Hour)
	w.conflict = true // somebody else starts too
	for range 2 {
		if err := w.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !w.mark.Read.Equal(read) {
		t.Errorf("a later start moved it from %v to %v", read, w.mark.Read)
	}
}

// A window that has more pages than providers page is halved.
func TestReconcileManyPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.limit = 1
	for i := range 180 {
		w.pay(fmt.Sprint("E", i), "", begin.Add(-Overlap+time.Duration(i)*10*time.Second))
	}
	w.read()
	if len(w.parked) != 180 {
		t.Errorf("%d of 180 payments found", len(w.parked))
	}
	for _, q := range w.windows {
		if q.Page >= maxPages {
			t.Errorf("page %d", q.Page)
		}
	}
}

// Payments of one second that fill more pages than that are read all the same.
func TestReconcileOneMinute(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.limit = 1
	for i := range 70 {
		w.pay(fmt.Sprint("E", i), "", begin.Add(-time.Minute))
	}
	w.read()
	if len(w.parked) != 70 {
		t.Errorf("%d of 70 payments found", len(w.parked))
	}
}

// A statement that has no end is told to people and keeps nothing behind it from being read.
func TestReconcileWithoutEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.endless = true
	var told *checkout.GaveUp
	for pages := 0; told == nil && pages < 5*deepest; pages++ {
		again, err := w.RunJob(t.Context(), job.Job{Kind: job.Reconcile, Ref: "bank"})
		if err != nil && !errors.As(err, &told) {
			t.Fatal(err)
		}
		w.now = again
	}
	if reached := w.windows[len(w.windows)-1].To; told == nil || !w.mark.Read.Equal(reached) {
		t.Fatalf("told %v, read until %v, want %v", told, w.mark.Read, reached)
	}
	w.endless, w.now = false, w.now.Add(time.Hour)
	w.pay("E1", "", w.now.Add(-time.Minute))
	w.read()
	if len(w.parked) != 1 {
		t.Errorf("parked %+v", w.parked)
	}
}

// A clock that was put back loses nothing of what is read afterwards.
func TestReconcileClockPutBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.read()
	w.now = begin.Add(-2 * time.Hour)
	w.pay("E1", "", w.now)
	w.read()
	w.now = begin.Add(time.Minute)
	w.pay("E2", "", w.now)
	w.read()
	if len(w.parked) != 2 {
		t.Errorf("parked %+v", w.parked)
	}
}

// A flood of callbacks is looked into at the provider's pace.
func TestLooksArePaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	look := job.Job{Kind: job.SettleCharge, Ref: "tx1"}
	made, asked := 0, 0
	for end := begin.Add(10 * time.Second); w.now.Before(end); asked++ {
		again, err := w.RunJob(t.Context(), look)
		if err != nil {
			t.Fatal(err)
		}
		if again.IsZero() {
			made++
		} else if w.now = again; asked > 10_000 {
			t.Fatal("it waits for nothing")
		}
	}
	if made < maxBurst || made > maxBurst+10*maxLooks+1 {
		t.Errorf("%d looks in ten seconds", made)
	}
	w.now = begin.Add(time.Hour)
	for range maxBurst {
		if again, _ := w.RunJob(t.Context(), look); !again.IsZero() {
			t.Fatal("a burst after a quiet time is slowed down")
		}
	}
}

func TestJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.settled = checkout.ErrNotFound
	if again, err := w.RunJob(t.Context(), job.Job{Kind: job.SettleCharge, Ref: "gone"}); err != nil || !again.IsZero() {
		t.Errorf("a charge that is gone: %v, %v", again, err)
	}
	w.settled = errors.New("no answer")
	if _, err := w.RunJob(t.Context(), job.Job{Kind: job.SettleCharge, Ref: "tx"}); !errors.Is(err, w.settled) {
		t.Errorf("a provider that is down: %v", err)
	}
	if again, err := w.RunJob(t.Context(), job.Job{Kind: job.Reconcile, Ref: "another bank"}); err != nil || !again.IsZero() || len(w.windows) > 0 {
		t.Errorf("another account: %v, %v", again, err)
	}
	if _, err := w.RunJob(t.Context(), job.Job{Kind: job.Refund}); err == nil || Handles(job.Refund) || !Handles(job.Reconcile) {
		t.Error("another kind of job")
	}
}

// What cannot be read is told, each time it is met, and nothing else waits for it.
func TestUnreadPayments(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.charges["tx1"] = "chk_1"
	w.pay("E1", "tx1", begin)
	w.unread = []error{errors.New("a payment"), errors.New("another")}
	again, err := w.RunJob(t.Context(), job.Job{Kind: job.Reconcile, Ref: "bank"})
	gaveUp := new(checkout.GaveUp)
	if !errors.As(err, &gaveUp) || !errors.Is(err, w.unread[0]) || gaveUp.What != "2 payments of the statement" {
		t.Errorf("the staff are told %v", err)
	}
	if !again.Equal(begin.Add(Every)) || !w.mark.Read.Equal(begin) || !slices.Equal(w.looks, []string{"tx1"}) {
		t.Errorf("again at %v, read until %v, looks %v", again, w.mark.Read, w.looks)
	}
}
