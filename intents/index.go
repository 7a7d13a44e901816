package intents

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// Index is what product linking knows of a catalogue: built once, never changed, safe
// for concurrent use. Whatever is looked up in it goes by lists of the products that
// carry a term; nothing goes through all products.
type Index struct {
	// entries are the products in the order of their ids, so that the order in which a
	// catalogue lists them changes nothing.
	entries []entry
	// place finds an entry by its product.
	place map[ids.Product]int32
	// numbers number the words and concepts that products carry, names and postings go by
	// that number.
	numbers  map[string]int32
	names    []string
	postings [][]posting
	// best is the most telling field that any product has a term in.
	best []field
	// makers count the products whose maker has the term in its name.
	makers map[int32]int32
	// models are the terms with a number that is no measure, with the shorter ways in which
	// they are said.
	models map[int32][]int32
	// meanings are the concepts that a word stands for.
	meanings map[int32][]int32
	typos    typos
	// pairs are neighbouring words of titles and tags: a number in such a pair is part of
	// a name ("pixel 10").
	pairs map[[2]int32]bool
	// joined are such pairs by how they look when written as one word.
	joined map[uint32][2]int32
	seed   maphash.Seed
	// codes are the ids and SKUs of all that can be bought, by their hash.
	codes []code
	// labels give the label as the catalogue writes it for a folded one, by axis.
	labels map[string]map[string]string
}

// entry is what the index keeps of a product beside its postings.
type entry struct {
	product *catalog.Product
	// title are the words of the title in order, a kind of goods of several words as one.
	title []int32
	// groups are those of the traits in the title, one bit each.
	groups uint32
	// kind says that the product tells what kind of goods it is.
	kind bool
}

// posting says that a product carries a term, and where.
type posting struct {
	entry int32
	field field
	// own says that it tells what the product is, not what it is for or made of.
	own bool
}

// field is where a product carries a term.
type field uint8

// The fields, from the least to the most telling. Terms after para (or with it,
// "compatível com") name what the product is for, not what it is.
const (
	fieldNone field = iota
	fieldDescription
	fieldCategory
	fieldOption
	fieldFor
	fieldTag
	fieldPart
	fieldBrand
	fieldTitle
)

// weights are what a term counts in each field.
var weights = [...]float64{
	fieldDescription: 0.3, fieldCategory: 0.4, fieldOption: 0.5, fieldFor: 0.8, fieldTag: 0.8, fieldPart: 0.85, fieldBrand: 0.9, fieldTitle: 1,
}

// NewIndex builds the index of the products. It keeps the pointers.
func NewIndex(products []*catalog.Product) *Index {
	x := &Index{
		place: make(map[ids.Product]int32, len(products)), numbers: map[string]int32{}, makers: map[int32]int32{}, meanings: map[int32][]int32{},
		pairs: map[[2]int32]bool{}, joined: map[uint32][2]int32{}, seed: maphash.MakeSeed(), labels: map[string]map[string]string{},
	}
	sorted := slices.Clone(products)
	slices.SortStableFunc(sorted, func(a, b *catalog.Product) int { return strings.Compare(string(a.ID), string(b.ID)) })
	x.entries = make([]entry, 0, len(sorted))
	b := builder{Index: x, found: map[int32]posting{}}
	for _, p := range sorted {
		b.product(p)
	}
	for i, list := range x.postings {
		x.postings[i] = slices.Clip(list)
	}
	x.findModels()
	x.typos = newTypos(x.numbers)
	x.sortCodes()
	return x
}

// findModels notes which terms are numbers of models.
func (x *Index) findModels() {
	x.models = map[int32][]int32{}
	for id, text := range x.names {
		if !hasDigit(text) || isMeasure(text) {
			continue
		}
		parts := []int32{}
		for _, part := range partsOf(text) {
			if at, known := x.numbers[part]; known {
				parts = append(parts, at)
			}
		}
		x.models[int32(id)] = parts
	}
}

// worth is how much a term tells: the rarer, the more (inverse document frequency).
func (x *Index) worth(carriers int) float64 {
	return math.Log(1 + float64(len(x.entries)+1)/float64(carriers+1))
}

// product returns the product with the id, nil if there is none.
func (x *Index) product(id ids.Product) *catalog.Product {
	if i, ok := x.place[id]; ok {
		return x.entries[i].product
	}
	return nil
}

// carried returns the number of a term that some product carries.
func (x *Index) carried(text string) (int32, bool) {
	id, ok := x.numbers[text]
	return id, ok && len(x.postings[id]) > 0
}

// carries reports whether any product carries the term.
func (x *Index) carries(text string) bool {
	_, ok := x.carried(text)
	return ok
}

// isPair reports whether the words stand side by side in some title or tag.
func (x *Index) isPair(a, b string) bool {
	first, known := x.numbers[a]
	second, also := x.numbers[b]
	return known && also && x.pairs[[2]int32{first, second}]
}

// isMaker reports whether the term is above all the name of a maker.
func (x *Index) isMaker(term int32) bool {
	return 2*int(x.makers[term]) > len(x.postings[term])
}

func (x *Index) hash(text string) uint32 { return uint32(maphash.String(x.seed, text)) }

// termsOfToken returns the term of a token, none for a mark or a word without meaning.
func termsOfToken(t token) []string {
	if t.mark || stopWords[t.word] {
		return nil
	}
	return termsOfWord(t.word)
}

func termsOfWord(word string) []string { return []string{form(word)} }
