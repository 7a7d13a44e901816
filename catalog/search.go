package catalog

import (
	"cmp"
	"math"
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
	// Hint is what the buyer has in mind besides. It decides among what is alike and finds
	// nothing by itself.
	Hint string
	// Categories lets pass what is in any of them, or below: "Footwear" lets
	// "Footwear > Running" pass.
	Categories []string
	// PriceMin and PriceMax bound the unit price in minor units, both ends included.
	PriceMin, PriceMax *money.Amount
	// Options must all be what the variant is. A label may be a part ("Azul" for "Azul
	// marinho"). A product without that option passes if its title has the label.
	Options []Selection
	// Available, if set, says which variants of some offers can be sold now; others do not pass.
	// It is asked about the best that pass all the rest, some at a time, until the page is full.
	Available func([]Offer) (func(ids.Variant) bool, error)
	// Limit is the length of the page, DefaultLimit if it is not positive.
	Limit int
	// Cursor is that of the page before, empty for the first page.
	Cursor string
}

// Page is a part of the products found, the best first.
type Page struct {
	Hits []Hit
	// Total counts the products found, on all pages; Uncounted where only those looked at are
	// known to be available.
	Total int
	// HasMore says that there is a next page, which Cursor leads to.
	HasMore bool
	Cursor  string
}

// Uncounted is the total of a query for what can be sold now.
const Uncounted = -1

// lookedAt is how many products a page of what can be sold now is taken from at most. Where
// nearly all are sold out a page may be shorter than its limit although there is a next one.
const lookedAt = 1000

// askedAt is of how many products it is asked at a time what can be sold.
const askedAt = 50

// mostVariants is how many variants of a product a search shows: of a hundred products with
// thousands each nobody reads all, and an answer has to end somewhere.
const mostVariants = 50

// Hit is a product that was found.
type Hit struct {
	Product *Product
	// Variants are the best of those that pass the filters, 50 at most and one at least, the
	// best match first.
	Variants []*Variant
	// Score is the share of the information that is matched, weighed: about 1 where all is in
	// the title, 2 for what is named exactly, 0 without a text.
	Score float64
}

// Search returns a page of the products that match the query, in falling order of score
// and then by id. A text that is an id, an SKU, a handle or a GTIN finds what it names
// first. A text without any informative word ("quero uma") finds nothing, unless there are
// filters, which then decide alone. The error is ErrCursor if the cursor is not one that a
// page of this query had, or what Available answers.
func (c *Catalog) Search(q Query) (Page, error) {
	after, isLater, err := q.place()
	if err != nil {
		return Page{}, err
	}
	limit := min(cmp.Or(max(q.Limit, 0), DefaultLimit), MaxLimit)
	s := selection{most: limit, after: ranked{score: math.MaxInt32, product: -1}}
	if q.Available != nil {
		s.most = lookedAt
	}
	if isLater {
		s.after = ranked{score: after.score, product: c.rankOf(after.id)}
	}
	w := c.wish(q.Text)
	f := c.index.filter(q).with(w)
	terms, named := c.find(q, w, f, &s)

	page := Page{Total: s.total, HasMore: s.more}
	if q.Available != nil {
		page.Total = Uncounted
	}
	for i, r := range s.best {
		if q.Available != nil && i%askedAt == 0 {
			if f.available, err = q.Available(c.offers(s.best[i:min(i+askedAt, len(s.best))])); err != nil {
				return Page{}, err
			}
		}
		if h := c.hit(r, terms, f, named.variant); len(h.Variants) > 0 {
			if w.cheap {
				h.Score = float64(plainScore(r.score)) / steps
			}
			page.Hits = append(page.Hits, h)
		}
		if len(page.Hits) == limit {
			page.HasMore = s.more || i < len(s.best)-1
			s.best = s.best[:i+1]
			break
		}
	}
	if page.HasMore {
		last := s.best[len(s.best)-1]
		page.Cursor = q.cursor(place{last.score, c.sorted[last.product].ID})
	}
	return page, nil
}

// offers are those of the products found.
func (c *Catalog) offers(found []ranked) []Offer {
	var out []Offer
	for _, r := range found {
		out = append(out, c.sorted[r.product].Offers()...)
	}
	return out
}

// rankOf is the number that the product with the id has, or else half of a place before the
// next one: as a place to go on from, the last number that is less will do.
func (c *Catalog) rankOf(id ids.Product) int32 {
	i, found := slices.BinarySearchFunc(c.sorted, id, func(p *Product, id ids.Product) int { return cmp.Compare(p.ID, id) })
	if !found {
		i--
	}
	return int32(i)
}

