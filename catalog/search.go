package catalog

import (
	"cmp"
	"slices"
	"strings"

	"balcao/internal/ids"
	"balcao/money"
)

const (
	// DefaultLimit is the length of a page if the query names none.
	DefaultLimit = 10
	// MaxLimit is the longest page; a query for more gets this.
	MaxLimit = 100
)

// Query says which products are looked for: those that match the text, if there is one,
// and have a variant that passes every filter. The zero Query lists all.
type Query struct {
	// Text is what the buyer wrote, in Portuguese, English or Spanish.
	Text string
	// Categories lets pass what is in any of them, or below: "Footwear" lets
	// "Footwear > Running" pass.
	Categories []string
	// PriceMin and PriceMax bound the unit price in minor units, both ends included.
	PriceMin, PriceMax *money.Amount
	// Options must all be what the variant is. A label may be a part ("Azul" for "Azul
	// marinho"). A product without that option passes if its title has the label.
	Options []Selection
	// Available, if set, says whether a variant can be sold now; others do not pass.
	Available func(ids.Variant) bool
	// Limit is the length of the page, DefaultLimit if it is not positive.
	Limit int
	// Cursor is that of the page before, empty for the first page.
	Cursor string
}

// Page is a part of the products found, the best first.
type Page struct {
	Hits []Hit
	// Total counts the products found, on all pages.
	Total int
	// HasMore says that there is a next page, which Cursor leads to.
	HasMore bool
	Cursor  string
}

// Hit is a product that was found.
type Hit struct {
	Product *Product
	// Variants are those that pass the filters, one at least, the best match first.
	Variants []*Variant
	// Score is the information matched, weighed; 0 without a text.
	Score float64
}

// Search returns a page of the products that match the query, in falling order of score
// and then by id. A text without any informative word ("quero uma") finds nothing, unless
// there are filters, which then decide alone. The error is ErrCursor if the cursor is not
// one that a page of this query had.
func (c *Catalog) Search(q Query) (Page, error) {
	offset, err := q.offset()
	if err != nil {
		return Page{}, err
	}
	f := c.index.filter(q)
	terms, found := c.find(q, f)
	slices.SortFunc(found, func(a, b ranked) int {
		if order := cmp.Compare(b.score, a.score); order != 0 {
			return order
		}
		return cmp.Compare(c.products[a.product].ID, c.products[b.product].ID)
	})

	limit := q.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	start := min(offset, len(found))
	end := min(start+min(limit, MaxLimit), len(found))
	page := Page{Total: len(found), HasMore: end < len(found)}
	for _, r := range found[start:end] {
		page.Hits = append(page.Hits, c.hit(r, terms, f))
	}
	if page.HasMore {
		page.Cursor = q.cursor(end)
	}
	return page, nil
}

// find returns the products that match, in no order, and the terms of the text.
func (c *Catalog) find(q Query, f filter) ([]queryTerm, []ranked) {
	if strings.TrimSpace(q.Text) != "" {
		terms, isInformative := c.index.analyse(q.Text)
		if isInformative {
			return terms, c.rank(terms, f)
		}
		if !q.filters() {
			return nil, nil
		}
	}
	var found []ranked
	for i, p := range c.products {
		if f.passes(int32(i), p) {
			found = append(found, ranked{product: int32(i)})
		}
	}
	return nil, found
}

// filters reports whether the query asks for something besides the text.
func (q Query) filters() bool {
	return len(q.Categories) > 0 || len(q.Options) > 0 || q.PriceMin != nil || q.PriceMax != nil
}

func (c *Catalog) hit(r ranked, terms []queryTerm, f filter) Hit {
	p := c.products[r.product]
	h := Hit{Product: p, Score: r.score}
	matched := make(map[*Variant]float64, len(p.Variants))
	for i := range p.Variants {
		if v := &p.Variants[i]; f.variant(r.product, i, v) {
			h.Variants = append(h.Variants, v)
			matched[v] = c.index.optionScore(r.product, i, terms)
		}
	}
	slices.SortStableFunc(h.Variants, func(a, b *Variant) int { return cmp.Compare(matched[b], matched[a]) })
	return h
}
