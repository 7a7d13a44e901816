package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
)

// builder fills an index, one product after the other.
type builder struct {
	*Index
	// found are the terms of the product at hand.
	found map[int32]posting
	// order are those terms as they came.
	order []int32
	// kindless says that neither title nor tags tell what kind of goods it is, so that the
	// category does.
	kindless bool
	// groups are those of the traits that were read, one bit each.
	groups uint32
}

// tells reports whether the product at hand has told what kind of goods it is.
func (b *builder) tells() bool {
	return slices.ContainsFunc(b.order, func(id int32) bool { return b.found[id].own })
}

func (b *builder) product(p *catalog.Product) {
	place := int32(len(b.entries))
	e := entry{product: p}
	b.order = b.order[:0]
	clear(b.found)
	b.groups = 0

	e.title = b.text(p.Title, fieldTitle)
	e.groups = b.groups
	for _, id := range b.text(p.Brand, fieldBrand) {
		b.makers[id]++
	}
	for _, tag := range p.Tags {
		b.text(tag, fieldTag)
	}
	for _, o := range p.Options {
		for _, label := range o.Labels {
			b.label(o.Name, label)
		}
	}
	e.kind = b.tells()
	b.kindless = !e.kind
	b.text(p.Category, fieldCategory)
	b.text(p.Description, fieldDescription)

	for _, id := range b.order {
		at := b.found[id]
		at.entry = place
		e.kind = e.kind || at.own
		b.best[id] = max(b.best[id], at.field)
		b.postings[id] = append(b.postings[id], at)
	}
	b.codesOf(p, place)
	b.place[p.ID] = place
	b.entries = append(b.entries, e)
}

// intern returns the number of a term.
func (b *builder) intern(text string) int32 {
	id, known := b.numbers[text]
	if !known {
		id = int32(len(b.names))
		text = strings.Clone(text)
		b.numbers[text] = id
		b.names = append(b.names, text)
		b.postings, b.best = append(b.postings, nil), append(b.best, fieldNone)
	}
	return id
}

// note says that the product at hand carries the term; the most telling field counts.
func (b *builder) note(text string, f field, own bool) int32 {
	id := b.intern(text)
	at, seen := b.found[id]
	if !seen {
		b.order = append(b.order, id)
	}
	at.field, at.own = max(at.field, f), at.own || own
	b.found[id] = at
	return id
}

// text reads one text of the product and returns its words in order, a kind of goods of
// several words as one.
func (b *builder) text(text string, f field) []int32 {
	tokens := glueUnits(tokenize(text))
	forms := formsOf(tokens)
	var out []int32
	last, before, isFor := int32(-1), "", false
	for i := 0; i < len(tokens); i++ {
		if forWords[tokens[i].word] {
			isFor = true
		}
		at := f
		if isFor && f >= fieldFor && !isMeasure(tokens[i].word) {
			at = fieldFor
		}
		names := concepts().at(forms, i)
		own := !isFor && (f == fieldTitle || f == fieldTag || f == fieldCategory && b.kindless) && (i == 0 || !smallWords[tokens[i-1].word])
		length := 1
		for _, n := range names {
			length = len(n.words)
			c := concepts().concepts[n.concept]
			if n.weak && i > 0 {
				continue // an everyday word names goods only where it leads: "Redmi Note"
			}
			b.note(c.term, at, own && c.goods && !n.weak)
			b.groups |= 1 << c.group &^ 1
		}
		if length > 1 {
			out = add(out, b.note(strings.Join(forms[i:i+length], " "), at, false))
		}
		for j := i; j < i+length; j++ {
			if tokens[j].mark || stopWords[tokens[j].word] {
				continue
			}
			id := b.word(tokens[j].word, forms[j], inner(at, j > i), names)
			if length == 1 {
				out = add(out, id)
			}
			if last >= 0 && (f == fieldTitle || f == fieldTag) {
				b.pair(last, id, before+tokens[j].word)
			}
			last, before = id, tokens[j].word
		}
		i += length - 1
	}
	return out
}

// inner is the field of the later words of a name: "son" of "caixa de som" is no word of
// its own.
func inner(f field, later bool) field {
	if later && f > fieldFor {
		return fieldFor
	}
	return f
}

func add(list []int32, id int32) []int32 {
	if slices.Contains(list, id) {
		return list
	}
	return append(list, id)
}

// word notes a word and its parts: "xm5" and "1000" of 1000xm5, "256" of 256gb.
func (b *builder) word(word, form string, f field, names []name) int32 {
	id := b.note(form, f, false)
	for _, n := range names {
		if len(n.words) == 1 {
			b.meanings[id] = add(b.meanings[id], b.intern(concepts().concepts[n.concept].term))
		}
	}
	if hasDigit(word) && f > fieldDescription {
		for _, part := range partsOf(word) {
			b.note(part, min(f, fieldPart), false)
		}
		for _, same := range sameSize(form) {
			b.note(same, f, false)
		}
	}
	return id
}

// partsOf returns the shorter ways in which a model number is said.
func partsOf(word string) []string {
	var out []string
	keep := func(part string) {
		if part != "" && part != word && hasDigit(part) && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	letters := "abcdefghijklmnopqrstuvwxyz"
	keep(strings.TrimRight(word, letters))
	if rest := strings.TrimLeft(word, letters); len(rest) > 1 {
		keep(rest)
		keep(strings.TrimRight(rest, letters))
	}
	if rest := strings.TrimLeft(word, "0123456789"); len(rest) > 2 {
		keep(rest)
	}
	return out
}

// label notes an option label, with the other names of a size and the halves of a double
// one.
func (b *builder) label(axis, label string) {
	axis = fold(axis)
	if b.labels[axis] == nil {
		b.labels[axis] = map[string]string{}
	}
	key := labelKey(label)
	b.labels[axis][key] = label
	for _, term := range termsOfLabel(label) {
		b.note(term, fieldOption, false)
	}
	for _, half := range halvesOf(label) {
		b.note(half, fieldOption, false)
	}
	for _, other := range sizeNames[key] {
		b.note(other, fieldOption, false)
	}
}

// pair notes that two words stand side by side, and how they look in one.
func (b *builder) pair(first, second int32, joined string) {
	pair := [2]int32{first, second}
	if b.pairs[pair] {
		return
	}
	b.pairs[pair] = true
	if hash := b.hash(joined); len(b.names[first]) > 1 {
		if _, taken := b.joined[hash]; !taken {
			b.joined[hash] = pair
		}
	}
}

// forWords begin what a product is for.
var forWords = wordSet("para for compativel compatible")

// isMeasure reports whether a word is a number with a unit: 2m, 500ml.
func isMeasure(word string) bool {
	digits, letters := splitNumber(word)
	_, known := units[letters]
	return digits != "" && letters != "" && known && isDigit(word[0])
}
