package intents

import (
	"slices"
	"strconv"

	"balcao/catalog"
)

// measured reads a quantity that is told by weight, volume or length, where the one product
// of the phrase is sold by one unit of it: "dois quilos de café em grão" are two bags of a
// kilo.
func (r reader) measured(tokens []token) (n int64, ok bool, rest []token) {
	at := slices.IndexFunc(tokens, func(o token) bool { return !o.mark && !stopWords[o.word] && !fillerWords[o.word] && !r.isCall(o) })
	if at < 0 {
		return 0, false, tokens
	}
	digits, unit := splitNumber(tokens[at].word)
	if !isNumber(digits) || units[unit] != unit || unit == "" || len(digits) > 2 {
		return 0, false, tokens
	}
	n, _ = strconv.ParseInt(digits, 10, 64) // two digits fit
	if n < 2 {
		return 0, false, tokens
	}
	rest = append(slices.Clone(tokens[:at]), tokens[at+1:]...)
	l := r.index.link(r.index.withoutNoise(rest), nil)
	if len(l.products) != 1 || l.explained < surelyExplained || !r.index.sold(l.products[0], "1"+unit) || r.index.sold(l.products[0], tokens[at].word) {
		return 0, false, tokens
	}
	return n, true, rest
}

// isCall reports whether a word is unknown to the lists and the catalogue: before a number
// it calls somebody.
func (r reader) isCall(o token) bool {
	return !hasDigit(o.word) && !isMask(o.word) && (noiseWords[form(o.word)] || !r.index.knows(o.word))
}

// sold reports whether the title of the product has the size.
func (x *Index) sold(p *catalog.Product, size string) bool {
	return slices.ContainsFunc(x.entries[x.place[p.ID]].title, func(id int32) bool { return x.names[id] == size })
}
