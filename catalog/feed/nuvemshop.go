package feed

import (
	"balcao/catalog"
	"balcao/internal/ids"
)

// nuvemshopRow reads a row of Nuvemshop's product table, which is cut by semicolons and
// often not in UTF-8. The first row of an address has the product, all have a variant.
func nuvemshopRow(c *collector, r record) {
	handle := r.get("identificador url", "identificador de url")
	if handle == "" {
		c.fail(r.line, r.get("nome"), "there is no Identificador URL")
		return
	}
	if isNo(r.get("exibir na loja")) {
		c.hide(handle)
	}
	categories := list(r.get("categorias", "categoria"), ",")
	it := item{
		line: r.line, key: handle,
		product: catalog.Product{
			ID: ids.Product(identifier(handle)), Handle: handle, Title: r.get("nome"), Brand: r.get("marca"),
			Description: plain(r.get("descricao")), Tags: list(r.get("tags"), ","), NCM: r.get("ncm"),
			Media: pictures(list(r.get("imagens", "imagem"), ","), ""),
		},
		variant: catalog.Variant{SKU: r.get("sku"), GTIN: barcode(r.get("codigo de barras"))},
	}
	categorise(&it.product, categories)
	for _, n := range []string{"1", "2", "3"} {
		it.variant.Selected = append(it.variant.Selected, c.named(handle, n, r.get("nome da variacao "+n), r.get("valor da variacao "+n))...)
	}
	c.prices(&it, r.get("preco"), r.get("preco promocional"))
	c.amountOrOwed(&it, r.get("estoque"))
	c.row(it)
}

// categorise takes the first category for the shop's own; the others are classes beside it.
func categorise(p *catalog.Product, categories []string) {
	for i, category := range categories {
		if i == 0 {
			p.Category = category
			continue
		}
		p.Classes = append(p.Classes, catalog.Class{Taxonomy: "merchant", Value: category})
	}
}
