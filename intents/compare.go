package intents

import (
	"slices"
	"strconv"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// Words that compare the sizes of what is in view, and those that say of what: the unit
// that it is measured in.
var (
	largerWords  = table(wordList("compare largerWords"))
	smallerWords = table(wordList("compare smallerWords"))
	measured     = []struct {
		words phrases
		units []string
	}{
		{table(wordList("compare measured")), []string{"gb", "mah", "l"}},
		{table(wordList("compare measured 2")), []string{"mah"}},
		{table(wordList("compare measured 3")), []string{"w"}},
		{table("tela|screen|pantalla|display"), []string{"pol"}},
		{table("litros|litragem|volume|liters"), []string{"ml"}},
		{table(wordList("compare measured 4")), []string{"cm"}},
	}
	// usualUnits are those compared where nothing else is said, the most likely first.
	usualUnits = []string{"cm", "ml", "g", "gb", "mah", "w", "pol"}
)

// compared returns the largest or smallest of the products in view by a measure that all
// of them have, in their titles or in what is told of them; nil if they have none, or if
// the phrase speaks of something else.
func (x *Index) compared(tokens []token, list []ids.Product) *catalog.Product {
	said := usualUnits
	larger, smaller := largerWords.in(tokens), smallerWords.in(tokens)
	for _, m := range measured {
		if m.words.in(tokens) {
			said, larger = m.units, larger || !smaller && moreWords.in(tokens)
			break
		}
	}
	if !larger && !smaller || len(list) < 2 || len(list) > maxShown {
		return nil
	}
	var products []*catalog.Product
	for _, id := range list {
		p := x.product(id)
		if p == nil {
			return nil
		}
		products = append(products, p)
	}
	rest := largerWords.without(smallerWords.without(tokens))
	for _, m := range measured {
		rest = m.words.without(rest)
	}
	if named := x.withoutNoise(rest); len(x.terms(named)) > 0 && len(x.link(named, list).products) == 0 {
		return nil
	}
	for _, unit := range said {
		if best := largest(products, unit, larger); best != nil {
			return best
		}
	}
	return nil
}

// largest returns the product with the most or least of a unit; nil if one has none of it
// or two have as much.
func largest(products []*catalog.Product, unit string, most bool) *catalog.Product {
	var best *catalog.Product
	var size float64
	for _, p := range products {
		n, ok := measuresOf(p.Title)[unit]
		if !ok {
			n, ok = measuresOf(p.Description)[unit]
		}
		switch {
		case !ok || best != nil && n == size:
			return nil
		case best == nil || most && n > size || !most && n < size:
			best, size = p, n
		}
	}
	return best
}

// measuresOf returns the measures in a text by their unit, in the smaller one where there
// are two; the last of each counts.
func measuresOf(text string) map[string]float64 {
	out := map[string]float64{}
	for _, t := range glueUnits(tokenize(text)) {
		if !isMeasure(t.word) || networks[t.word] {
			continue
		}
		digits, unit := splitNumber(t.word)
		n, err := strconv.ParseFloat(strings.Replace(digits, ",", ".", 1), 64)
		if err != nil {
			continue
		}
		for _, s := range scales {
			if unit == s.large {
				n, unit = n*s.factor, s.small
			}
		}
		out[unit] = n
	}
	return out
}

// networks look like weights in grams.
var networks = wordSet("2g 3g 4g 5g 6g")

// described returns the only product in view that carries all that a phrase says, where
// what is told of a product counts as much as its name: "o de duas portas". nil if none or
// several do, or if all do.
func (x *Index) described(tokens []token, list []ids.Product) *catalog.Product {
	terms := slices.DeleteFunc(x.terms(tokens), func(t term) bool { return describing[t.word] })
	if len(terms) == 0 {
		return nil
	}
	var found *catalog.Product
	var at int32
	marked := slices.ContainsFunc(terms, func(t term) bool { return t.mark })
	for _, place := range x.placesOf(list) {
		lacks := func(t term) bool { return !x.tells(place, t) }
		if slices.ContainsFunc(terms, lacks) {
			continue
		}
		switch {
		case found == nil || marked && x.within(place, at):
			found, at = x.entries[place].product, place
		case !marked || !x.within(at, place):
			return nil // "o pro" is the Pro and not the Pro XL
		}
	}
	return found
}

// within reports whether all words of a title stand in that of another product.
func (x *Index) within(a, b int32) bool {
	return len(x.entries[a].title) < len(x.entries[b].title) && x.sharedTitle(a, b) == len(x.entries[a].title)
}

// describing are words that lead in to what tells a product apart.
var describing = wordSet(wordList("compare describing"))

// tells reports whether a product carries a term anywhere, a number in digits or in words,
// with its unit or without.
func (x *Index) tells(place int32, t term) bool {
	if slices.ContainsFunc(t.readings, func(r reading) bool { return x.at(r.id, place).field > fieldNone }) {
		return true
	}
	n, number := numberWords[t.word]
	if isNumber(t.word) {
		value, err := strconv.ParseInt(t.word, 10, 64)
		n, number = value, err == nil
	}
	if !number || n < 2 {
		return false
	}
	p := x.entries[place].product
	for _, tok := range glueUnits(tokenize(p.Title + " " + p.Description)) {
		digits, _ := splitNumber(tok.word)
		if numberWords[tok.word] == n || (digits == strconv.FormatInt(n, 10) || digits == strconv.FormatInt(n, 10)+"000") && !networks[tok.word] {
			return true
		}
	}
	return false
}

// picks reads what tells one of the products last shown apart, without a verb: "o de duas
// portas", "o menorzinho".
func (t *turn) picks(c clause) bool {
	list := t.conversation.Results
	n, counted, said := t.takeQuantity(glueUnits(pickFill.without(c.tokens)))
	tokens := t.index.withoutNoise(said)
	if !counted {
		n = 1
	}
	if len(list) < 2 || n < 1 || n > maxQuantityInText || c.asks || t.asking(c.tokens[0].start) || len(tokens) == 0 || !pickArticles[tokens[0].word] || len(meaning(tokens)) > mostKindWords+1 {
		return false
	}
	if slices.ContainsFunc(t.index.terms(tokens), func(o term) bool { return o.goods && !o.isFor }) && !t.conversation.choosing() {
		return false // that is a name
	}
	found := t.target(Conversation{Results: list}, phrase{tokens: said, spans: t.spans, choosing: true})
	if found.product == nil || found.empty || found.explained < surelyExplained || !slices.Contains(list, found.product.ID) {
		return false
	}
	t.add(found.slots(Slots{Action: "add_to_checkout", Quantity: n}))
	return true
}

// choosing reports whether the pending question is which of several products is meant.
func (c Conversation) choosing() bool {
	if c.Pending == nil {
		return false
	}
	s, err := decodePending(c.Pending)
	return err == nil && len(s.Candidates) > 0
}

// pickFill are the words around a choice.
var pickFill = table(wordList("compare pickFill"))
