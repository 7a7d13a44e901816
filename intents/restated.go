package intents

import "slices"

// shouldBe says what a number was meant to be; inTotal that it counts what is there already.
var (
	shouldBe = table(wordList("restated shouldBe"))
	inTotal  = table(wordList("restated inTotal"))
)

// stated reads the number that a line shall have where it is stated and not asked for: "o
// cabo era pra ser 7", "3 no total".
func (t *turn) stated(c clause, h hits) bool {
	total := inTotal.in(c.tokens)
	if !total && !shouldBe.in(c.tokens) || c.asks || howMuch.in(c.tokens) || isPersonal(c.tokens) || timesWords.in(c.tokens) ||
		h.has(cuePay) || h.has(cueCancel) || h.has(cueRemove) || h.has(cueReplace) || len(t.conversation.Lines) == 0 {
		return false
	}
	tokens := t.cutContrast(inTotal.without(withoutCues(c.tokens, cueAdd, cueUpdate)))
	n, counted, rest := t.takeNewQuantity(glueUnits(shouldBe.without(tokens)))
	if at, length := shouldBe.find(tokens); length > 0 && at+length < len(tokens) {
		if said, words := t.number(tokens, at+length); words > 0 {
			end := at + length + words
			n, counted, rest = said, true, append(slices.Clone(tokens[:at]), tokens[end+pieces.at(append(tokens, token{}), end):]...)
		}
	}
	if !counted || n < 1 || n > maxQuantityInText {
		return false
	}
	found := t.lineOf(rest)
	if found == nil {
		return false
	}
	t.add(Slots{Action: "update_quantity", Product: string(found.Product), Quantity: n})
	return true
}

// lineOf returns the line of the checkout that the words name, or that they point at where
// they name nothing; nil if there is none.
func (t *turn) lineOf(tokens []token) *Line {
	if len(meaning(t.index.withoutNoise(refusal.without(tokens)))) == 0 {
		if p := t.conversation.pointedLine(t.index); p != nil && len(t.slots) == 0 {
			return t.conversation.line(p.ID)
		}
		return nil
	}
	found := t.target(t.conversation, phrase{tokens: tokens, spans: t.spans, basket: true})
	if found.product == nil || found.empty {
		return nil
	}
	return t.conversation.line(found.product.ID)
}

// deniesNumberOf reports whether what is told apart is the number that the line has: "five
// chocolates, not two".
func (t *turn) deniesNumberOf(l *Line) bool {
	if l == nil || len(t.denied) == 0 {
		return false
	}
	n, length := t.number(t.denied, 0)
	return length > 0 && n == l.Quantity && len(meaning(t.index.withoutNoise(t.denied[length:]))) == 0
}

// leastTwice is how many words a wish with two noes has.
const leastTwice = 3

// withoutSecondNo drops the no that only repeats the one before it: "não quero mais o
// notebook não, moço".
func withoutSecondNo(tokens []token) []token {
	end := len(tokens)
	for end > 0 && (tokens[end-1].mark || fillerWords[tokens[end-1].word] && cueAt(tokens, end-1) == cueNone) {
		end--
	}
	if end < leastTwice || tokens[end-1].word != "nao" || tokens[end-2].mark || !slices.ContainsFunc(tokens[:end-2], func(o token) bool { return o.word == "nao" || o.word == "nem" || o.word == "nunca" }) || joiners[tokens[end-2].word] {
		return tokens
	}
	if slices.ContainsFunc(tokens[:end], func(o token) bool { return o.mark }) {
		return tokens
	}
	return append(tokens[:end-1:end-1], tokens[end:]...)
}
