package intents

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"balcao/conversation"
)

// readings are texts and the actions that they lead to, as reading prints them.
type readings map[string][]string

// read checks what each text means in a conversation.
func (r readings) read(t *testing.T, c Conversation) {
	t.Helper()
	p := NewParser(evaluationProducts(t))
	for text, want := range r {
		got, err := p.Interpret(context.Background(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		var actions []string
		for _, s := range got.Actions() {
			actions = append(actions, printed(s))
		}
		slices.Sort(actions)
		slices.Sort(want)
		if !slices.Equal(actions, want) {
			t.Errorf("%q is read as %q, want %q", text, actions, want)
		}
	}
}

// A wish to drop the purchase is more than a no to the question that is open.
func TestPurchaseIsDropped(t *testing.T) {
	t.Parallel()
	cancels, declined := []string{"cancel_checkout"}, []string{"unknown declined"}
	for _, action := range []string{"complete_checkout", "start_payment", "set_buyer", "select_fulfillment_option"} {
		readings{
			"cancela a compra": cancels, "quero cancelar": cancels, "cancelar o pedido": cancels, "desisto da compra": cancels, "cancela tudo": cancels,
			"não, cancela a compra": cancels, "não, quero cancelar a compra": cancels, "gostaria de cancelar, por favor": cancels, "não quero mais comprar": cancels, "pode cancelar o pedido": cancels,
			"cancel my order": cancels, "no, cancel the order": cancels, "I want to cancel": cancels, "please cancel everything": cancels, "quiero cancelar el pedido": cancels, "mejor cancela la compra": cancels,
			"cancela": declined, "não": declined, "desisto": declined, "cancel": declined, "não quero cancelar a compra": declined, "don't cancel my order": declined,
		}.read(t, Conversation{
			Lines:   []Line{{ID: "l", Product: "PIXEL-10", Variant: "PIXEL-10", Title: "Pixel 10", Quantity: 1}},
			Pending: &conversation.Pending{Action: action},
		})
	}
}

// printed is an action with what these tests look at.
func printed(s Slots) string {
	out := s.Action
	for _, part := range []string{string(s.Reason), s.Product, s.Variant, s.Query} {
		if part != "" {
			out += " " + part
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		out += " " + name + "=" + s.Options[name]
	}
	if len(s.Candidates) > 0 {
		out += " " + strings.Join(s.Candidates, "|")
	}
	if s.Unresolved {
		out += " unresolved"
	}
	if s.Filters != nil && s.Filters.PriceMax != nil {
		out += fmt.Sprintf(" <=%d", *s.Filters.PriceMax)
	}
	if s.Quantity > 0 {
		out += fmt.Sprintf(" x%d", s.Quantity)
	}
	return out
}
