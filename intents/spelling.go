package intents

import (
	"slices"
	"strings"
)

// leastMisspelt is the length from which one wrong letter in a cue word is forgiven.
const leastMisspelt = 6

// cueWords are the single words of all cues, long enough to be recognised with a slip,
// by their first letter.
var cueWords = func() map[byte][]string {
	out := map[byte][]string{}
	for _, c := range cuePhrases {
		for _, list := range c.words {
			for _, phrase := range list {
				if word := phrase[0]; len(word) >= leastMisspelt && !slices.Contains(out[word[0]], word) {
					out[word[0]] = append(out[word[0]], word)
				}
			}
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}()

// spell puts the cue word in the place of one that differs by a letter ("adciona") and
// that neither the catalogue nor another table knows.
func (x *Index) spell(tokens []token) []token {
	for i, t := range tokens {
		if t.mark || isMask(t.word) || len(t.word) < leastMisspelt-1 || hasDigit(t.word) || x.knows(t.word) {
			continue
		}
		for _, word := range cueWords[t.word[0]] {
			if distance(t.word, word, 1) == 1 {
				tokens[i].word = word
				break
			}
		}
	}
	return tokens
}

// knows reports whether a word has a meaning as it is written.
func (x *Index) knows(word string) bool {
	if stopWords[word] || queryNoise[word] || slices.Contains(cueWords[word[0]], word) {
		return true
	}
	return slices.ContainsFunc(termsOfWord(word), func(t string) bool { return len(x.byTerm[t]) > 0 }) ||
		strings.HasPrefix(word, "<")
}
