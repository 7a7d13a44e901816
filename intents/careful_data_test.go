package intents

import (
	"slices"
	"testing"
)

// TestSpokenOfAndNotAsked reads places, codes, names and numbers that are denied, of the
// past, somebody else's, asked about or of no use: none of them is done.
func TestSpokenOfAndNotAsked(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for action, said := range map[string][]string{
		"set_shipping_address": {
			"não entrega na Rua Velha, 1, Campinas, SP, 13010-000", "endereço do escritório antigo era Rua Velha, 1, Campinas, SP, 13010-000",
			"o cep da minha tia é 13010-000", "meu cep antigo era 13010-000", "nunca mande pra Rua Velha, 1, Campinas, SP",
			"don't ship to Rua Velha, 1, Campinas, SP, 13010-000", "my old address was Rua Velha, 1, Campinas, SP", "my sister's zip code is 13010-000",
			"no entregues en Rua Velha, 1, Campinas", "mi dirección vieja era Rua Velha, 1, Campinas", "el código postal de mi tía es 13010-000",
		},
		"apply_discount": {
			"sem cupom BEMVINDO10", "sem o cupom BEMVINDO10 por favor", "reclamação: o cupom BEMVINDO10 não entrou", "o cupom BEMVINDO10 não funcionou", "o que é o cupom BEMVINDO10?",
			"vocês têm o cupom BEMVINDO10?", "até quando vai o cupom BEMVINDO10?", "without coupon BEMVINDO10 please", "the coupon BEMVINDO10 didn't work", "what is coupon BEMVINDO10?",
			"sin el cupón BEMVINDO10", "el cupón BEMVINDO10 no funciona", "¿qué es el cupón BEMVINDO10?",
		},
		"set_buyer":            {"meu nome é Sim", "my name is Yes", "mi nombre es Sí"},
		"remove_from_checkout": {"esvazia o carrinho dele", "limpa o carrinho do meu amigo", "empty his cart", "vacía el carrito de ella"},
		"add_to_checkout":      {"coloca －5 camisetas básicas", "add 2^10 pixel 10", "add ½ pixel 10", "add ² pixel 10", "quero Ⅻ pixel 10", "agrega −2 pixel 10"},
	} {
		for _, text := range said {
			got := slotsOf(t, p, Utterance{Text: text, Conversation: cartsAsking(t)["a cart"]})
			if slices.ContainsFunc(got, func(s Slots) bool { return s.Action == action }) {
				t.Errorf("%q makes %s: %+v", text, action, got)
			}
		}
	}
}

// TestSpokenOfAndAsked is the other side: what is given, or meant for somebody else, is done.
func TestSpokenOfAndAsked(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for action, said := range map[string][]string{
		"set_shipping_address": {
			"entrega na casa da minha tia, Rua Nova, 1, Campinas, SP, 13010-000", "quanto fica o frete pro cep da minha mãe, 13010-000?",
			"o cep mudou, não é 20040-030 é 22041-001", "ship it to my sister, Rua Nova, 1, Campinas, SP, 13010-000", "mi código postal es 13010-000",
		},
		"apply_discount": {"usa o cupom BEMVINDO10", "tem o cupom BEMVINDO10, aplica?", "tenho o cupom BEMVINDO10", "apply coupon BEMVINDO10", "usa el cupón BEMVINDO10"},
		"set_buyer":      {"meu nome é Ana Lima", "my name is Ana Lima", "nome: Ana de Souza"},
	} {
		for _, text := range said {
			got := slotsOf(t, p, Utterance{Text: text, Conversation: cartsAsking(t)["a cart"]})
			if !slices.ContainsFunc(got, func(s Slots) bool { return s.Action == action }) {
				t.Errorf("%q makes no %s: %+v", text, action, got)
			}
		}
	}
}
