package feed

import (
	"cmp"
	"strconv"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// wooRow reads a row of WooCommerce's product CSV file, with English or Portuguese names.
// A variable product has a row of its own; its variations name it by SKU or as id:NUMBER.
func wooRow(c *collector, r record) {
	kind := catalog.Fold(r.get("type", "tipo"))
	number, sku := r.get("id"), r.get("sku")
	if number == "" && sku == "" { // what nothing tells from others would be one with them
		c.fail(r.line, r.get("name", "nome"), "there is neither an ID nor a SKU")
		return
	}
	it := item{line: r.line}
	it.product = catalog.Product{
		Title: r.get("name", "nome"), Brand: cmp.Or(r.get("brands", "marcas"), r.get("brand", "marca")),
		Description: plain(cmp.Or(r.get("description", "descricao"), r.get("short description", "descricao curta"))),
		Tags:        list(r.get("tags"), ","), Media: pictures(list(r.get("images", "imagens"), ","), ""),
		NCM: r.get("ncm", "meta: ncm"),
	}
	categorise(&it.product, list(r.get("categories", "categorias"), ","))
	own := sku
	if !ids.Valid(own) {
		own = "wc-" + identifier(cmp.Or(number, sku))
	}
	has := func(word string) bool { return strings.Contains(kind, word) }
	switch {
	case has("variation") || has("variacao"):
		parent := r.get("parent", "ascendente", "produto ascendente")
		it.key = c.groups.parents[parent]
		if it.key == "" {
			c.fail(r.line, cmp.Or(sku, number), "the parent %.80q has no row before this one", parent)
			return
		}
		it.product = catalog.Product{Media: it.product.Media}
		it.variant.ID = ids.Variant(own)
	case has("variable") || has("variavel"):
		it.key, it.only = own, true
		for _, called := range []string{sku, "id:" + number} {
			if called != "" && called != "id:" {
				c.groups.parents[called] = own
			}
		}
	case has("grouped") || has("agrupado") || has("external") || has("externo"):
		c.skip("products that are grouped or sold elsewhere, left out")
		return
	default:
		it.key = own
	}
	if isNo(r.get("published", "publicado")) {
		c.hide(cmp.Or(it.key, own))
	}
	it.product.ID = ids.Product(it.key)
	if !it.only {
		it.variant.SKU, it.variant.GTIN = sku, barcode(r.get("gtin, upc, ean, or isbn", "gtin, upc, ean ou isbn", "gtin upc ean isbn"))
		for n := 1; it.variant.ID != ""; n++ {
			nth := strconv.Itoa(n)
			name := r.get("attribute "+nth+" name", "nome do atributo "+nth)
			label := r.get("attribute "+nth+" value(s)", "valores do atributo "+nth, "valor(es) do atributo "+nth)
			if name == "" {
				break
			}
			if label != "" {
				it.variant.Selected = append(it.variant.Selected, catalog.Selection{Name: name, Label: label})
			}
		}
		c.prices(&it, r.get("regular price", "preco normal", "preco"), r.get("sale price", "preco promocional", "preco de venda"))
		c.amountOrOwed(&it, r.get("stock", "estoque"))
		if it.stock == nil && isNo(r.get("in stock?", "em estoque?")) {
			none := int64(0)
			it.stock = &none
		}
	}
	c.row(it)
}
