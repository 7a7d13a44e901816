package main

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Every product of the sample shop carries all that the catalogue document shows of one, over
// MCP and A2A alike, and what is linked answers.
func TestSampleProductsAreComplete(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	u, p := shop.tools(t, "platform.json"), shop.agent(t, "platform.json")
	seen, cursor := 0, ""
	for more := true; more; {
		page := map[string]any{"limit": 100}
		if cursor != "" {
			page["cursor"] = cursor
		}
		a := u.call("search_catalog", map[string]any{"catalog": map[string]any{"filters": map[string]any{"price": map[string]any{"min": 0}}, "pagination": page}})
		products, _ := a.Doc["products"].([]any)
		for _, product := range products {
			seen++
			complete(t, shop, product)
			id, _ := dig(product, "id").(string)
			if seen%7 != 1 {
				continue // all ways to see it, of some
			}
			looked := u.call("lookup_catalog", map[string]any{"catalog": map[string]any{"ids": []string{id}}})
			found, _ := looked.Doc["products"].([]any)
			if len(found) != 1 {
				t.Fatalf("lookup of %s: %s", id, looked.Raw)
			}
			complete(t, shop, found[0])
			complete(t, shop, u.call("get_product", map[string]any{"catalog": map[string]any{"id": id}}).Doc["product"])
			complete(t, shop, p.do("get_product", "product_id", id).data("a2a.bcp.catalog")["product"])
			told, _ := p.do("search_catalog", "query", id).data("a2a.bcp.catalog")["products"].([]any)
			if len(told) == 0 {
				t.Fatalf("%s is not found over A2A", id)
			}
			complete(t, shop, told[0])
		}
		more, _ = dig(a.Doc, "pagination", "has_next_page").(bool)
		cursor, _ = dig(a.Doc, "pagination", "cursor").(string)
	}
	if seen != 66 {
		t.Errorf("%d products", seen)
	}
	reduced := u.call("get_product", map[string]any{"catalog": map[string]any{"id": "TENIS-ULTRABOOST"}})
	if list := dig(reduced.Doc, "product", "list_price_range", "max", "amount"); list != 99990.0 {
		t.Errorf("list price %v: %s", list, reduced.Raw)
	}
}

func complete(t *testing.T, shop *testShop, product any) {
	t.Helper()
	id := dig(product, "id")
	taxonomies := map[any]bool{}
	categories, _ := dig(product, "categories").([]any)
	for _, c := range categories {
		taxonomies[dig(c, "taxonomy")] = dig(c, "value") != ""
	}
	if !taxonomies["merchant"] || !taxonomies["google_product_category"] || !taxonomies["shopify"] {
		t.Errorf("%v: categories %v", id, categories)
	}
	for _, path := range [][]string{{"handle"}, {"description", "plain"}, {"rating", "value"}, {"rating", "count"}, {"metadata", "ficha_tecnica"}} {
		if dig(product, path...) == nil {
			t.Errorf("%v has no %v", id, path)
		}
	}
	variants, _ := dig(product, "variants").([]any)
	for _, v := range variants {
		tags, _ := dig(v, "tags").([]any)
		links, _ := dig(v, "seller", "links").([]any)
		if len(tags) == 0 || len(links) == 0 || dig(v, "sku") == nil || dig(v, "seller", "name") == nil {
			t.Errorf("%v: variant %v", id, v)
		}
		for _, l := range links {
			answers(t, shop, dig(l, "url"), "text/html")
		}
	}
	answers(t, shop, dig(product, "url"), "text/html")
	media, _ := dig(product, "media").([]any)
	if len(media) == 0 || dig(media[0], "alt_text") == nil {
		t.Errorf("%v: media %v", id, media)
	}
	for _, m := range media {
		body := answers(t, shop, dig(m, "url"), "image/svg+xml")
		for d := xml.NewDecoder(strings.NewReader(body)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v: the picture is no XML: %v", id, err)
			}
		}
	}
}

// answers gets what is linked.
func answers(t *testing.T, shop *testShop, link any, kind string) string {
	t.Helper()
	address, _ := link.(string)
	if !strings.HasPrefix(address, shop.URL+"/") {
		t.Fatalf("%v is not the shop's", link)
	}
	resp, err := shop.client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), kind) {
		t.Fatalf("%s: %v, %d %s", address, err, resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	return string(body)
}
