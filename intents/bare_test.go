package intents

import "testing"

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
