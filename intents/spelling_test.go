package intents

import "testing"

// What a rule has a word for is nothing else misspelt, though it be but a letter away.
func TestWordsOfRulesAreNotMisspelt(t *testing.T) {
	t.Parallel()
	x := NewIndex(shelf())
	for _, word := range []string{"empresa", "milhao", "vecino", "sobrinho", "esquece"} {
		if !x.knows(word) {
			t.Errorf("%s is not known", word)
		}
		tokens := tokenize(word)
		if got := x.spell(tokens)[0].word; got != word {
			t.Errorf("%s becomes %s", word, got)
		}
	}
	for _, list := range tables {
		for first := range list.first {
			if !isVerb(first) && !x.knows(first) {
				t.Errorf("%s stands in a table and is not known", first)
			}
		}
	}
}
