package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/job"
	"balcao/money"
)

// at is a time of São Paulo, three hours behind UTC all year.
func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text+"-03:00")
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

func (s *shop) moveTo(now time.Time) { s.clock.Advance(now.Sub(s.clock.Now())) }

// The buyer has seven days after the day of delivery, by the clocks of São Paulo.
func TestWithdrawalPeriod(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		delivered, asked string
		days             int
		late             bool
	}{
		{"2026-08-03T00:00:00", "2026-08-10T23:59:59", 0, false},
		{"2026-08-03T00:00:00", "2026-08-11T00:00:00", 0, true},
		{"2026-08-02T23:59:59", "2026-08-09T23:59:59", 0, false},
		{"2026-08-02T23:59:59", "2026-08-10T00:00:00", 0, true}, // already the next day in UTC
		{"2026-08-03T21:30:00", "2026-08-10T20:00:00", 0, false},
		{"2026-08-28T10:00:00", "2026-09-04T23:59:59", 7, false}, // over the end of a month
		{"2026-12-28T10:00:00", "2027-01-05T00:00:00", 7, true},
		{"2028-02-25T10:00:00", "2028-03-03T23:59:59", 7, false}, // and a leap day
		{"2026-10-15T10:00:00", "2026-10-22T23:59:59", 7, false}, // when summer time used to begin
		{"2026-08-03T10:00:00", "2026-08-10T23:59:59", 3, false}, // less than the law gives
		{"2026-08-03T10:00:00", "2026-08-17T23:59:59", 14, false},
		{"2026-08-03T10:00:00", "2026-08-18T00:00:00", 14, true},
	} {
		s := newShop(t, shirts())
		s.Policy.WithdrawalDays = c.days
		s.moveTo(at(c.delivered))
		s.must(Ship{})
		s.must(Deliver{})
		s.moveTo(at(c.asked))
		if got := len(s.order().Withdrawable(s.clock.Now(), c.days)) == 0; got != c.late {
			t.Errorf("%+v: nothing to withdraw from is %t", c, got)
		}
		if !c.late {
			s.must(RequestReturn{Reason: Withdrawal})
			continue
		}
		s.refuse(RequestReturn{Reason: Withdrawal}, CodeTooLate)
		s.refuse(RequestReturn{Reason: Withdrawal, Lines: []LineQuantity{{"li_2", 1}}}, CodeTooLate)
		s.must(RequestReturn{Reason: Withdrawal, Staff: true})
	}
}

// The period of a line begins when the last of its units is there.
func TestWithdrawalOfPartDeliveries(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.must(Ship{})
	s.must(Deliver{Lines: []LineQuantity{{"li_1", 2}, {"li_2", 1}}})
	s.clock.Advance(20 * 24 * time.Hour)
	s.refuse(RequestReturn{Reason: Withdrawal, Lines: []LineQuantity{{"li_2", 1}}}, CodeTooLate)
	if got := s.order().Withdrawable(s.clock.Now(), 7); !slices.Equal(got, []LineQuantity{{"li_1", 3}}) {
		t.Errorf("withdrawable: %v", got)
	}
	o := s.must(RequestReturn{Reason: Withdrawal}) // what can be
	if o.Lines[0].Returned != 3 || o.Lines[1].Returned != 0 {
		t.Errorf("returned %+v", o.Lines)
	}
}

