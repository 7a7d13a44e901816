package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"balcao/internal/ids"
	"balcao/money"
)

// shirt is a shirt in two colours and two sizes; red M costs most.
func shirt() Product {
	p := Product{
		ID: "SHIRT", Title: "Camiseta básica", Category: "Roupas > Camisetas",
		Options: []Option{{"Cor", []string{"Vermelho", "Azul marinho"}}, {"Tamanho", []string{"M", "G"}}},
	}
	for i, selected := range [][]Selection{
		{{"Cor", "Azul marinho"}, {"Tamanho", "M"}},
		{{"Cor", "Azul marinho"}, {"Tamanho", "G"}},
		{{"Cor", "Vermelho"}, {"Tamanho", "G"}},
		{{"Cor", "Vermelho"}, {"Tamanho", "M"}},
	} {
		p.Variants = append(p.Variants, Variant{
			ID: ids.Variant(fmt.Sprintf("SHIRT-%d", i)), Title: "Camiseta", Price: money.Amount(1000 + 100*i), Selected: selected,
		})
	}
	return p
}

func small(t *testing.T) *Catalog {
	t.Helper()
	single := plain("RED-M", "Camiseta Vermelha M", 2000)
	single.Category = "Roupas"
	phone := plain("S25", "Galaxy S25", 500000)
	phone.Category = "Celulares"
	return mustNew(t, shirt(), single, phone, plain("CASE", "Capa para Galaxy S25", 3000), plain("A", "Ventilador", 100))
}

// found writes the hits of a page as "product/variant variant ...".
func found(page Page) []string {
	lines := []string{}
	for _, h := range page.Hits {
		line := string(h.Product.ID) + "/"
		for i, v := range h.Variants {
			if i > 0 {
				line += " "
			}
			line += strings.TrimPrefix(string(v.ID), "SHIRT-")
		}
		lines = append(lines, line)
	}
	return lines
}

func amount(a money.Amount) *money.Amount { return &a }

func TestSearch(t *testing.T) {
	t.Parallel()
	c := small(t)
	tests := []struct {
		name  string
		query Query
		want  []string
	}{
		{"best variant first", Query{Text: "camisetas vermelhas M"}, []string{"RED-M/RED-M", "SHIRT/3 0 2 1"}},
		{"only what passes", Query{Text: "camiseta vermelha M", PriceMax: amount(1200)}, []string{"SHIRT/0 2 1"}},
		{"price window of a variant", Query{Text: "camiseta", PriceMin: amount(1100), PriceMax: amount(1200)}, []string{"SHIRT/1 2"}},
		{"option and title", Query{Options: []Selection{{"cor", "vermelha"}, {"size", "m"}}}, []string{"RED-M/RED-M", "SHIRT/3"}},
		{"part of a label", Query{Options: []Selection{{"Cor", "azul"}}}, []string{"SHIRT/0 1"}},
		{"label without a word", Query{Options: []Selection{{"Cor", "***"}}}, []string{}},
		{"unknown label", Query{Options: []Selection{{"Cor", "azul turquesa"}}}, []string{}},
		{"available", Query{
			Text: "camiseta", Available: only("SHIRT-2"),
		}, []string{"SHIRT/2"}},
		{"one variant must pass all", Query{
			Options: []Selection{{"Cor", "Vermelho"}}, PriceMax: amount(1100),
		}, []string{}},
		{"ancestor category", Query{Categories: []string{"ROUPAS"}}, []string{"RED-M/RED-M", "SHIRT/0 1 2 3"}},
		{"whole category", Query{Categories: []string{"roupas>camisetas"}}, []string{"SHIRT/0 1 2 3"}},
		{"any category", Query{Categories: []string{"Celulares", "Roupas > Camisetas"}}, []string{"S25/S25", "SHIRT/0 1 2 3"}},
		{"part of a segment is none", Query{Categories: []string{"Roupa"}}, []string{}},
		{"inner segment is none", Query{Categories: []string{"Camisetas"}}, []string{}},
		{"category and text", Query{Text: "galaxy", Categories: []string{"Celulares"}}, []string{"S25/S25"}},
		{"everything", Query{}, []string{"A/A", "CASE/CASE", "RED-M/RED-M", "S25/S25", "SHIRT/0 1 2 3"}},
		{"blank text", Query{Text: " \t"}, []string{"A/A", "CASE/CASE", "RED-M/RED-M", "S25/S25", "SHIRT/0 1 2 3"}},
		{"no informative word", Query{Text: "Quero uma, por favor"}, []string{}},
		{"signs only", Query{Text: "??"}, []string{}},
		{"filters without informative word", Query{Text: "quero ver", PriceMax: amount(100)}, []string{"A/A"}},
		{"nothing known", Query{Text: "geladeira"}, []string{}},
		{"thing before its accessory", Query{Text: "galaxy s25"}, []string{"S25/S25", "CASE/CASE"}},
		{"typing error", Query{Text: "ventiladro"}, []string{"A/A"}},
		{"typing error and plural", Query{Text: "camizetas"}, []string{"SHIRT/0 1 2 3", "RED-M/RED-M"}},
		{"no typing error in a number", Query{Text: "s26"}, []string{}},
		{"no typing error in short words", Query{Text: "cap"}, []string{}},
		{"colours of another language", Query{Text: "red shirt size G"}, []string{"SHIRT/2 1 3 0", "RED-M/RED-M"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			page, err := c.Search(test.query)
			if err != nil {
				t.Fatal(err)
			}
			if got := found(page); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			total := len(test.want)
			if test.query.Available != nil {
				total = Uncounted
			}
			if page.Total != total || page.HasMore || page.Cursor != "" {
				t.Errorf("page is %+v", page)
			}
		})
	}
}

