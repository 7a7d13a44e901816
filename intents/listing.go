package intents

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

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
	seen, variants := map[string]bool{}, map[string]bool{}
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
			err := p.check(variants)
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

// check says what is wrong with a product; variants are the ids of those before it, and then its
// own too. The rules are those of the catalogue, as far as a measurement hangs on them.
func (p listedProduct) check(variants map[string]bool) error {
	if err := checkListed(p.ID, p.Title, p.Price); err != nil {
		return err
	}
	for i, v := range p.Variants {
		if v.ID == "" {
			return fmt.Errorf("variant %d has no id", i+1)
		}
		title := v.Title
		if title == "" {
			title = p.Title
		}
		err := checkListed(v.ID, title, v.Price)
		if err == nil && variants[v.ID] {
			err = errors.New("the id is used twice")
		}
		if err != nil {
			return fmt.Errorf("variant %d (%.64q): %w", i+1, v.ID, err)
		}
		variants[v.ID] = true
	}
	return nil
}

func checkListed(id, title string, price money.Amount) error {
	switch {
	case id == "" || title == "":
		return errors.New("id and title are needed")
	case !ids.Valid(id):
		return errors.New("the id must be 1 to 64 of A-Z a-z 0-9 . _ -")
	case strings.ContainsFunc(title, unicode.IsControl):
		return errors.New("the title has a control character")
	case price < 0 || price > money.MaxAmount:
		return fmt.Errorf("the price %d is out of range", price)
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
