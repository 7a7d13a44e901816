package intents

import (
	"slices"
	"strings"
)

// Words that end in one of these marks stand in the tables for the forms of a verb, written
// as its infinitive: tirar~ is Portuguese, quitar^ Spanish, want% English. One mark means the
// forms that ask for something, two all forms: "botei" is one of botar~~ alone.
const verbMarks = "~^%"

var markLanguages = map[byte]string{'~': "pt", '^': "es", '%': "en"}

// verbForms are the marked verbs that a word may be a form of. It fills up as the tables
// are compiled, and is only read after that.
var verbForms = map[string][]string{}

// verbsKnown are the verbs that verbForms has.
var verbsKnown = map[string]bool{}

// isVerb reports whether a word of a table stands for the forms of a verb.
func isVerb(word string) bool {
	return len(word) > 1 && strings.IndexByte(verbMarks, word[len(word)-1]) >= 0
}

// learn takes the forms of a marked verb into verbForms.
func learn(marked string) {
	verb := strings.TrimRight(marked, verbMarks)
	mark := marked[len(marked)-1:]
	if verbsKnown[verb+mark] {
		return
	}
	verbsKnown[verb+mark] = true
	c := conjugate(markLanguages[mark[0]], verb)
	for _, form := range withPronouns(c, mark) {
		know(form, verb+mark, verb+mark+mark)
	}
	for _, form := range c.told {
		know(form, verb+mark+mark)
	}
}

func know(form string, verbs ...string) {
	for _, v := range verbs {
		if !slices.Contains(verbForms[form], v) {
			verbForms[form] = append(verbForms[form], v)
		}
	}
}

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
