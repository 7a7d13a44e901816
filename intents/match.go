package intents

import (
	"slices"
	"sort"

	"balcao/internal/ids"
	"balcao/internal/ordered"
)

// match is how a product fares against a phrase.
type match struct {
	place int32
	// score weighs what it carries of the phrase; matched and missed are the worth of the
	// words that it has and has not.
	score, matched, missed float64
	// out says that a word rules it out.
	out bool
	// unnamed says that a word for another product stands in the phrase, plain that the
	// model without a mark was asked for.
	unnamed, plain bool
}

// explained is the share of the phrase that the product explains.
func (m match) explained() float64 {
	if m.matched == 0 {
		return 0
	}
	return m.matched / (m.matched + m.missed)
}

// finding is the best that a product carries of a term.
type finding struct {
	weight float64
	field  field
	own    bool
}

// matches weighs the terms against the products at the places, which are in order.
func (x *Index) matches(q query, places []int32, inBasket bool) []match {
	list := make([]match, len(places))
	for i, place := range places {
		list[i].place = place
	}
	found := make([]finding, len(places))
	for _, t := range q.terms {
		clear(found)
		for _, r := range t.readings {
			x.gather(r, places, found)
		}
		for i := range list {
			list[i].weigh(t, found[i], &x.entries[list[i].place], inBasket)
		}
	}
	var said map[int32]bool
	for i := range list {
		m := &list[i]
		if m.out || !m.unnamed && !m.plain {
			continue
		}
		if said == nil {
			said = x.said(q)
		}
		title := x.entries[m.place].title
		m.out = m.unnamed && !x.isNamed(m.place, said, true) || m.plain && x.hasMark(title, said)
	}
	return list
}

// gather notes what the products carry of a reading. Both lists are in order.
func (x *Index) gather(r reading, places []int32, found []finding) {
	list := x.postings[r.id]
	for i, place := range places {
		list = from(list, place)
		if len(list) == 0 {
			return
		}
		if p := list[0]; p.entry == place {
			weight := weights[p.field] * r.factor
			if weight > found[i].weight {
				found[i].weight, found[i].field = weight, p.field
			}
			found[i].own = found[i].own || p.own
		}
	}
}

// from returns the part of a list of postings that begins at the place, found in steps
// that grow.
func from(list []posting, place int32) []posting {
	step := 1
	for step < len(list) && list[step].entry < place {
		step *= 2
	}
	low, high := step/2, min(step+1, len(list))
	at := low + sort.Search(high-low, func(i int) bool { return list[low+i].entry >= place })
	return list[at:]
}

// at returns the posting of a term for a product, a zero one if there is none.
func (x *Index) at(id, place int32) posting {
	if list := from(x.postings[id], place); len(list) > 0 && list[0].entry == place {
		return list[0]
	}
	return posting{}
}

// weigh adds what a product carries of a term. A word that tells models, makers or kinds
// of goods apart rules out what lacks it.
func (m *match) weigh(t term, f finding, e *entry, inBasket bool) {
	kind := e.kind
	if f.weight > 0 {
		m.score += t.worth * f.weight
		worth := t.worth
		if f.field == fieldDescription {
			worth /= 2
			m.missed += worth
		}
		if !t.noise {
			m.matched += worth
		}
		if t.head && kind && !f.own && f.field < fieldOption && !inBasket || t.head && kind && f.field == fieldFor && !f.own {
			m.out = true
		}
		return
	}
	switch {
	case t.base:
		m.plain = true
	case t.noise:
	case t.digits || t.mark:
		m.out = true
	case t.isFor:
		m.missed += t.worth
	case t.maker || t.head && kind:
		m.out = true
	case t.trait && t.group > 0 && e.groups&(1<<t.group) != 0:
		m.out = true
	case t.trait:
		m.missed += t.worth / 2
	case t.goods:
		m.missed += t.worth
	default:
		m.missed += t.worth
		m.unnamed = m.unnamed || !inBasket && (t.name || len(t.readings) > 0)
	}
}

// hasMark reports whether a title has the mark of a model that was not said.
func (x *Index) hasMark(title []int32, said map[int32]bool) bool {
	return slices.ContainsFunc(title, func(id int32) bool { return markForms[x.names[id]] && !said[id] })
}

// placesOf lists the places of the products, in order.
func (x *Index) placesOf(products []ids.Product) []int32 {
	var out []int32
	for _, id := range products {
		if place, ok := x.place[id]; ok {
			out = append(out, place)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// candidates lists the products that may explain the least share of the terms: those that
// carry a term which none may lack, or else one of the rarest terms, as many of these as
// leave too little for the rest to explain alone.
func (x *Index) candidates(terms []term, least float64) []int32 {
	var counted []term
	all := 0.0
	var needed *term
	for i := range terms {
		t := &terms[i]
		if t.noise {
			continue
		}
		all += t.worth
		if len(t.readings) == 0 {
			continue
		}
		counted = append(counted, *t)
		if (t.digits || t.mark || t.maker && !t.isFor) && (needed == nil || x.carriers(*t) < x.carriers(*needed)) {
			needed = t
		}
	}
	if needed != nil {
		return x.carrying(*needed)
	}
	// What a product lacks counts at least half, so that it must have this share.
	share := least / (2 - least)
	slices.SortStableFunc(counted, func(a, b term) int { return x.carriers(a) - x.carriers(b) })
	rest := 0.0
	for _, t := range counted {
		rest += t.worth
	}
	var out []int32
	for _, t := range counted {
		if rest < share*all {
			break
		}
		out = ordered.Union(out, x.carrying(t))
		rest -= t.worth
	}
	return out
}

// carriers is how many products carry a term, at most.
func (x *Index) carriers(t term) int {
	n := 0
	for _, r := range t.readings {
		n += len(x.postings[r.id])
	}
	return n
}

// carrying lists the products that carry a term.
func (x *Index) carrying(t term) []int32 {
	lists := make([][]int32, len(t.readings))
	for i, r := range t.readings {
		lists[i] = make([]int32, len(x.postings[r.id]))
		for j, p := range x.postings[r.id] {
			lists[i][j] = p.entry
		}
	}
	return ordered.Union(lists...)
}
