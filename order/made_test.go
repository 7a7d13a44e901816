package order

import (
	"reflect"
	"testing"
)

// What a command made is found by its key, as it is now, and nothing of another's.
func TestMadeBy(t *testing.T) {
	t.Parallel()
	s := newShop(t, shirts())
	do := func(key string, cmd Command) {
		t.Helper()
		if _, err := s.Do(t.Context(), "ord_1", key, cmd); err != nil {
			t.Fatal(err)
		}
	}
	do("ship", Ship{Lines: []LineQuantity{{"li_1", 2}}})
	do("price", AdjustPrice{Line: "li_2", Amount: 100})
	do("back", RequestReturn{Reason: Withdrawal})
	if _, err := s.refunds(); err != nil {
		t.Fatal(err)
	}
	o, err := s.store.Order(t.Context(), "ord_1")
	if err != nil || len(o.Adjustments) != 5 {
		t.Fatalf("%+v, %v", o, err)
	}
	for key, want := range map[string][]Adjustment{"ship": nil, "none": nil, "price": o.Adjustments[:2], "back": o.Adjustments[2:]} {
		if got := o.MadeBy(key); !reflect.DeepEqual(got, want) {
			t.Errorf("MadeBy(%q) = %+v, want %+v", key, got, want)
		}
	}
}
