package intents

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Words that end in one of these marks stand in the tables for the forms of a verb, written
// as its infinitive: tirar~ is Portuguese, quitar^ Spanish, want% English. One mark means the
// forms that ask for something, two all forms: "botei" is one of botar~~ alone.
const verbMarks = "~^%"

var markLanguages = map[byte]string{'~': "pt", '^': "es", '%': "en"}

// isVerb reports whether a word of a table stands for the forms of a verb.
func isVerb(word string) bool {
	return len(word) > 1 && strings.IndexByte(verbMarks, word[len(word)-1]) >= 0
}

// marked are the marked verbs of all tables. They are noted as the tables are compiled, with
// the package.
var marked = map[string]bool{}

// verbForms are the marked verbs that a word may be a form of, of each word.
var verbForms = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	know := func(form string, verbs ...string) {
		for _, v := range verbs {
			if !slices.Contains(out[form], v) {
				out[form] = append(out[form], v)
			}
		}
	}
	verbs := map[string]bool{}
	for m := range marked {
		verbs[strings.TrimRight(m, verbMarks)+m[len(m)-1:]] = true
	}
	for _, verb := range slices.Sorted(maps.Keys(verbs)) {
		mark := verb[len(verb)-1:]
		c := conjugate(markLanguages[mark[0]], verb[:len(verb)-1])
		for _, form := range withPronouns(c, mark) {
			know(form, verb, verb+mark)
		}
		for _, form := range c.told {
			know(form, verb+mark)
		}
	}
	return out
})

// verbsOf are the marked verbs that a word may be a form of.
func verbsOf(word string) []string { return verbForms()[word] }

// forms returns what a word of a table stands for: the forms of a marked verb, else the word
// itself. The pronouns of Spanish are left out.
func forms(word string) []string {
	if !isVerb(word) {
		return []string{word}
	}
	verb := strings.TrimRight(word, verbMarks)
	c := conjugate(markLanguages[word[len(word)-1]], verb)
	if isVerb(word[:len(word)-1]) {
		return append(c.asks, c.told...)
	}
	return c.asks
}

// spanishPronouns are written together with the verb before them: agregame, quitalo.
var spanishPronouns = strings.Fields("me lo la los las le les nos te se melo mela melos melas selo sela selos selas noslo nosla noslos noslas telo tela")

// withPronouns returns the forms that ask, in Spanish with pronouns too.
func withPronouns(c conjugation, mark string) []string {
	out := c.asks
	if mark != "^" {
		return out
	}
	for _, form := range c.open {
		for _, p := range spanishPronouns {
			out = append(out, form+p)
		}
	}
	return out
}
