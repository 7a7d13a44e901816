package intents

import "slices"

// spokenNumber reads another number for a line of the checkout where no verb of changing
// says so: "oito em vez de cinco", "um só já me basta", "let's settle on two". What the line
// is may be said beside it, in a comment, or be plain from what was spoken of.
func (t *turn) spokenNumber(c clause, h hits) bool {
	percent := slices.ContainsFunc(c.tokens, func(o token) bool { return o.word == "%" })
	if percent || isPersonal(c.tokens) || h.has(cueRemove) || h.has(cueSearch) || limited(c.tokens) || methodsIn(c.tokens) || c.asks && !modal.in(c.tokens) {
		return false
	}
	n, rest, ok := t.insteadOfNumber(c.tokens)
	if !ok {
		n, rest, ok = t.enough(c.tokens)
	}
	if !ok || n < 1 || n > maxQuantityInText {
		return false
	}
	line := t.lineAmong(rest)
	if line == nil {
		if last := t.lastTarget(); last != nil && last.Action == "add_to_checkout" && len(t.index.terms(t.index.withoutNoise(restated.without(withoutWishes(rest))))) == 0 {
			last.Quantity = n
			return true
		}
		return false
	}
	t.add(Slots{Action: "update_quantity", Product: string(line.Product), Quantity: n})
	return true
}

// insteadOfNumber reads the new number where an old one stands behind "em vez de", with the
// tokens beside it.
func (t *turn) insteadOfNumber(tokens []token) (n int64, rest []token, ok bool) {
	at, length := insteadWords.find(tokens)
	if length == 0 {
		return 0, nil, false
	}
	before, after := tokens[:at], tokens[at+length:]
	if len(meaning(before)) == 0 {
		return 0, nil, false
	}
	_, counted, left := t.takeQuantity(glueUnits(after))
	if !counted || len(t.index.terms(t.index.withoutNoise(left))) > 0 {
		return 0, nil, false
	}
	return t.lastNumber(before)
}

// lastNumber takes the last number out of the tokens.
func (t *turn) lastNumber(tokens []token) (n int64, rest []token, ok bool) {
	tokens = glueUnits(tokens)
	for i := len(tokens) - 1; i >= 0; i-- {
		if n, length := t.number(tokens, i); length > 0 && !numberWordIsArticle(tokens[i].word) {
			return n, append(append([]token{}, tokens[:i]...), tokens[i+length:]...), true
		}
	}
	return 0, nil, false
}

// enough reads the number beside words for so many being enough.
func (t *turn) enough(tokens []token) (n int64, rest []token, ok bool) {
	tokens = glueUnits(tokens)
	if at, length := settleWords.find(tokens); length > 0 {
		if n, counted, rest := t.takeQuantity(tokens[at+length:]); counted {
			return n, append(append([]token{}, tokens[:at]...), rest...), true
		}
	}
	at, length := enoughWords.find(tokens)
	if length == 0 {
		return 0, nil, false
	}
	if n, rest, ok := t.lastNumber(tokens[max(0, at-widestEnough):at]); ok {
		return n, append(append(append([]token{}, tokens[:max(0, at-widestEnough)]...), rest...), tokens[at+length:]...), true
	}
	if end := at + length; end < len(tokens) {
		if n, taken := t.number(tokens, end); taken > 0 {
			return n, append(append([]token{}, tokens[:at]...), tokens[end+taken:]...), true
		}
	}
	return 0, nil, false
}

// widestEnough is how far before the words for enough the number may stand.
const widestEnough = 5

// lineAmong returns the line of the checkout that the tokens name, or that is plain where
// they name nothing.
func (t *turn) lineAmong(tokens []token) *Line {
	if len(t.conversation.Lines) == 0 {
		return nil
	}
	names := t.index.withoutNoise(restated.without(withoutWishes(tokens)))
	if len(t.index.terms(names)) == 0 {
		if p := t.conversation.pointedLine(t.index); p != nil {
			return t.conversation.line(p.ID)
		}
		names = t.index.withoutNoise(t.before)
	}
	found := t.target(t.conversation, phrase{tokens: names, spans: t.spans, basket: true})
	p := found.product
	if p == nil {
		p = t.lineNamed(names)
	}
	if p == nil && len(found.candidates) == 0 && len(t.index.link(names, nil).products) == 0 {
		p = t.conversation.pointedLine(t.index) // "six is way too many, three will do"
	}
	if p == nil {
		return nil
	}
	return t.conversation.line(p.ID)
}

var (
	// enoughWords stand beside the number that will do.
	enoughWords = table(wordList("number enoughWords"))
	// settleWords stand before the number that is settled on.
	settleWords = table(wordList("number settleWords"))
)

// less reads "um chocolate a menos", "one less".
func (t *turn) less(c clause, _ hits) bool {
	if len(t.conversation.Lines) == 0 || !lessWords.in(c.tokens) {
		return false
	}
	n, counted, rest := t.takeQuantity(glueUnits(lessWords.without(withoutCues(c.tokens, cueUpdate, cueAdd))))
	found := t.target(t.conversation, phrase{tokens: rest, spans: t.spans, basket: true})
	if !counted || found.product == nil || t.conversation.line(found.product.ID) == nil {
		return false
	}
	t.add(t.fewer(found, n, true))
	return true
}

var lessWords = table(wordList("number lessWords"))
