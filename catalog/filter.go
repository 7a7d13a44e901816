package catalog

import (
	"slices"
	"strings"

	"balcao/internal/ids"
	"balcao/internal/ordered"
	"balcao/money"
)

// filter is the part of a query that products either pass or not, prepared.
type filter struct {
	index *index
	// categories are by number; nil if every category passes.
	categories []bool
	min, max   *money.Amount
	options    []optionFilter
	// without are what nothing found may be.
	without []exclusion
	// available is known only of the best that pass all the rest; nil before.
	available func(ids.Variant) bool
}

// optionFilter is a selection in terms; an unknown word is the term -1, which nothing has.
type optionFilter struct {
	axis  int32
	label []int32
}

func (x *index) filter(q Query) filter {
	f := filter{index: x, min: q.PriceMin, max: q.PriceMax}
	if len(q.Categories) > 0 {
		f.categories = make([]bool, len(x.categories))
		for _, category := range q.Categories {
			asked := categoryPath(category)
			first, _ := slices.BinarySearch(x.categories, asked)
			for c := first; c < len(x.categories) && strings.HasPrefix(x.categories[c], asked); c++ {
				f.categories[c] = true
			}
		}
	}
	for _, s := range q.Options {
		o := optionFilter{axis: x.number(axis(s.Name))}
		for _, token := range tokens(s.Label) {
			o.label = append(o.label, x.number(term(token)))
		}
		if len(o.label) == 0 { // signs alone: nothing is that, rather than everything
			o.label = []int32{-1}
		}
		f.options = append(f.options, o)
	}
	return f
}

// with is the filter with what the text asks for, too.
func (f filter) with(w wish) filter {
	if w.min != nil && (f.min == nil || *f.min < *w.min) {
		f.min = w.min
	}
	if w.max != nil && (f.max == nil || *w.max < *f.max) {
		f.max = w.max
	}
	f.without = f.index.exclusions(w.without)
	return f
}

// products are those of the categories that pass, in order.
func (f filter) products() []int32 {
	var lists [][]int32
	for c, passes := range f.categories {
		if passes {
			lists = append(lists, f.index.inCategory[c])
		}
	}
	return ordered.Union(lists...)
}

// variants reports whether there is something that variants pass or not.
func (f filter) variants() bool {
	return f.min != nil || f.max != nil || len(f.options) > 0 || len(f.without) > 0
}

// passes reports whether the product is in the right category and has a variant that
// passes all the rest.
func (f filter) passes(product int32, p *Product) bool {
	e := &f.index.entries[product]
	if !f.category(e) {
		return false
	}
	for i := range p.Variants {
		if f.variant(product, i, &p.Variants[i]) {
			return true
		}
	}
	return false
}

func (f filter) category(e *entry) bool {
	return f.categories == nil || slices.ContainsFunc(e.categories, func(c int32) bool { return f.categories[c] })
}

func (f filter) variant(product int32, i int, v *Variant) bool {
	if f.min != nil && v.Price < *f.min || f.max != nil && v.Price > *f.max {
		return false
	}
	for _, o := range f.options {
		if !o.fits(f.index, &f.index.entries[product], i) {
			return false
		}
	}
	for _, e := range f.without {
		if e.fits(f.index, product, i) {
			return false
		}
	}
	return f.available == nil || f.available(v.ID)
}

// fits compares with the variant's label, or with the title if the product has no such
// option: a red shirt may be a product of its own.
func (o optionFilter) fits(x *index, e *entry, variant int) bool {
	has := e.title
	if axis := slices.Index(e.axes, o.axis); axis >= 0 {
		has = x.label(e, variant, axis)
	}
	for _, t := range o.label {
		if !slices.Contains(has, t) {
			return false
		}
	}
	return true
}

// Passing returns the variants of a product that pass the query's filters, in their order;
// none if the product itself does not. Its text counts for nothing, and the error is what
// Available answers.
func (c *Catalog) Passing(q Query, p *Product) ([]*Variant, error) {
	number := c.rankOf(p.ID)
	if number < 0 || c.sorted[number] != p {
		return nil, nil // of a catalogue that was since replaced
	}
	f := c.index.filter(q)
	if !f.category(&c.index.entries[number]) {
		return nil, nil
	}
	if q.Available != nil {
		var err error
		if f.available, err = q.Available(p.Offers()); err != nil {
			return nil, err
		}
	}
	var out []*Variant
	for i := range p.Variants {
		if v := &p.Variants[i]; f.variant(number, i, v) {
			out = append(out, v)
		}
	}
	return out, nil
}