// selection takes the products found, in any order, and keeps those of one page.
type selection struct {
	// after is where the page before ended; most is how long this one gets.
	after ranked
	most  int
	best  []ranked
	total int
	more  bool
}

func (s *selection) add(r ranked) {
	s.total++
	if !before(s.after, r) {
		return
	}
	if len(s.best) == s.most {
		if s.more = true; !before(r, s.best[s.most-1]) {
			return
		}
		s.best = s.best[:s.most-1]
	}
	at, _ := slices.BinarySearchFunc(s.best, r, func(a, b ranked) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	s.best = slices.Insert(s.best, at, r)
}

// top is the score of what is named exactly: above all that words can reach.
const top = 2 * steps

// find gives the selection all products that match. It returns the terms of the text, and
// what the text names.
func (c *Catalog) find(q Query, w wish, f filter, s *selection) ([]queryTerm, named) {
	text := strings.TrimSpace(q.Text)
	if text == "" {
		c.browse(q, w, f, s)
		return nil, named{}
	}
	exact, _ := c.called(text)
	if exact.product != nil {
		if number := c.rankOf(exact.product.ID); f.passes(number, exact.product) {
			s.add(c.placed(ranked{product: number, score: top}, w, f))
		} else {
			exact = named{}
		}
	}
	terms, isInformative := c.index.analyse(w.words)
	if len(terms) == 0 && w.vague {
		isInformative = false
	}
	switch {
	case isInformative:
		found := c.rank(terms, f)
		if len(found) == 0 && w.vague && w.bounds() && exact.product == nil {
			c.browse(q, w, f, s)
			return terms, exact
		}
		if h := c.index.hint(q.Hint); h != nil {
			slices.SortFunc(found, func(a, b ranked) int { return cmp.Compare(a.product, b.product) })
			raise := h.raiser()
			for i := range found {
				found[i] = raise(found[i])
			}
		}
		for _, r := range found {
			if c.sorted[r.product] != exact.product {
				s.add(c.placed(r, w, f))
			}
		}
	case (q.filters() || w.bounds()) && exact.product == nil:
		c.browse(q, w, f, s)
		return nil, exact
	}
	return terms, exact
}

// placed gives what was found its place among the others.
func (c *Catalog) placed(r ranked, w wish, f filter) ranked {
	if w.cheap {
		return c.cheapFirst(r, f)
	}
	return r
}

// browse finds all that passes the filter, in order of ids or, with a hint, what fits it
// first. Without a hint and anything that single variants pass or not, nothing but the page
// is looked at.
func (c *Catalog) browse(q Query, w wish, f filter, s *selection) {
	h := c.index.hint(q.Hint)
	if h == nil && f.categories == nil && !f.variants() && !w.cheap {
		from := int(max(0, s.after.product+1))
		to := min(from+s.most, len(c.sorted))
		for i := from; i < to; i++ {
			s.best = append(s.best, ranked{product: int32(i)})
		}
		s.total, s.more = len(c.sorted), to < len(c.sorted)
		return
	}
	raise := func(r ranked) ranked { return r }
	if h != nil {
		raise = h.raiser()
	}
	if f.categories != nil {
		for _, i := range f.products() {
			if !f.variants() || f.passes(i, c.sorted[i]) {
				s.add(c.placed(raise(ranked{product: i}), w, f))
			}
		}
		return
	}
	for i, p := range c.sorted {
		if f.passes(int32(i), p) {
			s.add(c.placed(raise(ranked{product: int32(i)}), w, f))
		}
	}
}

// filters reports whether the query asks for something besides the text.
func (q Query) filters() bool {
	return len(q.Categories) > 0 || len(q.Options) > 0 || q.PriceMin != nil || q.PriceMax != nil
}

func (c *Catalog) hit(r ranked, terms []queryTerm, f filter, first *Variant) Hit {
	p, e := c.sorted[r.product], &c.index.entries[r.product]
	h := Hit{Product: p, Score: float64(r.score) / steps}
	matched := make(map[*Variant]float64, len(p.Variants))
	for i := range p.Variants {
		if v := &p.Variants[i]; f.variant(r.product, i, v) {
			h.Variants = append(h.Variants, v)
			matched[v] = c.index.optionScore(e, i, terms)
			if v == first {
				matched[v] = math.Inf(1)
			}
		}
	}
	slices.SortStableFunc(h.Variants, func(a, b *Variant) int { return cmp.Compare(matched[b], matched[a]) })
	h.Variants = slices.Clip(h.Variants[:min(len(h.Variants), mostVariants)])
	return h
}
