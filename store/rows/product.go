package rows

import (
	"time"

	"balcao/catalog"
)

// CatalogRevision says which catalogue a shop sells from.
type CatalogRevision struct {
	Number             int64
	Products, Variants int
	At                 time.Time
}

// EncodeProduct returns the row of p.
func EncodeProduct(p *catalog.Product) ([]byte, error) { return encode("product", p) }

// ProductDecoder decodes products, of which a catalogue may have a million: texts that
// many of them have are kept once.
type ProductDecoder struct{ texts map[string]string }

// Decode returns the product in a row.
func (d *ProductDecoder) Decode(row []byte) (*catalog.Product, error) {
	p, err := decode[catalog.Product]("product", row)
	if err != nil {
		return nil, err
	}
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	d.share(&p.Brand, &p.Category, &p.NCM)
	d.shareAll(p.Tags)
	for i := range p.Options {
		d.share(&p.Options[i].Name)
		d.shareAll(p.Options[i].Labels)
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		if string(v.ID) == v.SKU {
			v.SKU = string(v.ID)
		}
		if v.Title == p.Title {
			v.Title = p.Title
		}
		d.shareAll(v.Tags)
		for j := range v.Selected {
			d.share(&v.Selected[j].Name, &v.Selected[j].Label)
		}
	}
	return p, nil
}

func (d *ProductDecoder) shareAll(texts []string) {
	for i := range texts {
		d.share(&texts[i])
	}
}

// maxShared bounds what is remembered of texts that turn out to be all different.
const maxShared = 100_000

func (d *ProductDecoder) share(texts ...*string) {
	for _, text := range texts {
		known, ok := d.texts[*text]
		switch {
		case ok:
			*text = known
		case len(d.texts) < maxShared:
			d.texts[*text] = *text
		}
	}
}
