package intents

import (
	"slices"

	"balcao/catalog"
	"balcao/internal/ids"
)

// allBut reads "everything except the keyboard can go" and "tira tudo o que não for livro":
// the lines that are not told apart go. Of "keep everything but the mouse" the others stay.
func (t *turn) allBut(c clause, h hits) bool {
	if len(t.conversation.Lines) < 2 || c.asks && !modal.in(c.tokens) {
		return false
	}
	all, n := everyWords.find(c.tokens)
	if n == 0 {
		return false
	}
	from, m := exceptWords.find(c.tokens[all+n:])
	stays := remainWords.in(c.tokens) || keepWords.in(c.tokens)
	if m == 0 || !h.has(cueRemove) && !h.has(cueEmpty) && !stays || negatedBefore(c.tokens, h[cueRemove].at) && h.has(cueRemove) {
		return false
	}
	told := withoutCues(c.tokens[all+n+from+m:], cueRemove, cueEmpty, cueAdd)
	apart := t.linesNamed(remainWords.without(keepWords.without(told)))
	if len(apart) == 0 || len(apart) == len(t.conversation.Lines) {
		t.nothing(ReasonUnclear)
		return true
	}
	for _, l := range t.conversation.Lines {
		if slices.Contains(apart, l.Product) == (stays && !h.has(cueRemove)) {
			t.add(lineSlots(l, "remove_from_checkout"))
		}
	}
	return true
}

// linesNamed lists the products of the checkout that the tokens name, one by one or by
// their kind.
func (t *turn) linesNamed(tokens []token) []ids.Product {
	var out []ids.Product
	for _, part := range splitList(tokens) {
		_, _, names := t.takeQuantity(glueUnits(t.index.withoutNoise(part)))
		for _, p := range t.index.link(names, t.conversation.inBasket()).products {
			out = append(out, p.ID)
		}
	}
	return out
}

// lineNamed returns the one product of the checkout that some stretch of the tokens names
// without anything left over, the longest such stretch first; nil if there is none.
func (t *turn) lineNamed(tokens []token) *catalog.Product {
	tokens = glueUnits(tokens)
	if len(tokens) > longestComment {
		tokens = tokens[:longestComment]
	}
	list := t.conversation.inBasket()
	for n := len(tokens); n > 0 && len(list) > 0; n-- {
		for at := 0; at+n <= len(tokens); at++ {
			if l := t.index.link(tokens[at:at+n], list); len(l.products) == 1 && l.explained >= surelyExplained {
				return l.products[0]
			}
		}
	}
	return nil
}

// everyWords mean all lines of the checkout.
var everyWords = table(wordList("except everyWords"))
