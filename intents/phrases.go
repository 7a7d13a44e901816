package intents

import (
	"slices"
	"strings"
)

// phrases is a compiled table of word sequences, looked up by their first word. A word
// that ends in * stands for all words that begin so; such a word cannot come first. A verb
// marked as such (verbs.go) stands for its forms.
type phrases struct {
	first map[string][][]string
	// verbs says that some phrase begins with a marked verb.
	verbs bool
}

// table compiles phrases written one a line or separated by |, folded. Their words are the
// parser's: slips in them are mended.
func table(list string) phrases {
	out := compiled(list)
	tables = append(tables, out)
	return out
}

// compiled compiles phrases whose words are not the parser's.
func compiled(list string) phrases {
	out := phrases{first: map[string][][]string{}}
	for _, phrase := range strings.FieldsFunc(list, func(r rune) bool { return r == '|' || r == '\n' }) {
		words := strings.Fields(phrase)
		if len(words) == 0 {
			continue
		}
		for _, w := range words {
			if isVerb(w) {
				marked[w] = true
			}
		}
		out.verbs = out.verbs || isVerb(words[0])
		out.first[words[0]] = append(out.first[words[0]], words)
	}
	return out
}

// tables are all tables, noted as they are compiled with the package.
var tables []phrases

// at returns how many tokens the longest phrase that starts at tokens[i] covers, 0 if
// none does.
func (p phrases) at(tokens []token, i int) int {
	if i >= len(tokens) || tokens[i].noun {
		return 0
	}
	longest := 0
	for _, phrase := range p.first[personOf(tokens[i].word)] {
		longest = max(longest, covered(tokens[i:], phrase))
	}
	if p.verbs {
		for _, verb := range verbsOf(tokens[i].word) {
			for _, phrase := range p.first[verb] {
				longest = max(longest, covered(tokens[i:], phrase))
			}
		}
	}
	return longest
}

// mostGlue is how many words of glue may stand between two words of a phrase.
const mostGlue = 2

// glue are words that change nothing in the middle of a phrase: "mostra aí o meu
// carrinho" is "mostra carrinho". None of them denies, counts or sets a condition.
var glue = wordSet(wordList("phrases glue"))

// covered returns how many of the tokens the phrase covers, which begin with it; 0 if
// they do not.
func covered(tokens []token, phrase []string) int {
	at := 0
	for j, want := range phrase {
		skipped := 0
		for at < len(tokens) && !says(tokens[at], want) {
			if j == 0 || skipped == mostGlue || !glue[tokens[at].word] {
				return 0
			}
			at++
			skipped++
		}
		if at == len(tokens) {
			return 0
		}
		at++
	}
	return at
}

func says(t token, want string) bool {
	if stem, open := strings.CutSuffix(want, "*"); open {
		return strings.HasPrefix(t.word, stem)
	}
	return t.word == want || want == "i" && t.word == "we" || isVerb(want) && slices.Contains(verbsOf(t.word), want)
}

// personOf is the word under which the tables have a phrase: "we ll take" is "i ll take".
func personOf(word string) string {
	if word == "we" {
		return "i"
	}
	return word
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
	one := func(phrase []string) bool { return len(phrase) == 1 }
	return slices.ContainsFunc(p.first[word], one) || p.verbs && slices.ContainsFunc(verbsOf(word), func(verb string) bool { return slices.ContainsFunc(p.first[verb], one) })
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
