package catalog

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"balcao/internal/ids"
	"balcao/money"
)

// synthetic makes n products with two thousand different words and four variants each.
func synthetic(n int) []Product {
	random := rand.New(rand.NewPCG(1, 2))
	goods := []string{"Camiseta", "Tênis", "Mochila", "Carregador", "Notebook", "Garrafa", "Livro", "Fone", "Cafeteira", "Mouse"}
	colours := []string{"Preto", "Branco", "Vermelho", "Azul"}
	syllables := []string{"ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pe", "ra", "sa", "to", "vi"}
	words := make([]string, 2000)
	for i := range words {
		for range 2 + i%3 {
			words[i] += syllables[random.IntN(len(syllables))]
		}
	}
	word := func() string { return words[random.IntN(len(words))] }
	products := make([]Product, n)
	for i := range products {
		p := &products[i]
		p.ID = ids.Product(fmt.Sprintf("P-%06d", i))
		p.Title = fmt.Sprintf("%s %s %s %d", goods[i%len(goods)], word(), word(), random.IntN(500))
		p.Brand = word()
		p.Category = "Loja > " + goods[i%len(goods)]
		p.Description = fmt.Sprintf("%s %s %s %s %s", word(), word(), word(), word(), word())
		p.Tags = []string{word(), word()}
		p.Options = []Option{{Name: "Cor", Labels: colours}}
		for _, colour := range colours {
			p.Variants = append(p.Variants, Variant{
				ID:       ids.Variant(fmt.Sprintf("%s-%s", p.ID, colour)),
				Title:    colour,
				Price:    money.Amount(random.IntN(100_000)),
				Selected: []Selection{{Name: "Cor", Label: colour}},
			})
		}
	}
	return products
}

func BenchmarkSearch100000(b *testing.B) {
	c, err := New(synthetic(100_000))
	if err != nil {
		b.Fatal(err)
	}
	rare := c.products[12345].Title
	for name, text := range map[string]string{
		"rare":     rare,
		"common":   "camiseta vermelha",
		"misspelt": "camizeta " + rare,
		"browse":   "",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Search(Query{Text: text}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNew100000(b *testing.B) {
	products := synthetic(100_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(products); err != nil {
			b.Fatal(err)
		}
	}
}
