package catalog

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"balcao/internal/ordered"
)

const (
	// leastShare of the information that the best hit matches must be matched by the
	// others too: who asks for a red shirt does not want everything that is red.
	leastShare = 0.4
	// wholeTitleBonus puts "Pixel 10" before "Pixel 10 Pro" for who asks for the former:
	// a title that is matched as a whole raises the score by this part.
	wholeTitleBonus = 0.1
	// steps are those of a score of 1. Scores are rounded to them so that a catalogue that
	// changes a little, and with it what words are worth, hardly reorders anything.
	steps = 1_000
)

// ranked is a product found, with its rounded score and the plain information matched.
type ranked struct {
	product  int32
	score    int32
	coverage float64
}

// before reports whether a stands before b in a result.
func before(a, b ranked) bool {
	return a.score > b.score || a.score == b.score && a.product < b.product
}

// rank scores the products that have one of the terms at least and pass the filter. A
// product counts as its best variant that passes: words that only other variants match
// do not help it.
//
// Terms are taken from the rarest on. As soon as those that are left cannot reach the least
// share of the best hit by themselves, the products that only have these are not looked at:
// who asks for "camiseta xyz" does not make the shop look at every shirt.
func (c *Catalog) rank(terms []queryTerm, f filter) []ranked {
	order := make([]int, len(terms))
	left := 0.0
	for i := range terms {
		order[i] = i
		left += terms[i].idf
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(c.index.count(terms[a]), c.index.count(terms[b]))
	})
	var seen []int32
	var found []ranked
	best := 0.0
	for _, i := range order {
		if len(seen) > 0 && left < leastShare*best {
			break
		}
		left -= terms[i].idf
		fresh := ordered.Difference(c.index.products(terms[i]), seen)
		walk := newWalk(c.index, terms)
		for _, product := range fresh {
			if r, passes := c.score(product, terms, walk.row(product), f); passes {
				found = append(found, r)
				best = max(best, r.coverage)
			}
		}
		seen = ordered.Union(seen, fresh)
	}
	return slices.DeleteFunc(found, func(r ranked) bool { return r.coverage < leastShare*best })
}

// count is how many products have the term, at most.
func (x *index) count(q queryTerm) (n int) {
	for _, t := range q.terms {
		n += len(x.postings[t])
	}
	return n
}

// products are those that have the term, in order.
func (x *index) products(q queryTerm) []int32 {
	lists := make([][]int32, len(q.terms))
	for i, t := range q.terms {
		lists[i] = make([]int32, len(x.postings[t]))
		for j, hit := range x.postings[t] {
			lists[i][j] = hit.product
		}
	}
	return ordered.Union(lists...)
}

// walk finds the postings of products that come in rising order.
type walk struct {
	lists [][]posting // what is left of each list
	from  []int       // the first list of each term
	terms []queryTerm
	hits  []match
}

// match says how a product matches a word of the query.
type match struct {
	weight float32
	marks  uint8
}

func newWalk(x *index, terms []queryTerm) *walk {
	w := &walk{terms: terms, hits: make([]match, len(terms)), from: make([]int, 0, len(terms)+1)}
	for _, q := range terms {
		w.from = append(w.from, len(w.lists))
		for _, t := range q.terms {
			w.lists = append(w.lists, x.postings[t])
		}
	}
	w.from = append(w.from, len(w.lists))
	return w
}

// row is what a product matches, by term of the query.
func (w *walk) row(product int32) []match {
	for i, q := range w.terms {
		var m match
		for l := w.from[i]; l < w.from[i+1]; l++ {
			list := skipTo(w.lists[l], product)
			w.lists[l] = list
			if len(list) > 0 && list[0].product == product {
				m.weight = max(m.weight, fieldWeights[list[0].best]*q.factor)
				m.marks |= list[0].marks
			}
		}
		w.hits[i] = m
	}
	return w.hits
}

// skipTo cuts off what stands before the product, in steps that double: near is found fast,
// and far is not slow.
func skipTo(list []posting, product int32) []posting {
	end := 1
	for end < len(list) && list[end-1].product < product {
		end *= 2
	}
	end = min(end, len(list))
	start := end / 2 // what stands before it is known to be less
	return list[start+sort.Search(end-start, func(i int) bool { return list[start+i].product >= product }):]
}

// score rates one candidate by what it matches. It is 1 where all words are in the title,
// and somewhat more where they are all of it.
func (c *Catalog) score(product int32, terms []queryTerm, row []match, f filter) (best ranked, passes bool) {
	e := &c.index.entries[product]
	if !f.category(e) {
		return ranked{}, false
	}
	p := c.sorted[product]
	options := false
	title, all := 0.0, 0.0
	for i, m := range row {
		all += terms[i].idf * terms[i].share
		options = options || m.marks&markOption != 0
		if m.marks&markTitle != 0 {
			title += terms[i].idf
		}
	}
	top := -1.0
	for v := range p.Variants {
		if !f.variant(product, v, &p.Variants[v]) {
			continue
		}
		score, coverage := 0.0, 0.0
		for i, m := range row {
			weight := m.weight
			if m.marks&markOption != 0 && c.index.hasLabel(e, v, terms[i]) {
				weight = max(weight, optionWeight*terms[i].factor)
			}
			if weight > 0 {
				score += terms[i].idf * terms[i].share * float64(weight)
				coverage += terms[i].idf
			}
		}
		if e.titleIDF > 0 {
			score *= 1 + wholeTitleBonus*min(1, title/e.titleIDF)
		}
		if score > top {
			top, passes = score, true
			best = ranked{product: product, score: int32(math.Round(score / all * steps)), coverage: coverage}
		}
		if !options {
			break // the others score the same
		}
	}
	return best, passes && best.coverage > 0
}

// optionScore is the information that a variant matches by its option labels.
func (x *index) optionScore(e *entry, variant int, terms []queryTerm) (score float64) {
	for _, q := range terms {
		if x.hasLabel(e, variant, q) {
			score += q.idf
		}
	}
	return score
}

// hasLabel reports whether a variant's option labels have the term.
func (x *index) hasLabel(e *entry, variant int, q queryTerm) bool {
	for axis := range e.axes {
		for _, t := range x.label(e, variant, axis) {
			if slices.Contains(q.terms, t) {
				return true
			}
		}
	}
	return false
}
