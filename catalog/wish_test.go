package catalog

import (
	"slices"
	"testing"

	"balcao/internal/ids"
	"balcao/money"
)

func wishCatalog(t *testing.T, products ...Product) *Catalog {
	t.Helper()
	for i := range products {
		if len(products[i].Variants) == 0 {
			t.Fatalf("%s has no variant", products[i].ID)
		}
	}
	c, err := New(products)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func single(id, title, brand string, price money.Amount, tags ...string) Product {
	return Product{
		ID: ids.Product(id), Title: title, Brand: brand, Category: "Loja", Tags: tags,
		Variants: []Variant{{ID: ids.Variant(id), Title: title, Price: price}},
	}
}

// What a text asks for beside words: a price, what it is not to be, the cheapest.
func TestWishes(t *testing.T) {
	shirt := Product{
		ID: "camisa", Title: "Camisa polo", Brand: "Hering", Category: "Loja",
		Options: []Option{{Name: "Cor", Labels: []string{"Preto", "Azul"}}},
		Variants: []Variant{
			{ID: "camisa-preta", Title: "Camisa preta", Price: 9_000, Selected: []Selection{{"Cor", "Preto"}}},
			{ID: "camisa-azul", Title: "Camisa azul", Price: 9_500, Selected: []Selection{{"Cor", "Azul"}}},
		},
	}
	phones := []Product{
		single("caro", "Celular Norte 256 GB", "Norte", 500_000, "smartphone"),
		single("medio", "Celular Sul 128 GB com nome comprido", "Sul", 200_000, "smartphone"),
		single("pouco", "Celular Leste 64 GB", "Leste", 100_000, "smartphone"),
		single("capa", "Capa para celular", "Norte", 5_000),
		single("baroa", "Erva Barão", "Barão", 2_000),
		single("livro", "Tudo menos o sul", "Editora", 4_000, "livro"),
		single("fone", "Fone Norte", "Norte", 30_000),
		shirt,
	}
	for _, c := range []struct {
		text  string
		first []ids.Product // in order
		never []ids.Product
	}{
		{"celulares baratos", []ids.Product{"pouco", "medio", "caro"}, []ids.Product{"baroa"}},
		{"o celular mais barato", []ids.Product{"pouco", "medio", "caro"}, nil},
		{"cheapest phone", []ids.Product{"pouco", "medio", "caro"}, nil},
		{"móvil más barato", []ids.Product{"pouco", "medio", "caro"}, nil},
		{"celular até 2.500 reais", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular até R$ 1.000,00", []ids.Product{"pouco"}, []ids.Product{"caro", "medio"}},
		{"celular até 2 mil reais", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular até 1500", []ids.Product{"pouco"}, []ids.Product{"caro", "medio"}},
		{"phone under 2500 reais", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular hasta 1500 reales", []ids.Product{"pouco"}, []ids.Product{"caro", "medio"}},
		{"celular acima de 3000 reais", []ids.Product{"caro"}, []ids.Product{"medio", "pouco"}},
		{"celular entre 1500 e 2500 reais", []ids.Product{"medio"}, []ids.Product{"caro", "pouco"}},
		{"presente até 50 reais", []ids.Product{"baroa", "capa", "livro"}, []ids.Product{"pouco", "fone"}},
		{"gift under 30 reais", []ids.Product{"baroa"}, []ids.Product{"capa"}},
		{"celular que não seja norte", []ids.Product{"pouco", "medio"}, []ids.Product{"caro", "capa", "fone"}},
		{"celular que não seja norte nem sul", []ids.Product{"pouco"}, []ids.Product{"caro", "medio"}},
		{"phone other than norte", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular exceto sul com 256 gb", []ids.Product{"caro"}, []ids.Product{"medio"}},
		{"celular com pelo menos 256 gb", []ids.Product{"caro"}, nil},
		{"phone, not norte", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"fone not norte", nil, []ids.Product{"fone"}},
		{"celular (não norte)", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular diferente da norte", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular na faixa de 2,5 mil reais", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular até 2500,00", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular até 2mil", []ids.Product{"pouco", "medio"}, []ids.Product{"caro"}},
		{"celular até 128", []ids.Product{"medio"}, nil},
		{"livro até 30", nil, []ids.Product{"livro"}},
		{"least expensive phone", []ids.Product{"pouco", "medio", "caro"}, nil},
		{"tudo até 30 reais", []ids.Product{"baroa"}, []ids.Product{"livro", "capa"}},
		{"tudo menos o sul", []ids.Product{"livro"}, nil},
		{"celular 128", []ids.Product{"medio"}, nil},
		{"smart phone 64 gb", []ids.Product{"pouco"}, nil},
		{"celular com menos de 256 gb", []ids.Product{"caro"}, nil},
		{"celular por pelo menos 3000 reais", []ids.Product{"caro"}, []ids.Product{"medio"}},
		{"presente para o dia dos pais até 30 reais", []ids.Product{"baroa"}, []ids.Product{"capa"}},
	} {
		page, err := wishCatalog(t, phones...).Search(Query{Text: c.text})
		if err != nil {
			t.Fatal(err)
		}
		var got []ids.Product
		for _, h := range page.Hits {
			got = append(got, h.Product.ID)
		}
		if len(got) < len(c.first) || !slices.Equal(got[:len(c.first)], c.first) {
			t.Errorf("%q finds %v, want first %v", c.text, got, c.first)
		}
		for _, id := range c.never {
			if slices.Contains(got, id) {
				t.Errorf("%q finds %v, %s among them", c.text, got, id)
			}
		}
	}

	page, err := wishCatalog(t, phones...).Search(Query{Text: "camisa que não seja preta"})
	if err != nil || len(page.Hits) != 1 || len(page.Hits[0].Variants) != 1 || page.Hits[0].Variants[0].ID != "camisa-azul" {
		t.Errorf("a colour that is not wanted: %+v, %v", page.Hits, err)
	}
}

// What the buyer has in mind raises nothing by what it refuses or by its price.
func TestPriceOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Amount{
		"100": 100_00, "r$ 1.234,56": 1_234_56, "brl 12,5": 12_50, "1,234.56 reais": 1_234_56, "2 mil": 2_000_00, "2,5 mil reais": 2_500_00,
		"1.500": 1_500_00, "3k": 3_000_00, "0,99 real": 99, "0,999": 99, "1,23456 mil": 1_234_56, "0": 0,
		"90071992547409,93": money.MaxAmount + 1, "99999999999999999999": money.MaxAmount + 1, // none
	} {
		got := priceOf(text)
		if none := want > money.MaxAmount; none != (got == nil) || !none && *got != want {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}

func TestWishesInMind(t *testing.T) {
	c := wishCatalog(t, single("a", "Caneca", "Sul", 100), single("b", "Caneca", "Barão", 100), single("c", "Caneca", "Norte", 100))
	for hint, want := range map[string]ids.Product{
		"algo barato": "a", "que não seja norte": "a", "not norte, up to 100 reais": "a", "da norte": "c",
	} {
		page, err := c.Search(Query{Text: "caneca", Hint: hint})
		if err != nil || len(page.Hits) != 3 || page.Hits[0].Product.ID != want {
			t.Errorf("with %q in mind: %v, %v", hint, page.Hits, err)
		}
	}
}

// Pages of a search for what is cheap follow on each other.
func TestCheapPages(t *testing.T) {
	var goods []Product
	for i, price := range []money.Amount{500, 300, 300, 400, 100, 200, 900} {
		goods = append(goods, single(string(rune('a'+i)), "Caneca", "", price))
	}
	q := Query{Text: "caneca mais barata", Limit: 2}
	c := wishCatalog(t, goods...)
	var got []ids.Product
	for {
		page, err := c.Search(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range page.Hits {
			got = append(got, h.Product.ID)
			if h.Score < 1 || h.Score >= 1.25 {
				t.Errorf("the score of %s is %v", h.Product.ID, h.Score)
			}
		}
		if !page.HasMore {
			break
		}
		q.Cursor = page.Cursor
	}
	if want := []ids.Product{"e", "f", "b", "c", "d", "a", "g"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Words after "de" or "para" tell what goods go with, and words written as one are cut where
// the catalogue has them apart.
func TestHeads(t *testing.T) {
	goods := []Product{
		single("note", "Notebook Ideal", "Norte", 300_000), single("carga", "Carregador 65 W", "", 10_000), single("carga2", "Carregador 30 W", "", 10_000),
		single("carga3", "Carregador portátil", "", 10_000), single("moto", "Moto G85 5G", "", 100_000), single("pixel", "Pixel 10 Pro", "", 500_000),
	}
	c := wishCatalog(t, goods...)
	for text, want := range map[string]ids.Product{
		"carregador de notebook": "carga", "carregador para notebook": "carga", "charger for notebook": "carga", "notebook com carregador": "note",
		"motog85": "moto", "pixel10pro": "pixel", "Pixel10 pro": "pixel", "carregador 65w para notebook": "carga", "quero um carregador de notebook": "carga",
	} {
		page, err := c.Search(Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Hits) == 0 || page.Hits[0].Product.ID != want {
			t.Errorf("%q finds %v, want %s first", text, page.Hits, want)
		}
	}
}

// Two words are one that is known, but not with a stop word; goods that a shop does not have
// by that name are what they are a kind of.
func TestOtherNames(t *testing.T) {
	c := wishCatalog(t,
		single("decaf", "Café descafeinado", "", 100), single("cafe", "Café forte", "", 100), single("maker", "Cafeteira", "", 100),
		Product{ID: "tenis", Title: "Tênis", Category: "Calçados", Variants: []Variant{{ID: "tenis", Title: "Tênis", Price: 100}}},
		single("caixa", "Caixa de som", "", 100))
	for text, want := range map[string][]ids.Product{
		"presente de café": {"cafe", "decaf"}, "coffee maker": {"maker"}, "shoes": {"tenis"}, "sapatos": {"tenis"}, "altavoz": {"caixa"}, "footwear": {"tenis"},
	} {
		page, err := c.Search(Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		var got []ids.Product
		for _, h := range page.Hits {
			got = append(got, h.Product.ID)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
}

// A product is found by its number as people copy it.
func TestNumbersAsCopied(t *testing.T) {
	goods := []Product{single("a", "Caneca", "", 100), single("b", "Copo", "", 100)}
	goods[0].Variants[0].GTIN, goods[0].Variants[0].SKU = "7891000315507", "CAN-001"
	goods[1].Variants[0].GTIN = "012345678905"
	c := wishCatalog(t, goods...)
	for text, want := range map[string]ids.Product{
		"7891000315507": "a", "07891000315507": "a", "789 1000 315507": "a", "7891000-315507": "a", "EAN 7891000315507": "a", "código de barras: 7891000315507": "a",
		"sku CAN-001": "a", "SKU: can-001": "a", "Cód. CAN-001": "a", "ref a": "a", "012345678905": "b", "0012345678905": "b", "12345678905": "b",
	} {
		page, err := c.Search(Query{Text: text})
		if err != nil || len(page.Hits) == 0 || page.Hits[0].Product.ID != want || page.Hits[0].Score != 2 {
			t.Errorf("%q finds %+v, %v", text, page.Hits, err)
		}
	}
	for _, text := range []string{"", "0", "000", "ean", "-", "789100031550"} {
		if page, _ := c.Search(Query{Text: text}); len(page.Hits) == 1 && page.Hits[0].Score == 2 {
			t.Errorf("%q names %s", text, page.Hits[0].Product.ID)
		}
	}
}
