package catalog

import (
	"math"
	"slices"
	"strings"
)

// What a word is worth by where the product has it. Words of a title after "para" tell
// what the product goes with, not what it is. An option word alone (a colour, a size) is
// an attribute that many kinds of goods share.
const (
	titleWeight       = 1.0
	brandWeight       = 0.9
	modifierWeight    = 0.8
	tagWeight         = 0.8
	optionWeight      = 0.6
	categoryWeight    = 0.4
	descriptionWeight = 0.3
)

// modifierWords begin the part of a title that tells what the product goes with.
var modifierWords = wordSet("para for compativel compatible")

// index finds products by their words. Products go by their position in the catalogue,
// words by a number.
type index struct {
	terms    map[string]int32
	postings [][]posting // by term, each in order of products
	idf      []float64   // by term: ln(1 + products / products with the term)
	entries  []entry     // by product
	spelling spelling
}

// posting says how a product has a term.
type posting struct {
	product  int32
	weight   float32 // of the best field, 0 if none of them has it
	inTitle  bool
	inOption bool // of one variant at least
}

// entry is what the index knows of one product.
type entry struct {
	title    []int32     // the terms of the title, each once
	titleIDF float64     // their sum
	category string      // folded, as categoryPath writes it
	axes     []int32     // the terms of the options' names
	labels   [][][]int32 // the terms of the labels, by variant and option
}

// newIndex indexes the products.
func newIndex(products []*Product) *index {
	x := &index{
		terms:    make(map[string]int32),
		entries:  make([]entry, len(products)),
		spelling: newSpelling(),
	}
	for i, p := range products {
		x.add(int32(i), p)
	}
	x.idf = make([]float64, len(x.postings))
	for t, list := range x.postings {
		x.idf[t] = math.Log(1 + float64(len(products))/float64(max(len(list), 1)))
	}
	for i := range x.entries {
		for _, t := range x.entries[i].title {
			x.entries[i].titleIDF += x.idf[t]
		}
	}
	return x
}

func (x *index) add(product int32, p *Product) {
	found := make(map[int32]posting)
	note := func(token string, weight float32) int32 {
		t := x.intern(term(token))
		x.spelling.add(token, t)
		hit := found[t]
		hit.weight = max(hit.weight, weight)
		found[t] = hit
		return t
	}
	field := func(text string, weight float32) {
		for _, token := range informative(append(tokens(text), compounds(text)...)) {
			note(token, weight)
		}
	}

	e := &x.entries[product]
	weight := float32(titleWeight)
	for _, token := range tokens(p.Title) {
		if modifierWords[token] {
			weight = modifierWeight
		}
		if stopWords[token] {
			continue
		}
		t := note(token, weight)
		hit := found[t]
		if !hit.inTitle {
			hit.inTitle = true
			found[t] = hit
			e.title = append(e.title, t)
		}
	}
	for _, word := range compounds(p.Title) {
		note(word, titleWeight)
	}
	field(p.Brand, brandWeight)
	field(strings.Join(p.Tags, " "), tagWeight)
	field(p.Category, categoryWeight)
	field(p.Description, descriptionWeight)

	e.category = categoryPath(p.Category)
	for _, o := range p.Options {
		// Names are compared, not searched for: no product is posted under them.
		e.axes = append(e.axes, x.intern(axis(o.Name)))
	}
	for i := range p.Variants {
		labels := make([][]int32, len(p.Options))
		for axis, o := range p.Options {
			label, _ := p.Variants[i].selected(o.Name)
			for _, token := range tokens(label) {
				t := note(token, 0)
				hit := found[t]
				hit.inOption = true
				found[t] = hit
				labels[axis] = append(labels[axis], t)
			}
		}
		e.labels = append(e.labels, labels)
	}

	for t, hit := range found {
		hit.product = product
		x.postings[t] = append(x.postings[t], hit)
	}
}

// intern returns the number of a term, a new one if need be.
func (x *index) intern(word string) int32 {
	t, ok := x.terms[word]
	if !ok {
		t = int32(len(x.postings))
		x.terms[word] = t
		x.postings = append(x.postings, nil)
	}
	return t
}

// lookup returns the number of a token's term if a product has it.
func (x *index) lookup(token string) (int32, bool) {
	t, ok := x.terms[term(token)]
	return t, ok && len(x.postings[t]) > 0
}

// informative leaves the stop words out.
func informative(tokens []string) []string {
	return slices.DeleteFunc(tokens, func(token string) bool { return stopWords[token] })
}

// axis returns the name of an option as a term, so that Cor and Colour are the same.
func axis(name string) string {
	words := tokens(name)
	for i, word := range words {
		words[i] = term(word)
	}
	return strings.Join(words, " ")
}

// categoryPath folds a category such as "Footwear > Running" so that an ancestor is a
// prefix: "footwear>running>".
func categoryPath(category string) string {
	var path strings.Builder
	for segment := range strings.SplitSeq(Fold(category), ">") {
		path.WriteString(strings.TrimSpace(segment))
		path.WriteByte('>')
	}
	return path.String()
}
