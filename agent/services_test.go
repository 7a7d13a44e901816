package agent

import (
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
)

// What is asked of the shop's service is answered: what it sells, how one pays.
func TestServices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want  string
		texts []string
	}{
		{"1. ", []string{
			"o que vocês vendem?", "o que vocês têm?", "quais produtos vocês têm?", "what do you sell?", "what do you have?",
			"¿qué venden?", "me mostra o catálogo", "¿qué tienen a la venta?", "oi, o que vocês vendem aqui?", "what products do you have?",
		}},
		{"Pix", []string{
			"como posso pagar?", "aceita cartão?", "aceita débito?", "quais as formas de pagamento?", "how can I pay?",
			"do you take credit cards?", "¿aceptan tarjeta?", "¿cómo pago?", "¿qué formas de pago tienen?",
		}},
		{"7 d", []string{
			"quero devolver", "quero devolver o que comprei", "I want a refund", "quiero devolver el pedido", "quiero una devolución",
		}},
	} {
		for _, text := range tt.texts {
			said, asked := answered(t, &counter{conv: conversation.Context{Version: 1}}, text)
			if !strings.Contains(said, tt.want) || strings.Contains(said, "{") || len(asked.Commands) > 0 {
				t.Errorf("%q: %q", text, said)
			}
		}
	}
}

// A bare answer takes the line out that is not sold any more, and no other.
func TestDropsWhatIsNotSold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"sim", "Tira", "tirar do carrinho", "take it out", "quítalo"} {
		r := ready(everything...)
		r.Status = checkout.Incomplete
		r.Checkout.Lines = append(r.Checkout.Lines, checkout.Line{ID: "li_gone", Product: "sonho", Variant: "sonho", Title: "Sonho de creme", Quantity: 1, Withdrawn: true})
		r.Messages = []checkout.Message{{Type: checkout.TypeError, Code: checkout.CodeItemUnavailable, Path: "$.line_items[1]"}}
		_, asked := answered(t, &counter{result: r, conv: conversation.Context{Version: 1, Language: "pt-BR"}}, text)
		if len(asked.Commands) != 1 || asked.Commands[0] != checkout.Command(checkout.Remove{Line: "li_gone"}) {
			t.Errorf("%q: %#v", text, asked.Commands)
		}
		cancel := waiting(t, intents.Slots{Action: "cancel_checkout"})
		_, asked = answered(t, &counter{result: r, conv: conversation.Context{Version: 1, Language: "pt-BR", Pending: cancel}}, text)
		if len(asked.Commands) == 1 && asked.Commands[0] == checkout.Command(checkout.Remove{Line: "li_gone"}) {
			t.Errorf("%q to the question whether to cancel takes the line out", text)
		}
	}
}
