package intents

import (
	"testing"

	"balcao/internal/ids"
)

// After what goes with a thing was shown, its name is still the thing, unless the phrase tells
// by it what is wanted.
func TestWhatWasShownIsNotWhatIsNamed(t *testing.T) {
	t.Parallel()
	parser := NewParser(evaluationProducts(t))
	cases := []ids.Product{"CAPA-PIXEL-10", "CAPA-PIXEL-10-PRO"}
	for _, test := range []struct {
		text, want string
		shown      []ids.Product
	}{
		{"quero um pixel 10", "PIXEL-10", cases},
		{"add a pixel 10 pro", "PIXEL-10-PRO", cases},
		{"quiero un pixel 10", "PIXEL-10", cases[:1]},
		{"bota dois pixel 10 pro", "PIXEL-10-PRO", []ids.Product{"PELICULA-PIXEL-10-PRO"}},
		{"quero a do pixel 10", "CAPA-PIXEL-10", cases},
		{"quero pro pixel 10", "CAPA-PIXEL-10", cases},
		{"the one for the pixel 10 pro", "CAPA-PIXEL-10-PRO", cases},
		{"quero a capa do pixel 10", "CAPA-PIXEL-10", cases},
		{"quero um galaxy s25", "GALAXY-S25", []ids.Product{"GALAXY-S25-ULTRA"}},
		{"quero o galaxy", "GALAXY-S25-ULTRA", []ids.Product{"GALAXY-S25-ULTRA"}},
		{"quero o pro", "PIXEL-10-PRO", []ids.Product{"PIXEL-10-PRO", "PIXEL-10-PRO-XL"}},
		{"me vê um pixel 10", "PIXEL-10", []ids.Product{"PIXEL-10-PRO"}},
	} {
		got := slotsOf(t, parser, Utterance{Text: test.text, Conversation: Conversation{Results: test.shown}})
		if len(got) != 1 || got[0].Action != "add_to_checkout" || got[0].Product != test.want {
			t.Errorf("%q: %+v, want %s", test.text, got, test.want)
		}
	}
}
