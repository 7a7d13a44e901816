package email

import (
	"regexp"
	"slices"
	"testing"
)

// Every text is there in three languages, with the same facts in each.
func TestTexts(t *testing.T) {
	t.Parallel()
	fact := regexp.MustCompile(`\{\w+\}`)
	for key, text := range texts {
		for i := range text {
			if text[i] == "" || !slices.Equal(fact.FindAllString(text[i], -1), fact.FindAllString(text[0], -1)) {
				t.Errorf("%s, language %d: %q", key, i, text[i])
			}
		}
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "  a \t b\r\nc ": "a b c", "a\u2028b\u2029c\u0085d": "a b c d", "a\u202e\u200f\u200b\ufeff\u00adb": "ab", "a\x00\x1b\x7fb": "ab",
		"a\xffb": "a b", "e\u0301 日本": "e\u0301 日本", "👍🏽": "👍🏽", "abcdefghijk": "abcdefghi…", "abcdefgh jk": "abcdefgh…", "\ue000x": "x",
	} {
		if got := clean(text, 10); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
