package order

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"balcao/internal/lang"
	"balcao/job"
	"balcao/money"
)

func (s *shop) note(t *testing.T, records ...Returned) []string {
	t.Helper()
	news, err := s.NoteReturned(t.Context(), s.order(), records)
	if err != nil {
		t.Fatal(err)
	}
	return news
}

// What the bank takes back by itself is in the order's books once, and is not given back a
// second time by a return.
func TestTakenBackElsewhere(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	med := Returned{ID: "D1", Amount: 8474, Status: Pending, Unasked: true}
	news := s.note(t, med)
	if len(news) != 1 || len(s.note(t, med)) != 0 {
		t.Fatalf("news %v", news)
	}
	if a := s.order().Adjustment(news[0]); !a.Elsewhere || a.Status != Pending || a.Amount != -8474 || a.Description != textPulledBack.In(lang.Portuguese) {
		t.Errorf("adjustment %+v", a)
	}
	if again, err := s.RunJob(t.Context(), job.Job{Kind: job.RefundOrder, Ref: "ord_1"}); err != nil || !again.IsZero() || s.bank.total() != 0 {
		t.Errorf("the shop gives back what the bank took: %v, %v, %d", again, err, s.bank.total())
	}
	med.Status = Completed
	s.note(t, med)
	o := s.order()
	if a := o.Adjustment(news[0]); a.Status != Completed || a.EndedAt.IsZero() || len(o.Adjustments) != 1 || o.Refundable() != 10000 {
		t.Errorf("adjustment %+v, refundable %d", a, o.Refundable())
	}
	if !o.NeedsAttention() {
		t.Error("nobody is told")
	}
	if _, err := s.Do(t.Context(), "ord_1", "seen", Acknowledge{news[0]}); err != nil || s.order().NeedsAttention() {
		t.Errorf("after the staff took note: %v", err)
	}
	for _, wrong := range []string{news[0], "none"} {
		if _, err := s.Do(t.Context(), "ord_1", "seen-"+wrong, Acknowledge{wrong}); err == nil {
			t.Errorf("%s is taken note of", wrong)
		}
	}
	if _, err := s.Do(t.Context(), "ord_1", "all", RequestReturn{Reason: Withdrawal}); err != nil {
		t.Fatal(err)
	}
	s.work()
	if s.bank.total() != 10000 || s.order().GivenBack() != 18474 {
		t.Errorf("given back %d, of which the shop %d", s.order().GivenBack(), s.bank.total())
	}
	check(t, s.order())
}

// A refund of ours that the provider has not heard of gives way where nothing is left for it.
func TestTakenBackBeforeOurRefund(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	for i, amount := range []money.Amount{1000, 9000} {
		if _, err := s.Do(t.Context(), "ord_1", []string{"a", "b"}[i], Refund{Amount: amount}); err != nil {
			t.Fatal(err)
		}
	}
	s.note(t, Returned{ID: "D1", Amount: 10000, Status: Completed, Unasked: true})
	o := s.order()
	if o.Adjustments[0].Status != Pending || o.Adjustments[1].Status != Failed || o.Refundable() != 7474 {
		t.Errorf("adjustments %+v", o.Adjustments)
	}
	s.work()
	if s.bank.total() != 1000 {
		t.Errorf("given back %d", s.bank.total())
	}
	// All of it, and more than there is by our books.
	s.note(t, Returned{ID: "D1", Amount: 10000, Status: Completed}, Returned{ID: "D2", Amount: 9000, Status: Completed})
	if o := s.order(); o.GivenBack() != 18474 || o.Refundable() != 0 {
		t.Errorf("given back %d", o.GivenBack())
	}
}

// What the shop asked for is known by its id, or by its amount where the provider keeps none.
func TestOwnRefundsAreKnown(t *testing.T) {
	t.Parallel()
	for _, anonymous := range []bool{false, true} {
		s := newShop(t, shirts())
		for i := range 3 {
			if _, err := s.Do(t.Context(), "ord_1", []string{"a", "b", "c"}[i], Refund{Amount: 1000}); err != nil {
				t.Fatal(err)
			}
		}
		o := s.order()
		record := func(i int, status AdjustmentStatus) Returned {
			r := Returned{ID: RefundID(o, o.Adjustments[i].ID), Amount: 1000, Status: status, Anonymous: anonymous}
			if anonymous {
				r.ID = []string{"71", "72", "73"}[i]
			}
			return r
		}
		if news := s.note(t, record(0, Completed), record(1, Pending)); len(news) != 0 {
			t.Errorf("anonymous %v: news %v", anonymous, news)
		}
		o = s.order()
		if o.Adjustments[0].Status != Completed || o.Adjustments[1].Status != Pending || len(o.Adjustments) != 3 {
			t.Errorf("anonymous %v: %+v", anonymous, o.Adjustments)
		}
		records := []Returned{record(0, Completed), record(1, Completed), record(2, Completed), {ID: "99", Amount: 1000, Status: Completed, Anonymous: anonymous}}
		if news := s.note(t, records...); len(news) != 1 || s.order().GivenBack() != 4000 {
			t.Errorf("anonymous %v: a fourth one by hand: news %v, given back %d", anonymous, news, s.order().GivenBack())
		}
		if version := s.order().Version; len(s.note(t, records...)) != 0 || s.order().Version != version {
			t.Errorf("anonymous %v: said twice, it is written twice", anonymous)
		}
	}
}

