package catalog

import (
	"slices"
	"testing"

	"balcao/internal/ids"
)

// What the buyer has in mind decides among what is alike: it finds nothing, loses nothing, and
// never goes before what was asked for.
func TestHint(t *testing.T) {
	t.Parallel()
	shoe := func(id, title, description string) Product {
		return Product{ID: ids.Product(id), Title: title, Description: description, Category: "Calçados",
			Variants: []Variant{{ID: ids.Variant(id), Title: title, Price: 100}}}
	}
	c, err := New([]Product{
		shoe("a", "Tênis azul", "Para a cidade."), shoe("b", "Tênis azul", "Para corrida."), shoe("c", "Tênis verde", "Para trilha."),
		{ID: "z", Title: "Corda de corrida", Category: "Esporte", Variants: []Variant{{ID: "z", Title: "Corda", Price: 100}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		query Query
		want  []string
	}{
		"without":                  {Query{Text: "tênis azul"}, []string{"a", "b", "c"}},
		"among what is alike":      {Query{Text: "tênis azul", Hint: "quero correr: corrida de rua"}, []string{"b", "a", "c"}},
		"not before what is asked": {Query{Text: "tênis verde", Hint: "corrida"}, []string{"c"}},
		"tells nothing":            {Query{Text: "tênis azul", Hint: "quero para mim, xyzzy"}, []string{"a", "b", "c"}},
		"while browsing":           {Query{Categories: []string{"Calçados"}, Hint: "trilha"}, []string{"c", "a", "b"}},
		"while browsing all":       {Query{Hint: "corrida"}, []string{"z", "b", "a", "c"}},
	} {
		for _, limit := range []int{10, 1} {
			test.query.Limit, test.query.Cursor = limit, ""
			var got []string
			for {
				page, err := c.Search(test.query)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				for _, h := range page.Hits {
					got = append(got, string(h.Product.ID))
				}
				if page.Total != len(test.want) {
					t.Errorf("%s: %d found", name, page.Total)
				}
				if test.query.Cursor = page.Cursor; !page.HasMore {
					break
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s, pages of %d: %q, want %q", name, limit, got, test.want)
			}
		}
	}
	page, err := c.Search(Query{Text: "tênis azul", Hint: "corrida", Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Search(Query{Text: "tênis azul", Limit: 1, Cursor: page.Cursor}); err == nil {
		t.Error("a cursor leads into another order")
	}
}

// The codes of taxonomies are no words, and filters find them all the same.
func TestCodesAreNoWords(t *testing.T) {
	t.Parallel()
	c, err := New([]Product{{ID: "a", Title: "Telefone", Category: "Celulares", Variants: []Variant{{ID: "a", Title: "Telefone", Price: 1}},
		Classes: []Class{{"shopify", "el-4-8-5-2"}, {"google_product_category", "267"}, {"other", "Phones > 5G"}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		query Query
		found int
	}{
		{Query{Text: "el"}, 0}, {Query{Text: "267"}, 0}, {Query{Text: "8"}, 0}, {Query{Text: "phones"}, 1},
		{Query{Categories: []string{"el-4-8-5-2"}}, 1}, {Query{Categories: []string{"267"}}, 1},
	} {
		if page, err := c.Search(test.query); err != nil || page.Total != test.found {
			t.Errorf("%+v finds %d, %v", test.query, page.Total, err)
		}
	}
}
