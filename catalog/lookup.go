package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"balcao/internal/ids"
)

// Catalog is a set of products that does not change. It is safe for concurrent use; what
// its methods point to must not be modified.
type Catalog struct {
	products []*Product
	// sorted are the products by id; their place there is their number.
	sorted []*Product
	byName map[string]ref
	// byGTIN has GTINs without the zeros before them, which say only how long they are written.
	byGTIN map[string]ref
	index  *index
}

// ref is what an identifier stands for: a product by number and, if it is not negative, a
// variant of it.
type ref struct{ product, variant int32 }

// named is the same with what it leads to.
type named struct {
	product *Product
	variant *Variant // nil if the product alone is named
}

// New checks the products and makes a catalogue of copies of them, in the same order. The
// error names the product that breaks a rule.
func New(products []Product) (*Catalog, error) {
	copies := make([]Product, len(products))
	for i := range products {
		copies[i] = clone(&products[i])
	}
	return Of(copies)
}

// Of is New without copies: the products are the catalogue's from now on.
func Of(products []Product) (*Catalog, error) {
	c := &Catalog{products: make([]*Product, len(products)), byGTIN: map[string]ref{}}
	names := 0
	for i := range products {
		c.products[i] = &products[i]
		names += 1 + 2*len(products[i].Variants)
	}
	c.sorted = slices.Clone(c.products)
	slices.SortStableFunc(c.sorted, func(a, b *Product) int { return cmp.Compare(a.ID, b.ID) })
	c.byName = make(map[string]ref, names)
	places := make(map[*Product]int32, len(products))
	for number, p := range c.sorted {
		places[p] = int32(number)
	}
	for i, p := range c.products {
		err := c.add(places[p], p)
		if faults := p.Check(); len(faults) > 0 {
			err = faults[0]
		}
		if err != nil {
			return nil, fmt.Errorf("catalog: product %d (%q): %w", i+1, p.ID, err)
		}
	}
	c.index = newIndex(c.sorted)
	return c, nil
}

// add files a product under its id, its handle, and the ids and SKUs of its variants. What
// comes first has the nearer claim to a name.
func (c *Catalog) add(number int32, p *Product) error {
	if number > 0 && c.sorted[number-1].ID == p.ID {
		return errors.New("the id is taken by another product")
	}
	for i := range p.Variants {
		if err := c.name(string(p.Variants[i].ID), ref{number, int32(i)}); err != nil {
			return err
		}
	}
	whole := ref{number, -1}
	if len(p.Variants) == 1 {
		whole.variant = 0
	}
	if err := c.name(string(p.ID), whole); err != nil {
		return err
	}
	for i := range p.Variants {
		v := &p.Variants[i]
		if err := c.name(v.SKU, ref{number, int32(i)}); err != nil {
			return err
		}
		gtin := strings.TrimLeft(v.GTIN, "0")
		if _, taken := c.byGTIN[gtin]; gtin != "" && !taken {
			c.byGTIN[gtin] = ref{number, int32(i)}
		}
	}
	return c.name(p.Handle, whole)
}

// name files what an id stands for, unless the same product has a nearer claim to it.
func (c *Catalog) name(id string, r ref) error {
	if id == "" {
		return nil
	}
	holder, taken := c.byName[id]
	switch {
	case !taken:
		c.byName[id] = r
	case holder.product != r.product:
		return fmt.Errorf("%q already names product %q", id, c.sorted[holder.product].ID)
	}
	return nil
}

// Now is the catalogue itself: one that never changes serves where a Live one would.
func (c *Catalog) Now() *Catalog { return c }

func (c *Catalog) named(r ref) named {
	n := named{product: c.sorted[r.product]}
	if r.variant >= 0 {
		n.variant = &n.product.Variants[r.variant]
	}
	return n
}

// numberWords say that what follows is an identifier.
var numberWords = regexp.MustCompile(`(?i)^(?:c[oó]d(?:igo)?(?: de barras| do produto)?|ean|gtin|upc|isbn|barcode|sku|ref(?:er[eê]ncia)?|id)(?:\.? ?[:#] ?|\.? )`)

// called finds what a buyer names by an identifier, in capitals or not, or by a GTIN, which may
// have spaces and hyphens in it. What sort of number it is may stand before it.
func (c *Catalog) called(text string) (named, bool) {
	if n, ok := c.calledPlainly(text); ok {
		return n, true
	}
	if word := numberWords.FindString(text); word != "" {
		return c.calledPlainly(strings.TrimSpace(text[len(word):]))
	}
	return named{}, false
}

func (c *Catalog) calledPlainly(text string) (named, bool) {
	for _, id := range []string{text, strings.ToUpper(text), strings.ToLower(text)} {
		if r, ok := c.byName[id]; ok {
			return c.named(r), true
		}
	}
	gtin := strings.NewReplacer(" ", "", "-", "").Replace(text)
	if r, ok := c.byGTIN[strings.TrimLeft(gtin, "0")]; ok {
		return c.named(r), true
	}
	return named{}, false
}

// Products returns all products in the order they were given. The list is the catalogue's
// own.
func (c *Catalog) Products() []*Product { return slices.Clip(c.products) }

// Product returns the product with exactly this id.
func (c *Catalog) Product(id ids.Product) (*Product, bool) {
	// What has the product's id as its own belongs to it.
	if r, ok := c.byName[string(id)]; ok && c.sorted[r.product].ID == id {
		return c.sorted[r.product], true
	}
	return nil, false
}

// Offer returns the variant with exactly this id, and its product.
func (c *Catalog) Offer(_ context.Context, id ids.Variant) (Offer, bool) {
	r, ok := c.byName[string(id)]
	if !ok {
		return Offer{}, false
	}
	n := c.named(r)
	if n.variant == nil || n.variant.ID != id {
		return Offer{}, false
	}
	return Offer{Product: n.product, Variant: n.variant}, true
}

// Resolve finds what an identifier stands for: the id of a variant, the id of a product,
// an SKU or a handle, in this order and exact in case. The variant is set if the
// identifier names one or the product has just one; otherwise the buyer has to choose.
func (c *Catalog) Resolve(_ context.Context, id string) (product *Product, variant *Variant, ok bool) {
	r, ok := c.byName[id]
	if !ok {
		return nil, nil, false
	}
	n := c.named(r)
	return n.product, n.variant, true
}

func clone(p *Product) Product {
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
	return q
}