// A withdrawal from everything gives back everything that was paid, with delivery, whether
// it comes at once or piece by piece, before goods are handed over, on their way or after.
func TestWithdrawalGivesAllBack(t *testing.T) {
	t.Parallel()
	pieces := [][]RequestReturn{
		{{}},
		{{Lines: []LineQuantity{{"li_2", 1}}}, {}},
		{{Lines: []LineQuantity{{"li_1", 1}}}, {Lines: []LineQuantity{{"li_1", 1}, {"li_2", 1}}}, {Lines: []LineQuantity{{"li_1", 1}}}},
		{{Lines: []LineQuantity{{"li_1", 2}}}, {Lines: []LineQuantity{{"li_1", 1}}}, {Lines: []LineQuantity{{"li_2", 1}}}},
	}
	stages := map[string][]Command{
		"placed": nil, "shipped": {Ship{}}, "delivered": {Ship{}, Deliver{}}, "at the counter": {Deliver{}},
		"in part": {Ship{Lines: []LineQuantity{{"li_1", 2}}}, Deliver{Lines: []LineQuantity{{"li_1", 1}}}},
	}
	for stage, before := range stages {
		for i, wishes := range pieces {
			s := newShop(t, shirts())
			for _, cmd := range before {
				s.must(cmd)
			}
			var sum money.Amount
			for _, wish := range wishes {
				wish.Reason = Withdrawal
				s.must(wish)
				refund := s.last(Refunded)
				sum -= refund.Amount
				if refund.Status != Pending || len(refund.Related) == 0 || refund.Amount >= 0 || refund.Reason != Withdrawal {
					t.Errorf("%s: refund %+v", stage, refund)
				}
			}
			if sum != 18474 {
				t.Errorf("%s, %d: %d given back in %d pieces, 18474 were paid", stage, i, sum, len(wishes))
			}
			if again, err := s.refunds(); err != nil || !again.IsZero() || s.bank.total() != 18474 || len(s.bank.given) != len(wishes) {
				t.Errorf("%s, %d: the bank gave %v, %v, %v", stage, i, s.bank.given, again, err)
			}
			s.refuse(RequestReturn{Reason: Withdrawal}, CodeNothing)
			s.refuse(Refund{Amount: 1}, CodeAmount)
		}
	}
}

func TestWithdrawalAdjustments(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.must(Ship{Lines: []LineQuantity{{"li_1", 2}}})
	o := s.must(RequestReturn{Reason: Withdrawal, Note: "Mudei de ideia"})
	if len(o.Adjustments) != 3 || len(s.store.jobs) != 1 {
		t.Fatalf("adjustments %+v, jobs %v", o.Adjustments, s.store.jobs)
	}
	canceled, sentBack, refund := o.Adjustments[0], o.Adjustments[1], o.Adjustments[2]
	if canceled.Type != Cancellation || canceled.Status != Completed || !canceled.AcknowledgedAt.Equal(placed) ||
		!slices.Equal(canceled.Lines, []LineQuantity{{"li_1", -1}, {"li_2", -1}}) {
		t.Errorf("canceled %+v", canceled)
	}
	if sentBack.Type != Return || sentBack.Status != Pending || !sentBack.AcknowledgedAt.Equal(placed) || sentBack.Amount != 0 ||
		!slices.Equal(sentBack.Lines, []LineQuantity{{"li_1", -2}}) || !sentBack.Deadline.Equal(at("2026-08-07T23:59:59")) {
		t.Errorf("sent back %+v", sentBack)
	}
	if canceled.Note != "Mudei de ideia" || sentBack.Note != "Mudei de ideia" || refund.Note+canceled.Description+sentBack.Description+refund.Description != "" {
		t.Errorf("what the buyer wrote is elsewhere: %+v", o.Adjustments)
	}
	if refund.Amount != -18474 || !slices.Equal(refund.Related, []string{canceled.ID, sentBack.ID}) {
		t.Errorf("refund %+v", refund)
	}
	if s.store.shelf["shirt"] != 1 || s.store.shelf["cap"] != 1 {
		t.Errorf("shelf %v", s.store.shelf)
	}
	// The return stays pending while its money is there; then it goes back on the shelf.
	if _, err := s.refunds(); err != nil || s.last(Refunded).Status != Completed || s.last(Return).Status != Pending {
		t.Errorf("refund %+v, return %+v, %v", s.last(Refunded), s.last(Return), err)
	}
	s.must(ArrangeReturn{Adjustment: sentBack.ID, ReverseShippingCode: "RC123", Carrier: "Correios", Deadline: at("2026-08-20T23:59:59")})
	s.refuse(ArrangeReturn{Adjustment: sentBack.ID, Deadline: placed.Add(-time.Hour)}, CodeInvalid)
	s.refuse(ArrangeReturn{Adjustment: refund.ID, Carrier: "x"}, CodeUnknownAdjustment)
	s.refuse(ReceiveReturn{Adjustment: sentBack.ID, Restock: true, Lines: []LineQuantity{{"li_1", 3}}}, CodeQuantity)
	s.must(ReceiveReturn{Adjustment: sentBack.ID, Restock: true, Lines: []LineQuantity{{"li_1", 1}}})
	if a := s.last(Return); a.Status != Completed || a.ReverseShippingCode != "RC123" || a.Carrier != "Correios" || s.store.shelf["shirt"] != 2 {
		t.Errorf("return %+v, shelf %v", a, s.store.shelf)
	}
	s.refuse(ReceiveReturn{Adjustment: sentBack.ID}, CodeEnded)
}

