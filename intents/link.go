package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// The thresholds of linking.
const (
	// tie is how close to the best a product must come to be as likely.
	tie = 0.93
	// leastExplained is the share of what was said that a product must explain; inside a
	// checkout there is less to confuse it with.
	leastExplained         = 0.6
	leastExplainedInBasket = 0.5
	// surelyExplained is the share from which a phrase is nothing but the product.
	surelyExplained = 0.95
	// unknownFrequency weighs words that no product carries as if few did.
	unknownFrequency = 2
)

// links are the products that a phrase may mean.
type links struct {
	// products are the likeliest, best first; several mean that the phrase is ambiguous.
	products []*catalog.Product
	// terms are the words that were linked.
	terms []term
	// explained is the share of the phrase that the best product explains.
	explained float64
}

// link finds the products that the tokens speak of, among those of within if it is not
// nil.
func (x *Index) link(tokens []token, within []ids.Product) links {
	q := x.read(tokens)
	found := x.search(q, within)
	if len(found) == 0 {
		found = x.searchAgain(q, within)
	}
	l := links{terms: q.terms}
	for _, m := range found {
		l.products = append(l.products, x.entries[m.place].product)
		l.explained = max(l.explained, m.explained())
	}
	return l
}

// search finds the likeliest products, best first.
func (x *Index) search(q query, within []ids.Product) []match {
	if !q.names(within != nil) {
		return nil
	}
	least, places := leastExplained, []int32(nil)
	if within != nil {
		least = leastExplainedInBasket
		places = x.placesOf(within)
	} else {
		places = x.candidates(q.terms, least)
	}
	list := x.matches(q, places, within != nil)
	list = slices.DeleteFunc(list, func(m match) bool { return m.out || m.score == 0 || m.explained() < least })
	return x.likeliest(q, list)
}

// searchAgain takes known words for mistyped ones too, and takes nothing but what then
// explains everything.
func (x *Index) searchAgain(q query, within []ids.Product) []match {
	again := query{terms: slices.Clone(q.terms), without: q.without}
	changed := false
	for i := range again.terms {
		t := &again.terms[i]
		if t.noise || t.digits || t.mark || t.maker || t.goods || t.trait || t.guessed || len(t.readings) == 0 || len(t.text) < sureLikeness {
			continue
		}
		if more := x.resembling(t.text, t.word, true); len(more) > 0 {
			t.readings = append(slices.Clone(t.readings), more...)
			t.worth, changed = x.worthOf(t.readings), true
		}
	}
	if !changed {
		return nil
	}
	found := x.search(again, within)
	if len(found) == 0 || found[0].explained() < surelyExplained {
		return nil
	}
	return found
}

// sureLikeness is the length from which a mistyped word alone names a product.
const sureLikeness = 5

// names reports whether the phrase can name a product: something of it is known, more
// than short words that resemble some other ("back" is no power bank), and no model number
// is unknown. Inside a checkout a number that no product has may be talk.
func (q query) names(inBasket bool) bool {
	sure := false
	for _, t := range q.terms {
		if t.noise {
			continue
		}
		if t.digits && len(t.readings) == 0 && !inBasket {
			return false
		}
		sure = sure || len(t.readings) > 0 && (!t.guessed || len(t.text) >= sureLikeness)
	}
	return sure
}

// likeliest keeps the best of the matches and those as good, without those that say more
// than was said.
func (x *Index) likeliest(q query, list []match) []match {
	best := 0.0
	for _, m := range list {
		best = max(best, m.score)
	}
	list = slices.DeleteFunc(list, func(m match) bool { return m.score < tie*best })
	list = x.withoutUnwanted(q, list)
	list = x.withoutLonger(q, list)
	slices.SortFunc(list, func(a, b match) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		if a, b := len(x.entries[a.place].title), len(x.entries[b.place].title); a != b {
			return a - b
		}
		return int(a.place - b.place)
	})
	return list
}

// withoutUnwanted drops products that carry all of what was told apart.
func (x *Index) withoutUnwanted(q query, list []match) []match {
	if len(q.without) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(m match) bool {
		return slices.ContainsFunc(q.without, func(part []term) bool {
			return !slices.ContainsFunc(part, func(t term) bool {
				return !slices.ContainsFunc(t.readings, func(r reading) bool { return x.at(r.id, m.place).field >= fieldOption })
			})
		})
	})
}

// withoutLonger drops products whose title says more than another's that the customer
// named by its model: "Pixel 10" is not the Pro. A title without a model must be said in
// full for that.
func (x *Index) withoutLonger(q query, list []match) []match {
	if len(list) < 2 {
		return list
	}
	said := x.said(q)
	var short [][]int32
	for _, m := range list {
		title := x.entries[m.place].title
		if x.isNamed(m.place, said, false) && !slices.ContainsFunc(short, func(s []int32) bool { return slices.Equal(s, title) }) {
			short = append(short, title)
		}
		if len(short) == maxNamed {
			break
		}
	}
	return slices.DeleteFunc(list, func(m match) bool {
		long := x.entries[m.place].title
		return slices.ContainsFunc(short, func(s []int32) bool {
			return len(s) < len(long) && !slices.ContainsFunc(s, func(id int32) bool { return !slices.Contains(long, id) })
		})
	})
}

// maxNamed bounds the titles that others are compared with.
const maxNamed = 8

// said are the terms of the catalogue that the phrase may have said.
func (x *Index) said(q query) map[int32]bool {
	said := map[int32]bool{}
	for _, t := range q.terms {
		for _, r := range t.readings {
			said[r.id] = true
		}
	}
	return said
}

// isSaid reports whether a word of a title was said: itself, by another word for it or by
// a part of it.
func (x *Index) isSaid(id int32, said map[int32]bool) bool {
	if said[id] || slices.ContainsFunc(x.meanings[id], func(c int32) bool { return said[c] }) {
		return true
	}
	return slices.ContainsFunc(x.models[id], func(part int32) bool { return said[part] })
}

// isNamed reports whether a product is told by what was said: by the numbers of its model,
// if strict with the words that they belong to or its maker, or by all of its title.
func (x *Index) isNamed(place int32, said map[int32]bool, strict bool) bool {
	title := x.entries[place].title
	maker := strict && x.saysMaker(place, said)
	model, whole := false, true
	for i, id := range title {
		ok := x.isSaid(id, said)
		whole = whole && ok
		if _, number := x.models[id]; !number {
			continue
		}
		loose := maker && said[id] && !isNumber(x.names[id]) // "motorola g85", but no "jbl 6"
		if !ok || strict && !loose && i > 0 && !x.isSaid(title[i-1], said) {
			return false
		}
		model = true
	}
	return model || whole
}

// saysMaker reports whether the maker of a product was said.
func (x *Index) saysMaker(place int32, said map[int32]bool) bool {
	for id := range said {
		if x.isMaker(id) && x.at(id, place).field >= fieldBrand {
			return true
		}
	}
	return false
}
