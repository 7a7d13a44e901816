package order

import "testing"

func TestFind(t *testing.T) {
	t.Parallel()
	totals := []Total{
		{Type: TotalSubtotal, Amount: 5000},
		{Type: TotalTax, Text: "included", Amount: 500},
		{Type: TotalTax, Text: "added", Amount: 100},
		{Type: TotalTotal, Amount: 5100},
	}
	for kind, want := range map[string]Total{
		TotalSubtotal:    {Type: "subtotal", Amount: 5000},
		TotalTax:         {Type: "tax", Text: "included", Amount: 500},
		TotalTotal:       {Type: "total", Amount: 5100},
		TotalFulfillment: {},
		"":               {},
	} {
		if got := Find(totals, kind); got != want {
			t.Errorf("Find(%q) = %+v, want %+v", kind, got, want)
		}
		if got := Amount(totals, kind); got != want.Amount {
			t.Errorf("Amount(%q) = %d, want %d", kind, got, want.Amount)
		}
	}
	if got := Amount(nil, TotalTotal); got != 0 {
		t.Errorf("of nothing: %d", got)
	}
}