// What is wrong with goods is looked at before it is paid back.
func TestComplaint(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.refuse(RequestReturn{Reason: Defect}, CodeNothing)
	s.refuse(RequestReturn{Reason: "ugly"}, CodeInvalid)
	s.refuse(RequestReturn{Reason: Withdrawal, Note: "a\x00"}, CodeInvalid)
	const card = "no cartão 4111 1111-1111 1111"
	for _, cmd := range []Command{
		RequestReturn{Reason: Withdrawal, Note: card}, RequestReturn{Reason: Withdrawal, Description: card}, Refund{Amount: 1, Description: card},
		AdjustPrice{Amount: 1, Description: card}, Report{Type: "seen", Description: card},
	} {
		s.refuse(cmd, CodeInvalid)
	}
	s.must(Deliver{})
	s.must(RequestReturn{Reason: Defect, Lines: []LineQuantity{{"li_1", 2}}, Note: "Furou"})
	first := s.last(Return)
	if first.AcknowledgedAt.IsZero() || s.order().GivenBack() != 0 {
		t.Errorf("return %+v", first)
	}
	s.must(RefuseReturn{Adjustment: first.ID, Description: "Não é defeito"})
	if a := s.order().Adjustment(first.ID); a.Status != Failed || a.Description != "Não é defeito" || a.Note != "Furou" || s.order().Lines[0].Returned != 0 {
		t.Errorf("refused %+v", a)
	}
	s.must(RequestReturn{Reason: WrongProduct, Lines: []LineQuantity{{"li_1", 2}}})
	s.must(ReceiveReturn{Adjustment: s.last(Return).ID})
	// 17970 less 1797 for three is 5391 each.
	if a := s.last(Refunded); a.Amount != -10782 || !slices.Equal(a.Related, []string{s.last(Return).ID}) || s.store.shelf["shirt"] != 0 {
		t.Errorf("refund %+v", a)
	}
	s.clock.Advance(92 * 24 * time.Hour)
	s.refuse(RequestReturn{Reason: Defect}, CodeTooLate)
	s.must(RequestReturn{Reason: Defect, Staff: true})
}

