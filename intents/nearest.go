package intents

import (
	"cmp"
	"slices"

	"balcao/internal/ids"
	"balcao/internal/ordered"
)

// enoughNear is how many products are weighed for the nearest, roughly: those of the
// rarest words first.
const enoughNear = 5_000

// nearest returns the products that carry most of the terms, without any threshold.
func (x *Index) nearest(terms []term, most int) []ids.Product {
	byRarity := slices.Clone(terms)
	slices.SortStableFunc(byRarity, func(a, b term) int { return x.carriers(a) - x.carriers(b) })
	var places []int32
	for _, t := range byRarity {
		if !t.noise && (len(places) == 0 || len(places)+x.carriers(t) <= enoughNear) {
			places = ordered.Union(places, x.carrying(t))
		}
	}
	list := make([]match, len(places))
	found := make([]finding, len(places))
	for i, place := range places {
		list[i].place = place
	}
	for _, t := range terms {
		clear(found)
		for _, r := range t.readings {
			x.gather(r, places, found)
		}
		for i, f := range found {
			list[i].score += t.worth * f.weight
		}
	}
	slices.SortFunc(list, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(x.entries[a.place].title), len(x.entries[b.place].title)), cmp.Compare(a.place, b.place))
	})
	var out []ids.Product
	for _, m := range list[:min(len(list), most)] {
		out = append(out, x.entries[m.place].product.ID)
	}
	return out
}
