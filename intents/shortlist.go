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

// leastBacked is the share of a phrase that a product must explain which a reader chose.
const leastBacked = 0.3

// backs reports whether a product carries enough of the terms, and every model number.
func (x *Index) backs(product ids.Product, terms []term) bool {
	place, ok := x.place[product]
	if !ok || len(terms) == 0 || onlyLikenesses(terms) {
		return false
	}
	_, explained, ok := x.entries[place].score(terms)
	return ok && explained >= leastBacked
}

// hasTerm reports whether any product carries the term.
func (x *Index) hasTerm(text string) bool { return len(x.byTerm[text]) > 0 }

// sells reports whether a word is an id or a name of the catalogue.
func (x *Index) sells(word string) bool {
	if _, ok := x.byID[fold(word)]; ok {
		return true
	}
	return !slices.ContainsFunc(termsOf(word), func(t string) bool { return !x.hasTerm(t) })
}
