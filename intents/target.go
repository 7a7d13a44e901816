package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
)

// target is the product that a phrase means, with the options said of it.
type target struct {
	product *catalog.Product
	variant *catalog.Variant
	options map[string]string
	// candidates are the products that it may mean, if several.
	candidates []*catalog.Product
	// said is the phrase.
	said string
	// empty says that the phrase names nothing at all.
	empty bool
	// explained is how much of the phrase the product explains; 1 for a reference.
	explained float64
}

func (t target) found() bool { return t.product != nil || len(t.candidates) > 1 }

// slots puts the target into the slots.
func (t target) slots(s Slots) Slots {
	switch {
	case t.product != nil:
		s.Product = string(t.product.ID)
		if t.variant != nil && len(t.product.Options) > 0 {
			s.Variant = string(t.variant.ID)
		} else if len(t.options) > 0 {
			s.Options = t.options
		}
	case len(t.candidates) > 1:
		for _, p := range t.candidates[:min(len(t.candidates), MaxCandidates)] {
			s.Candidates = append(s.Candidates, string(p.ID))
		}
		s.Said = t.said
		if len(t.options) > 0 {
			s.Options = t.options
		}
	default:
		s.Unresolved, s.Said = true, t.said
	}
	return s
}

// phrase is what remains of a clause for the product, and what it may refer to.
type phrase struct {
	tokens []token
	spans  []span
	// basket looks among the lines of the checkout first.
	basket bool
	// again says that the phrase speaks of more, or of another number, of what is in the
	// checkout.
	again bool
	// choosing says that it answers which of the products in view is meant.
	choosing bool
}

// target finds the product that the phrase means.
func (r reader) target(c Conversation, p phrase) target {
	if s, ok := p.product(); ok {
		return target{product: s.offer.Product, variant: s.offer.Variant, explained: 1}
	}
	all := glueUnits(p.tokens)
	tokens := glueUnits(r.index.withoutNoise(p.tokens))
	said := phraseText(tokens)
	list := c.Results
	if p.basket && len(c.Lines) > 0 {
		list = c.inBasket()
	}
	if other := r.otherOf(c, p.tokens); other != nil {
		return target{product: other, said: said, explained: 1}
	}
	if priced := r.priced(list, p); priced != nil {
		return target{product: priced, said: said, explained: 1}
	}
	place, rest := ordinal(tokens, len(list))
	if place < 0 && middleWords.in(all) {
		place, rest = ordinal(all, len(list))
	}
	if place >= 0 {
		return r.withOptions(r.index.product(list[place]), r.index.terms(rest), said)
	}
	dearest := dearestWords.in(all)
	if dearest || cheapestWords.in(all) {
		if best := r.superlative(list, nil, dearest, said); r.narrowed && best.product != nil {
			return r.withOptions(best.product, r.index.terms(tokens), said)
		}
		return r.superlative(list, glueUnits(r.index.withoutNoise(cheapestWords.without(dearestWords.without(all)))), dearest, said)
	}
	terms := r.index.terms(tokens)
	if p := r.chosen(p, all, list); p != nil {
		return r.withOptions(p, terms, said)
	}
	if focus := r.focus(c, p.basket); focus != nil && !tellsApart(r.index.read(all)) &&
		(len(terms) == 0 || r.index.onlyLabels(focus, terms) || pointsAt(tokens) && onlyTraits(terms)) {
		return r.withOptions(focus, terms, said)
	}
	if p := r.index.measuring(all, list); p != nil {
		return target{product: p, said: said, explained: 1}
	}
	if len(terms) == 0 || onlyNumbers(terms) {
		left := r.index.remaining(all, list)
		if len(left) == 1 {
			return target{product: left[0], said: said, explained: 1}
		}
		return target{candidates: left, said: said, empty: len(meaning(tokens)) == 0}
	}
	found := r.linked(c, p, tokens, said)
	if found.found() {
		return found
	}
	for _, shorter := range cuts(tokens) {
		if again := r.linked(c, p, shorter, said); again.found() && again.explained >= surelyExplained {
			return again
		}
	}
	return found
}

