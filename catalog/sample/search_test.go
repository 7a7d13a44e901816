package sample

import (
	"slices"
	"testing"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// TestSearchLikeBuyers searches the shop as its buyers write. Want is how the hits begin.
func TestSearchLikeBuyers(t *testing.T) {
	t.Parallel()
	c := shop(t).Catalog
	shirts := []string{
		"camiseta-vermelha-m", "camiseta-vermelha-g", "camiseta-azul-m", "CAMISETA-BASICA-PRETO-M", "CAMISETA-DRY-PRETO-M",
	}
	tests := []struct {
		text string
		want []string
	}{
		// The red M matches all, the red G thing and colour, the blue M thing and size.
		{"Procuro uma camiseta vermelha, tamanho M.", shirts},
		{"camiseta vermelha tamanho M", shirts},
		{"CAMISETAS VERMELHAS M", shirts},
		{"red t-shirt, size M", shirts},
		{"busco una remera roja talla M", shirts},

		{"pixel 10", []string{"PIXEL-10", "PIXEL-10-PRO", "PIXEL-10-PRO-XL", "CAPA-PIXEL-10-PRETO"}},
		{"pixel10 pro", []string{"PIXEL-10-PRO", "PIXEL-10-PRO-XL"}},
		{"capinha do pixel 10 pro azul", []string{"CAPA-PIXEL-10-PRO-AZUL", "CAPA-PIXEL-10-AZUL"}},
		{"tem galaxy a 16?", []string{"GALAXY-A16", "GALAXY-S25"}},
		{"s25 ultra", []string{"GALAXY-S25-ULTRA", "GALAXY-S25"}},
		{"moto g 85", []string{"MOTO-G85"}},
		{"iphone de 256 gigas", []string{"IPHONE-16-256", "IPHONE-16-128"}},
		{"iphone 16 128gb", []string{"IPHONE-16-128", "IPHONE-16-256"}},

		{"carregador de 65w", []string{"CARREGADOR-65W"}},
		{"bateria de 10 mil mAh", []string{"POWERBANK-10K"}},
		{"cabo usbc 2 metros", []string{"CABO-USBC-2M"}},
		{"ssd 1 tera", []string{"SSD-EXT-1TB", "SSD-EXT-2TB"}},
		{"café 500g", []string{"CAFE-PILAO-500"}},

		{"tênis vermelho 42", []string{"TENIS-ALL-STAR-VERMELHO-42"}},
		{"tenis preto numero 44", []string{"TENIS-CORRE-4-PRETO-44"}},
		{"chinelo azul 37", []string{"CHINELO-TOP-AZUL-37-38"}},
		{"zapatillas negras talla 36", []string{"TENIS-ALL-STAR-PRETO-36"}},
		{"botas marrons 40", []string{"BOTA-COTURNO-MARROM-40"}},
		{"mochila verde", []string{"MOCHILA-25L-VERDE"}},

		{"cafés em grãos", []string{"CAFE-GRAO-1KG"}},
		{"livro do machado de assis", []string{"LIVRO-BRAS-CUBAS", "LIVRO-DOM-CASMURRO"}},
		{"memorias postumas", []string{"LIVRO-BRAS-CUBAS"}},
		{"running shoes", []string{"TENIS-CORRE-4-PRETO-38", "TENIS-REVOLUTION-7-PRETO-38", "TENIS-ULTRABOOST-PRETO-39"}},
		{"blue jeans", []string{"item_123"}},
		{"calça azul", []string{"item_123"}},

		{"notebok lenovo", []string{"NOTE-IDEAPAD-15"}},
		{"camizeta preta GG", []string{"CAMISETA-BASICA-PRETO-GG", "CAMISETA-DRY-PRETO-GG"}},
		{"cafeteira italiena", []string{"CAFETEIRA-ITALIANA-6"}},
		{"galaxy s26", []string{"GALAXY-S25", "GALAXY-A16", "GALAXY-S25-ULTRA"}}, // not a typing error for S25

		{"quero uma", nil},
		{"vocês vendem geladeira?", nil},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			page, err := c.Search(catalog.Query{Text: test.text})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range page.Hits {
				got = append(got, string(h.Variants[0].ID))
			}
			if len(got) < len(test.want) || test.want == nil && got != nil || !slices.Equal(got[:len(test.want)], test.want) {
				t.Errorf("got %q, want %q first", got, test.want)
			}
		})
	}
}

func TestSearchClosest(t *testing.T) {
	t.Parallel()
	page, err := shop(t).Catalog.Search(catalog.Query{Text: "Procuro uma camiseta vermelha, tamanho M."})
	if err != nil {
		t.Fatal(err)
	}
	if page.Total != 5 {
		t.Errorf("%d products, want the five shirts and nothing that is only red or only M", page.Total)
	}
}

func TestSearchWithFilters(t *testing.T) {
	t.Parallel()
	s := shop(t)
	cheap := money.Amount(200000)
	tests := []struct {
		name  string
		query catalog.Query
		total int
	}{
		{"phones up to 2,000 reais", catalog.Query{Text: "celular", Categories: []string{"celulares"}, PriceMax: &cheap}, 3},
		{"everything in a category", catalog.Query{Categories: []string{"livros"}}, 5},
		{"running shoes in 44", catalog.Query{
			Text: "tênis de corrida", Options: []catalog.Selection{{Name: "tamanho", Label: "44"}},
		}, 1},
		{"what can be sold", catalog.Query{Text: "air fryer"}, 1},
	}
	for _, test := range tests {
		page, err := s.Catalog.Search(test.query)
		if err != nil || page.Total != test.total {
			t.Errorf("%s: %d products, want %d (%v)", test.name, page.Total, test.total, err)
		}
	}
}

// What is sold out is not found by a buyer who asks for what there is.
func TestSearchForWhatThereIs(t *testing.T) {
	t.Parallel()
	s := shop(t)
	stock := s.Stock()
	there := func([]catalog.Offer) (func(ids.Variant) bool, error) {
		return func(v ids.Variant) bool { return stock[v] > 0 }, nil
	}
	for text, want := range map[string]int{"air fryer": 0, "cafeteira": 1} {
		page, err := s.Catalog.Search(catalog.Query{Text: text, Available: there, Limit: 1})
		if err != nil || len(page.Hits) != want {
			t.Errorf("%q: %d products, want %d (%v)", text, len(page.Hits), want, err)
		}
	}
}