// Who has complained can still withdraw, and gets the money at once.
func TestWithdrawalAfterComplaint(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.must(Deliver{})
	s.must(RequestReturn{Reason: Defect, Lines: []LineQuantity{{"li_1", 2}}})
	complaint := s.last(Return)
	s.must(ArrangeReturn{Adjustment: complaint.ID, ReverseShippingCode: "RC1", Carrier: "Correios"})
	if got := s.order().Withdrawable(placed, 0); !slices.Equal(got, []LineQuantity{{"li_1", 3}, {"li_2", 1}}) {
		t.Errorf("withdrawable %v", got)
	}
	// What is left covers one; of the complaint there is all or nothing.
	s.refuse(RequestReturn{Reason: Withdrawal, Lines: []LineQuantity{{"li_1", 2}}}, CodeQuantity)
	s.must(RequestReturn{Reason: Withdrawal, Lines: []LineQuantity{{"li_1", 1}}})
	if a := s.order().Adjustment(complaint.ID); a.Status != Pending {
		t.Errorf("the complaint is %s", a.Status)
	}
	s.must(RequestReturn{Reason: Withdrawal})
	o := s.order()
	if a := o.Adjustment(complaint.ID); a.Status != Failed || a.EndedAt.IsZero() || a.Description == "" {
		t.Errorf("complaint %+v", a)
	}
	if a := s.last(Return); a.Reason != Withdrawal || a.Status != Pending || a.ReverseShippingCode != "RC1" || !slices.Equal(a.Lines, []LineQuantity{{"li_1", -2}, {"li_2", -1}}) {
		t.Errorf("return %+v", a)
	}
	if o.GivenBack() != 18474 || o.Lines[0].Returned != 3 || len(o.Withdrawable(placed, 0)) != 0 {
		t.Errorf("%d given back, %+v", o.GivenBack(), o.Lines[0])
	}
	s.refuse(ReceiveReturn{Adjustment: complaint.ID}, CodeEnded)
	s.must(ReceiveReturn{Adjustment: s.last(Return).ID, Restock: true})
	if s.order().GivenBack() != 18474 || s.store.shelf["shirt"] != 2 {
		t.Errorf("%d given back, shelf %v", s.order().GivenBack(), s.store.shelf)
	}
	// When the period is over a complaint stays one.
	s = newShop(t, shirts())
	s.must(Deliver{})
	s.must(RequestReturn{Reason: Defect})
	s.clock.Advance(30 * 24 * time.Hour)
	s.refuse(RequestReturn{Reason: Withdrawal}, CodeNothing)
	if a := s.last(Return); a.Status != Pending {
		t.Errorf("complaint %+v", a)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.must(Ship{Lines: []LineQuantity{{"li_1", 1}}})
	if e := s.refuse(Cancel{Lines: []LineQuantity{{"li_1", 3}}}, CodeQuantity); e.Available != 2 || e.Line != "li_1" {
		t.Errorf("%+v", e)
	}
	s.refuse(Cancel{Lines: []LineQuantity{{"li_3", 1}}}, CodeUnknownLine)
	s.refuse(Cancel{Lines: []LineQuantity{{"li_1", 1}, {"li_1", 1}}}, CodeInvalid)
	s.refuse(Cancel{Lines: []LineQuantity{{"li_1", 0}}}, CodeInvalid)
	o := s.must(Cancel{Lines: []LineQuantity{{"li_1", 1}, {"li_2", 1}}})
	want := []Total{
		{Type: TotalSubtotal, Amount: 11980}, {Type: TotalDiscount, Text: "10 %", Amount: -1198},
		{Type: TotalTax, Text: "incluídos", Amount: 1101, Included: true}, {Type: TotalFulfillment, Text: "PAC", Amount: 500}, {Type: TotalTotal, Amount: 11282},
	}
	if !slices.Equal(o.Totals, want) {
		t.Errorf("totals %+v", o.Totals)
	}
	if l := o.Lines[1]; l.Status() != "removed" || l.Original != 1 || len(o.Lines) != 2 {
		t.Errorf("line %+v", l)
	}
	if s.last(Refunded).Amount != -(18474-11282) || s.store.shelf["shirt"] != 1 || s.store.shelf["cap"] != 1 {
		t.Errorf("refund %+v, shelf %v", s.last(Refunded), s.store.shelf)
	}
	s.must(Report{Type: EventReturnedToSender})
	if o = s.must(Cancel{}); o.Stage() != StageCanceled || o.GivenBack() != 18474 || len(o.Promises) != 0 {
		t.Errorf("stage %s, %d given back, promises %v", o.Stage(), o.GivenBack(), o.Promises)
	}
	if diff := Amount(o.Totals, TotalTotal) + Amount(o.Totals, TotalSubtotal) + Amount(o.Totals, TotalFulfillment); diff != 0 {
		t.Errorf("totals %+v", o.Totals)
	}
	s.refuse(Cancel{}, CodeNothing)
	s.refuse(Ship{}, CodeNothing)
}

func TestEvents(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.clock.Advance(time.Hour)
	s.must(Report{Type: EventProcessing, Description: "Separando"})
	s.refuse(Report{Type: EventInTransit}, CodeNothing)
	o := s.must(Ship{Lines: []LineQuantity{{"li_1", 2}}, Tracking: Tracking{Number: "BR123456785BR", Carrier: "correios"}, At: placed.Add(time.Minute)})
	if e := o.Events[1]; e.Type != EventShipped || e.Tracking.URL != correiosURL+"BR123456785BR" || !e.At.Equal(placed.Add(time.Minute)) {
		t.Errorf("event %+v", e)
	}
	if o.Lines[0].Status() != "partial" || o.Lines[1].Status() != "processing" || o.Stage() != StagePartial {
		t.Errorf("lines %+v", o.Lines)
	}
	s.must(Report{Type: "customs_cleared"})
	s.must(Report{Type: EventFailedAttempt})
	o = s.must(Deliver{}) // what is on its way
	if e := o.Events[4]; e.Tracking.Number != "BR123456785BR" || !slices.Equal(e.Lines, []LineQuantity{{"li_1", 2}}) {
		t.Errorf("delivered %+v", e)
	}
	if o = s.must(Deliver{}); o.Stage() != StageDelivered || o.Lines[1].Status() != "fulfilled" {
		t.Errorf("stage %s, %+v", o.Stage(), o.Lines)
	}
	for _, c := range []Command{
		Report{Type: EventShipped}, Report{Type: "Nice Try"}, Report{Type: ""}, Report{Type: "x_y", At: placed.Add(-time.Second)},
		Report{Type: "x_y", At: placed.Add(2 * time.Hour)}, Report{Type: "x_y", Description: strings.Repeat("é", 501)},
		Report{Type: "x_y", Description: "a\x00"}, Report{Type: "x_y", Tracking: Tracking{URL: "javascript:alert(1)"}},
		Report{Type: "x_y", Tracking: Tracking{URL: "https://user@x.example/"}}, Report{Type: "x_y", Tracking: Tracking{Number: strings.Repeat("1", 81)}},
		Report{Type: "x_y", Tracking: Tracking{Carrier: "\xff"}}, Report{Type: "x_y", Tracking: Tracking{Carrier: "a\nb"}},
	} {
		s.refuse(c, CodeInvalid)
	}
	if n := len(s.order().Events); n != 6 {
		t.Errorf("%d events", n)
	}
}

func TestPriceAndRefund(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	o := s.must(AdjustPrice{Line: "li_1", Amount: 1617, Description: "Preço errado"})
	if o.Lines[0].Kept != 14556 || o.Lines[0].Taxes[0].Amount != 1487 || o.Lines[0].Taxes[0].Base != 14556 || Amount(o.Totals, TotalTotal) != 16857 {
		t.Errorf("line %+v, totals %+v", o.Lines[0], o.Totals)
	}
	if a := o.Adjustments; a[0].Type != PriceAdjustment || a[0].Amount != -1617 || a[1].Amount != -1617 || a[1].Related[0] != a[0].ID {
		t.Errorf("adjustments %+v", a)
	}
	s.must(Refund{Amount: 1000, Related: []string{o.Adjustments[0].ID}})
	s.refuse(Refund{Amount: 0}, CodeInvalid)
	s.refuse(Refund{Amount: 1, Related: []string{"none"}}, CodeUnknownAdjustment)
	s.refuse(AdjustPrice{Line: "none", Amount: 1}, CodeUnknownLine)
	s.refuse(AdjustPrice{Amount: 0}, CodeInvalid)
	s.refuse(AdjustPrice{Line: "li_2", Amount: 1802}, CodeAmount)
	if e := s.refuse(Refund{Amount: 18474}, CodeAmount); e.Available != 18474-1617-1000 {
		t.Errorf("%+v", e)
	}
	// Then a withdrawal gives back the rest and no more.
	s.must(RequestReturn{Reason: Withdrawal})
	if o = s.order(); o.GivenBack() != 18474 {
		t.Errorf("%d given back", o.GivenBack())
	}
}

func TestNFe(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	const key = "35260799887766000105550010000001421000001426"
	good := NFe{AccessKey: " 3526 0799 8877 6600 0105 5500 1000 0001 4210 0000 142" + key[43:], DANFEURL: "https://notas.example/danfe", IssuedAt: placed}
	o := s.must(SetNFe{good})
	if o.NFe == nil || o.NFe.AccessKey != key || !o.NFe.IssuedAt.Equal(placed) {
		t.Errorf("NF-e %+v", o.NFe)
	}
	for _, bad := range []NFe{
		{}, {AccessKey: key[:43] + "9"}, {AccessKey: key, DANFEURL: "file:///etc/passwd"}, {AccessKey: key, XMLURL: "x"}, {AccessKey: key, IssuedAt: placed.Add(time.Second)},
	} {
		s.refuse(SetNFe{bad}, CodeInvalid)
	}
}

// The same key means the same command, or a mistake.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	first, err := s.Do(t.Context(), "ord_1", "k", Cancel{Lines: []LineQuantity{{"li_1", 1}}})
	if err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Hour)
	again, err := s.Do(t.Context(), "ord_1", "k", Cancel{Lines: []LineQuantity{{"li_1", 1}}})
	if err != nil || again.Version != first.Version || len(again.Adjustments) != 2 {
		t.Errorf("again: %+v, %v", again, err)
	}
	for _, other := range []Command{Cancel{Lines: []LineQuantity{{"li_1", 2}}}, Cancel{}, Ship{Lines: []LineQuantity{{"li_1", 1}}}} {
		var refused *Error
		if _, err := s.Do(t.Context(), "ord_1", "k", other); !errors.As(err, &refused) || refused.Code != CodeKeyUsed {
			t.Errorf("%#v: %v", other, err)
		}
	}
	for _, key := range []string{"", "a b", "é", strings.Repeat("k", 129)} {
		if _, err := s.Do(t.Context(), "ord_1", key, Ship{}); err == nil {
			t.Errorf("key %q was taken", key)
		}
	}
	if _, err := s.Do(t.Context(), "ord_2", "k", Ship{}); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown order: %v", err)
	}
	for i := range maxCommands - 1 {
		s.must(Report{Type: "seen", Description: fmt.Sprint(i)})
	}
	s.refuse(Report{Type: "seen"}, CodeLimit)
	if _, err := s.refunds(); err != nil || s.last(Refunded).Status != Completed { // what is owed is done all the same
		t.Errorf("refund %+v, %v", s.last(Refunded), err)
	}
}

