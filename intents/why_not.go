package intents

// withoutWhyNot drops the "why not" before what shall be done: "por que não bota um fone?"
// asks for it and not after reasons. ok is false where no request follows.
func (t *turn) withoutWhyNot(tokens []token) (rest []token, ok bool) {
	start := 0
	for start < len(tokens) && tokens[start].mark {
		start++
	}
	n := whyNot.at(tokens, start)
	if n == 0 || start+n+1 >= len(tokens) {
		return tokens, false
	}
	rest = trimMarks(tokens[start+n:])
	if cueAt(rest, 0) == cueAdd && wantWords.at(rest, 0) == 0 && t.namesGoods(withoutCues(rest, cueAdd)) {
		return rest, true
	}
	if len(rest) < 3 || cueAt(rest, 0) != cueNone || stopWords[rest[0].word] || modal.at(rest, 0) > 0 || isOfItself[rest[0].word] || len(verbsOf(rest[0].word)) > 0 || t.index.carries(form(rest[0].word)) || hasDigit(rest[0].word) {
		return tokens, false
	}
	if _, counted := t.number(rest, 1); counted == 0 || !t.namesGoods(rest[1+counted:]) {
		return tokens, false
	}
	return append([]token{{word: "quero", start: rest[0].start, end: rest[0].end}}, rest[1:]...), true
}

var whyNot = table(wordList("why_not whyNot"))

// isOfItself are verbs of what goods and shops do without being asked.
var isOfItself = wordSet(wordList("why_not isOfItself"))
