package rows

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
)

// A product comes back as it was stored, also by the releases to come.
func TestProduct(t *testing.T) {
	t.Parallel()
	p := &catalog.Product{
		ID: "p", Handle: "um-produto", URL: "https://loja.example/p", Title: "Tênis <b>", Brand: "Marca", Category: "A > B", Description: "Texto",
		Tags: []string{"a", "b"}, Classes: []catalog.Class{{Taxonomy: "t", Value: "1"}}, Media: []catalog.Media{{Type: "image", URL: "https://x.example/y", Alt: "z"}},
		Rating: &catalog.Rating{Hundredths: 450, Most: 5, Count: 7}, Facts: []catalog.Fact{{Name: "n", Text: "t"}, {Name: "m", Facts: []catalog.Fact{{Name: "o", Text: "u"}}}},
		Options: []catalog.Option{{Name: "Cor", Labels: []string{"Azul"}}}, NCM: "64041100", NotSoldIn: []string{"AC"},
		Variants: []catalog.Variant{{
			ID: "v", SKU: "v", GTIN: "7891000315507", Title: "Tênis <b>", Price: 5990, Selected: []catalog.Selection{{Name: "Cor", Label: "Azul"}},
			Description: "Dela", ListPrice: 6990, Tags: []string{"c"},
		}},
	}
	row, err := EncodeProduct(p)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/product.golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(row)+"\n"); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
	var d ProductDecoder
	got, err := d.Decode(row)
	if diff := cmp.Diff(p, got); diff != "" || err != nil {
		t.Errorf("%v (-stored +read):\n%s", err, diff)
	}
}
