package intents

import (
	"testing"

	"balcao/internal/lang"
)

// A short neutral answer keeps the language of the conversation; a clear sentence changes
// it.
func TestLanguageHolds(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, hint, want string }{
		{"ok", lang.English, lang.English},
		{"2", lang.Spanish, lang.Spanish},
		{"pix", lang.English, lang.English},
		{"joana.teste@example.com", lang.English, lang.English},
		{"Rua das Acácias, 123", lang.English, lang.English},
		{"BEMVINDO10", lang.Spanish, lang.Spanish},
		{"ok", "", lang.Portuguese},
		{"no", lang.English, lang.English},
		{"quero ver o meu carrinho", lang.English, lang.Portuguese},
		{"please show me the cart", lang.Portuguese, lang.English},
		{"quiero ver el carrito", lang.Portuguese, lang.Spanish},
		{"sacame el chocolate", "", lang.Spanish},
		{"buenas tardes", "", lang.Spanish},
		{"buenos días", "", lang.Spanish},
		{"buenas", lang.Portuguese, lang.Portuguese},
		{"good evening", "", lang.English},
		{"boa tarde", "", lang.Portuguese},
	}
	p := NewParser(shelf())
	for _, tt := range tests {
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text, Language: tt.hint})
		if err != nil {
			t.Fatal(err)
		}
		if got.Language != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.text, tt.hint, got.Language, tt.want)
		}
	}
}
