package order

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

var errCut = errors.New("cut short")

// randomCommand is anything that may happen to an order, possible or not.
func randomCommand(r *rand.Rand, o *Order) Command {
	line := func() []LineQuantity {
		if r.IntN(3) == 0 {
			return nil
		}
		l := o.Lines[r.IntN(len(o.Lines))]
		return []LineQuantity{{l.ID, 1 + r.Int64N(l.Original)}}
	}
	returned := func() string {
		var open []string
		for _, a := range o.Adjustments {
			if a.Type == Return && a.Status == Pending {
				open = append(open, a.ID)
			}
		}
		if len(open) == 0 {
			return "none"
		}
		return open[r.IntN(len(open))]
	}
	switch r.IntN(12) {
	case 0, 1:
		return Ship{Lines: line()}
	case 2, 3:
		return Deliver{Lines: line()}
	case 4:
		return Report{Type: EventReturnedToSender, Lines: line()}
	case 5:
		return Cancel{Lines: line()}
	case 6, 7:
		return RequestReturn{Lines: line(), Reason: []Reason{Withdrawal, Defect, WrongProduct}[r.IntN(3)], Staff: r.IntN(2) == 0}
	case 8:
		return ReceiveReturn{Adjustment: returned(), Restock: r.IntN(2) == 0}
	case 9:
		return RefuseReturn{Adjustment: returned()}
	case 10:
		return AdjustPrice{Line: []ids.LineItem{"", "li_1", "li_2"}[r.IntN(3)], Amount: money.Amount(1 + r.IntN(3000))}
	default:
		return Refund{Amount: money.Amount(1 + r.IntN(3000))}
	}
}

// Whatever happens to an order, and wherever a store or a provider is cut short, money and
// goods are accounted for: every command has one effect, however often it is tried again.
func TestOrdersModel(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	done := map[string]int{}
	defer func() {
		for _, kind := range []string{"Ship", "Deliver", "Report", "Cancel", "RequestReturn", "ReceiveReturn", "RefuseReturn", "AdjustPrice", "Refund"} {
			if done["order."+kind] < 3 {
				t.Errorf("%s was carried out %d times: nothing is shown", kind, done["order."+kind])
			}
		}
	}()
	for round := range 80 {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		o := shirts()
		if round%2 == 1 { // taxes on top of prices, and numbers that do not divide
			o = taxed(r)
		}
		s := newShop(t, o)
		s.store.fail = func(string) error {
			if r.IntN(6) == 0 {
				return errCut
			}
			return nil
		}
		s.bank.fail = s.store.fail
		for step := range 40 {
			s.clock.Advance(time.Duration(r.IntN(72)) * time.Hour)
			if r.IntN(5) == 0 {
				s.work()
				continue
			}
			cmd := randomCommand(r, s.calm())
			key := fmt.Sprint("step-", step)
			var got *Order
			var err error
			for { // as a caller does that heard no answer
				if got, err = s.Do(t.Context(), "ord_1", key, cmd); !errors.Is(err, errCut) {
					break
				}
			}
			if refused := (*Error)(nil); errors.As(err, &refused) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			done[fmt.Sprintf("%T", cmd)]++
			check(t, got)
			version := got.Version
			again, err := s.retry(key, cmd)
			if err != nil || again.Version != version {
				t.Fatalf("round %d, step %d: %#v again: %+v after version %d, error %v", round, step, cmd, again, version, err)
			}
			if t.Failed() {
				t.Fatalf("seed %d, round %d, step %d: after %#v", seed, round, step, cmd)
			}
		}
		s.store.fail, s.bank.fail = nil, nil
		if again, err := s.refunds(); err != nil || !again.IsZero() {
			t.Fatalf("refunds: %v, %v", again, err)
		}
		end := s.order()
		check(t, end)
		if end.GivenBack() != s.bank.total() {
			t.Errorf("round %d: %d given back, the bank knows of %d", round, end.GivenBack(), s.bank.total())
		}
		// Goods are with the buyer, to be handed over, given up as returned, or on the shelf.
		for _, l := range end.Lines {
			shelf := s.store.shelf[l.Variant]
			if shelf < l.Original-l.Total || shelf > l.Original-l.Total+l.Returned {
				t.Errorf("round %d: %d on the shelf of line %+v", round, shelf, l)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
}

// calm reads the order as somebody does whose reads do not fail.
func (s *shop) calm() *Order {
	fail := s.store.fail
	s.store.fail = nil
	defer func() { s.store.fail = fail }()
	return s.order()
}

func (s *shop) retry(key string, cmd Command) (*Order, error) {
	for {
		if o, err := s.Do(s.t.Context(), "ord_1", key, cmd); !errors.Is(err, errCut) {
			return o, err
		}
	}
}

// work runs the job until it ends, as the worker does.
func (s *shop) work() {
	s.t.Helper()
	for range 1000 {
		if _, err := s.refunds(); err == nil {
			return
		}
	}
	s.t.Fatal("the job never ends")
}

// taxed is an order of odd amounts whose lines have taxes on top of their prices.
func taxed(r *rand.Rand) *Order {
	o := shirts()
	var goods, added, discount money.Amount
	for i := range o.Lines {
		l := &o.Lines[i]
		l.Original = 1 + r.Int64N(7)
		l.Total, l.Price = l.Original, money.Amount(1000+r.IntN(5000))
		amount := l.Price * money.Amount(l.Total)
		l.Totals = []Total{{Type: TotalSubtotal, Amount: amount}, {Type: TotalTotal, Amount: amount}}
		l.Taxes = []Tax{
			{Type: "ipi", Base: amount, Amount: money.Amount(r.IntN(900)), Behavior: TaxExclusive},
			{Type: "icms", Base: amount, Amount: money.Amount(r.IntN(900)), Behavior: TaxInclusive},
		}
		goods, added = goods+amount, added+l.Taxes[0].Amount
		o.Promises[0].Lines[i].Quantity = l.Total
	}
	discount = money.Amount(1 + r.IntN(900))
	o.Totals = []Total{
		{Type: TotalSubtotal, Amount: goods}, {Type: TotalDiscount, Amount: -discount},
		{Type: TotalTax, Amount: o.Lines[0].Taxes[1].Amount + o.Lines[1].Taxes[1].Amount, Included: true},
		{Type: TotalTax, Amount: added}, {Type: TotalFulfillment, Amount: 777}, {Type: TotalTotal, Amount: goods - discount + added + 777},
	}
	o.Payment.Amount = Amount(o.Totals, TotalTotal)
	o.Start()
	return o
}
