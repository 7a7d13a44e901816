package order

import (
	"errors"
	"testing"
)

// Wherever the store or the provider is cut short, before or after it acted, trying again
// comes to the same end: goods are back once, and money is given back once.
func TestEveryCrash(t *testing.T) {
	t.Parallel()
	for cut := 0; ; cut++ {
		s := newShop(t, shirts())
		s.must(Ship{Lines: []LineQuantity{{"li_1", 2}}})
		at, where := 0, ""
		fail := func(step string) error {
			if at++; at == cut+1 {
				where = step
				return errCut
			}
			return nil
		}
		s.store.fail, s.bank.fail = fail, fail
		again := func(what string, try func() error) {
			t.Helper()
			for range 2 {
				if err := try(); err == nil {
					return
				} else if !errors.Is(err, errCut) {
					t.Fatalf("cut at %d, %s: %s: %v", cut, where, what, err)
				}
			}
			t.Fatalf("cut at %d, %s: %s is cut twice", cut, where, what)
		}
		do := func(key string, cmd Command) {
			t.Helper()
			again(key, func() error { _, err := s.Do(t.Context(), "ord_1", key, cmd); return err })
		}
		do("part", Refund{Amount: 474})
		do("all", RequestReturn{Reason: Withdrawal})
		again("refunds", func() error { _, err := s.refunds(); return err })
		s.store.fail, s.bank.fail = nil, nil
		id := s.last(Return).ID
		s.store.fail, s.bank.fail = fail, fail
		do("back", ReceiveReturn{Adjustment: id, Restock: true})
		s.store.fail, s.bank.fail = nil, nil
		o := s.order()
		check(t, o)
		if o.Version != 7 || s.bank.total() != 18474 || len(s.bank.given) != 2 || s.store.shelf["shirt"] != 3 || s.store.shelf["cap"] != 1 || len(o.Adjustments) != 4 {
			t.Errorf("cut at %d, %s: version %d, given %v, shelf %v, %d adjustments", cut, where, o.Version, s.bank.given, s.store.shelf, len(o.Adjustments))
		}
		for _, a := range o.Adjustments {
			if a.Status != Completed {
				t.Errorf("cut at %d, %s: %+v", cut, where, a)
			}
		}
		if where == "" {
			if cut < 15 {
				t.Errorf("only %d places to be cut at", cut)
			}
			return
		}
	}
}
