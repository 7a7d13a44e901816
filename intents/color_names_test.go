package intents

import "testing"

// Answers say colours with their accents, and only those that have a name in each language.
func TestColorNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ label, language, want string }{
		{"Preto", "en", "black"}, {"Marrom", "es", "marrón"}, {"Lilás", "en", "lilac"}, {"Lilás", "pt-BR", "lilás"}, {"Azul", "es", "azul"}, {"M", "en", ""}, {"preta", "en", ""},
	} {
		if got, ok := ColorName(tt.label, tt.language); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s in %s is %q, %v", tt.label, tt.language, got, ok)
		}
	}
	for base, names := range colorNames {
		if fold(names[0]) != base {
			t.Errorf("%s is called %q", base, names[0])
		}
		for _, n := range names {
			if n == "" {
				t.Errorf("%s lacks a name", base)
			}
		}
	}
}
