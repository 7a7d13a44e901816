package storetest

import (
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
	"balcao/settlement"
)

const bank = "bank"

// A payment is booked for one checkout in the whole shop.
func paymentsOnce(t *testing.T, s Store) {
	ctx := t.Context()
	_, err := s.CheckoutOfPayment(ctx, "E1")
	missing(t, "payment", err)
	paid := func(id ids.Checkout, version int64, payments ...string) *checkout.Checkout {
		c := newCheckout(id)
		c.Version, c.Receipts = version, nil
		for _, p := range payments {
			c.Receipts = append(c.Receipts, payment.Receipt{EndToEndID: p, Amount: 100})
		}
		return c
	}
	commit(t, s, checkout.Write{Checkout: paid("chk_1", 1, "E1")})
	commit(t, s, checkout.Write{Checkout: paid("chk_1", 2, "E1", "E2")})
	refuse(t, s, checkout.Write{Checkout: paid("chk_2", 1, "E3", "E2")}, checkout.ErrConflict)
	commit(t, s, checkout.Write{Checkout: paid("chk_2", 1, "e2")}) // case matters
	for payment, want := range map[string]ids.Checkout{"E1": "chk_1", "E2": "chk_1", "e2": "chk_2"} {
		equal(t, payment, must[ids.Checkout](t)(s.CheckoutOfPayment(ctx, payment)), want)
	}
	_, err = s.CheckoutOfPayment(ctx, "E3")
	missing(t, "a payment of a write that lost", err)
}

// What a callback names becomes work; what it names in vain brings the statement's turn on.
func announced(t *testing.T, s Store) {
	ctx := t.Context()
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1", "tx1", "tx2")})
	call := func(strange bool, now time.Time, charges ...ids.TXID) int {
		t.Helper()
		return must[int](t)(s.Announce(ctx, settlement.Announcement{Account: bank, Charges: charges, Strange: strange, Now: now, Pause: time.Minute}))
	}
	take := func(now time.Time) []job.Job {
		t.Helper()
		return must[[]job.Job](t)(s.LeaseJobs(ctx, now, now.Add(lease), 99))
	}
	look := func(txid string, due time.Time) job.Job { return job.Job{Kind: job.SettleCharge, Ref: txid, Due: due} }
	read := func(due time.Time) job.Job { return job.Job{Kind: job.Reconcile, Ref: bank, Due: due} }

	equal(t, "ours", call(false, start, "tx1", "tx2"), 0)
	select {
	case <-s.JobsAdded():
	default:
		t.Error("nobody was woken")
	}
	equal(t, "once more", call(false, start, "tx1"), 0)
	equal(t, "looks", take(start), []job.Job{look("tx1", start), look("tx2", start)})
	equal(t, "while one is under way", call(false, start, "tx1"), 0)
	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, look("tx1", start)))
	equal(t, "it comes again", take(start), []job.Job{look("tx1", start)})
	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, look("tx1", start)))
	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, look("tx2", start)))

	equal(t, "one of three", call(false, start, "tx1", "other", "another"), 2)
	equal(t, "and the statement", take(start), []job.Job{read(start), look("tx1", start)})
	must[struct{}](t)(struct{}{}, s.FinishJob(ctx, look("tx1", start)))
	must[struct{}](t)(struct{}{}, s.Advance(ctx, settlement.Step{Mark: settlement.Mark{Account: bank, Version: 1, Read: start, At: start}}))
	must[struct{}](t)(struct{}{}, s.PostponeJob(ctx, read(start), start.Add(time.Hour)))
	equal(t, "soon after", call(true, start.Add(time.Second)), 0)
	equal(t, "the statement rests", take(start.Add(59*time.Second)), []job.Job(nil))
	equal(t, "a sooner one stays", call(true, start.Add(2*time.Minute), "other"), 1)
	equal(t, "and then it is read", take(start.Add(time.Minute)), []job.Job{read(start.Add(time.Minute))})
}

