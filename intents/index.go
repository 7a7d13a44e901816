package intents

import (
	"math"
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// The weight of a term by where a product carries it. Terms after para (or with it,
// "compatível com") name what the product is for, not what it is.
const (
	weightTitle       = 1.0
	weightBrand       = 0.9
	weightTag         = 0.8
	weightFor         = 0.8
	weightOption      = 0.5
	weightCategory    = 0.4
	weightDescription = 0.3
)

// Index is what product linking knows of a catalogue: built once, never changed, safe
// for concurrent use.
type Index struct {
	entries []entry
	// byTerm lists the entries that carry a term.
	byTerm map[string][]int
	// bySound lists the terms that sound alike, for mistyped words.
	bySound map[string][]string
	// keys are the sounds by their first letter, sorted.
	keys map[byte][]string
	// byID finds products by product id, variant id and SKU, folded.
	byID map[string]catalog.Offer
	// place finds an entry by its product.
	place map[ids.Product]int
	// pairs are neighbouring words of titles and tags: a number in such a pair is part of
	// a name ("pixel 10").
	pairs map[string]bool
	// labels give the label as the catalogue writes it for a folded one, by axis.
	labels map[string]map[string]string
}

type entry struct {
	product *catalog.Product
	weights map[string]float64
	// title are the terms of the title in order, without those of option labels.
	title []string
}

// NewIndex builds the index of the products. It keeps the pointers.
func NewIndex(products []*catalog.Product) *Index {
	x := &Index{
		byTerm: map[string][]int{}, bySound: map[string][]string{}, keys: map[byte][]string{}, byID: map[string]catalog.Offer{},
		place: map[ids.Product]int{}, pairs: map[string]bool{}, labels: map[string]map[string]string{},
	}
	for _, p := range products {
		x.add(p)
	}
	for term := range x.byTerm {
		key := soundKey(term)
		x.bySound[key] = append(x.bySound[key], term)
	}
	for key, terms := range x.bySound {
		slices.Sort(terms)
		x.keys[firstByte(key)] = append(x.keys[firstByte(key)], key)
	}
	for _, keys := range x.keys {
		slices.Sort(keys)
	}
	return x
}

func (x *Index) add(p *catalog.Product) {
	e := entry{product: p, weights: map[string]float64{}}
	e.addTitle(p.Title)
	e.add(p.Brand, weightBrand)
	e.add(p.Category, weightCategory)
	e.add(p.Description, weightDescription)
	x.pair(p.Title)
	for _, tag := range p.Tags {
		e.add(tag, weightTag)
		x.pair(tag)
	}
	for _, o := range p.Options {
		for _, label := range o.Labels {
			e.add(label, weightOption)
			x.label(o.Name, label)
		}
	}
	x.byID[fold(string(p.ID))] = catalog.Offer{Product: p}
	for i := range p.Variants {
		v := &p.Variants[i]
		for _, id := range []string{string(v.ID), v.SKU} {
			if _, taken := x.byID[fold(id)]; id != "" && !taken {
				x.byID[fold(id)] = catalog.Offer{Product: p, Variant: v}
			}
		}
	}
	for term := range e.weights {
		x.byTerm[term] = append(x.byTerm[term], len(x.entries))
	}
	x.place[p.ID] = len(x.entries)
	x.entries = append(x.entries, e)
}

func (x *Index) label(axis, label string) {
	axis = fold(axis)
	if x.labels[axis] == nil {
		x.labels[axis] = map[string]string{}
	}
	x.labels[axis][labelKey(label)] = label
}

func (x *Index) pair(text string) {
	terms := termsOf(text)
	for i := 1; i < len(terms); i++ {
		x.pairs[terms[i-1]+" "+terms[i]] = true
	}
}

func (e *entry) addTitle(title string) {
	weight := weightTitle
	for _, t := range glueUnits(tokenize(title)) {
		if t.word == "para" || t.word == "for" {
			weight = weightFor
		}
		for _, term := range termsOfToken(t) {
			if _, known := e.weights[term]; !known {
				e.title = append(e.title, term)
			}
			e.raise(term, weight)
		}
		if size := strings.TrimRight(t.word, "abcdefghijklmnopqrstuvwxyz"); size != t.word && isNumber(size) {
			e.raise(size, weight*0.9) // "de 256" for 256 GB
		}
	}
}

func (e *entry) add(text string, weight float64) {
	for _, term := range termsOf(text) {
		e.raise(term, weight)
	}
}

func (e *entry) raise(term string, weight float64) {
	e.weights[term] = max(e.weights[term], weight)
}

// worth is how much a term tells: the rarer, the more (inverse document frequency).
func (x *Index) worth(term string) float64 {
	return math.Log(1 + float64(len(x.entries)+1)/float64(len(x.byTerm[term])+1))
}

func (x *Index) unknownWorth() float64 {
	return math.Log(1 + float64(len(x.entries)+1)/(unknownFrequency+1))
}

// product returns the product with the id, nil if there is none.
func (x *Index) product(id ids.Product) *catalog.Product {
	if i, ok := x.place[id]; ok {
		return x.entries[i].product
	}
	return nil
}

// termsOf returns the terms of a text: no stop words, singular, Portuguese, no gender.
func termsOf(text string) []string {
	var out []string
	for _, t := range glueUnits(tokenize(text)) {
		out = append(out, termsOfToken(t)...)
	}
	return out
}

func termsOfToken(t token) []string {
	if t.mark || stopWords[t.word] {
		return nil
	}
	return termsOfWord(t.word)
}

func termsOfWord(word string) []string {
	base := stem(word)
	if c, ok := colors[base]; ok {
		return []string{neutral(c)}
	}
	if s, ok := synonyms[base]; ok {
		base = s
	}
	terms := strings.Fields(base)
	for i, term := range terms {
		terms[i] = neutral(term)
	}
	return terms
}

// labelKey is an option label as it is compared.
func labelKey(label string) string { return strings.Join(termsOfLabel(label), " ") }

func termsOfLabel(label string) []string {
	var out []string
	for _, t := range tokenize(label) {
		if !t.mark {
			out = append(out, termsOfWord(t.word)...)
		}
	}
	return out
}
