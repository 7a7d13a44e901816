package feed

import (
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// shopifyRow reads a row of Shopify's product CSV file, with the column names of 2025 or
// those before. The first row of a handle has the product, further ones have variants and
// pictures.
func shopifyRow(c *collector, r record) {
	handle := r.get("url handle", "handle")
	it := item{line: r.line, key: handle, only: true}
	if handle == "" {
		c.fail(r.line, r.get("title"), "there is no handle")
		return
	}
	if status := strings.ToLower(r.get("status")); status == "draft" || status == "archived" || isNo(r.get("published on online store", "published")) {
		c.hide(handle)
	}
	it.product = catalog.Product{
		ID: ids.Product(identifier(handle)), Handle: handle, Title: r.get("title"), Brand: r.get("vendor"),
		Category:    r.get("type"),
		Description: plain(r.get("description", "body (html)")),
		Tags:        list(r.get("tags"), ","),
		Media:       pictures(list(r.get("product image url", "image src"), "\n"), r.get("image alt text")),
		NCM:         r.get("ncm"),
	}
	if class := r.get("product category", "standardized product type"); class != "" {
		it.product.Classes = []catalog.Class{{Taxonomy: "shopify", Value: class}}
	}
	if class := r.get("google shopping / google product category"); class != "" {
		it.product.Classes = append(it.product.Classes, catalog.Class{Taxonomy: "google_product_category", Value: class})
	}
	price := r.get("price", "variant price")
	sku := r.get("sku", "variant sku")
	if it.only = price == "" && sku == "" && r.get("option1 value") == ""; !it.only {
		it.variant.SKU, it.variant.GTIN = sku, barcode(r.get("barcode", "variant barcode"))
		for _, n := range []string{"1", "2", "3"} {
			it.variant.Selected = append(it.variant.Selected, c.named(handle, n, r.get("option"+n+" name"), r.get("option"+n+" value"))...)
		}
		if before := r.get("compare-at price", "variant compare at price"); before != "" {
			c.prices(&it, before, price)
		} else {
			c.prices(&it, price, "")
		}
		c.amountOrOwed(&it, r.get("inventory quantity", "variant inventory qty"))
	}
	c.row(it)
}

// named is a selection whose name stands in the first row of its product alone. Shopify
// calls the option of a product that has none Title, with the label Default Title.
func (c *collector) named(key, number, name, label string) []catalog.Selection {
	at := key + "\x00" + number
	if name != "" {
		c.groups.optionNames[at] = name
	}
	name = c.groups.optionNames[at]
	if label == "" || name == "" || label == "Default Title" {
		return nil
	}
	return []catalog.Selection{{Name: name, Label: label}}
}

// hide leaves a product out of the feed: the shop does not show it.
func (c *collector) hide(key string) { c.groups.hidden[key] = true }

func isNo(written string) bool {
	switch catalog.Fold(written) {
	case "false", "0", "-1", "nao", "no", "n":
		return true
	}
	return false
}
