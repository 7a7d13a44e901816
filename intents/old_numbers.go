package intents

import "slices"

var (
	// saidNumbers come before a number that was said and is not meant; deniedNumbers before
	// one that is denied. meantNumbers come before the one that is meant.
	saidNumbers   = table(wordList("old_numbers saidNumbers"))
	deniedNumbers = table(wordList("old_numbers deniedNumbers"))
	meantNumbers  = table(wordList("old_numbers meantNumbers"))
)

// withoutOldNumber drops a number that the sentence itself puts right: "falei dois, mas é
// pra ser cinco", "em vez de dois bota quatro".
func (r reader) withoutOldNumber(tokens []token) []token {
	verbs := slices.Clone(tokens)
	for i := range verbs {
		verbs[i].noun = false // "em vez de dois bota quatro": no two boots
	}
	for i := range tokens {
		n := max(saidNumbers.at(tokens, i), deniedNumbers.at(tokens, i))
		if n == 0 || i+n >= len(tokens) {
			continue
		}
		length := r.numberLength(tokens, i+n)
		if length == 0 {
			continue
		}
		end := i + n + length
		for j := end; j < len(tokens) && j <= end+mostObject; j++ {
			m := meantNumbers.at(verbs, j)
			if m == 0 || j+m >= len(tokens) || r.numberLength(tokens, j+m) == 0 {
				continue
			}
			between := slices.DeleteFunc(slices.Clone(tokens[end:j]), func(o token) bool { return o.mark || connectors[o.word] })
			return slices.Concat(tokens[:i], between, verbs[j:])
		}
	}
	return tokens
}

// numberLength returns how many tokens the number at tokens[i] takes, 0 if there is none.
func (r reader) numberLength(tokens []token, i int) int {
	_, length := r.number(tokens, i)
	return length
}
