package catalog

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"balcao/internal/ids"
)

// A category filter finds what is in it or below, in whichever order the categories came.
func TestCategoriesOfAnyOrder(t *testing.T) {
	t.Parallel()
	paths := []string{"Z", "A > B", "A", "AB", "A > B > C", "a>b", "A >", "Á > Bé", "A > BC", ""}
	var products []Product
	for i, path := range paths {
		p := plain(fmt.Sprintf("P%d", i), "Caneca", 100)
		p.Category, p.Classes = path, []Class{{"other", paths[(i+3)%len(paths)]}}
		products = append(products, p)
	}
	for range len(products) {
		products = append(products[1:], products[0])
		for i := range products { // the number of a product is its place by id
			products[i].ID = ids.Product(fmt.Sprintf("P%d", i))
			products[i].Variants = []Variant{{ID: ids.Variant(products[i].ID), Title: "Caneca", Price: 100}}
		}
		c := mustNew(t, products...)
		for _, asked := range [][]string{{"A"}, {"a > b"}, {"Z", "A > B > C"}, {"AB"}, {"B"}, {"A > BE"}} {
			var want []string
			for _, p := range products {
				in := func(category string) bool {
					path := categoryPath(category)
					return category != "" && slices.ContainsFunc(asked, func(a string) bool {
						a = categoryPath(a)
						return len(path) >= len(a) && path[:len(a)] == a
					})
				}
				if in(p.Category) || in(p.Classes[0].Value) {
					want = append(want, string(p.ID)+"/"+string(p.ID))
				}
			}
			page, err := c.Search(Query{Categories: asked})
			if got := found(page); err != nil || len(want) > 0 && !slices.Equal(got, want) || page.Total != len(want) {
				t.Errorf("%q finds %q, want %q (%v)", asked, got, want, err)
			}
		}
	}
}

// A shop may have a category for every product. Neither the index nor a filter for what they are
// all below may cost the square of their number.
func TestManyCategoriesCostLittle(t *testing.T) {
	const n = 30_000
	build := func(category func(i int) string) (*Catalog, time.Duration) {
		products := make([]Product, n)
		for i := range products {
			products[i] = plain(fmt.Sprintf("P%07d", i), "Caneca", 100)
			products[i].Category = category(i)
		}
		start := time.Now()
		c := mustNew(t, products...)
		return c, time.Since(start)
	}
	_, alike := build(func(int) string { return "Loja > Canecas" })
	c, different := build(func(i int) string { return fmt.Sprintf("Loja > C%d", i) })
	if different > 30*alike {
		t.Errorf("the index took %v, with one category %v", different, alike)
	}
	got := allocated(func() {
		if page, err := c.Search(Query{Categories: []string{"loja"}}); err != nil || page.Total != n {
			t.Errorf("found %d, %v", page.Total, err)
		}
	})
	const most = 32 << 20 // the square would be 2 GB
	if got > most {
		t.Errorf("a search allocated %d bytes, at most %d", got, most)
	}
}
