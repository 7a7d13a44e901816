package intents

import (
	"slices"
	"testing"

	"balcao/conversation"
)

// namesOf are the names of what a text asks for.
func namesOf(t *testing.T, p *Parser, text string, c Conversation) []string {
	t.Helper()
	got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range got.Slots {
		out = append(out, s.Action)
	}
	return out
}

// What is put off is not done, and what a no stands behind neither.
func TestPutOff(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for _, text := range []string{
		"quero pagar amanhã", "vou pagar amanhã", "pagar amanhã no pix", "pago semana que vem", "I'll pay tomorrow", "mañana pago", "pago depois",
		"fecho amanhã", "pix só amanhã", "cancela amanhã", "esvazia o carrinho depois", "deixa o pagamento pra depois", "pay next week",
		"gera o pix na sexta", "fecha o pedido mais tarde", "place the order later", "pago el lunes", "quiero pagar la semana que viene",
		"tenho um cupom BEMVINDO10, mas guarda pra próxima", "tenho o cupom BEMVINDO10, guárdalo para otra vez", "usa o cupom BEMVINDO10 da próxima vez",
		"I have a coupon BEMVINDO10 but save it for next time", "tengo el cupón BEMVINDO10, pero lo uso otro día",
		"tira não", "tira o café não", "remove não", "cancela não", "esvazia não", "manda o link", "quero comprar pelo site, manda o link",
		"send me the link", "mándame el enlace", "me passa o link do site", "dá pra comprar pelo site?",
	} {
		c := Conversation{Lines: []Line{{ID: "li_1", Product: "CAFE-PILAO-500", Variant: "CAFE-PILAO-500", Quantity: 2}}, Focus: "CAFE-PILAO-500"}
		for _, action := range namesOf(t, p, text, c) {
			if action != "unknown" && action != "help" {
				t.Errorf("%q makes %s", text, action)
			}
		}
	}
	for text, want := range map[string]string{
		"não é pra cancelar, é pra pagar": "start_payment", "paga pra mim no pix, preciso pra amanhã": "start_payment", "quero pagar agora": "start_payment",
		"tira o café e depois fecha": "start_payment", "aplica o cupom BEMVINDO10": "apply_discount", "pode mandar o link de pagamento": "start_payment",
		"no es para cancelar, es para pagar": "start_payment", "it's not to cancel, it's to pay": "start_payment",
	} {
		c := Conversation{Lines: []Line{{ID: "li_1", Product: "CAFE-PILAO-500", Variant: "CAFE-PILAO-500", Quantity: 2}}}
		if got := namesOf(t, p, text, c); !slices.Contains(got, want) || slices.Contains(got, "cancel_checkout") {
			t.Errorf("%q makes %v, want %s", text, got, want)
		}
	}
}

// Said twice in one message, a wish is one.
func TestSaidTwiceIsOnce(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string]int{
		"quero um pixel 10. quero um pixel 10": 1, "quero um pixel 10, quero um pixel 10": 1, "I want a pixel 10! I want a pixel 10!": 1,
		"coloca o chocolate e um café pilão tradicional\ncoloca o chocolate e um café pilão tradicional": 2, "quero um pixel 10. quero um pixel 9a": 2,
	} {
		if got := namesOf(t, p, text, Conversation{}); len(got) != want {
			t.Errorf("%q makes %v, want %d", text, got, want)
		}
	}
}

// While a question is open, what shall change first is asked for, and nothing is done.
func TestAsksForWhatShallChange(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	c := Conversation{
		Lines:   []Line{{ID: "li_1", Product: "CAFE-PILAO-500", Variant: "CAFE-PILAO-500", Quantity: 2}},
		Pending: &conversation.Pending{Action: "complete_checkout"},
	}
	for text, want := range map[string]Question{
		"sim, mas troca o endereço antes": AskNewAddress, "yes but change the address first": AskNewAddress, "sí, pero cambia la dirección": AskNewAddress,
		"não, o endereço está errado": AskNewAddress, "sim, só que o CEP tá errado": AskNewAddress, "sim, mas entrega em outro endereço": AskNewAddress,
		"pode fechar mas com outro endereço": AskNewAddress, "quero mudar o endereço de entrega": AskNewAddress,
		"sim, com o cupom": AskCoupon, "yes, but with a coupon": AskCoupon, "sí, con el cupón": AskCoupon,
		"sim, mas muda o telefone": AskNewPhone, "troca meu email": AskNewEmail, "sim, mas o cpf é outro": AskNewTaxpayerID, "quero corrigir meu nome": AskNewName,
	} {
		got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Intents) != 1 || !isAsk(got.Intents[0], want) {
			t.Errorf("%q: %+v, want %s", text, got.Intents, want)
		}
	}
}

func isAsk(i Intent, about Question) bool {
	a, ok := i.(Ask)
	return ok && a.About == about
}