// A buyer who gives things back piece by piece leaves the staff commands of their own, and
// what became of refunds takes none of them.
func TestBuyersLeaveCommandsToTheStaff(t *testing.T) {
	t.Parallel()
	const many = 2 * maxRequests
	s := newShop(t, &Order{
		ID: "ord_1", Language: "pt-BR", CreatedAt: placed, Currency: money.BRL, Version: 1, UpdatedAt: placed,
		Lines: []Line{{ID: "li_1", Variant: "shirt", Price: 100, Original: many, Total: many, Kept: 100 * many,
			Totals: []Total{{Type: TotalSubtotal, Amount: 100 * many}, {Type: TotalTotal, Amount: 100 * many}}}},
		Totals:   []Total{{Type: TotalSubtotal, Amount: 100 * many}, {Type: TotalTotal, Amount: 100 * many}},
		Promises: []Expectation{{ID: "exp_1", Method: MethodShipping, Lines: []LineQuantity{{"li_1", many}}}},
		Payment:  Payment{Handler: "pix_1", Kind: "pix", TXID: "txid", EndToEndID: "E1", Amount: 100 * many},
	})
	one := RequestReturn{Lines: []LineQuantity{{"li_1", 1}}, Reason: Withdrawal}
	for range maxRequests {
		s.must(one)
	}
	s.refuse(one, CodeLimit)
	if _, err := s.refunds(); err != nil {
		t.Fatal(err)
	}
	o := s.order()
	if o.GivenBack() != 100*maxRequests || o.carriedOut() != maxRequests {
		t.Errorf("%d given back, %d commands of callers", o.GivenBack(), o.carriedOut())
	}
	for i := range maxCommands - maxRequests - 2 {
		o.Applied = append(o.Applied, Applied{Key: callersKey(fmt.Sprint("before-", i))})
	}
	s.store.put(o)
	one.Staff = true
	s.must(one)
	s.must(Ship{})
	s.refuse(Deliver{}, CodeLimit)
}

