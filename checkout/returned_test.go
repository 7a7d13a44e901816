package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
)

// back has the bank say that money of a payment went back, or is on its way.
func (b *fakeBank) back(txid ids.TXID, r payment.RefundRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ch := b.charges[txid]
	ch.refunds = slices.DeleteFunc(ch.refunds, func(x payment.RefundRecord) bool { return x.ID == r.ID && x.EndToEndID == r.EndToEndID })
	ch.refunds = append(ch.refunds, r)
}

// orderBook is Orders: it keeps what it was told.
type orderBook struct {
	store *memStore
	told  []order.Returned
	fail  error
}

func (o *orderBook) NoteReturned(_ context.Context, of *order.Order, records []order.Returned) ([]string, error) {
	o.told = records
	return of.NoteReturned(records, start), o.fail
}

// What others gave back of a payment that pays nothing is not given back once more.
func TestRefundedElsewhere(t *testing.T) {
	t.Parallel()
	const paid = money.Amount(7900)
	for name, tc := range map[string]struct {
		records []payment.RefundRecord
		// asked is what the shop gives back, 0 for nothing.
		asked, returned money.Amount
		state           payment.RefundState
	}{
		"a part, by hand":  {[]payment.RefundRecord{{ID: "hand", Amount: 900, State: payment.RefundDone}}, 7000, 900, payment.RefundDone},
		"all, by the bank": {[]payment.RefundRecord{{ID: "med", Amount: paid, State: payment.RefundDone, Unasked: true}}, 0, paid, payment.RefundDone},
		"all, on its way":  {[]payment.RefundRecord{{ID: "med", Amount: paid, State: payment.RefundQueued}}, 0, paid, payment.RefundQueued},
		"failed":           {[]payment.RefundRecord{{ID: "med", Amount: paid, State: payment.RefundFailed}}, paid, 0, payment.RefundDone},
		"ours":             {[]payment.RefundRecord{{ID: refundID("E1", paid, paid, 0), Amount: paid, State: payment.RefundQueued}}, paid, 0, payment.RefundDone},
		"nobody's":         {[]payment.RefundRecord{{ID: "1", Anonymous: true, Amount: paid, State: payment.RefundDone}}, 0, paid, payment.RefundDone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCashier(t)
			c.bank.pay(tx1, "E1", paid, start.Add(time.Minute))
			for _, r := range tc.records {
				r.EndToEndID = "E1"
				c.bank.back(tx1, r)
			}
			if err := c.SettleCharge(t.Context(), tx1); err != nil {
				t.Fatal(err)
			}
			c.runJobs(t)
			r := c.read(t, c.id).Receipts[0]
			if r.Accepted || r.Refund != tc.state || r.Returned != tc.returned {
				t.Errorf("receipt %+v", r)
			}
			var asked money.Amount
			for id, q := range c.bank.refunds {
				if asked += q.Amount; id != refundID("E1", tc.asked, paid, 0) {
					t.Errorf("refund %+v under another id", q)
				}
			}
			if asked != tc.asked {
				t.Errorf("given back %d, want %d", asked, tc.asked)
			}
		})
	}
}

