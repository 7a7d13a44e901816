package catalog

import "slices"

const (
	// leastShare of the information that the best hit matches must be matched by the
	// others too: who asks for a red shirt does not want everything that is red.
	leastShare = 0.4
	// wholeTitleBonus puts "Pixel 10" before "Pixel 10 Pro" for who asks for the former:
	// a title that is matched as a whole raises the score by this part.
	wholeTitleBonus = 0.1
)

// ranked is a product found, with its weighed score and the plain information matched.
type ranked struct {
	product  int32
	score    float64
	coverage float64
}

// rank scores the products that have one of the terms at least and pass the filter. A
// product counts as its best variant that passes: words that only other variants match
// do not help it.
func (c *Catalog) rank(terms []queryTerm, f filter) []ranked {
	products, matches := c.index.candidates(terms)
	found := make([]ranked, 0, len(products))
	best := 0.0
	for i, product := range products {
		row := matches[i*len(terms) : (i+1)*len(terms)]
		r, passes := c.score(product, terms, row, f)
		if passes {
			found = append(found, r)
			best = max(best, r.coverage)
		}
	}
	return slices.DeleteFunc(found, func(r ranked) bool { return r.coverage < leastShare*best })
}

// candidates returns the products that have a term, and for each of them a row of what
// matched, with a posting for every term.
func (x *index) candidates(terms []queryTerm) (products []int32, matches []posting) {
	most := 0
	for _, q := range terms {
		for _, t := range q.terms {
			most += len(x.postings[t])
		}
	}
	most = min(most, len(x.entries))
	products = make([]int32, 0, most)
	matches = make([]posting, 0, most*len(terms))
	row := make([]int32, len(x.entries)) // of a product, counted from 1
	for i, q := range terms {
		for _, t := range q.terms {
			for _, hit := range x.postings[t] {
				if row[hit.product] == 0 {
					products = append(products, hit.product)
					matches = append(matches, make([]posting, len(terms))...)
					row[hit.product] = int32(len(products))
				}
				m := &matches[int(row[hit.product]-1)*len(terms)+i]
				m.weight = max(m.weight, hit.weight*q.factor)
				m.inTitle = m.inTitle || hit.inTitle
				m.inOption = m.inOption || hit.inOption
			}
		}
	}
	return products, matches
}

// score rates one candidate by its row.
func (c *Catalog) score(product int32, terms []queryTerm, row []posting, f filter) (best ranked, passes bool) {
	if !f.category(product) {
		return ranked{}, false
	}
	p, e := c.products[product], &c.index.entries[product]
	options := slices.ContainsFunc(row, func(m posting) bool { return m.inOption })
	title := 0.0
	for i, m := range row {
		if m.inTitle {
			title += terms[i].idf
		}
	}
	for v := range p.Variants {
		if !f.variant(product, v, &p.Variants[v]) {
			continue
		}
		r := ranked{product: product}
		for i, m := range row {
			weight := m.weight
			if m.inOption && e.hasLabel(v, terms[i]) {
				weight = max(weight, optionWeight*terms[i].factor)
			}
			if weight > 0 {
				r.score += terms[i].idf * float64(weight)
				r.coverage += terms[i].idf
			}
		}
		if e.titleIDF > 0 {
			r.score *= 1 + wholeTitleBonus*min(1, title/e.titleIDF)
		}
		if !passes || r.score > best.score {
			best, passes = r, true
		}
		if !options {
			break // the others score the same
		}
	}
	return best, passes && best.coverage > 0
}

// optionScore is the information that a variant matches by its option labels.
func (x *index) optionScore(product int32, variant int, terms []queryTerm) (score float64) {
	for _, q := range terms {
		if x.entries[product].hasLabel(variant, q) {
			score += q.idf
		}
	}
	return score
}

// hasLabel reports whether a variant's option labels have the term.
func (e *entry) hasLabel(variant int, q queryTerm) bool {
	for _, label := range e.labels[variant] {
		for _, t := range label {
			if slices.Contains(q.terms, t) {
				return true
			}
		}
	}
	return false
}
