package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"balcao/catalog"
	"balcao/catalog/feed"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/store/sqlite"
)

// manyProducts makes a catalogue of so many variants, four a product.
func manyProducts(variants int) []catalog.Product {
	random := rand.New(rand.NewPCG(1, 2))
	goods := []string{"Camiseta", "Tênis", "Mochila", "Carregador", "Notebook", "Garrafa", "Livro", "Fone"}
	word := func() string {
		return fmt.Sprintf("%c%co%ca", 'b'+random.IntN(20), 'a'+random.IntN(20), 'b'+random.IntN(20))
	}
	out := make([]catalog.Product, variants/4)
	for i := range out {
		p := &out[i]
		p.ID, p.NCM = ids.Product(fmt.Sprintf("P-%07d", i)), "61091000"
		p.Title = fmt.Sprintf("%s %s %s x%d", goods[i%len(goods)], word(), word(), 1000+i)
		p.Brand, p.Category = word(), "Loja > "+goods[i%len(goods)]
		p.Description = word() + " " + word() + " " + word()
		p.Options = []catalog.Option{{Name: "Tamanho", Labels: []string{"P", "M", "G", "GG"}}}
		for _, size := range p.Options[0].Labels {
			p.Variants = append(p.Variants, catalog.Variant{
				ID: ids.Variant(string(p.ID) + "-" + size), SKU: "S" + string(p.ID) + size, Title: p.Title, Price: money.Amount(1000 + random.IntN(90_000)),
				Selected: []catalog.Selection{{Name: "Tamanho", Label: size}},
			})
		}
	}
	return out
}

// BenchmarkCatalog measures an import into a shop, and its next start: from the file to
// what is stored, and from there to both indexes.
//
//	go test ./cmd/balcao -run '^$' -bench Catalog -benchtime 1x
func BenchmarkCatalog(b *testing.B) {
	for _, variants := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(variants), func(b *testing.B) {
			for b.Loop() {
				measureCatalog(b, variants)
			}
		})
	}
}

func measureCatalog(b *testing.B, variants int) {
	ctx := b.Context()
	path := filepath.Join(b.TempDir(), "shop.db")
	open := func() *sqlite.Store {
		s, err := sqlite.Open(ctx, sqlite.Options{Path: path})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	since := func(start time.Time, name string) { b.ReportMetric(float64(time.Since(start).Milliseconds()), name) }
	var file bytes.Buffer
	whole := feed.Feed{Products: manyProducts(variants)}
	if err := whole.Write(&file); err != nil {
		b.Fatal(err)
	}
	whole = feed.Feed{}
	b.ReportMetric(float64(file.Len())/(1<<20), "file-MB")

	start := time.Now()
	read, err := feed.Read(&file, "", feed.JSONLines)
	if err != nil {
		b.Fatal(err)
	}
	since(start, "check-ms")
	store := open()
	start = time.Now()
	if _, err := store.ReplaceCatalog(ctx, read.Products, nil, 100); err != nil {
		b.Fatal(err)
	}
	since(start, "store-ms")
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	read = nil
	file = bytes.Buffer{}

	used := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	empty := used()
	store = open()
	defer store.Close()
	start = time.Now()
	g, err := openGoods(ctx, &settings{}, store, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	since(start, "start-ms")
	b.ReportMetric(used()-empty, "heap-MB")
	if n := len(g.Catalog.Products()); n != variants/4 {
		b.Fatalf("%d products", n)
	}
}
