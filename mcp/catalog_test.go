package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"balcao/internal/ids"
)

// Filters of a catalogue tool: those that the shop does not know are told of, and without a
// selection the shop shows a variant that passes.
func TestCatalogFilters(t *testing.T) {
	t.Parallel()
	server := serve(t, &shop{}, nil)
	for _, tt := range []struct{ name, tool, catalog, first, told string }{
		{"search", "search_catalog", `{"query":"camiseta","filters":{"brand":"x"}}`, "p-m", "filter_unknown"},
		{"lookup", "lookup_catalog", `{"ids":["p"],"filters":{"brand":"x","price":{"min":150}}}`, "p-g", "filter_unknown"},
		{"product", "get_product", `{"id":"p","filters":{"brand":"x"}}`, "p-m", "filter_unknown"},
		{"known ones", "search_catalog", `{"query":"camiseta","filters":{"price":{"min":150}}}`, "p-g", ""},
		{"the featured one does not pass", "get_product", `{"id":"p","filters":{"price":{"min":150}}}`, "p-g", ""},
		{"nor does what was selected", "get_product", `{"id":"p","selected":[{"name":"Tamanho","label":"M"}],"filters":{"price":{"min":150}}}`, "", "no_matching_variant"},
		{"nor the variant that was named", "get_product", `{"id":"p-m","filters":{"price":{"min":150}}}`, "", "no_matching_variant"},
	} {
		g := send(t, server, http.MethodPost, "/", toolCall(tt.tool, meta+`,"catalog":`+tt.catalog))
		type product struct{ Variants []struct{ ID string } }
		var out struct {
			StructuredContent struct {
				Product  product
				Products []product
				Messages []struct{ Code, Content string }
			}
		}
		if err := json.Unmarshal(g.Result, &out); err != nil {
			t.Fatalf("%s: %v %s", tt.name, err, g.body)
		}
		got := out.StructuredContent
		first, told := "", ""
		for _, p := range append(got.Products, got.Product) {
			if len(p.Variants) > 0 {
				first = p.Variants[0].ID
			}
		}
		if len(got.Messages) > 0 && got.Messages[0].Content != "" {
			told = got.Messages[0].Code
		}
		if first != tt.first || told != tt.told {
			t.Errorf("%s: first %q, told %q: %s", tt.name, first, told, g.Result)
		}
	}
}

// The stock is read once for an answer, so that what passes for available is shown as such.
func TestStockIsReadOnce(t *testing.T) {
	t.Parallel()
	var read atomic.Int32
	server := serve(t, &shop{levels: func() map[ids.Variant]int64 {
		read.Add(1)
		return map[ids.Variant]int64{"p-g": 1}
	}}, nil)
	for tool, catalog := range map[string]string{
		"lookup_catalog": `{"ids":["p","p-m","SKU-M","p-g"],"filters":{"available":true}}`,
		"get_product":    `{"id":"p","filters":{"available":true}}`,
	} {
		read.Store(0)
		g := send(t, server, http.MethodPost, "/", toolCall(tool, meta+`,"catalog":`+catalog))
		text := string(g.Result)
		if n := read.Load(); n != 1 || !strings.Contains(text, `"id":"p-g"`) || strings.Contains(text, `"id":"p-m"`) || strings.Contains(text, `"available":false,"status"`) {
			t.Errorf("%s: read %d times: %s", tool, n, text)
		}
	}
}

// A product stands once in a lookup, whatever led to it, and each of its variants with all that
// led to it.
func TestLookupInputs(t *testing.T) {
	t.Parallel()
	g := send(t, serve(t, &shop{}, nil), http.MethodPost, "/", toolCall("lookup_catalog", meta+`,"catalog":{"ids":["p-g","p","no","SKU-M","p-m","p"]}`))
	var out struct {
		StructuredContent struct {
			Products []struct {
				ID       string
				Variants []struct {
					ID     string
					Inputs []struct{ ID, Match string }
				}
			}
			Messages []struct{ Type, Code, Content string }
		}
	}
	if err := json.Unmarshal(g.Result, &out); err != nil {
		t.Fatalf("%v %s", err, g.body)
	}
	const want = "{[{p [{p-g [{p-g exact}]} {p-m [{p featured} {SKU-M exact} {p-m exact}]}]}] [{info not_found no}]}"
	if got := fmt.Sprint(out.StructuredContent); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
