package intents

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A question after one of something shows it or looks for it, and adds nothing.
func TestAsksAfterOne(t *testing.T) {
	t.Parallel()
	reads(t, Conversation{}, []readAs{
		{"poxa. e um mouse mx master?", Slots{Action: "get_product", Product: "MOUSE-MX-3S"}},
		{"¿y un dom casmurro?", Slots{Action: "get_product", Product: "LIVRO-DOM-CASMURRO"}},
		{"e um playstation 5?", Slots{Action: "search_catalog", Query: "playstation 5", weak: true}},
		{"e uma prensa francesa também?", Slots{Action: "add_to_checkout", Product: "PRENSA-FRANCESA-1L", Quantity: 1}},
		{"2 mouses mx master?", Slots{Action: "add_to_checkout", Product: "MOUSE-MX-3S", Quantity: 2}},
		{"e um mouse mx master", Slots{Action: "add_to_checkout", Product: "MOUSE-MX-3S", Quantity: 1}},
	})
}

// Who wants the shipping for less haggles, and chooses none.
func TestHagglesAboutShipping(t *testing.T) {
	t.Parallel()
	reads(t, Conversation{}, []readAs{
		{"o frete está caro, dá para fazer mais barato?", unknown(ReasonNegotiation)},
		{"faz o frete mais barato?", unknown(ReasonNegotiation)},
		{"manda pelo mais barato", Slots{Action: "select_fulfillment_option", Option: "cheapest"}},
	})
}

// Of several things wished for, one that the shop does not have keeps none of the others back.
func TestOneUnknownAmongWishes(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string][]Slots{
		"quero um xbox e um dom casmurro": {
			{Action: "add_to_checkout", Unresolved: true, Said: "xbox", Quantity: 1},
			{Action: "add_to_checkout", Product: "LIVRO-DOM-CASMURRO", Quantity: 1},
		},
		"quero um xbox e um playstation": {
			{Action: "add_to_checkout", Unresolved: true, Said: "xbox playstation", Quantity: 1},
		},
	} {
		got, err := p.Interpret(t.Context(), Utterance{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Actions(), cmp.AllowUnexported(Slots{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