func TestSearchDoesNotDependOnTheOrderOfProducts(t *testing.T) {
	t.Parallel()
	products := synthetic(200)
	first := mustNew(t, products...)
	slices.Reverse(products)
	second := mustNew(t, products...)
	for _, text := range []string{"camiseta vermelha", "notebook preto", "livro", ""} {
		a, errA := first.Search(Query{Text: text, Limit: 100})
		b, errB := second.Search(Query{Text: text, Limit: 100})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Total == 0 || !slices.Equal(found(a), found(b)) {
			t.Errorf("%q: %q and %q", text, found(a), found(b))
		}
	}
}

func TestCursorWalksThroughAllHitsOnce(t *testing.T) {
	t.Parallel()
	c := mustNew(t, synthetic(95)...)
	q := Query{Text: "camiseta preta", PriceMin: amount(0), Limit: 7}
	seen := make(map[ids.Product]bool)
	var last float64
	for pages := 1; ; pages++ {
		page, err := c.Search(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range page.Hits {
			if seen[h.Product.ID] || len(seen) > 0 && h.Score > last {
				t.Errorf("%s comes twice or out of order", h.Product.ID)
			}
			seen[h.Product.ID], last = true, h.Score
		}
		if page.HasMore != (page.Cursor != "") {
			t.Fatalf("HasMore is %v with cursor %q", page.HasMore, page.Cursor)
		}
		if !page.HasMore {
			if len(seen) != page.Total || pages != (page.Total+6)/7 {
				t.Errorf("%d hits on %d pages, total is %d", len(seen), pages, page.Total)
			}
			return
		}
		q.Cursor = page.Cursor
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	c := mustNew(t, synthetic(150)...)
	for limit, want := range map[int]int{0: 10, -5: 10, 3: 3, 100: 100, 1000: 100} {
		page, err := c.Search(Query{Limit: limit})
		if err != nil || len(page.Hits) != want || page.Total != 150 || !page.HasMore {
			t.Errorf("limit %d: %d hits of %d, more %v, %v", limit, len(page.Hits), page.Total, page.HasMore, err)
		}
	}
}

func TestCursorRefused(t *testing.T) {
	t.Parallel()
	c := mustNew(t, synthetic(50)...)
	q := Query{Text: "livro", Categories: []string{"Loja"}, Options: []Selection{{"Cor", "Azul"}}, Limit: 2}
	page, err := c.Search(q)
	if err != nil || page.Cursor == "" {
		t.Fatalf("page %+v, error %v", page, err)
	}
	good := page.Cursor
	q.Cursor = good
	q.Limit = 3 // another length of page is fine
	if _, err := c.Search(q); err != nil {
		t.Fatalf("a good cursor is refused: %v", err)
	}

	for name, change := range map[string]func(*Query){
		"other text":     func(q *Query) { q.Text = "livros" },
		"other category": func(q *Query) { q.Categories = []string{"Loja > Livro"} },
		"other option":   func(q *Query) { q.Options = []Selection{{"Cor", "Preto"}} },
		"no options":     func(q *Query) { q.Options = nil },
		"price":          func(q *Query) { q.PriceMax = amount(99) },
		"availability":   func(q *Query) { q.Available = only() },
		"not base64":     func(q *Query) { q.Cursor = "!" + good[1:] },
		"cut":            func(q *Query) { q.Cursor = good[:len(good)-2] },
		"longer":         func(q *Query) { q.Cursor = good + "AA" },
		"other offset":   func(q *Query) { q.Cursor = "AAAABA" + good[6:] },
		"padded":         func(q *Query) { q.Cursor = good + "=" },
		"line break":     func(q *Query) { q.Cursor = good[:4] + "\n" + good[4:] },
		"a bare number":  func(q *Query) { q.Cursor = "10" },
	} {
		changed := q
		change(&changed)
		if _, err := c.Search(changed); !errors.Is(err, ErrCursor) {
			t.Errorf("%s: error is %v, want ErrCursor", name, err)
		}
	}
}

func FuzzSearch(f *testing.F) {
	c, err := New([]Product{shirt(), runner(), plain("S25", "Galaxy S25 128 GB", 100)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("camizeta vermelha m", "")
	f.Add("galaxys25 1,,28 gb", "AAAA")
	f.Fuzz(func(t *testing.T, text, cursor string) {
		page, err := c.Search(Query{Text: text, Cursor: cursor})
		if err != nil && !errors.Is(err, ErrCursor) {
			t.Fatal(err)
		}
		for _, h := range page.Hits {
			if len(h.Variants) == 0 || h.Score < 0 {
				t.Errorf("hit %+v", h)
			}
		}
	})
}

// What is named exactly comes first, in capitals or not, and its variant before the others.
func TestSearchExact(t *testing.T) {
	t.Parallel()
	coded := plain("mug", "Caneca", 100)
	coded.Variants[0].GTIN, coded.Handle = "7891000315507", "caneca-de-louca"
	c := mustNew(t, shirt(), runner(), coded)
	sku := runner().Variants[2].SKU
	for text, want := range map[string]ids.Variant{
		sku: runner().Variants[2].ID, strings.ToLower(sku): runner().Variants[2].ID, "prod_abc123": runner().Variants[0].ID,
		"7891000315507": "mug", " caneca-de-louca ": "mug", "MUG": "mug",
	} {
		page, err := c.Search(Query{Text: text})
		if err != nil || len(page.Hits) == 0 || page.Hits[0].Variants[0].ID != want {
			t.Errorf("%q finds %+v, want %s first (%v)", text, page.Hits, want, err)
		}
	}
	low := money.Amount(1)
	if page, err := c.Search(Query{Text: "mug", PriceMax: &low}); err != nil || page.Total != 0 {
		t.Errorf("a filter lets %d pass, %v", page.Total, err)
	}
}

// Products that come and go between two pages make nobody see one twice, nor miss one that
// was there all the time. With a text that holds as long as words are worth the same.
func TestCursorUnderChange(t *testing.T) {
	t.Parallel()
	products := synthetic(200)
	for name, q := range map[string]Query{
		"browse":   {Limit: 7},
		"category": {Categories: []string{"Loja > Mochila"}, Limit: 3},
		"price":    {PriceMin: amount(50_000), Limit: 6},
	} {
		var always []ids.Product
		seen := map[ids.Product]int{}
		for round := 0; ; round++ {
			// Some products go and come back.
			some := slices.DeleteFunc(slices.Clone(products), func(p Product) bool { return round%2 == 1 && p.ID < "P-000100" && p.ID[len(p.ID)-1] == '2' })
			c := mustNew(t, some...)
			if round == 0 {
				all, err := c.Search(Query{Categories: q.Categories, PriceMin: q.PriceMin, Limit: 100})
				if err != nil {
					t.Fatal(err)
				}
				for _, h := range all.Hits {
					if h.Product.ID >= "P-000100" {
						always = append(always, h.Product.ID)
					}
				}
			}
			page, err := c.Search(q)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, h := range page.Hits {
				if seen[h.Product.ID]++; seen[h.Product.ID] > 1 {
					t.Errorf("%s: %s is seen twice", name, h.Product.ID)
				}
			}
			if !page.HasMore {
				break
			}
			q.Cursor = page.Cursor
		}
		for _, id := range always {
			if seen[id] == 0 {
				t.Errorf("%s: %s is missed", name, id)
			}
		}
	}
}

// Pages of what can be sold now have every product of it once, whatever lies between.
func TestPagesOfWhatThereIs(t *testing.T) {
	t.Parallel()
	var products []Product
	var want []string
	var there []ids.Variant
	for i := range 2*lookedAt + 500 {
		id := fmt.Sprintf("P%05d", i)
		products = append(products, plain(id, "Caneca", 100))
		if i%7 == 3 && (i < 600 || i > 2*lookedAt) { // more in a row is sold out than is looked at
			want, there = append(want, id+"/"+id), append(there, ids.Variant(id))
		}
	}
	c := mustNew(t, products...)
	q := Query{Text: "canecas", Limit: 9, Available: only(there...)}
	var got []string
	for {
		page, err := c.Search(q)
		if err != nil || len(page.Hits) > q.Limit {
			t.Fatalf("%d hits, %v", len(page.Hits), err)
		}
		got = append(got, found(page)...)
		if !page.HasMore {
			break
		}
		q.Cursor = page.Cursor
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %d products, want %d", len(got), len(want))
	}
	// A page that is full at once is not asked about to its end.
	asked := 0
	bounded := Query{Text: "canecas", Limit: 5, Available: func(offers []Offer) (func(ids.Variant) bool, error) {
		asked += len(offers)
		return func(ids.Variant) bool { return true }, nil
	}}
	if page, err := c.Search(bounded); err != nil || len(page.Hits) != 5 || asked != askedAt {
		t.Errorf("asked about %d for %d hits, %v", asked, len(page.Hits), err)
	}
	failed := errors.New("no stock to be read")
	q.Available = func([]Offer) (func(ids.Variant) bool, error) { return nil, failed }
	if _, err := c.Search(q); !errors.Is(err, failed) {
		t.Errorf("Search: %v", err)
	}
}

// Of a product with very many variants a search shows the best.
func TestMostVariants(t *testing.T) {
	t.Parallel()
	p := plain("THREAD", "Linha de costura", 100)
	p.Options = []Option{{Name: "Cor"}}
	p.Variants = nil
	for i := range 3 * mostVariants {
		label := fmt.Sprintf("%d", 1000+i)
		p.Options[0].Labels = append(p.Options[0].Labels, label)
		p.Variants = append(p.Variants, Variant{ID: ids.Variant("T" + label), Title: label, Price: 100, Selected: []Selection{{"Cor", label}}})
	}
	c := mustNew(t, p)
	for text, first := range map[string]ids.Variant{"linha": "T1000", "linha 1140": "T1140"} {
		page, err := c.Search(Query{Text: text})
		if err != nil || len(page.Hits) != 1 || len(page.Hits[0].Variants) != mostVariants || page.Hits[0].Variants[0].ID != first {
			t.Errorf("%s: %+v, %v", text, page.Hits, err)
		}
	}
}
