package intents

// hit is a cue found in a clause: tokens[at:at+length].
type hit struct{ at, length int }

// hits are the first place of each cue in a clause.
type hits map[cue]hit

func findCues(tokens []token) hits {
	out := hits{}
	for _, c := range cuePhrases {
		if at, n := c.words.findVerb(tokens); at >= 0 {
			out[c.cue] = hit{at, n}
		}
	}
	return out
}

func (h hits) has(c cue) bool {
	_, ok := h[c]
	return ok
}

// withoutCues returns the tokens without the phrases of the given cues.
func withoutCues(tokens []token, cues ...cue) []token {
	for _, want := range cues {
		for _, c := range cuePhrases {
			if c.cue == want {
				tokens = c.words.without(tokens)
			}
		}
	}
	return tokens
}

// negatedBefore reports whether a negation turns the phrase at tokens[at] around: it
// stands right before it or before the pronouns and verbs that lead in to it.
func negatedBefore(tokens []token, at int) bool {
	for i := at - 1; i >= 0 && i >= at-5; i-- {
		if negations[tokens[i].word] && !(tokens[i].word == "no" && at-i > 1 && !clitics[tokens[i+1].word]) {
			return true
		}
		if !leadIns[tokens[i].word] && !lightWords[tokens[i].word] {
			return false
		}
	}
	return false
}

// findVerb is find but for words that name a thing where a determiner stands before them:
// "minha compra", "the order".
func (p phrases) findVerb(tokens []token) (at, length int) {
	for i := range tokens {
		if i > 0 && thingWords[tokens[i].word] && determiners[tokens[i-1].word] {
			continue
		}
		if n := p.at(tokens, i); n > 0 {
			return i, n
		}
	}
	return -1, 0
}

var (
	thingWords  = wordSet(wordList("cues thingWords"))
	determiners = wordSet(wordList("cues determiners"))
)

// lightWords may stand between a negation and the verb that it turns around.
var lightWords = wordSet(wordList("cues lightWords"))
