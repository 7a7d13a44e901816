package catalog

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"balcao/internal/ids"
	"balcao/money"
)

// plain is a product with one variant of the same id.
func plain(id, title string, price money.Amount) Product {
	return Product{
		ID: ids.Product(id), Title: title,
		Variants: []Variant{{ID: ids.Variant(id), Title: title, Price: price}},
	}
}

// runner is the running shoe of the lookup document: no blue one in 11, and no green one
// in stock.
func runner() Product {
	p := Product{
		ID: "prod_abc123", Handle: "runner-pro", Title: "Runner Pro",
		Options: []Option{
			{Name: "Color", Labels: []string{"Blue", "Red", "Green"}},
			{Name: "Size", Labels: []string{"10", "11", "12"}},
		},
	}
	for _, v := range []struct{ id, colour, size string }{
		{"blu_10", "Blue", "10"}, {"blu_12", "Blue", "12"},
		{"red_10", "Red", "10"}, {"red_11", "Red", "11"},
		{"gre_10", "Green", "10"}, {"gre_12", "Green", "12"},
	} {
		p.Variants = append(p.Variants, Variant{
			ID: ids.Variant("prod_abc123_" + v.id), SKU: "BRP-" + v.id, Title: v.colour + ", Size " + v.size, Price: 12000,
			Selected: []Selection{{"Color", v.colour}, {"Size", v.size}},
		})
	}
	return p
}

func notGreen(v ids.Variant) bool { return !strings.Contains(string(v), "gre") }

