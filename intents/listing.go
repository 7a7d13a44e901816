package intents

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// listing is a value of a catalogue file: all products, or one.
type listing struct {
	Products      []listedProduct `json:"products"`
	listedProduct `json:",inline"`
}

// listedProduct is a product as catalogue files for evaluations have it. One without
// variants is sold as it is.
type listedProduct struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Brand       string          `json:"brand"`
	Category    string          `json:"category"`
	Description string          `json:"description"`
	Tags        []string        `json:"tags"`
	Price       money.Amount    `json:"price"`
	Options     []listedOption  `json:"options"`
	Variants    []listedVariant `json:"variants"`
}

type listedOption struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

type listedVariant struct {
	ID      string            `json:"id"`
	SKU     string            `json:"sku"`
	Title   string            `json:"title"`
	Price   money.Amount      `json:"price"`
	Options map[string]string `json:"options"`
}

// DecodeProducts reads a catalogue for evaluations: {"products": [...]}, or products one
// after the other as JSON Lines. Members that it does not know are ignored.
func DecodeProducts(r io.Reader) ([]*catalog.Product, error) {
	var out []*catalog.Product
	seen := map[string]bool{}
	for d := jsontext.NewDecoder(r); ; {
		var l listing
		err := json.UnmarshalDecode(d, &l)
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("intents: catalogue, after %d products: %w", len(out), err)
		}
		if l.Products == nil {
			l.Products = []listedProduct{l.listedProduct}
		}
		for _, p := range l.Products {
			err := p.check()
			if err == nil && seen[p.ID] {
				err = errors.New("the id is used twice")
			}
			if err != nil {
				return nil, fmt.Errorf("intents: catalogue: product %d (%.64q): %w", len(out)+1, p.ID, err)
			}
			seen[p.ID] = true
			out = append(out, p.product())
		}
	}
}

func (p listedProduct) check() error {
	if p.ID == "" || p.Title == "" {
		return errors.New("id and title are needed")
	}
	for i, v := range p.Variants {
		if v.ID == "" {
			return fmt.Errorf("variant %d has no id", i+1)
		}
	}
	return nil
}

func (p listedProduct) product() *catalog.Product {
	out := &catalog.Product{
		ID: ids.Product(p.ID), Title: p.Title, Brand: p.Brand, Category: p.Category, Description: p.Description, Tags: p.Tags,
	}
	for _, o := range p.Options {
		out.Options = append(out.Options, catalog.Option{Name: o.Name, Labels: o.Values})
	}
	for _, v := range p.Variants {
		variant := catalog.Variant{ID: ids.Variant(v.ID), SKU: v.SKU, Title: v.Title, Price: v.Price}
		for _, o := range p.Options {
			variant.Selected = append(variant.Selected, catalog.Selection{Name: o.Name, Label: v.Options[o.Name]})
		}
		out.Variants = append(out.Variants, variant)
	}
	if len(out.Variants) == 0 {
		out.Variants = []catalog.Variant{{ID: ids.Variant(p.ID), Title: p.Title, Price: p.Price}}
	}
	return out
}
