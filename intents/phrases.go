package intents

import "strings"

// phrases is a compiled table of word sequences, looked up by their first word. A word
// that ends in * stands for all words that begin so; such a word cannot come first.
type phrases map[string][][]string

// table compiles phrases written one a line or separated by |, folded.
func table(list string) phrases {
	out := phrases{}
	for _, phrase := range strings.FieldsFunc(list, func(r rune) bool { return r == '|' || r == '\n' }) {
		if w := strings.Fields(phrase); len(w) > 0 {
			out[w[0]] = append(out[w[0]], w)
		}
	}
	return out
}

// at returns how many tokens the longest phrase that starts at tokens[i] covers, 0 if
// none does.
func (p phrases) at(tokens []token, i int) int {
	if tokens[i].noun {
		return 0
	}
	longest := 0
	for _, phrase := range p[tokens[i].word] {
		if len(phrase) > longest && follows(tokens[i:], phrase) {
			longest = len(phrase)
		}
	}
	return longest
}

func follows(tokens []token, phrase []string) bool {
	if len(tokens) < len(phrase) {
		return false
	}
	for j, want := range phrase {
		if stem, open := strings.CutSuffix(want, "*"); open {
			if !strings.HasPrefix(tokens[j].word, stem) {
				return false
			}
		} else if tokens[j].word != want {
			return false
		}
	}
	return true
}

// find returns the place and length of the first phrase in the tokens, or -1, 0.
func (p phrases) find(tokens []token) (at, length int) {
	for i := range tokens {
		if n := p.at(tokens, i); n > 0 {
			return i, n
		}
	}
	return -1, 0
}

// in reports whether any phrase occurs in the tokens.
func (p phrases) in(tokens []token) bool {
	at, _ := p.find(tokens)
	return at >= 0
}

// has reports whether the one word is a phrase.
func (p phrases) has(word string) bool {
	for _, phrase := range p[word] {
		if len(phrase) == 1 {
			return true
		}
	}
	return false
}

// without returns the tokens that no phrase covers.
func (p phrases) without(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); {
		if n := p.at(tokens, i); n > 0 {
			i += n
			continue
		}
		out = append(out, tokens[i])
		i++
	}
	return out
}