// A statement is read by one at a time, and what a page came to is stored with the mark.
func statementMarks(t *testing.T, s Store) {
	ctx := t.Context()
	equal(t, "never read", must[settlement.Mark](t)(s.Mark(ctx, bank)), settlement.Mark{})
	m := settlement.Mark{Account: bank, Version: 1, Read: start, From: start.Add(-time.Hour), Until: start.Add(time.Hour), Page: 3, At: start.Add(time.Minute)}
	step := settlement.Step{
		Mark: m, Jobs: []job.Job{{Kind: job.SettleCharge, Ref: "tx1", Due: start}},
		Parked: []payment.Unmatched{{EndToEndID: "E1", Amount: 100, PaidAt: start, FoundAt: start}},
	}
	lost := func(version int64) {
		t.Helper()
		late := step
		late.Mark.Version = version
		late.Parked = []payment.Unmatched{{EndToEndID: "E2", Amount: 100, PaidAt: start, FoundAt: start}}
		if err := s.Advance(ctx, late); !errors.Is(err, checkout.ErrConflict) {
			t.Errorf("version %d: %v, want ErrConflict", version, err)
		}
	}
	lost(2)
	must[struct{}](t)(struct{}{}, s.Advance(ctx, step))
	lost(1)
	lost(3)
	equal(t, "read", must[settlement.Mark](t)(s.Mark(ctx, bank)), m)
	equal(t, "another account", must[settlement.Mark](t)(s.Mark(ctx, "other")), settlement.Mark{})
	equal(t, "parked", must[[]payment.Unmatched](t)(s.Unmatched(ctx, true, 9)), step.Parked)
	equal(t, "owed", must[[]job.Job](t)(s.LeaseJobs(ctx, start, start.Add(lease), 9)), step.Jobs)
	next := settlement.Mark{Account: bank, Version: 2, Read: start.Add(time.Hour), At: start.Add(time.Hour)}
	must[struct{}](t)(struct{}{}, s.Advance(ctx, settlement.Step{Mark: next}))
	equal(t, "read on", must[settlement.Mark](t)(s.Mark(ctx, bank)), next)
}

func unmatched(t *testing.T, s Store) {
	ctx := t.Context()
	one := payment.Unmatched{EndToEndID: "E1", TXID: "strange", Amount: 500, PaidAt: start, FoundAt: start.Add(time.Minute)}
	two := payment.Unmatched{EndToEndID: "E2", Amount: 300, Returned: 300, PaidAt: start.Add(-time.Hour), FoundAt: start}
	three := payment.Unmatched{EndToEndID: "E3", Amount: 700, PaidAt: start.Add(-time.Minute), FoundAt: start}
	version := int64(0)
	park := func(all ...payment.Unmatched) {
		t.Helper()
		version++
		must[struct{}](t)(struct{}{}, s.Advance(ctx, settlement.Step{Mark: settlement.Mark{Account: bank, Version: version}, Parked: all}))
	}
	list := func(all bool, limit int, want ...payment.Unmatched) {
		t.Helper()
		equal(t, "listed", must[[]payment.Unmatched](t)(s.Unmatched(ctx, all, limit)), want)
	}
	list(true, 9)
	park(one, two, three)
	again := three
	again.FoundAt, again.Returned = start.Add(time.Hour), 100
	park(again, one) // seen once more: only what went back is news
	three.Returned = 100
	list(false, 9, three, one)
	list(false, 1, three)
	list(true, 9, two, three, one)
	equal(t, "count", must[int](t)(s.CountUnmatched(ctx)), 2)

	must[struct{}](t)(struct{}{}, s.CloseUnmatched(ctx, "E1", "given back", start.Add(2*time.Hour)))
	one.ClosedAt, one.Note = start.Add(2*time.Hour), "given back"
	missing(t, "closed already", s.CloseUnmatched(ctx, "E1", "again", start))
	missing(t, "unknown", s.CloseUnmatched(ctx, "e3", "x", start))
	park(one)
	list(false, 9, three)
	list(true, 9, two, three, one)

	// What is booked after all is parked no more, and is not parked again.
	c := newCheckout("chk_1")
	c.Receipts = []payment.Receipt{{EndToEndID: "E3", Amount: 700}}
	commit(t, s, checkout.Write{Checkout: c})
	park(three)
	list(true, 9, two, one)
}