// Of refunds that only their amounts tell apart each is taken for one that stands like it.
func TestRefundsOfOneAmount(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		answers []AdjustmentStatus // how the shop's own went, by its books
		records []AdjustmentStatus
		want    []AdjustmentStatus
		back    money.Amount
	}{
		"a failed one of others first": {[]AdjustmentStatus{Completed}, []AdjustmentStatus{Failed, Completed}, []AdjustmentStatus{Completed}, 1000},
		"the second was quicker":       {[]AdjustmentStatus{Pending, Completed}, []AdjustmentStatus{Pending, Completed}, []AdjustmentStatus{Pending, Completed}, 2000},
		"in another order":             {[]AdjustmentStatus{Completed, Pending}, []AdjustmentStatus{Pending, Completed}, []AdjustmentStatus{Completed, Pending}, 2000},
		"the second arrives":           {[]AdjustmentStatus{Completed, Pending}, []AdjustmentStatus{Completed, Completed}, []AdjustmentStatus{Completed, Completed}, 2000},
		"not the one that failed":      {[]AdjustmentStatus{Failed, Pending}, []AdjustmentStatus{Completed}, []AdjustmentStatus{Failed, Completed}, 1000},
		"one by hand for a failed one": {[]AdjustmentStatus{Failed}, []AdjustmentStatus{Failed, Completed}, []AdjustmentStatus{Completed}, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, shirts())
			o := s.order()
			for i, status := range tc.answers {
				o.Adjustments = append(o.Adjustments, Adjustment{ID: fmt.Sprint("adj_", i), Type: Refunded, Status: status, Amount: -1000})
			}
			var records []Returned
			for i, status := range tc.records {
				records = append(records, Returned{ID: fmt.Sprint(71 + i), Anonymous: true, Amount: 1000, Status: status})
			}
			for range 2 { // said twice
				o.NoteReturned(records, s.clock.Now())
			}
			var got []AdjustmentStatus
			for _, a := range o.Adjustments {
				got = append(got, a.Status)
			}
			if !slices.Equal(got, tc.want) || o.GivenBack() != tc.back {
				t.Errorf("got %v, given back %d", got, o.GivenBack())
			}
		})
	}
}

// What was given back by hand before is no refund that the shop comes to owe later, although it
// has its amount: the shop asks for its own.
func TestRefundByHandBefore(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	hand := Returned{ID: "71", Anonymous: true, Amount: 1000, Status: Completed}
	if news := s.note(t, hand); len(news) != 1 {
		t.Fatalf("news %v", news)
	}
	s.must(Refund{Amount: 1000})
	s.note(t, hand)
	s.work()
	if s.bank.total() != 1000 {
		t.Errorf("the shop gave back %d", s.bank.total())
	}
	for range 2 {
		if news := s.note(t, hand, Returned{ID: "72", Anonymous: true, Amount: 1000, Status: Completed}); len(news) != 0 || s.order().GivenBack() != 2000 {
			t.Errorf("news %v, given back %d", news, s.order().GivenBack())
		}
	}
}

// A refund that failed by our books and was carried out after all is out of the money.
func TestFailedRefundThatWasMade(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.bank.answers = map[money.Amount]RefundState{1000: RefundFailed}
	if _, err := s.Do(t.Context(), "ord_1", "a", Refund{Amount: 1000}); err != nil {
		t.Fatal(err)
	}
	s.work()
	o := s.order()
	if o.Adjustments[0].Status != Failed {
		t.Fatalf("adjustment %+v", o.Adjustments[0])
	}
	s.note(t, Returned{ID: RefundID(o, o.Adjustments[0].ID), Amount: 1000, Status: Completed})
	if o := s.order(); o.Adjustments[0].Status != Completed || o.GivenBack() != 1000 {
		t.Errorf("adjustment %+v", o.Adjustments[0])
	}
}

// A payment of which money went back before there was an order.
func TestPlacedWithMoneyGone(t *testing.T) {
	t.Parallel()
	o := shirts()
	records := []Returned{{ID: "r2", Amount: 18474, Status: Completed}, {ID: "no", Amount: 5, Status: Failed}, {Amount: 0, Status: Completed}}
	if news := o.NoteReturned(records, placed.Add(time.Minute)); len(news) != 1 || o.Refundable() != 0 || o.Version != 1 || !o.NeedsAttention() {
		t.Errorf("news %v, refundable %d", news, o.Refundable())
	}
	if news := o.NoteReturned(slices.Clone(records), placed.Add(time.Hour)); len(news) != 0 || len(o.Adjustments) != 1 {
		t.Errorf("said twice: %v", news)
	}
}

