package intents

import (
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

// leastBacked is the share of a phrase that a product must explain which a reader chose.
const leastBacked = 0.3

// backs reports whether a product carries enough of the terms, and nothing rules it out.
func (x *Index) backs(product ids.Product, terms []term) bool {
	place, ok := x.place[product]
	if !ok || !slices.ContainsFunc(terms, func(t term) bool { return len(t.readings) > 0 && !t.guessed }) {
		return false
	}
	m := x.matches(query{terms: terms}, []int32{place}, false)[0]
	return !m.out && m.explained() >= leastBacked
}

// sells reports whether a word is an id or a name of the catalogue.
func (x *Index) sells(word string) bool {
	if _, ok := x.offer(word); ok {
		return true
	}
	return !slices.ContainsFunc(x.terms(tokenize(word)), func(t term) bool { return len(t.readings) == 0 })
}
