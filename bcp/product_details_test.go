package bcp

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/internal/bcptest"
	"balcao/platform"
)

// What a product has beside what every product has is shown, and what it has not is left out.
func TestProductDetails(t *testing.T) {
	t.Parallel()
	p := &catalog.Product{
		ID: "p", Title: "Tênis", Brand: "Marca", Category: "Calçados", Classes: []catalog.Class{{Taxonomy: "google_product_category", Value: "187"}},
		Media:  []catalog.Media{{Type: "image", URL: "https://cdn.example/p.jpg", Alt: "Tênis"}},
		Rating: &catalog.Rating{Hundredths: 425, Most: 5, Count: 8}, Facts: []catalog.Fact{{Name: "sola", Facts: []catalog.Fact{{Name: "material", Text: "\"borracha\""}}}},
		Variants: []catalog.Variant{{ID: "p-1", Title: "Tênis", Description: "Só este.", Price: 100, ListPrice: 150, Tags: []string{"corrida"}}},
	}
	session := platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{{Name: platform.CapCatalogSearch, Version: "2026-07-28"}}}
	raw, err := NewEncoder(Config{PublicURL: "https://loja.example"}).Products(session, catalog.Page{Hits: []catalog.Hit{{Product: p, Variants: []*catalog.Variant{&p.Variants[0]}}}, Total: 1}, Showing{})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Products []struct {
			Categories, Media json.RawMessage
			Rating, Metadata  json.RawMessage
			Variants          []struct {
				Description, Tags json.RawMessage
				ListPrice         json.RawMessage `json:"list_price"`
			}
		}
	}
	if err := json.Unmarshal(raw, &got); err != nil || len(got.Products) != 1 {
		t.Fatalf("%v: %s", err, raw)
	}
	shown, variant := got.Products[0], got.Products[0].Variants[0]
	for want, got := range map[string]json.RawMessage{
		`[{"value":"187","taxonomy":"google_product_category"},{"value":"Calçados","taxonomy":"merchant"}]`: shown.Categories,
		`[{"type":"image","url":"https://cdn.example/p.jpg","alt_text":"Tênis"}]`:                           shown.Media,
		`{"value":4.25,"scale_max":5,"count":8}`:                                                            shown.Rating,
		`{"brand":"Marca","sola":{"material":"\"borracha\""}}`:                                              shown.Metadata,
		`{"plain":"Só este."}`:            variant.Description,
		`{"amount":150,"currency":"BRL"}`: variant.ListPrice,
		`["corrida"]`:                     variant.Tags,
	} {
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	bcptest.Shared(t)
	bcptest.Check(t, "catalog-search", raw)
}
