package catalog

import (
	"slices"
	"strings"

	"balcao/internal/ids"
	"balcao/money"
)

// filter is the part of a query that products either pass or not, prepared.
type filter struct {
	index      *index
	categories []string
	min, max   *money.Amount
	options    []optionFilter
	available  func(ids.Variant) bool
}

// optionFilter is a selection in terms; an unknown word is the term -1, which nothing has.
type optionFilter struct {
	axis  int32
	label []int32
}

func (x *index) filter(q Query) filter {
	f := filter{index: x, min: q.PriceMin, max: q.PriceMax, available: q.Available}
	for _, category := range q.Categories {
		f.categories = append(f.categories, categoryPath(category))
	}
	for _, s := range q.Options {
		o := optionFilter{axis: x.number(axis(s.Name))}
		for _, token := range tokens(s.Label) {
			o.label = append(o.label, x.number(term(token)))
		}
		f.options = append(f.options, o)
	}
	return f
}

// number returns the number of a term, or -1.
func (x *index) number(word string) int32 {
	if t, known := x.terms[word]; known {
		return t
	}
	return -1
}

// passes reports whether the product is in the right category and has a variant that
// passes all the rest.
func (f filter) passes(product int32, p *Product) bool {
	if !f.category(product) {
		return false
	}
	for i := range p.Variants {
		if f.variant(product, i, &p.Variants[i]) {
			return true
		}
	}
	return false
}

func (f filter) category(product int32) bool {
	path := f.index.entries[product].category
	return len(f.categories) == 0 || slices.ContainsFunc(f.categories, func(category string) bool {
		return strings.HasPrefix(path, category)
	})
}

func (f filter) variant(product int32, i int, v *Variant) bool {
	if f.min != nil && v.Price < *f.min || f.max != nil && v.Price > *f.max {
		return false
	}
	for _, o := range f.options {
		if !o.fits(&f.index.entries[product], i) {
			return false
		}
	}
	return f.available == nil || f.available(v.ID)
}

// fits compares with the variant's label, or with the title if the product has no such
// option: a red shirt may be a product of its own.
func (o optionFilter) fits(e *entry, variant int) bool {
	has := e.title
	if axis := slices.Index(e.axes, o.axis); axis >= 0 {
		has = e.labels[variant][axis]
	}
	for _, t := range o.label {
		if !slices.Contains(has, t) {
			return false
		}
	}
	return true
}

// Passing returns the variants of a product that pass the query's categories and prices, in
// their order; none if the product itself does not.
func (q Query) Passing(p *Product) []*Variant {
	path := categoryPath(p.Category)
	if len(q.Categories) > 0 && !slices.ContainsFunc(q.Categories, func(c string) bool { return strings.HasPrefix(path, categoryPath(c)) }) {
		return nil
	}
	var out []*Variant
	for i := range p.Variants {
		if v := &p.Variants[i]; (q.PriceMin == nil || v.Price >= *q.PriceMin) && (q.PriceMax == nil || v.Price <= *q.PriceMax) {
			out = append(out, v)
		}
	}
	return out
}
