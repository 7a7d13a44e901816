package intents

import "slices"

// withoutInvoice drops what is said of the invoice beside a wish: it is no product. What is
// said of nothing else is dropped to the last word.
func (t *turn) withoutInvoice(c clause) []token {
	if c.asks || !invoiceWords.in(c.tokens) || isPersonal(c.tokens) || t.index.inTitle("nota") {
		return c.tokens
	}
	var kept []token
	for i, part := range splitAtCommas(c.tokens) {
		at, n := invoiceWords.find(part)
		if n == 0 {
			if i > 0 && len(kept) > 0 {
				kept = append(kept, token{word: ",", mark: true, start: part[0].start, end: part[0].start})
			}
			kept = append(kept, part...)
			continue
		}
		if before := part[:at]; t.namesGoods(before) {
			for len(before) > 0 && (stopWords[before[len(before)-1].word] || connectors[before[len(before)-1].word]) {
				before = before[:len(before)-1]
			}
			kept = slices.Concat(kept, before)
		}
	}
	return kept
}

// splitAtCommas parts tokens at their commas.
func splitAtCommas(tokens []token) [][]token {
	var out [][]token
	for len(tokens) > 0 {
		part := firstPart(tokens)
		if len(part) > 0 {
			out = append(out, part)
		}
		tokens = tokens[min(len(tokens), len(part)+1):]
	}
	return out
}

var invoiceWords = table(wordList("invoice invoiceWords"))
