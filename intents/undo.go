package intents

// Words that take back what was done last, whatever it was.
var (
	undoWords = table(wordList("undo undoWords"))
	// undoFill is what such a text may say beside it. What names a product, the order or all
	// of the cart is something else.
	undoFill = table(wordList("undo undoFill"))
)

// undoes reports whether a text asks to take back the last change and asks nothing else.
func (r reader) undoes(tokens []token) bool {
	if !undoWords.in(tokens) || wholeOrder.in(tokens) {
		return false
	}
	said := regretWords.without(tokens)
	for i, t := range said {
		if negations[t.word] && !(t.word == "no" && i+1 < len(said) && said[i+1].word == "ultimo") {
			return false // "não desfaz", but "volta atrás no último"
		}
	}
	rest := regretWords.without(polite.without(modal.without(tokens)))
	rest = undoFill.without(undoWords.without(rest))
	return len(meaning(r.index.withoutNoise(rest))) == 0
}

// wholeOrder is more than the last change.
var wholeOrder = table(wordList("undo wholeOrder"))

// regretWords deny what was done, not that it is taken back.
var regretWords = table(wordList("undo regretWords"))

// undo is the wish to take back the last change. A line that was spoken of last is what it
// takes out where nobody knows what that change was.
func (t *turn) undo() Slots {
	s := Slots{Action: actionUndo}
	for _, l := range t.conversation.Lines {
		if l.Product == t.conversation.Focus {
			s.Product = string(l.Product)
		}
	}
	return s
}

// actionUndo is the action of a text that takes back the last change. The compared form has
// no name for it.
const actionUndo = "undo"
