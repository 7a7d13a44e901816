package feed

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// productRow is a line of JSON Lines. Prices are in minor units (centavos). A product
// without variants is sold as it is: its price, sku, gtin and stock are then its own.
type productRow struct {
	ID          string       `json:"id"`
	Handle      string       `json:"handle,omitzero"`
	URL         string       `json:"url,omitzero"`
	Title       string       `json:"title"`
	Brand       string       `json:"brand,omitzero"`
	Category    string       `json:"category,omitzero"`
	Categories  []classRow   `json:"categories,omitempty"`
	Description text         `json:"description,omitzero"`
	Tags        []string     `json:"tags,omitempty"`
	Media       []mediaRow   `json:"media,omitempty"`
	Rating      *ratingRow   `json:"rating,omitempty"`
	Metadata    facts        `json:"metadata,omitempty"`
	NCM         string       `json:"ncm,omitzero"`
	NotSoldIn   []string     `json:"not_sold_in,omitempty"`
	SKU         string       `json:"sku,omitzero"`
	GTIN        string       `json:"gtin,omitzero"`
	Price       *amount      `json:"price,omitempty"`
	ListPrice   amount       `json:"list_price,omitzero"`
	Stock       *int64       `json:"stock,omitempty"`
	Options     []optionRow  `json:"options,omitempty"`
	Variants    []variantRow `json:"variants,omitempty"`
}

type classRow struct {
	Value    string `json:"value"`
	Taxonomy string `json:"taxonomy,omitzero"`
}

type mediaRow struct {
	Type string `json:"type,omitzero"`
	URL  string `json:"url"`
	Alt  string `json:"alt_text,omitzero"`
}

type ratingRow struct {
	Value jsontext.Value `json:"value"`
	Most  int64          `json:"scale_max"`
	Count int64          `json:"count"`
}

type optionRow struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

type variantRow struct {
	ID          string     `json:"id"`
	SKU         string     `json:"sku,omitzero"`
	GTIN        string     `json:"gtin,omitzero"`
	Title       string     `json:"title,omitzero"`
	Description text       `json:"description,omitzero"`
	Price       *amount    `json:"price"`
	ListPrice   amount     `json:"list_price,omitzero"`
	Options     selections `json:"options,omitempty"`
	Tags        []string   `json:"tags,omitempty"`
	Stock       *int64     `json:"stock,omitempty"`
}

// readLines reads products, one a line.
func readLines(in *bufio.Reader, c *collector) error {
	for line := 1; ; line++ {
		raw, err := nextLine(in)
		switch {
		case errors.Is(err, errLine):
			c.fail(line, "", "%v", err)
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if raw = bytes.TrimSpace(raw); len(raw) == 0 {
			continue
		}
		var row productRow
		if err := json.Unmarshal(raw, &row, json.RejectUnknownMembers(true)); err != nil {
			c.fail(line, row.ID, "%s", reasonOf(err))
			continue
		}
		p, stock, err := row.product()
		if err != nil {
			c.fail(line, row.ID, "%v", err)
			continue
		}
		c.add(line, p, nil, stock)
	}
}

var errLine = fmt.Errorf("the line has more than %d bytes", maxLine)

// nextLine returns the next line; one that is too long is passed over.
func nextLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		piece, err := in.ReadSlice('\n')
		if !long {
			line = append(line, piece...)
		}
		if len(line) > maxLine {
			line, long = nil, true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, errLine
		}
		return line, nil
	}
}

// reasonOf is the reason of a JSON error in the words of who writes the file.
func reasonOf(err error) string {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		at := string(semantic.JSONPointer)
		switch {
		case errors.Is(err, json.ErrUnknownName):
			return fmt.Sprintf("%s is no member that is known", at)
		case semantic.Err != nil:
			return fmt.Sprintf("%s: %v", at, semantic.Err)
		}
		return fmt.Sprintf("%s cannot be read from a %s", at, semantic.JSONKind)
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && syntax.Err != nil {
		return fmt.Sprintf("no JSON object: %v, at byte %d", syntax.Err, syntax.ByteOffset)
	}
	return "no JSON object"
}

func (r *productRow) product() (catalog.Product, []*int64, error) {
	p := catalog.Product{
		ID: ids.Product(r.ID), Handle: r.Handle, URL: r.URL, Title: r.Title, Brand: r.Brand, Category: r.Category,
		Description: string(r.Description), Tags: r.Tags, Facts: r.Metadata, NCM: r.NCM, NotSoldIn: r.NotSoldIn,
	}
	for _, class := range r.Categories {
		p.Classes = append(p.Classes, catalog.Class{Taxonomy: class.Taxonomy, Value: class.Value})
	}
	for _, m := range r.Media {
		if m.Type == "" {
			m.Type = "image"
		}
		p.Media = append(p.Media, catalog.Media{Type: m.Type, URL: m.URL, Alt: m.Alt})
	}
	if r.Rating != nil {
		mean, err := hundredths(string(r.Rating.Value))
		if err != nil {
			return p, nil, fmt.Errorf("rating: %w", err)
		}
		p.Rating = &catalog.Rating{Hundredths: mean, Most: r.Rating.Most, Count: r.Rating.Count}
	}
	for _, o := range r.Options {
		p.Options = append(p.Options, catalog.Option{Name: o.Name, Labels: o.Values})
	}
	if len(r.Variants) == 0 {
		if r.Price == nil {
			return p, nil, errors.New("there is neither a price nor a variant")
		}
		p.Variants = []catalog.Variant{{
			ID: ids.Variant(r.ID), SKU: r.SKU, GTIN: r.GTIN, Title: r.Title, Price: money.Amount(*r.Price), ListPrice: money.Amount(r.ListPrice),
		}}
		return p, []*int64{r.Stock}, nil
	}
	if r.Price != nil || r.SKU != "" || r.GTIN != "" || r.Stock != nil {
		return p, nil, errors.New("price, sku, gtin and stock belong to the variants where there are some")
	}
	stock := make([]*int64, len(r.Variants))
	for i, v := range r.Variants {
		if v.Price == nil {
			return p, nil, fmt.Errorf("variant %d has no price", i+1)
		}
		variant := catalog.Variant{
			ID: ids.Variant(v.ID), SKU: v.SKU, GTIN: v.GTIN, Title: v.Title, Description: string(v.Description),
			Price: money.Amount(*v.Price), ListPrice: money.Amount(v.ListPrice), Selected: v.Options.in(p.Options), Tags: v.Tags,
		}
		if variant.Title == "" {
			variant.Title = variantTitle(p.Title, variant.Selected)
		}
		p.Variants = append(p.Variants, variant)
		stock[i] = v.Stock
	}
	return p, stock, nil
}
