package catalog

import (
	"slices"
	"strings"
)

// field is where a product has a word. The numbers are places in fieldWeights.
type field uint8

const (
	fieldNone field = iota
	fieldDescription
	fieldCategory
	fieldModifier
	fieldTag
	fieldBrand
	fieldTitle
)

// fieldWeights are what a word is worth by where the product has it. Words of a title after
// "para" tell what the product goes with, not what it is.
var fieldWeights = [...]float32{
	fieldDescription: 0.3, fieldCategory: 0.4, fieldModifier: 0.8, fieldTag: 0.8, fieldBrand: 0.9, fieldTitle: 1,
}

// optionWeight is what an option word is worth where the variant has it: a colour or a size
// alone is an attribute that many kinds of goods share.
const optionWeight = 0.6

// modifierWords begin the part of a title that tells what the product goes with.
var modifierWords = wordSet("para for compativel compatible")

// index finds products by their words. Products go by their number, which is their rank by
// id, words by a number of their own. What it keeps of a product is small, for there may be
// a million.
type index struct {
	terms    map[string]int32
	postings [][]posting // by term, each in order of products
	idf      []float64   // by term: what it tells
	entries  []entry     // by product
	spelling spelling

	// labelTerms are the terms of a label, by the number that entries have for it.
	labelTerms [][]int32
	// categories are the paths of all categories, as categoryPath writes them, in order: what is
	// below one comes right after it.
	categories []string
	// inCategory are the products of a category, in order.
	inCategory [][]int32
}

// posting says how a product has a term.
type posting struct {
	product int32
	best    field // the field worth most, fieldNone if only an option has it
	marks   uint8
}

const (
	markTitle  = 1 << iota // the title has it
	markOption             // an option of one variant at least has it
)

// entry is what the index knows of one product.
type entry struct {
	title      []int32 // the terms of the title, each once
	titleIDF   float64 // the sum of what they are worth
	categories []int32 // its own, and what others call it
	axes       []int32 // the terms of the options' names
	labels     []int32 // the labels, by variant and then option
}

// label returns the terms of a variant's label on an option.
func (x *index) label(e *entry, variant, axis int) []int32 {
	return x.labelTerms[e.labels[variant*len(e.axes)+axis]]
}

// lookup returns the number of a token's term if a product has it.
func (x *index) lookup(token string) (int32, bool) {
	t, ok := x.terms[term(token)]
	return t, ok && len(x.postings[t]) > 0
}

// number returns the number of a term, or -1.
func (x *index) number(word string) int32 {
	if t, known := x.terms[word]; known {
		return t
	}
	return -1
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
