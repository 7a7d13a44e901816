package bcp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/internal/bcptest"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/platform"
)

func catalogSession() platform.Session {
	return platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{
		{Name: platform.CapCatalogSearch, Version: "2026-07-28"},
		{Name: platform.CapCatalogLookup, Version: "2026-07-14"},
		{Name: platform.CapCheckout, Version: "2026-07-28"},
	}}
}

func runner() *catalog.Product {
	variant := func(id ids.Variant, size string, price int64) catalog.Variant {
		return catalog.Variant{ID: id, SKU: "BRP-" + size, Title: "Tamanho " + size, Price: money.Amount(price),
			Selected: []catalog.Selection{{Name: "Tamanho", Label: size}}}
	}
	return &catalog.Product{
		ID: "prod_1", Handle: "blue-runner", Title: "Tênis Blue Runner", Brand: "Corre", Category: "Calçados > Corrida",
		Description: "Leve & confortável", Tags: []string{"corrida"},
		Options:  []catalog.Option{{Name: "Tamanho", Labels: []string{"40", "41"}}},
		Variants: []catalog.Variant{variant("prod_1_40", "40", 12000), variant("prod_1_41", "41", 15000)},
	}
}

func only40(v ids.Variant) bool { return v == "prod_1_40" }

const wantProduct = `"id":"prod_1","handle":"blue-runner","title":"Tênis Blue Runner","description":{"plain":"Leve & confortável"},
	"url":"https://loja.example/products/blue-runner","categories":[{"value":"Calçados > Corrida","taxonomy":"merchant"}],
	"price_range":{"min":{"amount":12000,"currency":"BRL"},"max":{"amount":15000,"currency":"BRL"}},"tags":["corrida"],"metadata":{"brand":"Corre"},`

const wantSeller = `"seller":{"name":"Balcão Demonstração","links":[{"type":"privacy_policy","url":"https://loja.example/privacidade","title":"Privacidade"},
	{"type":"terms_of_service","url":"https://loja.example/termos"}]}`

const wantVariant41 = `"id":"prod_1_41","sku":"BRP-41","title":"Tamanho 41","description":{"plain":"Tamanho 41"},"price":{"amount":15000,"currency":"BRL"},
	"availability":{"available":false,"status":"out_of_stock"},"options":[{"name":"Tamanho","label":"41"}],` + wantSeller

func TestProducts(t *testing.T) {
	t.Parallel()
	p := runner()
	plain := &catalog.Product{ID: "item_123", Title: "Blue Jeans", Variants: []catalog.Variant{{ID: "item_123", Title: "Blue Jeans", Price: 5000}}}
	page := catalog.Page{Total: 47, HasMore: true, Cursor: "abc", Hits: []catalog.Hit{
		{Product: p, Variants: []*catalog.Variant{&p.Variants[1]}},
		{Product: plain, Variants: []*catalog.Variant{&plain.Variants[0]}},
	}}
	got, err := testEncoder().Products(catalogSession(), page, Showing{Available: only40})
	if err != nil {
		t.Fatal(err)
	}
	want := compact(`{"ucp":{"version":"2026-07-28","capabilities":{"br.dev.bcp.shopping.catalog.search":[{"version":"2026-07-28"}]}},
		"products":[{` + wantProduct + `"options":[{"name":"Tamanho","values":[{"label":"40"},{"label":"41"}]}],"variants":[{` + wantVariant41 + `}]},
		{"id":"item_123","title":"Blue Jeans","description":{"plain":"Blue Jeans"},
			"price_range":{"min":{"amount":5000,"currency":"BRL"},"max":{"amount":5000,"currency":"BRL"}},
			"variants":[{"id":"item_123","title":"Blue Jeans","description":{"plain":"Blue Jeans"},"price":{"amount":5000,"currency":"BRL"},
				"availability":{"available":false,"status":"out_of_stock"},` + wantSeller + `}]}],
		"pagination":{"cursor":"abc","has_next_page":true,"total_count":47}}`)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("products (-want +got):\n%s", diff)
	}
	none, err := testEncoder().Products(catalogSession(), catalog.Page{}, Showing{})
	if err != nil {
		t.Fatal(err)
	}
	bcptest.Check(t, "catalog-search", got, none)
}

func TestProduct(t *testing.T) {
	t.Parallel()
	p := runner()
	choice, err := catalog.Select(p, []catalog.Selection{{Name: "tamanho", Label: "41"}}, nil, only40)
	if err != nil {
		t.Fatal(err)
	}
	got, err := testEncoder().Product(catalogSession(), choice, Showing{Available: only40})
	if err != nil {
		t.Fatal(err)
	}
	want := compact(`{"ucp":{"version":"2026-07-28","capabilities":{"br.dev.bcp.shopping.catalog.lookup":[{"version":"2026-07-14"}]}},
		"product":{` + wantProduct + `"selected":[{"name":"Tamanho","label":"41"}],
		"options":[{"name":"Tamanho","values":[{"label":"40","available":true,"exists":true},{"label":"41","available":false,"exists":true}]}],
		"variants":[{` + wantVariant41 + `}]}}`)
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("product (-want +got):\n%s", diff)
	}
	bcptest.Check(t, "product", got)
}
