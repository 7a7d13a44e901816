package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
)

// placed is noon in São Paulo.
var placed = time.Date(2026, 7, 28, 15, 0, 0, 0, time.UTC)

// shirts are two lines, of three and of one: 3 x 5990 and 2001, 10 % off, 500 for delivery.
func shirts() *Order {
	o := &Order{
		ID: "ord_1", Checkout: "chk_1", Language: "pt-BR", CreatedAt: placed, Currency: money.BRL,
		Lines: []Line{
			{ID: "li_1", Variant: "shirt", Price: 5990, Original: 3, Total: 3,
				Taxes:  []Tax{{Type: "icms", Rate: 10217, Base: 16173, Amount: 1652, Behavior: TaxInclusive}},
				Totals: []Total{{Type: TotalSubtotal, Amount: 17970}, {Type: TotalTotal, Amount: 17970}}},
			{ID: "li_2", Variant: "cap", Price: 2001, Original: 1, Total: 1,
				Totals: []Total{{Type: TotalSubtotal, Amount: 2001}, {Type: TotalTotal, Amount: 2001}}},
		},
		Totals: []Total{
			{Type: TotalSubtotal, Amount: 19971}, {Type: TotalDiscount, Text: "10 %", Amount: -1997},
			{Type: TotalTax, Text: "incluídos", Amount: 1652, Included: true},
			{Type: TotalFulfillment, Text: "PAC", Amount: 500}, {Type: TotalTotal, Amount: 18474},
		},
		Promises: []Expectation{{ID: "exp_1", Method: MethodShipping, Lines: []LineQuantity{{"li_1", 3}, {"li_2", 1}}}},
		Payment:  Payment{Handler: "pix_1", Kind: "pix", TXID: "txid", EndToEndID: "E1", Amount: 18474},
	}
	o.Start()
	return o
}

// memory is a store of one process, with a shelf and the jobs that are owed.
type memory struct {
	orders map[ids.Order][]byte
	shelf  map[ids.Variant]int64
	jobs   map[job.Job]bool
	// fail is asked before and after each commit; what it returns is returned, and what is
	// returned after a commit hides that it was made.
	fail func(step string) error
}

func (m *memory) step(name string) error {
	if m.fail == nil {
		return nil
	}
	return m.fail(name)
}

func (m *memory) Order(_ context.Context, id ids.Order) (*Order, error) {
	if err := m.step("read"); err != nil {
		return nil, err
	}
	body, ok := m.orders[id]
	if !ok {
		return nil, ErrNotFound
	}
	o := new(Order)
	return o, json.Unmarshal(body, o)
}

func (m *memory) put(o *Order) {
	body, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	m.orders[o.ID] = body
}

func (m *memory) CommitOrder(_ context.Context, w Write) error {
	if err := m.step("before commit"); err != nil {
		return err
	}
	stored := new(Order)
	if err := json.Unmarshal(m.orders[w.Order.ID], stored); err != nil {
		return err
	}
	if stored.Version != w.Order.Version-1 {
		return ErrConflict
	}
	m.put(w.Order)
	for _, s := range w.Stock {
		m.shelf[s.Variant] += s.OnHand
	}
	for _, j := range w.Jobs {
		maps.DeleteFunc(m.jobs, func(k job.Job, _ bool) bool { return k.Kind == j.Kind && k.Ref == j.Ref })
		m.jobs[j] = true
	}
	return m.step("after commit")
}

// bank gives money back once for each id.
type bank struct {
	given map[string]money.Amount
	// answers are what it says of an amount; RefundDone if not named.
	answers map[money.Amount]RefundState
	fail    func(step string) error
}

func (b *bank) Refund(_ context.Context, r RefundRequest) (RefundState, error) {
	if err := b.step("before refund"); err != nil {
		return "", err
	}
	state, named := b.answers[r.Amount]
	switch {
	case state == RefundFailed:
		return state, fmt.Errorf("no: %w", ErrRefused)
	case named:
		return state, nil
	}
	if had, again := b.given[r.ID]; again && had != r.Amount {
		return "", errors.New("another amount under the id")
	}
	b.given[r.ID] = r.Amount
	return RefundDone, b.step("after refund")
}

func (b *bank) step(name string) error {
	if b.fail == nil {
		return nil
	}
	return b.fail(name)
}

func (b *bank) total() money.Amount {
	var sum money.Amount
	for _, a := range b.given {
		sum += a
	}
	return sum
}

// shop is a service with one order in it.
type shop struct {
	t *testing.T
	*Service
	store *memory
	bank  *bank
	clock *clock.Fake
	keys  int
}

