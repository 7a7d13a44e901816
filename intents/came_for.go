package intents

import "slices"

// comingWants writes "quero" in the place of a way that was made for so many of a thing: "vim
// buscar 3 cabos" neither searches nor fetches what was ordered.
func (r reader) comingWants(tokens []token) []token {
	for i := range tokens {
		n := cameFor.at(tokens, i)
		if n == 0 || i+n >= len(tokens) {
			continue
		}
		if _, counted := r.number(tokens, i+n); counted == 0 && !countingArticles[tokens[i+n].word] {
			continue
		}
		wish := token{word: "quero", start: tokens[i].start, end: tokens[i+n-1].end}
		return slices.Concat(tokens[:i], []token{wish}, tokens[i+n:])
	}
	return tokens
}

var cameFor = table(wordList("came_for cameFor"))

// wentFor tell of a way that was made, and do not say what is wanted now: "fui lá comprar 3
// mouses mas não tinha".
var wentFor = table(wordList("came_for wentFor"))
