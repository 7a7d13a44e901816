package feed

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"balcao/catalog"
	"balcao/internal/ids"
)

// Writer writes products in the full form, one a line.
type Writer struct {
	out io.Writer
}

// NewWriter returns a writer to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write writes one product. Stock says what is on hand of a variant, as far as it is known.
func (w *Writer) Write(p *catalog.Product, stock func(ids.Variant) (int64, bool)) error {
	line, err := json.Marshal(rowOf(p, stock))
	if err != nil {
		return fmt.Errorf("feed: write %q: %w", p.ID, err)
	}
	_, err = w.out.Write(append(line, '\n'))
	return err
}

// Write writes the whole feed.
func (f *Feed) Write(out io.Writer) error {
	w := NewWriter(out)
	for i := range f.Products {
		if err := w.Write(&f.Products[i], f.stock); err != nil {
			return err
		}
	}
	return nil
}

func (f *Feed) stock(id ids.Variant) (int64, bool) {
	n, known := f.Stock[id]
	return n, known
}

func rowOf(p *catalog.Product, stock func(ids.Variant) (int64, bool)) productRow {
	r := productRow{
		ID: string(p.ID), Handle: p.Handle, URL: p.URL, Title: p.Title, Brand: p.Brand, Category: p.Category,
		Description: text(p.Description), Tags: p.Tags, Metadata: p.Facts, NCM: p.NCM, NotSoldIn: p.NotSoldIn,
	}
	for _, class := range p.Classes {
		r.Categories = append(r.Categories, classRow{Value: class.Value, Taxonomy: class.Taxonomy})
	}
	for _, m := range p.Media {
		r.Media = append(r.Media, mediaRow(m))
	}
	if p.Rating != nil {
		r.Rating = &ratingRow{Value: jsontext.Value(decimal(p.Rating.Hundredths)), Most: p.Rating.Most, Count: p.Rating.Count}
	}
	for _, o := range p.Options {
		r.Options = append(r.Options, optionRow{Name: o.Name, Values: o.Labels})
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		price := amount(v.Price)
		row := variantRow{
			ID: string(v.ID), SKU: v.SKU, GTIN: v.GTIN, Title: v.Title, Description: text(v.Description), Price: &price,
			ListPrice: amount(v.ListPrice), Options: v.Selected, Tags: v.Tags,
		}
		if n, known := stock(v.ID); known {
			row.Stock = &n
		}
		r.Variants = append(r.Variants, row)
	}
	return r
}