func newShop(t *testing.T, o *Order) *shop {
	t.Helper()
	s := &shop{
		t: t, store: &memory{orders: map[ids.Order][]byte{}, shelf: map[ids.Variant]int64{}, jobs: map[job.Job]bool{}},
		bank: &bank{given: map[string]money.Amount{}, answers: map[money.Amount]RefundState{}}, clock: clock.NewFake(placed),
	}
	s.store.put(o)
	s.Service = &Service{Store: s.store, Refunds: s.bank, Clock: s.clock}
	return s
}

// must carries a command out under a key of its own.
func (s *shop) must(cmd Command) *Order {
	s.t.Helper()
	s.keys++
	o, err := s.Do(s.t.Context(), "ord_1", fmt.Sprint("key-", s.keys), cmd)
	if err != nil {
		s.t.Fatalf("%#v: %v", cmd, err)
	}
	check(s.t, o)
	return o
}

// refuse fails the test unless the command is refused with the code, and changes nothing.
func (s *shop) refuse(cmd Command, want Code) *Error {
	s.t.Helper()
	before := string(s.store.orders["ord_1"])
	s.keys++
	_, err := s.Do(s.t.Context(), "ord_1", fmt.Sprint("key-", s.keys), cmd)
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != want {
		s.t.Fatalf("%#v: error %v, want %s", cmd, err, want)
	}
	if string(s.store.orders["ord_1"]) != before {
		s.t.Fatalf("%#v was refused and changed the order", cmd)
	}
	return refused
}

// refunds runs the job that the order is owed.
func (s *shop) refunds() (time.Time, error) {
	return s.RunJob(s.t.Context(), job.Job{Kind: job.RefundOrder, Ref: "ord_1"})
}

func (s *shop) order() *Order {
	s.t.Helper()
	o, err := s.store.Order(s.t.Context(), "ord_1")
	if err != nil {
		s.t.Fatal(err)
	}
	return o
}

// last is the latest adjustment of a type.
func (s *shop) last(kind AdjustmentType) Adjustment {
	s.t.Helper()
	o := s.order()
	for _, a := range slices.Backward(o.Adjustments) {
		if a.Type == kind {
			return a
		}
	}
	s.t.Fatalf("there is no %s", kind)
	return Adjustment{}
}

// check fails the test if the order is not in itself right.
func check(t *testing.T, o *Order) {
	t.Helper()
	if sum := o.GivenBack(); sum < 0 || sum > o.Payment.Amount {
		t.Errorf("%d given back of %d", sum, o.Payment.Amount)
	}
	kept := o.FreightKept
	var goods money.Amount
	for _, l := range o.Lines {
		if l.Repaid < 0 || l.Repaid > l.Returned || l.Returned > l.Fulfilled || l.Delivered < 0 || l.Delivered > l.Fulfilled ||
			l.Fulfilled > l.Total || l.Total > l.Original || l.Kept < 0 {
			t.Errorf("line %+v", l)
		}
		if l.Total == l.Repaid && l.Kept != 0 {
			t.Errorf("line %s: %d kept for nothing", l.ID, l.Kept)
		}
		if subtotal := Amount(l.Totals, TotalSubtotal); subtotal != l.Price*money.Amount(l.Total) {
			t.Errorf("line %s: subtotal %d of %d", l.ID, subtotal, l.Total)
		}
		for _, tax := range l.Taxes {
			if tax.Amount < 0 || tax.Base < 0 || l.Total == 0 && tax.Amount != 0 {
				t.Errorf("line %s: tax %+v", l.ID, tax)
			}
		}
		kept += l.Kept
		goods += l.Price * money.Amount(l.Total)
	}
	if kept > o.Payment.Amount {
		t.Errorf("%d kept of %d", kept, o.Payment.Amount)
	}
	var sum, total money.Amount
	for _, x := range o.Totals {
		switch {
		case x.Type == TotalDiscount && x.Amount >= 0, x.Type != TotalDiscount && x.Amount < 0:
			t.Errorf("total %+v", x)
		case x.Included:
		case x.Type == TotalTotal:
			total = x.Amount
		default:
			sum += x.Amount
		}
	}
	if sum != total || Amount(o.Totals, TotalSubtotal) != goods || o.Stage() == StageCanceled && total != 0 {
		t.Errorf("totals do not add up: %+v", o.Totals)
	}
	promised := map[ids.LineItem]int64{}
	for _, p := range o.Promises {
		for _, q := range p.Lines {
			promised[q.Line] += q.Quantity
		}
	}
	for _, l := range o.Lines {
		if promised[l.ID] != l.Total {
			t.Errorf("line %s: %d promised of %d", l.ID, promised[l.ID], l.Total)
		}
	}
	seen := map[string]bool{}
	for _, a := range o.Adjustments {
		if seen[a.ID] {
			t.Errorf("adjustment %s is there twice", a.ID)
		}
		seen[a.ID] = true
		for _, r := range a.Related {
			if !seen[r] {
				t.Errorf("%s follows from %s, which is not before it", a.ID, r)
			}
		}
	}
}
