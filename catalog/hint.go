package catalog

import "math"

// hintBonus is what a product gains of a score of 1 if all of the hint fits it: enough to go
// first among what is alike, less than a word of what was asked for is worth.
const hintBonus = 0.05

// hint raises the products that fit what the buyer has in mind. It finds none and loses none.
type hint struct {
	index *index
	terms []queryTerm
	all   float64
}

// hint reads what the buyer has in mind; nil if that tells nothing.
func (x *index) hint(text string) *hint {
	terms, _ := x.analyse(x.wish(text).words) // what is not wanted raises nothing
	h := &hint{index: x, terms: terms}
	for _, t := range terms {
		h.all += t.idf
	}
	if h.all == 0 {
		return nil
	}
	return h
}

// raiser adds to the scores of products, which must come in rising order.
func (h *hint) raiser() func(ranked) ranked {
	walk := newWalk(h.index, h.terms)
	return func(r ranked) ranked {
		fits := 0.0
		for t, m := range walk.row(r.product) {
			weight := m.weight
			if m.marks&markOption != 0 {
				weight = max(weight, optionWeight*h.terms[t].factor)
			}
			fits += h.terms[t].idf * float64(weight)
		}
		r.score += int32(math.Round(fits / h.all * hintBonus * steps))
		return r
	}
}