// What others were giving back, and then did not, is owed too: the payment is settled only when
// all of it has gone.
func TestRefundedElsewhereAfterAll(t *testing.T) {
	t.Parallel()
	const paid, med = money.Amount(3990), money.Amount(1995)
	for _, rest := range []payment.RefundState{payment.RefundDone, payment.RefundQueued} { // how ours goes at first
		for _, arrives := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, %v", rest, arrives), func(t *testing.T) {
				t.Parallel()
				c := newCashier(t)
				c.bank.pay(tx1, "E1", paid, start.Add(time.Minute))
				c.bank.back(tx1, payment.RefundRecord{EndToEndID: "E1", ID: "med", Amount: med, State: payment.RefundQueued, Unasked: true})
				if err := c.SettleCharge(t.Context(), tx1); err != nil {
					t.Fatal(err)
				}
				c.bank.refundState = rest
				c.runJobs(t)
				if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundQueued || r.Returned != med {
					t.Fatalf("receipt %+v", r)
				}
				ours := payment.RefundRecord{EndToEndID: "E1", ID: refundID("E1", paid-med, paid, 0), Amount: paid - med, State: rest}
				c.bank.back(tx1, ours)
				c.clock.Advance(maxLook)
				c.runJobs(t)
				if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundQueued || len(c.bank.refunds) != 1 {
					t.Fatalf("receipt %+v, refunds %+v", r, c.bank.refunds)
				}
				c.bank.refundState = payment.RefundDone
				state := map[bool]payment.RefundState{true: payment.RefundDone, false: payment.RefundFailed}[arrives]
				ours.State = payment.RefundDone
				c.bank.back(tx1, ours)
				c.bank.back(tx1, payment.RefundRecord{EndToEndID: "E1", ID: "med", Amount: med, State: state, Unasked: true})
				c.clock.Advance(maxLook)
				c.runJobs(t)
				var given money.Amount
				for _, q := range c.bank.refunds {
					given += q.Amount
				}
				if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundDone || arrives != (given == paid-med) || !arrives != (given == paid) {
					t.Errorf("receipt %+v, given back %d", r, given)
				}
			})
		}
	}
}

// A refund that was refused and then made by hand is done.
func TestRefusedRefundMadeByHand(t *testing.T) {
	t.Parallel()
	c := newCashier(t)
	c.bank.pay(tx1, "E1", 7900, start.Add(time.Minute))
	if err := c.SettleCharge(t.Context(), tx1); err != nil {
		t.Fatal(err)
	}
	c.bank.failNext("refund", refusedCall)
	var gaveUp *GaveUp
	if _, err := c.RunJob(t.Context(), job.Job{Kind: job.Refund, Ref: string(tx1)}); !errors.As(err, &gaveUp) {
		t.Fatalf("error %v", err)
	}
	c.bank.back(tx1, payment.RefundRecord{EndToEndID: "E1", ID: "hand", Amount: 7900, State: payment.RefundDone})
	if err := c.SettleCharge(t.Context(), tx1); err != nil {
		t.Fatal(err)
	}
	if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundDone {
		t.Errorf("receipt %+v", r)
	}
}

// Money of an order that went back is the order's to know, from its first version on, and
// people are told of it once.
func TestOrderMoneyWentBack(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{true, false} { // known before there is an order, or after
		c := newCashier(t)
		book := &orderBook{store: c.store}
		c.Orders = book
		c.must(payByPix())
		c.bank.pay(tx1, "E1", 7980, start.Add(time.Minute))
		settle := func() error { return c.SettleCharge(t.Context(), tx1) }
		if !first {
			if err := settle(); err != nil {
				t.Fatal(err)
			}
		}
		c.bank.back(tx1, payment.RefundRecord{EndToEndID: "E1", ID: "D1", Amount: 1000, State: payment.RefundDone, Unasked: true})
		c.bank.back(tx1, payment.RefundRecord{EndToEndID: "E9", ID: "D2", Amount: 1, State: payment.RefundDone})
		var gaveUp *GaveUp
		if err := settle(); !errors.As(err, &gaveUp) || gaveUp.EndToEndID != "E1" {
			t.Errorf("first %v: nobody is told: %v", first, err)
		}
		if want := []order.Returned{{ID: "D1", Amount: 1000, Status: order.Completed, Unasked: true}}; !equal(book.told, want) {
			t.Errorf("first %v: the order is told %+v", first, book.told)
		}
		o, err := c.store.Order(t.Context(), c.read(t, c.id).Order.ID)
		if err != nil {
			t.Fatal(err)
		}
		if first && (len(o.Adjustments) != 1 || o.Refundable() != 6980 || o.Version != 1) {
			t.Errorf("placed with %+v", o.Adjustments)
		}
		if first {
			if err := settle(); err != nil {
				t.Errorf("told once more: %v", err)
			}
		}
		book.fail = errDown
		if err := settle(); !errors.Is(err, errDown) {
			t.Errorf("the order could not be told: %v", err)
		}
		// That nothing is on its way back any more is told too, where the payment is spoken of.
		book.fail = nil
		charge := c.bank.charges[tx1]
		charge.refunds = nil
		if err := settle(); err != nil || len(book.told) != 0 {
			t.Errorf("nothing went back: %v, told %+v", err, book.told)
		}
		book.told = []order.Returned{{ID: "before"}}
		charge.receipts = nil
		if err := settle(); err != nil || len(book.told) != 1 {
			t.Errorf("the payment is not spoken of: %v, told %+v", err, book.told)
		}
	}
}

