package sample

import (
	"bytes"
	_ "embed" // the products
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

//go:embed products.json
var productsJSON []byte

// usualStock is the stock of a variant whose product says nothing else.
const usualStock = 100

// row is a product as products.json writes it, one a line. Where variants are not listed
// there is one for every combination of labels.
type row struct {
	ID          string       `json:"id"`
	SKU         string       `json:"sku"`
	Title       string       `json:"title"`
	Brand       string       `json:"brand"`
	Category    string       `json:"category"`
	Price       money.Amount `json:"price"`
	ListPrice   money.Amount `json:"list_price"`
	NCM         string       `json:"ncm"`
	Description string       `json:"description"`
	Tags        []string     `json:"tags"`
	Options     []optionRow  `json:"options"`
	Stock       *int64       `json:"stock"`
	NotSoldIn   []string     `json:"not_sold_in"`
	details
}

type optionRow struct {
	Name   string   `json:"name"`
	Labels []string `json:"labels"`
}

// load reads products and the stock of their variants.
func load(raw []byte) ([]catalog.Product, map[ids.Variant]int64, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	var rows []row
	if err := decoder.Decode(&rows); err != nil {
		return nil, nil, fmt.Errorf("sample: products: %w", err)
	}
	products := make([]catalog.Product, len(rows))
	stock := make(map[ids.Variant]int64)
	for i, r := range rows {
		products[i] = r.product()
		level := int64(usualStock)
		if r.Stock != nil {
			level = *r.Stock
		}
		for _, v := range products[i].Variants {
			stock[v.ID] = level
		}
		for _, v := range r.Variants {
			if v.Stock != nil {
				stock[ids.Variant(v.ID)] = *v.Stock
			}
		}
	}
	return products, stock, nil
}

func (r row) product() catalog.Product {
	p := catalog.Product{
		ID:          ids.Product(r.ID),
		Handle:      slug(r.Title),
		Title:       r.Title,
		Brand:       r.Brand,
		Category:    r.Category,
		Description: r.Description,
		Tags:        r.Tags,
		NCM:         r.NCM,
		NotSoldIn:   r.NotSoldIn,
	}
	for _, o := range r.Options {
		p.Options = append(p.Options, catalog.Option{Name: o.Name, Labels: o.Labels})
	}
	r.details.into(&p)
	if len(p.Media) == 0 {
		p.Media = []catalog.Media{{Type: "image", URL: PicturePath(p.Handle), Alt: "Desenho: " + p.Title}}
	}
	if len(r.Variants) > 0 {
		p.Variants = r.variants()
		return p
	}
	for i, selected := range combinations(p.Options) {
		v := catalog.Variant{
			ID:        ids.Variant(r.ID),
			SKU:       r.SKU,
			Title:     r.Title,
			Price:     r.Price,
			ListPrice: r.ListPrice,
			Selected:  selected,
			Tags:      r.Tags,
		}
		if len(selected) > 0 {
			labels := labels(selected)
			v.ID += ids.Variant("-" + strings.ToUpper(slug(strings.Join(labels, " "))))
			v.SKU += fmt.Sprintf("-%02d", i+1)
			v.Title += " – " + strings.Join(labels, ", ")
		}
		p.Variants = append(p.Variants, v)
	}
	return p
}

// combinations returns every selection of one label on each option, the last option
// changing fastest; without options it is the one empty selection.
func combinations(options []catalog.Option) [][]catalog.Selection {
	all := [][]catalog.Selection{nil}
	for _, o := range options {
		var longer [][]catalog.Selection
		for _, selected := range all {
			for _, label := range o.Labels {
				next := append(selected[:len(selected):len(selected)], catalog.Selection{Name: o.Name, Label: label})
				longer = append(longer, next)
			}
		}
		all = longer
	}
	return all
}

func labels(selected []catalog.Selection) []string {
	labels := make([]string, len(selected))
	for i, s := range selected {
		labels[i] = s.Label
	}
	return labels
}

// slug writes text for an address: folded, with hyphens between the words.
func slug(text string) string {
	words := strings.FieldsFunc(catalog.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-")
}
