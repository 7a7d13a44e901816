package intents

import "testing"

// A no with another colour or size changes that of the line spoken of, and nothing else.
func TestOtherVariant(t *testing.T) {
	t.Parallel()
	const shoe, red = "TENIS-ALL-STAR", "TENIS-ALL-STAR-VERMELHO-42"
	c := Conversation{Focus: shoe, Lines: []Line{{ID: "li_1", Product: shoe, Variant: red, Quantity: 2}}}
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string]string{
		"não, o preto":       "TENIS-ALL-STAR-PRETO-42",
		"no, the black one":  "TENIS-ALL-STAR-PRETO-42",
		"no, el negro":       "TENIS-ALL-STAR-PRETO-42",
		"na verdade preto":   "TENIS-ALL-STAR-PRETO-42",
		"ops, 41":            "TENIS-ALL-STAR-VERMELHO-41",
		"não, tamanho 40":    "TENIS-ALL-STAR-VERMELHO-40",
		"não, o vermelho":    "",
		"não o preto":        "",
		"não quero vermelho": "",
	} {
		got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		a := got.Actions()
		swaps := len(a) == 2 && a[0].Action == "remove_from_checkout" && a[0].Variant == red && a[1].Action == "add_to_checkout" && a[1].Variant == want && a[1].Quantity == 2
		if (want != "") != swaps {
			t.Errorf("%q: %+v, want %q", text, a, want)
		}
	}
}

// A size of two numbers is no list, whatever is in the cart.
func TestSizeOfTwoNumbers(t *testing.T) {
	t.Parallel()
	c := Conversation{Focus: "TENIS-ALL-STAR", Lines: []Line{{ID: "li_1", Product: "TENIS-ALL-STAR", Variant: "TENIS-ALL-STAR-PRETO-42", Quantity: 1}}}
	reads(t, c, []readAs{
		{"quero um chinelo havaianas azul 41/42", Slots{Action: "add_to_checkout", Product: "CHINELO-TOP", Variant: "CHINELO-TOP-AZUL-41-42", Quantity: 1}},
		{"I want a pair of havaianas, blue, 39/40", Slots{Action: "add_to_checkout", Product: "CHINELO-TOP", Variant: "CHINELO-TOP-AZUL-39-40", Quantity: 1}},
	})
}

// A number with a word for packs is the new quantity of what is in the cart.
func TestPacksOfWhatIsThere(t *testing.T) {
	t.Parallel()
	const coffee = "CAFE-GRAO-1KG"
	held := Conversation{Lines: []Line{{ID: "li_1", Product: coffee, Variant: coffee, Quantity: 1}}}
	two := Slots{Action: "update_quantity", Product: coffee, Quantity: 2}
	reads(t, held, []readAs{
		{"ok, two bags then", two},
		{"dois pacotes", two},
		{"mais dois pacotes", Slots{Action: "add_to_checkout", Product: coffee, Quantity: 2}},
	})
	reads(t, Conversation{}, []readAs{{"dois pacotes", unknown(ReasonUnclear)}})
}
