package feed

import (
	"cmp"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// optionColumns are the attributes of Google's specification that variants differ in, with
// the names under which Brazilian buyers know them.
var optionColumns = []struct {
	columns []string
	name    string
}{
	{[]string{"color", "cor"}, "Cor"},
	{[]string{"size", "tamanho"}, "Tamanho"},
	{[]string{"material"}, "Material"},
	{[]string{"pattern", "estampa"}, "Estampa"},
}

// factColumns are attributes that are told as they are.
var factColumns = []string{"gender", "age group", "condition", "mpn", "energy efficiency class", "certification"}

// merchantRow reads a row of our own table or an item of Google's product data, by the
// names of either, in English or Portuguese. Prices are in reais: "59,90", "59.90 BRL".
// Columns "option NAME" are options of any name.
func merchantRow(c *collector, r record) {
	id := r.get("id", "variant id", "codigo", "codigo da variacao")
	it := item{
		line: r.line,
		key:  cmp.Or(r.get("item group id", "product id", "codigo do produto"), id),
		product: catalog.Product{
			Handle: r.get("handle"), URL: r.get("link", "url"), Brand: r.get("brand", "marca"),
			Title:       cmp.Or(r.get("product title", "titulo do produto", "produto"), r.get("title", "titulo", "nome", "name")),
			Category:    r.get("category", "categoria", "product type", "product types"),
			Description: plain(r.get("description", "descricao")),
			Tags:        list(strings.ReplaceAll(r.get("tags", "etiquetas"), ";", ","), ","),
			Media:       pictures(append(list(r.get("image link", "image", "imagem", "imagens"), ","), list(r.get("additional image link"), ",")...), ""),
			NCM:         r.get("ncm"), NotSoldIn: list(strings.ReplaceAll(r.get("not sold in", "nao vendido em"), ";", ","), ","),
		},
		variant: catalog.Variant{
			ID: ids.Variant(id), SKU: r.get("sku"), GTIN: barcode(r.get("gtin", "ean", "codigo de barras")),
			Title: cmp.Or(r.get("variant title", "titulo da variacao"), r.get("title", "titulo", "nome", "name")),
		},
	}
	it.product.ID = ids.Product(it.key)
	if class := r.get("google product category"); class != "" {
		it.product.Classes = []catalog.Class{{Taxonomy: "google_product_category", Value: class}}
	}
	for _, o := range optionColumns {
		if label := r.get(o.columns...); label != "" {
			it.variant.Selected = append(it.variant.Selected, catalog.Selection{Name: o.name, Label: label})
		}
	}
	for _, name := range sortedKeys(r.values) {
		if option, ok := strings.CutPrefix(name, "option "); ok && option != "" {
			it.variant.Selected = append(it.variant.Selected, catalog.Selection{Name: capital(option), Label: r.values[name]})
		}
	}
	for _, name := range factColumns {
		if value := r.get(name); value != "" {
			it.product.Facts = append(it.product.Facts, catalog.Fact{Name: strings.ReplaceAll(name, " ", "_"), Text: value})
		}
	}
	if id == "" {
		c.fail(r.line, it.name(), "there is no id")
		return
	}
	if list := r.get("list price", "preco de tabela", "preco original"); list != "" {
		c.prices(&it, list, r.get("price", "preco"))
	} else {
		c.prices(&it, r.get("price", "preco"), r.get("sale price", "preco promocional"))
	}
	c.amountOnHand(&it, r.get("stock", "estoque", "quantity", "quantidade", "inventory", "sell on google quantity", "quantity to sell on facebook"))
	switch availability := strings.ReplaceAll(r.get("availability", "disponibilidade"), " ", "_"); availability {
	case "out_of_stock", "preorder", "backorder": // what cannot be handed over now is not sold
		none := int64(0)
		it.stock = &none
	case "", "in_stock":
	default:
		c.fail(r.line, it.name(), "the availability %.40q is none of in_stock, out_of_stock, preorder, backorder", availability)
	}
	c.row(it)
}

// barcode takes off what spreadsheets put before numbers that are to stay texts.
func barcode(written string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.Trim(written, `="`), "'"), " ", "")
}
