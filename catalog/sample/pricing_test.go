package sample

import (
	"errors"
	"slices"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/money"
	"balcao/order"
)

func TestAssess(t *testing.T) {
	t.Parallel()
	tests := []struct {
		base              money.Amount
		icms, pis, cofins money.Amount
	}{
		{5990, 612, 40, 182},
		{11980, 1224, 80, 364},
		{599900, 61292, 4007, 18225},
		{0, 0, 0, 0},
		{1, 0, 0, 0},
		{25000, 2554, 167, 760}, // 2554.25, 167.00, 759.50: halves go up
	}
	for _, test := range tests {
		want := []order.Tax{
			{Type: "icms", Rate: 10217, Base: test.base, Amount: test.icms, Authority: "state", Behavior: "inclusive"},
			{Type: "pis", Rate: 668, Base: test.base, Amount: test.pis, Authority: "federal", Behavior: "inclusive"},
			{Type: "cofins", Rate: 3038, Base: test.base, Amount: test.cofins, Authority: "federal", Behavior: "inclusive"},
		}
		got, err := Taxes{}.Assess(t.Context(), checkout.Line{}, test.base)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("on %d: got %+v, %v, want %+v", test.base, got, err, want)
		}
	}
}

func TestAssessRefusesAnImpossibleBase(t *testing.T) {
	t.Parallel()
	if taxes, err := (Taxes{}).Assess(t.Context(), checkout.Line{ID: "li_1"}, money.MaxAmount+1); !errors.Is(err, money.ErrOverflow) {
		t.Errorf("got %+v, %v", taxes, err)
	}
}

func TestPromotion(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, time.July, 16, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		written, code string
		percent       int64
		amount        money.Amount
		pixOnly, over bool
	}{
		{"BEMVINDO10", "BEMVINDO10", 10, 0, false, false},
		{" bemvindo10 ", "BEMVINDO10", 10, 0, false, false},
		{"Pix15", "PIX15", 15, 0, true, false},
		{"welcome5", "WELCOME5", 0, 500, false, false},
		{"natal-20", "NATAL-20", 20, 0, false, true},
	}
	for _, test := range tests {
		p, ok := Promotions{}.Promotion(t.Context(), test.written)
		over := !p.EndsAt.IsZero() && p.EndsAt.Before(today)
		if !ok || p.Code != test.code || p.Title == "" || p.Percent != test.percent || p.Amount != test.amount ||
			p.PixOnly != test.pixOnly || over != test.over {
			t.Errorf("%q: %+v, %v", test.written, p, ok)
		}
	}
	for _, code := range []string{"", "NATAL20", "PIX 15"} {
		if p, ok := (Promotions{}).Promotion(t.Context(), code); ok {
			t.Errorf("%q gives %+v", code, p)
		}
	}
}
