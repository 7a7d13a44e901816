package intents

import (
	"context"
	"testing"
)

func TestOtherOption(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	c := Conversation{Options: []ShippingOption{{ID: "pac", Title: "PAC"}, {ID: "sedex", Title: "Sedex"}}, Chosen: "pac", Lines: []Line{{ID: "1", Product: "PIXEL-10", Title: "Pixel 10", Quantity: 1}}}
	for _, text := range []string{"melhor o outro", "mejor el otro", "prefiro a outra", "the other one, please", "muda pro outro", "na verdade, a outra opção"} {
		got, err := p.Interpret(context.Background(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Slots) != 1 || got.Slots[0].Action != "select_fulfillment_option" || got.Slots[0].Index != 2 {
			t.Errorf("%q is read as %+v", text, got.Slots)
		}
	}
	c.Chosen = ""
	got, _ := p.Interpret(context.Background(), Utterance{Text: "melhor o outro", Conversation: c})
	if got.Slots[0].Action == "select_fulfillment_option" {
		t.Errorf("without a choice: %+v", got.Slots)
	}
}
