package intents

import (
	"slices"
	"strings"

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
	// likeFactor is what a word counts that only resembles one of the catalogue.
	likeFactor = 0.9
)

// term is a word of the customer, as the catalogue has it.
type term struct {
	text string
	// known says that the catalogue has the word; factor is below 1 for a likeness.
	known  bool
	factor float64
	worth  float64
}

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
	l := links{terms: x.terms(tokens)}
	if len(l.terms) == 0 || onlyLikenesses(l.terms) {
		return l
	}
	least := leastExplained
	if within != nil {
		least = leastExplainedInBasket
	}
	type hit struct {
		place            int
		score, explained float64
	}
	var hits []hit
	for _, place := range x.places(l.terms, within) {
		score, explained, ok := x.entries[place].score(l.terms)
		if ok && explained >= least {
			hits = append(hits, hit{place, score, explained})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return strings.Compare(string(x.entries[a.place].product.ID), string(x.entries[b.place].product.ID))
	})
	var likely []*entry
	for _, h := range hits {
		if h.score >= tie*hits[0].score {
			likely = append(likely, &x.entries[h.place])
			l.explained = max(l.explained, h.explained)
		}
	}
	for _, e := range withoutLonger(likely, l.terms) {
		l.products = append(l.products, e.product)
	}
	return l
}

// sureLikeness is the length from which a mistyped word alone names a product.
const sureLikeness = 5

// onlyLikenesses reports whether nothing was recognised but short words that resemble
// some other: "back" is no power bank.
func onlyLikenesses(terms []term) bool {
	return !slices.ContainsFunc(terms, func(t term) bool {
		return t.known && (t.factor == 1 || len(t.text) >= sureLikeness)
	})
}

// places lists the entries that carry a known term or are within, in a fixed order.
func (x *Index) places(terms []term, within []ids.Product) []int {
	var out []int
	if within != nil {
		for _, id := range within {
			if place, ok := x.place[id]; ok {
				out = append(out, place)
			}
		}
	} else {
		for _, t := range terms {
			if t.known {
				out = append(out, x.byTerm[t.text]...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// score weighs the terms against a product. A word with digits names a model: a product
// without it is not the one.
func (e *entry) score(terms []term) (score, explained float64, ok bool) {
	var matched, all float64
	for _, t := range terms {
		all += t.worth
		weight, has := e.weights[t.text]
		if !has && hasDigit(t.text) && !e.hasLabelPart(t.text) {
			return 0, 0, false
		}
		if has {
			score += t.worth * weight * t.factor
			if weight > weightDescription {
				matched += t.worth
			} else {
				matched += t.worth / 2
			}
		}
	}
	return score, matched / all, score > 0
}

// hasLabelPart reports whether a number is half of an option label such as 35/36.
func (e *entry) hasLabelPart(number string) bool {
	for _, o := range e.product.Options {
		for _, label := range o.Labels {
			if strings.Contains(label, "/") && slices.Contains(strings.Split(label, "/"), number) {
				return true
			}
		}
	}
	return false
}

// withoutLonger drops products whose title says more than another's that the customer
// named by its model: "Pixel 10" is not the Pro. A title without a model must be said in
// full for that.
func withoutLonger(entries []*entry, terms []term) []*entry {
	said := map[string]bool{}
	for _, t := range terms {
		said[t.text] = true
	}
	return slices.DeleteFunc(slices.Clone(entries), func(long *entry) bool {
		return slices.ContainsFunc(entries, func(short *entry) bool {
			return len(short.title) < len(long.title) && short.isNamedBy(said) && containsAll(long.title, short.title)
		})
	})
}

func (e *entry) isNamedBy(said map[string]bool) bool {
	model, whole := false, true
	for _, t := range e.title {
		if hasDigit(t) {
			if !said[t] {
				return false
			}
			model = true
		}
		whole = whole && said[t]
	}
	return model || whole
}

func containsAll(long, short []string) bool {
	return !slices.ContainsFunc(short, func(t string) bool { return !slices.Contains(long, t) })
}