// chosen returns the one of the products in view that a phrase describes without naming it:
// by a comparison, by what is told of it.
func (r reader) chosen(p phrase, tokens []token, list []ids.Product) *catalog.Product {
	if len(list) < 2 && !p.basket || len(list) > maxShown || !p.choosing && !slices.ContainsFunc(tokens, func(o token) bool { return pickArticles[o.word] }) {
		return nil
	}
	if p := r.index.compared(tokens, list); p != nil {
		return p
	}
	named := r.index.withoutNoise(tokens)
	if l := r.index.link(named, nil); !p.choosing && !onlyNumbers(r.index.terms(named)) && l.explained >= surelyExplained && !slices.ContainsFunc(l.products, func(o *catalog.Product) bool { return slices.Contains(list, o.ID) }) {
		return nil // it has a name
	}
	return r.index.described(named, list)
}

// pickArticles stand before what tells one thing apart.
var pickArticles = wordSet(wordList("target pickArticles"))

// onlyNumbers reports whether the terms are small numbers alone, which name nothing.
func onlyNumbers(terms []term) bool {
	for _, t := range terms {
		if !isNumber(t.text) || len(t.text) > 2 {
			return false
		}
	}
	return true
}

// cuts are the phrase without what explains or decorates it: "o cabo de 2 m pra ligar na
// tv", "dois power banks, rapaz". What is cut off may name no other thing: it has no
// number and no article.
func cuts(tokens []token) [][]token {
	var out [][]token
	for i := 1; i < len(tokens); i++ {
		tail := tokens[i:]
		purpose := (purposeWords[tail[0].word] || tail[0].word == "to" || tail[0].word == "por" || tail[0].word == "for") && len(tail) > 1 && (isInfinitive(tail[1].word) || isPurpose(tail[1:]))
		reason := reasons[tail[0].word]
		aside := tail[0].mark && (tail[0].word == "," || tail[0].word == "(" || tail[0].word == "-") && plain(tail)
		if purpose || reason || aside {
			out = append(out, tokens[:i])
		}
	}
	return out
}

// isPurpose reports whether a phrase behind "para" is for somebody, or for a thing that the
// customer has: "pro meu computador", "for the office". One that names a model is not.
func isPurpose(tokens []token) bool {
	for len(tokens) > 1 && (purposeLeads[tokens[0].word] || lightWords[tokens[0].word]) {
		if possessives[tokens[0].word] && !definiteArticles[tokens[0].word] || ownLeads[tokens[0].word] {
			return !slices.ContainsFunc(tokens, modelLike)
		}
		tokens = tokens[1:]
	}
	return (noiseWords[form(tokens[0].word)] || purposes[tokens[0].word]) && !slices.ContainsFunc(tokens, modelLike)
}

// modelLike reports whether a word may tell a product from its like.
func modelLike(t token) bool {
	return hasDigit(t.word) || modelMarks[t.word] || famousNames[t.word]
}

func plain(tokens []token) bool {
	return !slices.ContainsFunc(tokens, func(t token) bool { return modelLike(t) || countingArticles[t.word] })
}

var (
	purposes     = wordSet(wordList("target purposes"))
	purposeLeads = wordSet(wordList("target purposeLeads"))
	ownLeads     = wordSet(wordList("target ownLeads"))
	// countingArticles begin another thing.
	countingArticles = wordSet(wordList("target countingArticles"))
	reasons          = wordSet(wordList("target reasons"))
)

// otherOf returns the one of two products last shown that was not spoken of: "o outro".
func (r reader) otherOf(c Conversation, tokens []token) *catalog.Product {
	if len(c.Results) != 2 || c.Focus == "" || !otherWords.in(tokens) {
		return nil
	}
	switch c.Focus {
	case c.Results[0]:
		return r.index.product(c.Results[1])
	case c.Results[1]:
		return r.index.product(c.Results[0])
	}
	return nil
}

var otherWords = table(wordList("target otherWords"))

