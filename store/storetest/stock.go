package storetest

import (
	"errors"
	"testing"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/store/rows"
)

func stockMoves(t *testing.T, s Store) {
	ctx := t.Context()
	must[struct{}](t)(struct{}{}, s.SeedStock(ctx, map[ids.Variant]int64{"a": 5, "b": 1}))
	type moves = []checkout.StockMove
	for _, c := range []struct {
		name  string
		moves moves
		want  error
		a     rows.StockLevel
	}{
		{"hold", moves{{Variant: "a", Reserved: 3}}, nil, rows.StockLevel{Variant: "a", OnHand: 5, Reserved: 3}},
		{"hold more than is left", moves{{Variant: "a", Reserved: 3}}, checkout.ErrStock, rows.StockLevel{Variant: "a", OnHand: 5, Reserved: 3}},
		{"hold the rest", moves{{Variant: "a", Reserved: 2}}, nil, rows.StockLevel{Variant: "a", OnHand: 5, Reserved: 5}},
		{"sell what is held", moves{{Variant: "a", OnHand: -2, Reserved: -2}}, nil, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 3}},
		{"sell what others hold", moves{{Variant: "a", OnHand: -1}}, checkout.ErrStock, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 3}},
		{"release more than is held", moves{{Variant: "a", Reserved: -4}}, checkout.ErrStock, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 3}},
		{"no stock row", moves{{Variant: "none", Reserved: 1}}, checkout.ErrStock, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 3}},
		{"the second move fails", moves{{Variant: "a", Reserved: -3}, {Variant: "b", Reserved: 2}}, checkout.ErrStock, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 3}},
		{"moves of one variant add up", moves{{Variant: "a", Reserved: 1}, {Variant: "a", Reserved: -2}}, nil, rows.StockLevel{Variant: "a", OnHand: 3, Reserved: 2}},
		{"take back", moves{{Variant: "a", OnHand: 2}}, nil, rows.StockLevel{Variant: "a", OnHand: 5, Reserved: 2}},
	} {
		if err := s.Commit(ctx, checkout.Write{Stock: c.moves}); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		list := must[[]rows.StockLevel](t)(s.StockList(ctx))
		equal(t, c.name, list, []rows.StockLevel{c.a, {Variant: "b", OnHand: 1}})
	}
	equal(t, "levels", must[map[ids.Variant]int64](t)(s.Levels(ctx, []ids.Variant{"a", "none", "b", "a"})), map[ids.Variant]int64{"a": 3, "b": 1})
	equal(t, "no levels", must[map[ids.Variant]int64](t)(s.Levels(ctx, nil)), map[ids.Variant]int64{})
}

func stockOfStaff(t *testing.T, s Store) {
	ctx := t.Context()
	must[struct{}](t)(struct{}{}, s.SetStock(ctx, "a", 4))
	must[struct{}](t)(struct{}{}, s.SeedStock(ctx, map[ids.Variant]int64{"a": 100, "b": 0}))
	commit(t, s, checkout.Write{Stock: []checkout.StockMove{{Variant: "a", Reserved: 3}}})
	for _, n := range []int64{2, -1} {
		if err := s.SetStock(ctx, "a", n); !errors.Is(err, checkout.ErrStock) {
			t.Errorf("set %d: error %v", n, err)
		}
	}
	if err := s.SetStock(ctx, "c", -1); !errors.Is(err, checkout.ErrStock) {
		t.Errorf("set a new one to -1: error %v", err)
	}
	if err := s.SeedStock(ctx, map[ids.Variant]int64{"c": 1, "d": -1}); !errors.Is(err, checkout.ErrStock) {
		t.Errorf("seed -1: error %v", err)
	}
	must[struct{}](t)(struct{}{}, s.SetStock(ctx, "a", 3))
	equal(t, "stock", must[[]rows.StockLevel](t)(s.StockList(ctx)), []rows.StockLevel{{Variant: "a", OnHand: 3, Reserved: 3}, {Variant: "b"}})
}
