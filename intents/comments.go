package intents

// commentWords open a part of a sentence that only tells what a thing is for, why it is
// wanted or what happened: "é pra loja", "que um é pra ela", "my suitcase is full".
var commentWords = table(wordList("comments commentWords"))

// withoutComments drops the parts that only comment on the wish, of which something is
// left. A part that asks for something, counts or names a model is none.
func (t *turn) withoutComments(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		n := commentWords.at(tokens, i)
		if n == 0 || !t.opensComment(tokens, i) {
			continue
		}
		end := i
		for end < len(tokens) && !(tokens[end].mark && tokens[end].word == ",") {
			end++
		}
		if !t.comments(tokens[i+n : end]) {
			continue
		}
		head := trimMarks(tokens[:i:i])
		if len(meaning(head)) == 0 {
			continue
		}
		tokens = append(head, tokens[end:]...)
		i = len(head)
	}
	return tokens
}

// opensComment reports whether a comment may begin at tokens[i]: behind a mark, or with a
// word of its own that tells why.
func (t *turn) opensComment(tokens []token, i int) bool {
	if word := tokens[i].word; word == "e" && !t.isVerb(tokens[i]) {
		return false // "and", no "is"
	}
	return tokens[i-1].mark || reasons[tokens[i].word]
}

// isVerb reports whether the customer wrote é, and not e.
func (t *turn) isVerb(o token) bool {
	written := t.text[o.start:o.end]
	return written != "e" && written != "E"
}

// comments reports whether a part asks for nothing and names no model.
func (t *turn) comments(part []token) bool {
	for i, o := range part {
		if hasDigit(o.word) || isMask(o.word) || modelMarks[o.word] || couponNouns.at(part, i) > 0 || insteadWords.at(part, i) > 0 {
			return false
		}
		switch cueAt(part, i) {
		case cueNone, cueAvailable, cueSearch, cueHelp:
		default:
			return false
		}
	}
	return !methodsIn(part)
}

// leadingPart reads what stands before a comma where what follows names nothing that is
// sold and no number: "coffee beans times three, we go through it fast".
func (t *turn) leadingPart(c clause) bool {
	for i := 1; i+1 < len(c.tokens); i++ {
		if !c.tokens[i].mark || c.tokens[i].word != "," {
			continue
		}
		head, tail := c.tokens[:i:i], c.tokens[i+1:]
		_, _, named := t.takeQuantity(glueUnits(head))
		l := t.index.link(t.index.withoutNoise(named), nil)
		if len(l.products) == 0 || l.explained < surelyExplained || !plain(tail) || !t.comments(tail) || !t.namesNothing(tail) {
			return false
		}
		c.tokens = head
		return t.bare(c, findCues(head))
	}
	return false
}

// opensPointing reports whether a clause begins with what it points at: "essa aí molha?".
func opensPointing(tokens []token) bool {
	return len(tokens) > 1 && deictics[tokens[0].word] && !asksNothing(tokens[:1]) && tokens[0].word != "it" && tokens[0].word != "lo"
}

// firstPart returns the tokens before the first comma.
func firstPart(tokens []token) []token {
	for i, t := range tokens {
		if t.mark && t.word == "," {
			return tokens[:i]
		}
	}
	return tokens
}
