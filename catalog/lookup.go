package catalog

import (
	"context"
	"fmt"
	"slices"

	"balcao/internal/ids"
)

// Catalog is a set of products that does not change. It is safe for concurrent use; what
// its methods point to must not be modified.
type Catalog struct {
	products []*Product
	byID     map[ids.Product]*Product
	byName   map[string]named
	offers   map[ids.Variant]Offer
	index    *index
}

// named is what an identifier of any kind stands for.
type named struct {
	product *Product
	variant *Variant // nil if the product alone is named
}

// New checks the products and makes a catalogue of copies of them, in the same order. The
// error names the product that breaks a rule.
func New(products []Product) (*Catalog, error) {
	c := &Catalog{
		byID:   make(map[ids.Product]*Product, len(products)),
		byName: make(map[string]named, len(products)),
		offers: make(map[ids.Variant]Offer, len(products)),
	}
	for i := range products {
		p := clone(&products[i])
		if faults := p.Check(); len(faults) > 0 {
			return nil, fmt.Errorf("catalog: product %d (%q): %w", i+1, p.ID, faults[0])
		}
		if err := c.add(p); err != nil {
			return nil, fmt.Errorf("catalog: product %d (%q): %w", i+1, p.ID, err)
		}
	}
	c.index = newIndex(c.products)
	return c, nil
}

// add files a product under its id, its handle, and the ids and SKUs of its variants.
func (c *Catalog) add(p *Product) error {
	if _, taken := c.byID[p.ID]; taken {
		return fmt.Errorf("the id is taken by another product")
	}
	c.products = append(c.products, p)
	c.byID[p.ID] = p
	for i := range p.Variants {
		v := &p.Variants[i]
		if err := c.name(string(v.ID), named{p, v}); err != nil {
			return err
		}
		c.offers[v.ID] = Offer{Product: p, Variant: v}
	}
	whole := named{product: p}
	if len(p.Variants) == 1 {
		whole.variant = &p.Variants[0]
	}
	if err := c.name(string(p.ID), whole); err != nil {
		return err
	}
	for i := range p.Variants {
		if err := c.name(p.Variants[i].SKU, named{p, &p.Variants[i]}); err != nil {
			return err
		}
	}
	return c.name(p.Handle, whole)
}

// name files n under id, unless the same product has a nearer claim to it.
func (c *Catalog) name(id string, n named) error {
	if id == "" {
		return nil
	}
	holder, taken := c.byName[id]
	switch {
	case !taken:
		c.byName[id] = n
	case holder.product != n.product:
		return fmt.Errorf("%q already names product %q", id, holder.product.ID)
	}
	return nil
}

// Products returns all products in the order they were given. The list is the catalogue's
// own.
func (c *Catalog) Products() []*Product { return slices.Clip(c.products) }

// Product returns the product with exactly this id.
func (c *Catalog) Product(id ids.Product) (*Product, bool) {
	p, ok := c.byID[id]
	return p, ok
}

// Offer returns the variant with exactly this id, and its product.
func (c *Catalog) Offer(_ context.Context, id ids.Variant) (Offer, bool) {
	o, ok := c.offers[id]
	return o, ok
}

// Resolve finds what an identifier stands for: the id of a variant, the id of a product,
// an SKU or a handle, in this order and exact in case. The variant is set if the
// identifier names one or the product has just one; otherwise the buyer has to choose.
func (c *Catalog) Resolve(_ context.Context, id string) (product *Product, variant *Variant, ok bool) {
	n, ok := c.byName[id]
	return n.product, n.variant, ok
}

func clone(p *Product) *Product {
	q := *p
	q.Tags = slices.Clone(p.Tags)
	q.NotSoldIn = slices.Clone(p.NotSoldIn)
	q.Classes, q.Media, q.Facts = slices.Clone(p.Classes), slices.Clone(p.Media), slices.Clone(p.Facts)
	q.Options = slices.Clone(p.Options)
	for i := range q.Options {
		q.Options[i].Labels = slices.Clone(q.Options[i].Labels)
	}
	q.Variants = slices.Clone(p.Variants)
	for i := range q.Variants {
		q.Variants[i].Selected = slices.Clone(q.Variants[i].Selected)
	}
	return &q
}