// Of two who cancel the same units, one does.
func TestRace(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	var mu sync.Mutex
	lost := 0
	s.store.fail = func(step string) error { // the other one was faster, six times
		mu.Lock()
		defer mu.Unlock()
		if step == "before commit" && lost < maxTries+1 {
			lost++
			return ErrConflict
		}
		return nil
	}
	var refused *Error
	if _, err := s.Do(t.Context(), "ord_1", "k", Cancel{}); !errors.As(err, &refused) || refused.Code != CodeBusy {
		t.Errorf("lost five times: %v", err)
	}
	if o, err := s.Do(t.Context(), "ord_1", "k", Cancel{}); err != nil || o.Version != 2 {
		t.Errorf("lost once more and won: %v", err)
	}
}

func TestRefundJob(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	for _, amount := range []money.Amount{100, 200, 300} {
		s.must(Refund{Amount: amount})
	}
	s.bank.answers[100], s.bank.answers[200] = RefundUnderWay, RefundFailed
	again, err := s.refunds()
	var gaveUp *GaveUp
	if !errors.As(err, &gaveUp) || gaveUp.Order != "ord_1" || !errors.Is(err, ErrRefused) || !again.Equal(s.clock.Now()) {
		t.Fatalf("%v, %v", again, err)
	}
	if o := s.order(); o.GivenBack() != 400 || !o.NeedsAttention() || gaveUp.Adjustment != o.Adjustments[1].ID {
		t.Errorf("%d given back", o.GivenBack())
	}
	s.clock.Advance(time.Minute)
	if again, err = s.refunds(); err != nil || !again.Equal(s.clock.Now().Add(time.Minute)) {
		t.Errorf("under way for a minute: again %v, %v", again, err)
	}
	s.clock.Advance(48 * time.Hour)
	if again, err = s.refunds(); err != nil || !again.Equal(s.clock.Now().Add(maxLook)) {
		t.Errorf("under way for days: again %v, %v", again, err)
	}
	delete(s.bank.answers, 100)
	if again, err = s.refunds(); err != nil || !again.IsZero() || s.bank.total() != 400 {
		t.Errorf("%v, %v, %v", again, err, s.bank.given)
	}
	delete(s.bank.answers, 200)
	s.must(Refund{Amount: 200, Related: []string{gaveUp.Adjustment}})
	if s.order().NeedsAttention() {
		t.Error("a refund that was made again still needs attention")
	}
	for ref, kind := range map[string]job.Kind{"none": job.RefundOrder, "ord_1": "nonsense"} {
		if _, err := s.RunJob(t.Context(), job.Job{Kind: kind, Ref: ref}); (err == nil) != (ref == "none") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// A refund has one id at the provider, of the form that the Pix API takes, and another one
// for each adjustment and each payment.
func TestRefundID(t *testing.T) {
	t.Parallel()
	o := shirts()
	first := RefundID(o, "adj_1")
	if len(first) != 35 || strings.Trim(first, "0123456789abcdef") != "" || first != RefundID(shirts(), "adj_1") {
		t.Errorf("id %q", first)
	}
	other := shirts()
	other.Payment.EndToEndID = "E2"
	if first == RefundID(o, "adj_2") || first == RefundID(other, "adj_1") {
		t.Error("two refunds have one id")
	}
}

// A provider that hangs holds nothing up for longer than a call may take.
func TestRefundIsBounded(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	s.must(Refund{Amount: 1})
	s.Refunds = refundFunc(func(ctx context.Context, _ RefundRequest) (RefundState, error) {
		if deadline, bounded := ctx.Deadline(); !bounded || time.Until(deadline) > callTimeout {
			t.Error("the call has no end")
		}
		return "", context.DeadlineExceeded
	})
	if _, err := s.refunds(); !errors.Is(err, context.DeadlineExceeded) || s.last(Refunded).Status != Pending {
		t.Errorf("%v, %+v", err, s.last(Refunded))
	}
}

type refundFunc func(context.Context, RefundRequest) (RefundState, error)

func (f refundFunc) Refund(ctx context.Context, r RefundRequest) (RefundState, error) {
	return f(ctx, r)
}