func mustNew(t *testing.T, products ...Product) *Catalog {
	t.Helper()
	c, err := New(products)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestResolve(t *testing.T) {
	t.Parallel()
	c := mustNew(t, runner(), plain("item_123", "Blue Jeans", 5000))
	tests := []struct {
		id      string
		product ids.Product
		variant ids.Variant
	}{
		{"prod_abc123", "prod_abc123", ""},
		{"runner-pro", "prod_abc123", ""},
		{"prod_abc123_red_11", "prod_abc123", "prod_abc123_red_11"},
		{"BRP-red_11", "prod_abc123", "prod_abc123_red_11"},
		{"item_123", "item_123", "item_123"},
		{"ITEM_123", "", ""},
		{"Runner-Pro", "", ""},
		{"", "", ""},
	}
	for _, test := range tests {
		p, v, ok := c.Resolve(t.Context(), test.id)
		if ok != (test.product != "") || ok && p.ID != test.product {
			t.Errorf("Resolve(%q) = %v, %v, want product %q", test.id, p, ok, test.product)
			continue
		}
		if (v != nil) != (test.variant != "") || v != nil && v.ID != test.variant {
			t.Errorf("Resolve(%q) gives variant %v, want %q", test.id, v, test.variant)
		}
	}
	offer, ok := c.Offer(t.Context(), "item_123")
	if !ok || offer.Product.Title != "Blue Jeans" || offer.Variant.Price != 5000 {
		t.Errorf("Offer(item_123) = %+v, %v", offer, ok)
	}
	if _, ok := c.Offer(t.Context(), "prod_abc123"); ok {
		t.Error("a product id with several variants is no offer")
	}
	if p, ok := c.Product("prod_abc123"); !ok || p.Title != "Runner Pro" {
		t.Errorf("Product(prod_abc123) = %v, %v", p, ok)
	}
}

func TestNewCopies(t *testing.T) {
	t.Parallel()
	products := []Product{runner()}
	c := mustNew(t, products...)
	products[0].Title = "changed"
	products[0].Variants[0].Price = 1
	products[0].Variants[0].Selected[0].Label = "changed"
	products[0].Options[0].Labels[0] = "changed"
	p, _ := c.Product("prod_abc123")
	if p.Title != "Runner Pro" || p.Variants[0].Price != 12000 ||
		p.Variants[0].Selected[0].Label != "Blue" || p.Options[0].Labels[0] != "Blue" {
		t.Errorf("the catalogue changed with its source: %+v", p)
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*Product)
		want   string
	}{
		{"product id", func(p *Product) { p.ID = "a b" }, "1 to 64"},
		{"title", func(p *Product) { p.Title = "" }, "no title"},
		{"NCM", func(p *Product) { p.NCM = "6109.1000" }, "eight digits"},
		{"state", func(p *Product) { p.NotSoldIn = []string{"Acre"} }, "two letters"},
		{"no variant", func(p *Product) { p.Variants = nil }, "no variant"},
		{"variant id", func(p *Product) { p.Variants[1].ID = "ção" }, "variant 2"},
		{"variant title", func(p *Product) { p.Variants[1].Title = "" }, "no title"},
		{"price", func(p *Product) { p.Variants[0].Price = -1 }, "price -1"},
		{"huge price", func(p *Product) { p.Variants[0].Price = money.MaxAmount + 1 }, "out of range"},
		{"same variant id", func(p *Product) { p.Variants[1].ID = p.Variants[0].ID }, "twice"},
		{"same selection", func(p *Product) { p.Variants[1].Selected = p.Variants[0].Selected }, "selection of another"},
		{"same SKU", func(p *Product) { p.Variants[1].SKU = p.Variants[0].SKU }, "SKU of another"},
		{"no options", func(p *Product) { p.Options = nil; p.Variants[0].Selected = nil }, "need an option"},
		{"missing selection", func(p *Product) { p.Variants[0].Selected = p.Variants[0].Selected[:1] }, `option "Size" is not selected`},
		{"other option", func(p *Product) { p.Variants[0].Selected[1].Name = "Width" }, `"Size" is not selected`},
		{"unknown label", func(p *Product) { p.Variants[0].Selected[1].Label = "9" }, `no label "9"`},
		{"option twice", func(p *Product) { p.Options[1].Name = "COLOR" }, "used twice"},
		{"option without labels", func(p *Product) { p.Options[1].Labels = nil }, "no labels"},
		{"label twice", func(p *Product) { p.Options[1].Labels = []string{"10", "10"} }, "used twice"},
		{"id of another", func(p *Product) { p.ID = "item_123" }, "taken"},
		{"handle of another", func(p *Product) { p.Handle = "item_123" }, "already names"},
		{"SKU is another's id", func(p *Product) { p.Variants[3].SKU = "item_123" }, "already names"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := runner()
			test.change(&p)
			_, err := New([]Product{plain("item_123", "Blue Jeans", 5000), p})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestPriceRange(t *testing.T) {
	t.Parallel()
	p := runner()
	p.Variants[1].Price, p.Variants[3].Price = 15000, 9000
	if low, high := p.PriceRange(); low != 9000 || high != 15000 {
		t.Errorf("PriceRange() = %d, %d", low, high)
	}
}

// Passing applies a query's filters to a product that was found otherwise.
func TestPassing(t *testing.T) {
	t.Parallel()
	size := func(label string) []Selection { return []Selection{{"Tamanho", label}} }
	c, err := New([]Product{
		{
			ID: "p", Title: "Tênis", Description: "x", Category: "Calçados > Corrida", Options: []Option{{Name: "Tamanho", Labels: []string{"41", "42"}}},
			Variants: []Variant{
				{ID: "a", Title: "41", Price: 100, Selected: size("41")}, {ID: "b", Title: "42", Price: 200, Selected: size("42")},
			},
		},
		{ID: "q", Title: "Caneca", Description: "x", Category: "Casa", Variants: []Variant{{ID: "c", Title: "Caneca", Price: 100}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := c.Product("p")
	low, high := money.Amount(150), money.Amount(200)
	for _, tt := range []struct {
		q    Query
		want int
	}{
		{Query{}, 2}, {Query{PriceMin: &low}, 1}, {Query{PriceMax: &low}, 1}, {Query{PriceMax: &high}, 2},
		{Query{Categories: []string{"calcados"}}, 2}, {Query{Categories: []string{"Casa", "Calçados > Corrida"}, PriceMin: &high}, 1},
		{Query{Categories: []string{"Corrida"}}, 0},
		{Query{Options: []Selection{{"size", "42"}}}, 1}, {Query{Options: []Selection{{"Tamanho", "43"}}}, 0},
		{Query{Available: only("a")}, 1}, {Query{Available: only("c")}, 0},
	} {
		if got, err := c.Passing(tt.q, p); err != nil || len(got) != tt.want {
			t.Errorf("%+v lets %d pass, want %d (%v)", tt.q, len(got), tt.want, err)
		}
	}
	failed := errors.New("no stock to be read")
	if _, err := c.Passing(Query{Available: func([]Offer) (func(ids.Variant) bool, error) { return nil, failed }}, p); !errors.Is(err, failed) {
		t.Errorf("Passing: %v", err)
	}
	if got, err := c.Passing(Query{}, &Product{ID: "p"}); err != nil || got != nil {
		t.Errorf("a product of another catalogue: %v, %v", got, err)
	}
}

// only is a stock of these variants alone.
func only(there ...ids.Variant) func([]Offer) (func(ids.Variant) bool, error) {
	return func([]Offer) (func(ids.Variant) bool, error) {
		return func(v ids.Variant) bool { return slices.Contains(there, v) }, nil
	}
}

func TestValidGTIN(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"7891000315507": true, "96385074": true, "036000291452": true, "17891000315504": true,
		"7891000315508": false, "789100031550": false, "": false, "78910003155O7": false, "789100031550７": false,
	} {
		if got := ValidGTIN(text); got != want {
			t.Errorf("ValidGTIN(%q) = %v", text, got)
		}
	}
}