// A payment that the provider names for two charges counts for the first.
func TestPaymentOfTwoCharges(t *testing.T) {
	t.Parallel()
	c := newCashier(t)
	second := c.shop.chat(t)
	second.context = "second"
	in := lines(line("pin", 1))
	in.Payment = pix()
	other := second.must(Create{Input: in}).Checkout
	c.bank.pay(tx1, "E1", 7980, start.Add(time.Minute))
	c.bank.pay(tx2, "E1", 1000, start.Add(time.Minute))
	if err := c.SettleCharge(t.Context(), tx1); err != nil {
		t.Fatal(err)
	}
	var gaveUp *GaveUp
	if err := c.SettleCharge(t.Context(), tx2); !errors.As(err, &gaveUp) || gaveUp.EndToEndID != "E1" {
		t.Errorf("nobody is told: %v", err)
	}
	if got := c.read(t, other.ID); len(got.Receipts) != 0 || got.Order != nil {
		t.Errorf("booked twice: %+v", got.Receipts)
	}
	// It is looked at on, and ends in its time.
	c.clock.Advance(33 * time.Minute)
	c.runJobs(t)
	if got := c.read(t, other.ID).Charges[0].State; got != payment.ChargeExpired {
		t.Errorf("the other charge is %s", got)
	}
}

// A charge whose provider does not answer is not ended; who asks is told why, once.
func TestProviderDownAtExpiry(t *testing.T) {
	t.Parallel()
	for _, paid := range []bool{false, true} {
		c := newCashier(t)
		c.must(payByPix())
		if paid {
			c.bank.pay(tx1, "E1", 7980, start.Add(29*time.Minute))
		}
		watch := job.Job{Kind: job.WatchCharge, Ref: string(tx1)}
		c.clock.Advance(31 * time.Minute) // within the grace
		c.bank.failNext("status", before, before, before)
		if _, err := c.RunJob(t.Context(), watch); err == nil {
			t.Error("no failure")
		}
		if r := c.on(c.id); countSaid(r, CodeProcessorDown) != 0 {
			t.Errorf("told within the grace: %+v", r.Messages)
		}
		c.clock.Advance(2 * time.Minute)
		for range 2 {
			if _, err := c.RunJob(t.Context(), watch); err == nil {
				t.Error("no failure")
			}
		}
		r := c.on(c.id)
		if countSaid(r, CodeProcessorDown) != 1 || r.Status == Canceled || r.ChargeVisible || len(r.Checkout.Holds) == 0 {
			t.Errorf("%s, %+v", r.Status, r.Messages)
		}
		if _, err := c.RunJob(t.Context(), watch); err != nil {
			t.Error(err)
		}
		if paid {
			wantStatus(t, c.on(c.id), Completed)
		} else if r := c.on(c.id); countSaid(r, CodePaymentExpired) != 1 || countSaid(r, CodeProcessorDown) != 0 {
			t.Errorf("%s, %+v", r.Status, r.Messages)
		}
	}
}

func countSaid(r Result, code Code) int {
	n := 0
	for _, m := range r.Messages {
		if m.Code == code {
			n++
		}
	}
	return n
}
