package intents

import (
	"cmp"
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// maxContext bounds the products that a shortlist takes from the conversation.
const maxContext = 20

// Shortlist returns the products that a text can be about: those in the checkout, those
// last shown and the one last spoken of, then those of the catalogue that share most with
// the words of the text, at most hits of them.
func (e *Evidence) Shortlist(hits int) []*catalog.Product {
	var list []*catalog.Product
	taken := map[ids.Product]bool{}
	take := func(id ids.Product) {
		if p := e.index.product(id); p != nil && !taken[id] {
			taken[id] = true
			list = append(list, p)
		}
	}
	for _, id := range slices.Concat(e.conversation.inBasket(), e.conversation.Results, []ids.Product{e.conversation.Focus}) {
		if len(list) < maxContext {
			take(id)
		}
	}
	for _, id := range e.index.nearest(e.index.terms(glueUnits(e.read)), hits) {
		take(id)
	}
	return list
}

// nearest returns the products that carry most of the terms, without any threshold.
func (x *Index) nearest(terms []term, most int) []ids.Product {
	type hit struct {
		place int
		score float64
	}
	var hits []hit
	for _, place := range x.places(terms, nil) {
		h := hit{place: place}
		for _, t := range terms {
			h.score += t.worth * x.entries[place].weights[t.text] * t.factor
		}
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(x.entries[a.place].product.ID, x.entries[b.place].product.ID))
	})
	var out []ids.Product
	for _, h := range hits[:min(len(hits), most)] {
		out = append(out, x.entries[h.place].product.ID)
	}
	return out
}
