package intents

import (
	"testing"

	"balcao/conversation"
)

// Where the shop asks which of several is meant, an answer may say how many of it: the number
// counts for the one at that place, and a place alone keeps what was asked for before.
func TestHowManyOfThePlace(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for _, tc := range []struct {
		text     string
		before   int64
		product  string
		quantity int64
	}{
		{"Quero duas da primeira", 0, "MOUSE-M170", 2},
		{"quero dois do primeiro", 1, "MOUSE-M170", 2},
		{"me vê 3 da segunda, por favor", 0, "CHOCOLATE-70", 3},
		{"I'd like two of the first one", 0, "MOUSE-M170", 2},
		{"two of the second, please", 1, "CHOCOLATE-70", 2},
		{"Quiero dos de la primera", 0, "MOUSE-M170", 2},
		{"tres del segundo", 0, "CHOCOLATE-70", 3},
		{"uma da segunda", 2, "CHOCOLATE-70", 1},
		{"a primeira", 2, "MOUSE-M170", 2},
		{"the first one", 2, "MOUSE-M170", 2},
		{"o segundo da lista", 2, "CHOCOLATE-70", 2},
		{"2", 1, "CHOCOLATE-70", 1},
	} {
		asked := Slots{Action: "add_to_checkout", Candidates: []string{"MOUSE-M170", "CHOCOLATE-70"}, Quantity: tc.before}
		encoded, err := asked.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Interpret(t.Context(), Utterance{Text: tc.text, Conversation: Conversation{Pending: &conversation.Pending{Action: asked.Action, Slots: encoded}}})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Slots) != 1 || got.Slots[0].Action != asked.Action || got.Slots[0].Product != tc.product || got.Slots[0].Quantity != tc.quantity {
			t.Errorf("%q: %+v, want %d of %s", tc.text, got.Slots, tc.quantity, tc.product)
		}
	}
}
