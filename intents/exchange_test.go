package intents

import (
	"testing"

	"balcao/internal/ids"
)

// What would be exchanged for itself is asked about, and never told as done.
func TestNothingIsExchangedForItself(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	for _, test := range []struct{ text, held, want string }{
		{"can you swap the phone for the pro version?", "PIXEL-10-PRO", "unknown unclear"},
		{"swap the phone for the pro", "PIXEL-10-PRO", "unknown unclear"},
		{"troca o pixel 10 pelo pixel 10", "PIXEL-10", "unknown unclear"},
		{"troca a camiseta pela camiseta básica", "CAMISETA-BASICA", "unknown unclear"},
		{"troca pelo pro", "PIXEL-10", "remove_from_checkout PIXEL-10, add 1 PIXEL-10-PRO"},
		{"swap it for the ultra", "GALAXY-S25", "remove_from_checkout GALAXY-S25, add 1 GALAXY-S25-ULTRA"},
	} {
		held := parser.index.product(ids.Product(test.held))
		c := Conversation{Focus: held.ID, Lines: []Line{{Product: held.ID, Variant: held.Variants[0].ID, Quantity: 1}}}
		if got := brieflyOf(slotsOf(t, parser, Utterance{Text: test.text, Conversation: c})); got != test.want {
			t.Errorf("%q with %s: %s, want %s", test.text, test.held, got, test.want)
		}
	}
}
