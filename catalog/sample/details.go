package sample

import (
	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// details are what a product may have beside what every product has.
type details struct {
	Handle   string         `json:"handle"`
	Classes  []classRow     `json:"classes"`
	Media    []mediaRow     `json:"media"`
	Rating   *ratingRow     `json:"rating"`
	Facts    []catalog.Fact `json:"facts"`
	Variants []variantRow   `json:"variants"`
}

type classRow struct {
	Taxonomy string `json:"taxonomy"`
	Value    string `json:"value"`
}

type mediaRow struct {
	Type string `json:"type"`
	URL  string `json:"url"`
	Alt  string `json:"alt"`
}

type ratingRow struct {
	Hundredths int64 `json:"hundredths"`
	Most       int64 `json:"most"`
	Count      int64 `json:"count"`
}

// variantRow is a variant with one label for each of the product's options.
type variantRow struct {
	ID        string       `json:"id"`
	SKU       string       `json:"sku"`
	Title     string       `json:"title"`
	Price     money.Amount `json:"price"`
	ListPrice money.Amount `json:"list_price"`
	Labels    []string     `json:"labels"`
	Text      string       `json:"description"`
	Tags      []string     `json:"tags"`
	Stock     *int64       `json:"stock"`
}

// into adds the details to a product.
func (d details) into(p *catalog.Product) {
	if d.Handle != "" {
		p.Handle = d.Handle
	}
	for _, c := range d.Classes {
		p.Classes = append(p.Classes, catalog.Class(c))
	}
	for _, m := range d.Media {
		p.Media = append(p.Media, catalog.Media(m))
	}
	if d.Rating != nil {
		rating := catalog.Rating(*d.Rating)
		p.Rating = &rating
	}
	p.Facts = d.Facts
}

// variants are those that the row lists.
func (r row) variants() []catalog.Variant {
	var out []catalog.Variant
	for _, v := range r.Variants {
		variant := catalog.Variant{ID: ids.Variant(v.ID), SKU: v.SKU, Title: v.Title, Price: v.Price, ListPrice: v.ListPrice, Tags: v.Tags, Description: v.Text}
		for i, label := range v.Labels {
			if i < len(r.Options) {
				variant.Selected = append(variant.Selected, catalog.Selection{Name: r.Options[i].Name, Label: label})
			}
		}
		out = append(out, variant)
	}
	return out
}
