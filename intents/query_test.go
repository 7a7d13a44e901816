package intents

import "testing"

// A search looks for what is sold, without the endearment that the customer has for it.
func TestSearchesForThePlainWord(t *testing.T) {
	t.Parallel()
	reads(t, Conversation{}, []readAs{
		{"tô atrás de um cafézinho", Slots{Action: "search_catalog", Query: "café"}},
		{"quero ver umas camisetinhas", Slots{Action: "search_catalog", Query: "camisetas"}},
		{"procuro um passarinho", Slots{Action: "search_catalog", Query: "passarinho"}},
	})
}
