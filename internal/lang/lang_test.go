package lang

import "testing"

func TestLanguages(t *testing.T) {
	t.Parallel()
	text := Text{"oi", "hi", "hola"}
	for _, tt := range []struct {
		tag, language string
		known         bool
		want          string
	}{
		{"pt-BR", Portuguese, true, "oi"},
		{"pt", Portuguese, true, "oi"},
		{"PT-pt", Portuguese, true, "oi"},
		{"en", English, true, "hi"},
		{"EN", English, true, "hi"},
		{"en-GB", English, true, "hi"},
		{"En-us-x-any", English, true, "hi"},
		{"es-419", Spanish, true, "hola"},
		{"ES", Spanish, true, "hola"},
		{"enm", Portuguese, false, "oi"}, // Middle English
		{"est", Portuguese, false, "oi"},
		{"fr", Portuguese, false, "oi"},
		{"x-en", Portuguese, false, "oi"},
		{"", Portuguese, false, "oi"},
	} {
		if got, known := Match(tt.tag); known != tt.known || known && got != tt.language {
			t.Errorf("Match(%q) = %q, %v", tt.tag, got, known)
		}
		if got := Of(tt.tag); got != tt.language {
			t.Errorf("Of(%q) = %q, want %q", tt.tag, got, tt.language)
		}
		if got := text.In(tt.tag); got != tt.want {
			t.Errorf("In(%q) = %q, want %q", tt.tag, got, tt.want)
		}
	}
	for i, language := range All() {
		if got := text.In(language); got != text[i] {
			t.Errorf("language %d is %q, of which the text is %q", i, language, got)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text  string
		pairs []string
		want  string
	}{
		{"oi", nil, "oi"},
		{"oi {a}", []string{"a", "b"}, "oi b"},
		{"{a}{b}{a}", []string{"a", "1", "b", "2"}, "121"},
		{"CEP[ {a}] inválido", []string{"a", "1"}, "CEP 1 inválido"},
		{"CEP[ {a}] inválido", []string{"a", ""}, "CEP inválido"},
		{"CEP[ {a}] inválido", nil, "CEP inválido"},
		{"[{a} e {b}][; {b}]", []string{"b", "2"}, "; 2"},
		{"{a}", []string{"a", "{b}[x]", "b", "no"}, "{b}[x]"}, // a value is never looked at
		{"{none}.", nil, "."},
		{"{a}", []string{"a"}, ""},
	} {
		if got := (Text{0: tt.text}).Fill(Portuguese, tt.pairs...); got != tt.want {
			t.Errorf("%q with %q: %q, want %q", tt.text, tt.pairs, got, tt.want)
		}
	}
	if got := (Text{"oi {a}", "hi {a}", "hola {a}"}).Fill("en-GB", "a", "you"); got != "hi you" {
		t.Errorf("in English: %q", got)
	}
}
