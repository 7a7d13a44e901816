package rows

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"balcao/order"
)

// An order that an earlier release placed is read as one in its first version, of which
// nothing was given back yet.
func TestOrderFromBefore(t *testing.T) {
	t.Parallel()
	const row = `{"f":1,"v":{"ID":"ord_1","Checkout":"chk_1","CreatedAt":"2026-07-28T12:00:00Z","Currency":"BRL",` +
		`"Lines":[{"ID":"li_1","Variant":"v","Price":5990,"Original":2,"Total":2,"Taxes":[{"Type":"icms","Amount":100,"Behavior":"inclusive"}],` +
		`"Totals":[{"Type":"subtotal","Amount":11980},{"Type":"total","Amount":11980}]}],` +
		`"Totals":[{"Type":"subtotal","Amount":11980},{"Type":"discount","Text":"10 %","Amount":-1198},{"Type":"tax","Amount":100},` +
		`{"Type":"fulfillment","Text":"PAC","Amount":500},{"Type":"total","Amount":11282}]}}`
	got, err := DecodeOrder([]byte(row))
	if err != nil {
		t.Fatal(err)
	}
	placed := time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)
	goods := []order.Total{{Type: "subtotal", Amount: 11980}, {Type: "total", Amount: 11980}}
	want := &order.Order{
		ID: "ord_1", Checkout: "chk_1", Version: 1, CreatedAt: placed, UpdatedAt: placed, Currency: "BRL", FreightKept: 500,
		Lines: []order.Line{{
			ID: "li_1", Variant: "v", Price: 5990, Original: 2, Total: 2, Taxes: []order.Tax{{Type: "icms", Amount: 100, Behavior: "inclusive"}},
			Totals: goods, Kept: 10782,
		}},
		Totals: []order.Total{
			{Type: "subtotal", Amount: 11980}, {Type: "discount", Text: "10 %", Amount: -1198}, {Type: "tax", Amount: 100, Included: true},
			{Type: "fulfillment", Text: "PAC", Amount: 500}, {Type: "total", Amount: 11282},
		},
		Payment: order.Payment{Amount: 11282},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	again, err := EncodeOrder(got)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = DecodeOrder(again); err != nil || !cmp.Equal(want, got) {
		t.Errorf("stored again: %v\n%s", err, cmp.Diff(want, got))
	}
}