// However much a provider says went back, the books end at what was paid.
func TestMoreTakenBackThanPaid(t *testing.T) {
	t.Parallel()
	o := shirts()
	records := make([]Returned, 3000)
	for i := range records {
		records[i] = Returned{ID: fmt.Sprint("D", i), Amount: 999_999_999_999, Status: Completed}
	}
	if news := o.NoteReturned(records, placed.Add(time.Minute)); len(news) != len(records) || o.Refundable() != 0 || o.GivenBack() != o.Payment.Amount {
		t.Errorf("%d news, refundable %d of %d", len(news), o.Refundable(), o.Payment.Amount)
	}
}

// Refunds that the provider has no ids for are as many as it speaks of, whatever their order.
func TestNamelessRefunds(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	record := func(amount money.Amount, status AdjustmentStatus) Returned {
		return Returned{Amount: amount, Status: status, Unasked: true}
	}
	if news := s.note(t, record(1000, Pending), record(500, Completed), record(1000, Pending)); len(news) != 3 || s.order().Refundable() != 18474-2500 {
		t.Fatalf("news %v, refundable %d", news, s.order().Refundable())
	}
	if news := s.note(t, record(500, Completed), record(1000, Pending), record(1000, Pending)); len(news) != 0 || s.order().Refundable() != 18474-2500 {
		t.Errorf("in another order: news %v, refundable %d", news, s.order().Refundable())
	}
	if news := s.note(t, record(1000, Pending), record(500, Completed)); len(news) != 0 || s.order().Refundable() != 18474-1500 {
		t.Errorf("one came to nothing: news %v, refundable %d", news, s.order().Refundable())
	}
	// Whichever of two comes first, one has gone and one is on its way.
	for _, order := range [][]AdjustmentStatus{{Pending, Pending}, {Completed, Pending}, {Pending, Completed}} {
		s.note(t, record(700, order[0]), record(700, order[1]), record(1000, Pending), record(500, Completed))
	}
	s.note(t, record(700, Completed), record(1000, Pending), record(500, Completed))
	if left := s.order().Refundable(); left != 18474-2200 {
		t.Errorf("one of two came to nothing: refundable %d", left)
	}
	s.note(t, record(700, Failed), record(700, Completed), record(1000, Pending), record(500, Completed))
	if left := s.order().Refundable(); left != 18474-2200 {
		t.Errorf("and is said to have: refundable %d", left)
	}
	// What is in dispute became less.
	if news := s.note(t, record(400, Pending), record(700, Completed), record(500, Completed)); len(news) != 1 || s.order().Refundable() != 18474-1600 {
		t.Errorf("another amount: news %v, refundable %d", news, s.order().Refundable())
	}
}

// Money in dispute has no id. If the dispute ends in the shop's favour the provider speaks of
// it no more: then it can be given back again, and the staff look whether it is owed.
func TestDisputeThatEnds(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	dispute := Returned{Amount: 18474, Status: Pending, Unasked: true}
	news := s.note(t, dispute)
	if len(news) != 1 || s.order().Refundable() != 0 {
		t.Fatalf("news %v, refundable %d", news, s.order().Refundable())
	}
	seen := func(key string) {
		t.Helper()
		if _, err := s.Do(t.Context(), "ord_1", key, Acknowledge{news[0]}); err != nil || s.order().NeedsAttention() {
			t.Errorf("after the staff took note: %v", err)
		}
	}
	seen("seen")
	if again := s.note(t); len(again) != 0 {
		t.Errorf("news %v", again)
	}
	if a := s.order().Adjustment(news[0]); a.Status != Failed || a.EndedAt.IsZero() || s.order().Refundable() != 18474 || !s.order().NeedsAttention() {
		t.Errorf("ended: %+v, refundable %d", a, s.order().Refundable())
	}
	seen("seen-again")
	s.must(Refund{Amount: 100})
	if s.note(t, dispute); s.order().Adjustment(news[0]).Status != Pending || !s.order().Adjustment(news[0]).EndedAt.IsZero() || s.last(Refunded).Status != Failed || s.order().Refundable() != 0 {
		t.Errorf("opened again: %+v, refundable %d", s.order().Adjustments, s.order().Refundable())
	}
	dispute.Status = Completed
	if s.note(t, dispute); s.order().Adjustment(news[0]).Status != Completed {
		t.Errorf("lost: %+v", s.order().Adjustment(news[0]))
	}
	if s.note(t); s.order().Adjustment(news[0]).Status != Completed || s.order().GivenBack() != 18474 {
		t.Error("what was done is undone")
	}
}
