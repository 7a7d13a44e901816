package bcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/internal/bcptest"
	"balcao/money"
	"balcao/platform"
)

func TestDecodeLookup(t *testing.T) {
	t.Parallel()
	got, err := DecodeLookup(json.RawMessage(`{"ids":["a","b","a"],"filters":{"categories":["Casa"],"price":{"max":10}},"context":{}}`))
	want := Lookup{IDs: []string{"a", "b"}, Filters: Filters{Categories: []string{"Casa"}, PriceMax: ptr[money.Amount](10)}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	many := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"id%d"`, i)
		}
		return strings.Join(list, ",")
	}
	for doc, want := range map[string]string{
		`{"ids":[` + many(50) + `,"id0"]}`: "",
		`{"ids":[` + many(51) + `]}`:       "ids: must have at most 50 different elements",
		`{"ids":[` + many(501) + `]}`:      "ids: must have at most 500 elements",
		`{"ids":[]}`:                       "ids: must have at least one element",
		`{}`:                               "ids: is required",
		`{"ids":"a"}`:                      "ids: must be a list",
		`{"ids":[1]}`:                      "ids[0]: must be a string",
		`{"ids":["a",null]}`:               "ids[1]: is required",
		`{"ids":[""]}`:                     "ids[0]: must not be empty",
	} {
		if _, err := DecodeLookup(json.RawMessage(doc)); reason(err) != want {
			t.Errorf("%.40s: %q, want %q", doc, reason(err), want)
		}
	}
}

func TestDecodeProduct(t *testing.T) {
	t.Parallel()
	got, err := DecodeProduct(json.RawMessage(`{"id":"p","selected":[{"name":"Cor","label":"Azul"}],"preferences":["Cor","Tamanho"]}`))
	want := ProductRequest{ID: "p", Selected: []catalog.Selection{{Name: "Cor", Label: "Azul"}}, Preferences: []string{"Cor", "Tamanho"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for doc, want := range map[string]string{
		`{}`:        "id: is required",
		`{"id":""}`: "id: must not be empty",
		`{"id":"p","selected":[{"name":"Cor","label":"a"},{"name":"cor","label":"b"}]}`: "selected[1].name: is selected twice",
		`{"id":"p","selected":[{"name":"Cor","label":"a"},{"name":"CÔR","label":"b"}]}`: "selected[1].name: is selected twice",
		`{"id":"p","preferences":"Cor"}`:                                                "preferences: must be a list",
		`{"id":"p","filters":{"price":{"min":"1"}}}`:                                    "filters.price.min: must be an integer from 0 to 9007199254740991",
	} {
		if _, err := DecodeProduct(json.RawMessage(doc)); reason(err) != want {
			t.Errorf("%s: %q, want %q", doc, reason(err), want)
		}
	}
}

// What a lookup finds names the identifiers that led to it, what it does not find is named.
func TestLookup(t *testing.T) {
	t.Parallel()
	p := &catalog.Product{ID: "shirt", Title: "Camiseta", Variants: []catalog.Variant{{ID: "shirt-m", Title: "M", Price: 5990}}}
	session := platform.Session{Version: "2026-07-14", Capabilities: []platform.Capability{{Name: platform.CapCatalogLookup, Version: "2026-07-14"}}}
	found := []Found{{p, []FoundVariant{{&p.Variants[0], []Input{{"shirt", MatchFeatured}, {"shirt-m", MatchExact}}}}}}
	raw, err := NewEncoder(Config{PublicURL: "https://loja.example"}).Lookup(session, found, []string{`not"there`}, Showing{})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Products []struct{ Variants []struct{ Inputs []Input } }
		Messages []map[string]string
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Products) != 1 || len(got.Products[0].Variants) != 1 || !cmp.Equal(got.Products[0].Variants[0].Inputs, found[0].Variants[0].Inputs) {
		t.Errorf("products: %s", raw)
	}
	if want := []map[string]string{{"type": "info", "code": "not_found", "content": `not"there`}}; !cmp.Equal(got.Messages, want) {
		t.Errorf("messages %v, want %v", got.Messages, want)
	}
	bcptest.Shared(t)
	bcptest.Check(t, "catalog-lookup", raw)
}
