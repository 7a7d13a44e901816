package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/store/rows"
)

func someProducts(n int, price money.Amount) []catalog.Product {
	out := make([]catalog.Product, n)
	for i := range out {
		id := fmt.Sprintf("p%d", i)
		out[i] = catalog.Product{ID: ids.Product(id), Title: "Produto", Variants: []catalog.Variant{{ID: ids.Variant(id), Title: "Produto", Price: price}}}
	}
	return out
}

// A catalogue takes the place of another as a whole, with its stock, and outlives a restart.
func TestReplaceCatalog(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "shop.db")
	open := func() *Store {
		s, err := Open(ctx, Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	if products, err := s.Products(ctx); err != nil || len(products) != 0 {
		t.Fatalf("%d products before the first import, %v", len(products), err)
	}
	if err := s.SeedStock(ctx, map[ids.Variant]int64{"p0": 5, "p1": 5, "p2": 5}); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(ctx, checkout.Write{Stock: []checkout.StockMove{{Variant: "p1", Reserved: 3}}}); err != nil {
		t.Fatal(err)
	}
	first, err := s.ReplaceCatalog(ctx, someProducts(250, 1), map[ids.Variant]int64{"p0": 7, "p1": 1, "p4": 0}, 9)
	if err != nil || first.Number != 1 || first.Products != 250 || first.Variants != 250 {
		t.Fatalf("revision %+v, %v", first, err)
	}
	levels, err := s.StockList(ctx)
	if err != nil {
		t.Fatal(err)
	}
	got := map[ids.Variant]rows.StockLevel{}
	for _, l := range levels {
		got[l.Variant] = l
	}
	for _, want := range []rows.StockLevel{{Variant: "p0", OnHand: 7}, {Variant: "p1", OnHand: 3, Reserved: 3}, {Variant: "p2", OnHand: 5}, {Variant: "p3", OnHand: 9}, {Variant: "p4"}} {
		if got[want.Variant] != want {
			t.Errorf("stock %+v, want %+v", got[want.Variant], want)
		}
	}
	if _, err := s.ReplaceCatalog(ctx, someProducts(120, 2), nil, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open()
	defer s.Close()
	products, err := s.Products(ctx)
	if diff := cmp.Diff(someProducts(120, 2), products); diff != "" || err != nil {
		t.Errorf("%v (-imported +read):\n%s", err, diff)
	}
	for variant, want := range map[ids.Variant]bool{"p0": true, "p119": true, "p120": false, "x": false} {
		if sells, err := s.Sells(ctx, variant); sells != want || err != nil {
			t.Errorf("sells %s: %v, %v", variant, sells, err)
		}
	}
	for _, table := range []string{"catalog_products", "catalog_variants"} {
		var n int
		if err := s.reader.row(ctx, `SELECT COUNT(*) FROM `+table).Scan(&n); err != nil || n != 120 {
			t.Errorf("%s has %d rows, %v", table, n, err)
		}
	}
}

// An import that ends half way changes nothing and leaves nothing.
func TestReplaceCatalogHalfWay(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, err := Open(ctx, Options{Path: filepath.Join(t.TempDir(), "shop.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.ReplaceCatalog(ctx, someProducts(3, 1), nil, 1); err != nil {
		t.Fatal(err)
	}
	twice := someProducts(300, 2)
	twice[250].Variants[0].ID = "p0"
	if _, err := s.ReplaceCatalog(ctx, twice, map[ids.Variant]int64{"p0": 99}, 1); err == nil {
		t.Fatal("a variant that is there twice was taken")
	}
	if products, err := s.Products(ctx); err != nil || len(products) != 3 {
		t.Errorf("%d products, %v", len(products), err)
	}
	if levels, err := s.Levels(ctx, []ids.Variant{"p0", "p100"}); err != nil || !cmp.Equal(levels, map[ids.Variant]int64{"p0": 1}) {
		t.Errorf("stock %v, %v", levels, err)
	}
	stored := func() (n int) {
		t.Helper()
		if err := s.reader.row(ctx, `SELECT (SELECT COUNT(*) FROM catalog_products) + (SELECT COUNT(*) FROM catalog_variants)`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := stored(); n != 3+3 {
		t.Errorf("an import that failed left %d rows, want those of 3 products", n)
	}
	stopped, stop := context.WithCancel(ctx)
	s.now = func() time.Time { // asked once, before the first is written
		stop()
		return time.Now()
	}
	if _, err := s.ReplaceCatalog(stopped, someProducts(300, 2), nil, 1); err == nil {
		t.Error("an import that was stopped has ended well")
	}
	if n := stored(); n != 3+3 {
		t.Errorf("an import that was stopped left %d rows, want those of 3 products", n)
	}
	if r, err := s.ReplaceCatalog(ctx, someProducts(2, 3), nil, 1); err != nil || r.Products != 2 {
		t.Errorf("the next import: %+v, %v", r, err)
	}
	if n := stored(); n != 2+2 {
		t.Errorf("%d rows are left, want those of 2 products", n)
	}
}
