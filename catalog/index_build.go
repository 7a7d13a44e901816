package catalog

import (
	"math"
	"slices"
	"strings"
)

// builder fills an index, one product after the other.
type builder struct {
	*index
	forms formSet
	// found are the postings of the product at hand, by term where at says so; order are
	// their terms as they came.
	found []posting
	at    map[int32]int
	order []int32
	// What many products have in common is read once.
	texts        map[string][]int32
	axisNames    map[string]int32
	labelNumbers map[string]int32
	// categoryNumbers are those of categories as products write them, pathNumbers by path.
	categoryNumbers, pathNumbers map[string]int32
}

// maxRemembered bounds the texts that are remembered while an index is built.
const maxRemembered = 100_000

// newIndex indexes the products, which are in order of their ids.
func newIndex(products []*Product) *index {
	x := &index{terms: make(map[string]int32), entries: make([]entry, len(products))}
	b := &builder{
		index: x, forms: newFormSet(), at: map[int32]int{}, texts: map[string][]int32{},
		axisNames: map[string]int32{}, labelNumbers: map[string]int32{},
		categoryNumbers: map[string]int32{}, pathNumbers: map[string]int32{},
	}
	for i, p := range products {
		b.product(int32(i), p)
	}
	b.sortCategories()
	x.spelling = b.forms.spelling()
	x.idf = make([]float64, len(x.postings))
	for t, list := range x.postings {
		x.postings[t] = slices.Clone(list) // appending left room that nobody needs
		x.idf[t] = worth(len(list), len(products))
	}
	for i := range x.entries {
		for _, t := range x.entries[i].title {
			x.entries[i].titleIDF += x.idf[t]
		}
	}
	return x
}

// worth is what a word tells that so many products of all have: the logarithm of how rare
// it is, in eighths. A product more or less hardly ever changes it, and with it the order
// of what was found.
func worth(have, all int) float64 {
	return math.Round(8*math.Log(1+float64(all)/float64(max(have, 1)))) / 8
}

func (b *builder) product(number int32, p *Product) {
	b.found, b.order = b.found[:0], b.order[:0]
	clear(b.at)
	e := &b.entries[number]
	b.title(e, p.Title)
	b.field(p.Brand, fieldBrand)
	for _, tag := range p.Tags {
		b.field(tag, fieldTag)
	}
	b.category(number, e, p.Category)
	for _, class := range p.Classes {
		b.category(number, e, class.Value)
	}
	for _, t := range b.read(p.Description) {
		b.note(t, fieldDescription, 0)
	}
	for _, o := range p.Options {
		e.axes = append(e.axes, b.axisOf(o.Name))
	}
	e.labels = make([]int32, 0, len(p.Options)*len(p.Variants))
	for i := range p.Variants {
		for _, o := range p.Options {
			label, _ := p.Variants[i].selected(o.Name)
			l := b.labelOf(label)
			e.labels = append(e.labels, l)
			for _, t := range b.labelTerms[l] {
				b.note(t, fieldNone, markOption)
			}
		}
	}
	for i, t := range b.order {
		b.found[i].product = number
		b.postings[t] = append(b.postings[t], b.found[i])
	}
}

// note says that the product at hand has a term; the field worth most counts.
func (b *builder) note(t int32, f field, marks uint8) {
	i, seen := b.at[t]
	if !seen {
		i = len(b.order)
		b.at[t] = i
		b.order, b.found = append(b.order, t), append(b.found, posting{})
	}
	hit := &b.found[i]
	hit.best, hit.marks = max(hit.best, f), hit.marks|marks
}

func (b *builder) title(e *entry, text string) {
	f := fieldTitle
	for _, token := range tokens(text) {
		if modifierWords[token] {
			f = fieldModifier
		}
		if stopWords[token] {
			continue
		}
		t := b.token(token)
		if !slices.Contains(e.title, t) {
			e.title = append(e.title, t)
		}
		b.note(t, f, markTitle)
	}
	e.title = slices.Clip(e.title)
	for _, word := range compounds(text) {
		b.note(b.token(word), fieldTitle, 0)
	}
}

// field notes a text that many products may have.
func (b *builder) field(text string, f field) {
	terms, known := b.texts[text]
	if !known {
		terms = b.read(text)
		if len(b.texts) < maxRemembered {
			b.texts[text] = terms
		}
	}
	for _, t := range terms {
		b.note(t, f, 0)
	}
}

// read returns the terms of a text.
func (b *builder) read(text string) []int32 {
	if text == "" {
		return nil
	}
	words := informative(append(tokens(text), compounds(text)...))
	out := make([]int32, len(words))
	for i, token := range words {
		out[i] = b.token(token)
	}
	return out
}

// token returns the number of a token's term and makes its spelling known.
func (b *builder) token(token string) int32 {
	t := b.intern(term(token))
	b.forms.add(token, t)
	return t
}

// intern returns the number of a term, a new one if need be.
func (b *builder) intern(word string) int32 {
	t, ok := b.terms[word]
	if !ok {
		t = int32(len(b.postings))
		b.terms[word] = t
		b.postings = append(b.postings, nil)
	}
	return t
}

func (b *builder) category(number int32, e *entry, category string) {
	if category == "" {
		return
	}
	if !code(category) {
		b.field(category, fieldCategory)
	}
	c, known := b.categoryNumbers[category]
	if !known {
		path := categoryPath(category)
		if c, known = b.pathNumbers[path]; !known {
			c = int32(len(b.categories))
			b.categories, b.inCategory = append(b.categories, path), append(b.inCategory, nil)
			b.pathNumbers[path] = c
		}
		b.categoryNumbers[category] = c
	}
	if !slices.Contains(e.categories, c) {
		e.categories = append(e.categories, c)
		b.inCategory[c] = append(b.inCategory[c], number)
	}
}

// sortCategories numbers the categories anew, in the order of their paths.
func (b *builder) sortCategories() {
	order := make([]int32, len(b.categories))
	for c := range order {
		order[c] = int32(c)
	}
	slices.SortFunc(order, func(x, y int32) int { return strings.Compare(b.categories[x], b.categories[y]) })
	numbers := make([]int32, len(order))
	paths, products := make([]string, len(order)), make([][]int32, len(order))
	for number, c := range order {
		numbers[c], paths[number], products[number] = int32(number), b.categories[c], b.inCategory[c]
	}
	b.categories, b.inCategory = paths, products
	for i := range b.entries {
		for j, c := range b.entries[i].categories {
			b.entries[i].categories[j] = numbers[c]
		}
	}
}

// code reports whether a category is a code of its taxonomy, such as 187 or el-4-8-5-2, and no
// words: nobody asks for the el or the 2 in it.
func code(category string) bool {
	return !strings.ContainsAny(category, " >") && strings.ContainsAny(category, "0123456789")
}

// axisOf is the term of an option's name. Names are compared, not searched for: no product
// is posted under them.
func (b *builder) axisOf(name string) int32 {
	t, known := b.axisNames[name]
	if !known {
		t = b.intern(axis(name))
		b.axisNames[name] = t
	}
	return t
}

func (b *builder) labelOf(label string) int32 {
	l, known := b.labelNumbers[label]
	if !known {
		l = int32(len(b.labelTerms))
		b.labelNumbers[label] = l
		words := tokens(label)
		terms := make([]int32, len(words))
		for i, token := range words {
			terms[i] = b.token(token)
		}
		b.labelTerms = append(b.labelTerms, terms)
	}
	return l
}
