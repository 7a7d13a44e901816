package intents

import (
	"slices"
	"strconv"

	"balcao/internal/ids"
)

// shared reads the pieces of one product that are told by who gets them: "um pra mim e um
// pra minha irmã", "dois chocolates pra casa e outro pro escritório". It returns them in one
// phrase with the sum before the product; nil if the tokens are no such thing.
func (t *turn) shared(tokens []token) []token {
	parts := splitList(tokens)
	if len(parts) < 2 {
		return nil
	}
	total := int64(0)
	var named []token
	for i, part := range parts {
		to := slices.IndexFunc(part, func(o token) bool { return shareWords[o.word] })
		if to < 1 || to+1 == len(part) {
			return nil
		}
		n, counted, what := t.takeQuantity(part[:to])
		if !counted && otherOne[part[0].word] {
			n, counted, what = 1, true, part[1:to]
		}
		what = t.index.withoutNoise(what)
		if !counted || n < 1 || n > maxQuantityInText || i > 0 && len(meaning(what)) > 0 || t.namesProduct(part[to+1:]) {
			return nil
		}
		if i == 0 {
			named = what
		}
		total += n
	}
	first := tokens[0]
	return append([]token{{word: strconv.FormatInt(total, 10), start: first.start, end: first.start}}, named...)
}

var (
	// shareWords stand before those who get a piece; otherOne is one more of the same.
	shareWords = wordSet(wordList("shares shareWords"))
	otherOne   = wordSet("outro outra another otro otra")
)

// states reads a number that a line shall have, said without a verb of change: "o de 1
// metro são quatro, não dois".
func (t *turn) states(c clause) bool {
	if c.asks || len(t.conversation.Lines) == 0 || t.asking(c.tokens[0].start) {
		return false
	}
	tokens := glueUnits(trimMarks(t.cutContrast(c.tokens)))
	for i := 1; i < len(tokens)-1; i++ {
		verb := isWords.at(tokens, i)
		if verb == 0 || i+verb >= len(tokens) {
			continue
		}
		n, length := t.number(tokens, i+verb)
		if length == 0 || i+verb+length != len(tokens) || n < 1 || n > maxQuantityInText {
			continue
		}
		found := t.target(t.conversation, phrase{tokens: tokens[:i], spans: t.spans, basket: true})
		if !t.holds(found) || found.explained < surelyExplained || len(t.index.terms(t.index.withoutNoise(tokens[:i]))) == 0 {
			return false
		}
		t.add(lineQuantity(found.product.ID, n))
		return true
	}
	return false
}

func lineQuantity(id ids.Product, n int64) Slots {
	return Slots{Action: "update_quantity", Product: string(id), Quantity: n}
}

// isWords stand between a thing and the number that it shall have.
var isWords = table(wordList("shares isWords"))
