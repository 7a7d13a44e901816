package catalog

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/money"
)

// warehouse makes a catalogue of so many variants, four for each product. Its words are as
// in languages: few are everywhere, most are rare, and the more there is, the more words
// there are. Every product has a model number of its own.
func warehouse(variants int) []Product {
	random := rand.New(rand.NewPCG(3, 4))
	goods := []string{"Camiseta", "Tênis", "Mochila", "Carregador", "Notebook", "Garrafa", "Livro", "Fone", "Cafeteira", "Mouse", "Capa para celular", "Celular"}
	colours := []string{"Preto", "Branco", "Vermelho", "Azul"}
	syllables := strings.Fields("ba be co cu di do fa fu ga go la lo mi mu na nu pa pe ra ri sa su ta to vi vo xa ze")
	n := max(1, variants/4)
	words := make([]string, 500+n/5)
	for i := range words {
		for range 3 + i%2 {
			words[i] += syllables[random.IntN(len(syllables))]
		}
	}
	zipf := rand.NewZipf(random, 1.1, 20, uint64(len(words)-1))
	word := func() string { return words[zipf.Uint64()] }
	products := make([]Product, n)
	for i := range products {
		p := &products[i]
		kind := goods[random.IntN(len(goods))]
		p.ID = ids.Product(fmt.Sprintf("P-%07d", i))
		p.Title = fmt.Sprintf("%s %s %s %s%d", kind, word(), word(), syllables[i%len(syllables)], 1000+i)
		p.Brand, p.Category = words[zipf.Uint64()%200], "Loja > "+kind
		p.Description = fmt.Sprintf("%s %s %s %s %s", word(), word(), word(), word(), word())
		p.Tags = []string{word()}
		p.Options = []Option{{Name: "Cor", Labels: colours}}
		for j, colour := range colours {
			id := ids.Variant(fmt.Sprintf("%s-%d", p.ID, j))
			p.Variants = append(p.Variants, Variant{
				ID: id, SKU: fmt.Sprintf("SKU%07d%d", i, j), Title: p.Title, Price: money.Amount(1000 + random.IntN(100_000)),
				Selected: []Selection{{Name: "Cor", Label: colour}},
			})
		}
	}
	return products
}

// BenchmarkScale measures a catalogue of a thousand, a hundred thousand and a million
// variants: how long it takes to build, what it keeps, and how long searches take.
//
//	go test ./catalog -run '^$' -bench Scale -benchtime 1x
func BenchmarkScale(b *testing.B) {
	for _, variants := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(variants), func(b *testing.B) {
			for b.Loop() {
				measureScale(b, variants)
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func measureScale(b *testing.B, variants int) {
	empty := heap()
	products := warehouse(variants)
	goods := heap() - empty
	start := time.Now()
	c, err := Of(products)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(start).Milliseconds()), "build-ms")
	b.ReportMetric(float64(goods)/(1<<20), "goods-MB")
	b.ReportMetric(float64(heap()-empty-goods)/(1<<20), "index-MB")

	random := rand.New(rand.NewPCG(5, 6))
	some := func() *Product { return c.products[random.IntN(len(c.products))] }
	low, high := money.Amount(20_000), money.Amount(40_000)
	for _, search := range []struct {
		name  string
		query func() Query
	}{
		{"selective", func() Query {
			words := strings.Fields(some().Title)
			return Query{Text: words[0] + " " + words[len(words)-1]}
		}},
		{"title", func() Query { return Query{Text: some().Title} }},
		{"misspelt", func() Query {
			words := strings.Fields(some().Title)
			words[len(words)-2] += "x"
			return Query{Text: strings.Join(words, " ")}
		}},
		{"sku", func() Query { return Query{Text: some().Variants[2].SKU} }},
		{"broad", func() Query { return Query{Text: "camiseta vermelha", PriceMin: &low, PriceMax: &high} }},
		{"browse", func() Query { return Query{} }},
		{"category", func() Query { return Query{Categories: []string{"loja > livro"}, PriceMax: &high} }},
	} {
		took := make([]time.Duration, 300)
		for i := range took {
			q := search.query()
			start := time.Now()
			page, err := c.Search(q)
			took[i] = time.Since(start)
			if err != nil || len(page.Hits) == 0 {
				b.Fatalf("%+v finds %d, %v", q, len(page.Hits), err)
			}
		}
		slices.Sort(took)
		for _, p := range []int{50, 99} {
			b.ReportMetric(float64(took[len(took)*p/100].Nanoseconds())/1000, fmt.Sprintf("%s-p%d-µs", search.name, p))
		}
	}
	runtime.KeepAlive(products)
}

// TestLargeCatalog looks for products of fifty thousand items as buyers do who remember
// them badly: in other order, without accents, with a slip, with the wrong word too many.
func TestLargeCatalog(t *testing.T) {
	const items = 50_000
	products := warehouse(4 * items)
	c, err := Of(products)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	for _, test := range []struct {
		name string
		ask  func(words []string) []string
		// least are the shares that must be first, and among the first ten.
		first, ten float64
	}{
		{"the title", func(w []string) []string { return w }, 0.99, 0.995},
		{"another order", func(w []string) []string { slices.Reverse(w); return w }, 0.99, 0.995},
		{"without the model", func(w []string) []string { return w[:len(w)-1] }, 0.6, 0.9},
		{"a letter too many", func(w []string) []string { w[len(w)-2] += "x"; return w }, 0.97, 0.99},
		{"a word too many", func(w []string) []string { return append(w, "barato") }, 0.99, 0.995},
		{"with a colour", func(w []string) []string { return append(w, "vermelho") }, 0.97, 0.99},
	} {
		const n = 500
		first, ten := 0, 0
		for range n {
			p := &products[random.IntN(len(products))]
			words := test.ask(strings.Fields(Fold(p.Title)))
			page, err := c.Search(Query{Text: strings.Join(words, " ")})
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(page.Hits, func(h Hit) bool { return h.Product == p })
			if at == 0 {
				first++
			}
			if at >= 0 {
				ten++
			}
		}
		t.Logf("%s: first %.3f, among ten %.3f", test.name, float64(first)/n, float64(ten)/n)
		if float64(first)/n < test.first || float64(ten)/n < test.ten {
			t.Errorf("%s: %d and %d of %d, at least %.2f and %.2f are wanted", test.name, first, ten, n, test.first, test.ten)
		}
	}
}
