package intents

import (
	"slices"
	"strconv"

	"balcao/catalog"
	"balcao/internal/ids"
)

// deictics point at what was spoken of.
var deictics = wordSet(wordList("reference deictics"))

// pointsAt reports whether the phrase has a pronoun.
func pointsAt(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return deictics[t.word] })
}

// placeWords come before the number of a place in a list.
var placeWords = wordSet(wordList("reference placeWords"))

// ordinal reads a place in a list of n, "o segundo", "item 2", "o último", and returns it
// from 0, with the phrase that is left; -1 if none was said or the list is too short.
func ordinal(tokens []token, n int) (place int, rest []token) {
	for i, t := range tokens {
		at, length := 0, 1
		if o, ok := ordinals[t.word]; ok {
			at = o
		} else if o := shortOrdinal(t.word); o > 0 {
			at = o
		} else if n%2 == 1 && n > 1 && middleWords.at(tokens, i) > 0 {
			at, length = n/2+1, middleWords.at(tokens, i)
		} else if placeWords[t.word] && i+1 < len(tokens) && isNumber(tokens[i+1].word) && len(tokens[i+1].word) <= 2 {
			at, length = int(tokens[i+1].word[0]-'0'), 2
			if len(tokens[i+1].word) == 2 {
				at = at*10 + int(tokens[i+1].word[1]-'0')
			}
		}
		if at < 0 {
			at += n + 1
		}
		if at >= 1 && at <= n {
			return at - 1, append(append([]token{}, tokens[:i]...), tokens[i+length:]...)
		}
	}
	return -1, tokens
}

// shortOrdinal reads "2º" and "3rd", which are folded to 2o and 3rd; 0 if it is none.
func shortOrdinal(word string) int {
	digits, ending := splitNumber(word)
	n, err := strconv.Atoi(digits)
	if err != nil || !ordinalEndings[ending] || n > maxShown {
		return 0
	}
	return n
}

// maxShown is the longest list that places are counted in.
const maxShown = 20

var (
	ordinalEndings = wordSet(wordList("reference ordinalEndings"))
	middleWords    = table(wordList("reference middleWords"))
)

// remaining are the products of the list that a phrase leaves which names none of them but
// tells some apart: "o normal", "o que não é o ultra". nil if it does not.
func (x *Index) remaining(tokens []token, list []ids.Product) []*catalog.Product {
	q := x.read(tokens)
	plain := slices.ContainsFunc(q.terms, func(t term) bool { return t.base })
	if !plain && len(q.without) == 0 {
		return nil
	}
	var left []match
	for _, place := range x.placesOf(list) {
		if !plain || !x.hasMark(x.entries[place].title, nil) {
			left = append(left, match{place: place})
		}
	}
	var out []*catalog.Product
	for _, m := range x.withoutUnwanted(q, left) {
		out = append(out, x.entries[m.place].product)
	}
	return out
}

// measuring returns the only product of the list that has the number behind "o de" as its
// measure, where no unit is said: "o de 65".
func (x *Index) measuring(tokens []token, list []ids.Product) *catalog.Product {
	var best *catalog.Product
	for i, t := range tokens {
		if !isNumber(t.word) || !isOf(tokens, i) && !(i == 1 && tokens[0].word == "de") && !(i+1 < len(tokens) && (tokens[i+1].word == "one" || tokens[i+1].word == "ones")) {
			continue
		}
		for _, id := range list {
			p := x.product(id)
			if p == nil {
				continue
			}
			for _, word := range glueUnits(tokenize(p.Title)) {
				if digits, _ := splitNumber(word.word); isMeasure(word.word) && (digits == t.word || digits == t.word+"000") {
					if best != nil && best != p {
						return nil
					}
					best = p
				}
			}
		}
	}
	return best
}

// onlyTraits reports whether the terms describe something without naming it.
func onlyTraits(terms []term) bool {
	return !slices.ContainsFunc(terms, func(t term) bool { return !t.trait })
}

// pointed returns the product that a pronoun, or no word at all, means: the one last
// spoken of, or the only one there is. nil if nothing is clear.
func (c Conversation) pointed(x *Index) *catalog.Product {
	switch {
	case c.Focus != "":
		return x.product(c.Focus)
	case len(c.Results) == 1:
		return x.product(c.Results[0])
	case len(c.Results) == 0 && len(c.Lines) == 1:
		return x.product(c.Lines[0].Product)
	}
	return nil
}

// pointedLine is pointed among the lines of the checkout.
func (c Conversation) pointedLine(x *Index) *catalog.Product {
	if c.Focus != "" && c.line(c.Focus) != nil {
		return x.product(c.Focus)
	}
	if len(c.Lines) == 1 {
		return x.product(c.Lines[0].Product)
	}
	return nil
}

// line returns the first line with the product, nil if there is none.
func (c Conversation) line(id ids.Product) *Line {
	for i := range c.Lines {
		if c.Lines[i].Product == id {
			return &c.Lines[i]
		}
	}
	return nil
}

// inBasket lists the products of the checkout; never nil.
func (c Conversation) inBasket() []ids.Product {
	out := make([]ids.Product, 0, len(c.Lines))
	for _, l := range c.Lines {
		out = append(out, l.Product)
	}
	return out
}

// extreme returns the cheapest or dearest of the products, nil if there is none.
func extreme(products []*catalog.Product, dearest bool) *catalog.Product {
	var best *catalog.Product
	for _, p := range products {
		if best == nil {
			best = p
			continue
		}
		low, high := p.PriceRange()
		bestLow, bestHigh := best.PriceRange()
		if dearest && high > bestHigh || !dearest && low < bestLow {
			best = p
		}
	}
	return best
}

// tellsApart reports whether the phrase tells some product apart from what is wanted.
func tellsApart(q query) bool {
	return len(q.without) > 0 || slices.ContainsFunc(q.terms, func(t term) bool { return t.base })
}