// priced returns the only product of the list that costs what the phrase says: "o de
// 34,90".
func (r reader) priced(list []ids.Product, p phrase) *catalog.Product {
	var price int64
	for _, t := range p.tokens {
		for _, s := range p.spans {
			if s.kind == spanPrice && t.word == string(spanPrice) && s.start == t.start {
				price = s.amount
			}
		}
		if whole, cents, ok := strings.Cut(t.word, ","); ok && len(cents) == 2 && isNumber(whole) && isNumber(cents) {
			price, _ = parseAmount(t.word)
		}
	}
	if price == 0 {
		return nil
	}
	var found *catalog.Product
	for _, id := range list {
		product := r.index.product(id)
		if product == nil {
			continue
		}
		if low, high := product.PriceRange(); int64(low) == price || int64(high) == price {
			if found != nil {
				return nil
			}
			found = product
		}
	}
	return found
}

func (r reader) focus(c Conversation, basket bool) *catalog.Product {
	if basket {
		return c.pointedLine(r.index)
	}
	return c.pointed(r.index)
}

func (r reader) superlative(list []ids.Product, tokens []token, dearest bool, said string) target {
	var products []*catalog.Product
	if l := r.index.link(tokens, nil); len(l.products) > 0 {
		products = l.products
	} else {
		for _, id := range list {
			if p := r.index.product(id); p != nil {
				products = append(products, p)
			}
		}
	}
	if best := extreme(products, dearest); best != nil {
		return r.withOptions(best, nil, said)
	}
	return target{said: said, empty: true}
}

// linked finds the product by its words: in the checkout if it is looked for there, then
// in the catalogue. What was shown last decides between equals.
func (r reader) linked(c Conversation, p phrase, tokens []token, said string) target {
	if found := r.shown(c, p, tokens, said); found.product != nil {
		return found
	}
	var l links
	if p.basket && len(c.Lines) > 0 {
		l = r.index.link(tokens, c.inBasket())
	}
	if len(l.products) == 0 {
		l = r.index.link(tokens, nil)
	}
	if onlyColors(l.terms) && len(l.products) > 1 && len(c.Results) > 0 {
		if shown := r.index.link(tokens, c.Results); len(shown.products) > 0 {
			l = shown // a colour tells one of what was shown
		}
	}
	products := l.products
	if len(products) > 1 {
		if p := preferred(products, c, p.again); p != nil {
			products = []*catalog.Product{p}
		}
	}
	switch len(products) {
	case 0:
		return target{said: said}
	case 1:
		t := r.withOptions(products[0], l.terms, said)
		t.explained = l.explained
		return t
	}
	return target{candidates: products, said: said, explained: l.explained}
}

// preferred returns the one of the products that is in focus, or the only one of them
// among the results last shown.
func preferred(products []*catalog.Product, c Conversation, again bool) *catalog.Product {
	var shown, held []*catalog.Product
	for _, p := range products {
		if p.ID == c.Focus {
			return p
		}
		for _, id := range c.Results {
			if p.ID == id {
				shown = append(shown, p)
			}
		}
	}
	for _, p := range products {
		if again && c.line(p.ID) != nil {
			held = append(held, p)
		}
	}
	switch {
	case len(shown) == 1:
		return shown[0]
	case len(held) == 1:
		return held[0]
	}
	return nil
}

// product returns an id of the catalogue that the phrase spells out.
func (p phrase) product() (span, bool) {
	for _, t := range p.tokens {
		if t.word != string(spanProduct) {
			continue
		}
		for _, s := range p.spans {
			if s.start == t.start {
				return s, true
			}
		}
	}
	return span{}, false
}

// phraseText is the phrase without marks and without stop words around it.
func phraseText(tokens []token) string {
	return strings.Join(trimStops(words(tokens)), " ")
}

func trimStops(list []string) []string {
	for len(list) > 0 && (stopWords[list[0]] || isMask(list[0])) {
		list = list[1:]
	}
	for len(list) > 0 && (stopWords[list[len(list)-1]] || isMask(list[len(list)-1])) {
		list = list[:len(list)-1]
	}
	return list
}
