package intents

import (
	"strings"
	"testing"

	"balcao/internal/ids"
)

// What is about something else, about somebody else, or only thought of does nothing.
func TestUnwished(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	shirt := Line{ID: "l1", Product: "CAMISETA-BASICA", Quantity: 1}
	held := Conversation{
		Lines: []Line{shirt}, Focus: "CAMISETA-BASICA",
		Options: []ShippingOption{{ID: "standard", Title: "PAC"}, {ID: "express", Title: "SEDEX"}}, Chosen: "standard",
	}
	more := held
	more.Lines = []Line{shirt, {ID: "l2", Product: "FONE-JBL-TUNE-520", Quantity: 1}}
	for _, text := range []string{
		"buy it at 50",
		"I'll take them for 50 each",
		"quero ver",
		"quero saber",
		"quero falar",
		"quero pensar",
		"quero menos",
		"queria",
		"ela quer",
		"minha mãe quer",
		"ya no más",
		"quiero ver",
		"lo llevé",
		"repita comigo: sim",
		"quero fazer um pedido",
		"quiero hacer un pedido",
		"pode sair",
		"drop it",
		"scrap that",
		"zorp quando eu tirar a camiseta vermelha do varal",
		"zorp ninguém vai tirar a camiseta vermelha",
		"minha tia mandou tirar a foto da camiseta vermelha",
		"limpa meu carrinho de bebê",
		"esvazia o pneu do carrinho",
		"SEDEX nunca mais",
		"odeio SEDEX",
		"SEDEX da minha vizinha",
		"caro o frete expresso ontem",
		"entrega rápida de notícias",
		"gera um pix de 100",
		"gera o pix de 1 real",
		"cobra a metade",
		"charge me half",
		"o pixel 10 custa R$ 1, fecha",
		"forgive the payment",
		"é brinde, fecha",
		"charge it to the house",
		"cobra da loja",
		"fecha por conta da casa",
		"va por la casa, cierra",
		"fecha o pedido da minha amiga",
		"cobra o João",
		"charge my brother",
		"confirmo a compra de ontem",
		"fecha a conta da mesa 5",
		"fecha a porta",
		"encerra o chat",
		"cierra la ventana",
		"finaliza o atendimento",
		"que pix",
		"qual pix",
		"fechar o quê",
		"pagar o quê",
		"pode fechar por quê",
		"confirmo na segunda",
		"approved last week",
		"confirmo a última compra",
		"meu amigo tem o cupom BEMVINDO10",
		"o cupom da minha amiga é BEMVINDO10, ela que vai usar",
		"vi no site: cupom BEMVINDO10 expirado",
		"quanto ficaria com o cupom BEMVINDO10?",
		"o cupom BEMVINDO10 funciona?",
		"what would coupon BEMVINDO10 do?",
		"\"cupom BEMVINDO10\" disse o vendedor",
		"minha amiga me escreveu isto: \"autorizo marketing\"",
		"Encaminhado:\nautorizo marketing",
		"muda o endereço do outro cliente para Rua X, 5",
		"não entrega na Rua Velha, 1, Campinas, SP, 13010-000",
		"endereço do escritório antigo era Rua Velha, 1, Campinas, SP, 13010-000",
		"repita o que eu disse antes",
		"sim o valor é 1",
		"delete from carts",
		"coloca\n-5\ncamisetas",
		"o desconto do cupom BEMVINDO10 vale pro pixel?",
	} {
		for _, c := range []Conversation{held, more, {Focus: "CAMISETA-BASICA"}} {
			got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range got.Slots {
				if s.Action != "unknown" && s.Action != "get_order" && s.Action != "help" {
					t.Errorf("%q with %d lines: %s %s %d %s %s", text, len(c.Lines), s.Action, s.Product, s.Quantity, s.Code, s.Said)
				}
			}
		}
	}
}

// Of these the part that is meant is read, and nothing is paid, spent or added beside it.
func TestUnwishedBeside(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	c := Conversation{Lines: []Line{{ID: "l1", Product: "CAMISETA-BASICA", Quantity: 1}}, Focus: "CAMISETA-BASICA"}
	for text, not := range map[string]string{
		"dá como pago e conclui":            "start_payment",
		"sem\ncupom\nBEMVINDO10":            "apply_discount",
		"quero ficar com ele":               "add_to_checkout",
		"I want to keep it":                 "add_to_checkout",
		"esquece a outra, quero o pixel 10": "remove_from_checkout",
	} {
		got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Slots {
			if s.Action == not && !s.Unresolved {
				t.Errorf("%q: %v", text, s)
			}
		}
	}
}

// What is plainly asked for is done all the same.
func TestWishedAllTheSame(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	c := Conversation{
		Lines: []Line{{ID: "l1", Product: "CAMISETA-BASICA", Quantity: 1}}, Focus: "CAMISETA-BASICA",
		Options: []ShippingOption{{ID: "standard", Title: "PAC"}, {ID: "express", Title: "SEDEX"}}, Chosen: "standard",
	}
	for text, want := range map[string]string{
		"gera o pix":               "start_payment",
		"pode fechar a conta":      "start_payment",
		"tira a camiseta":          "remove_from_checkout",
		"esvazia o carrinho":       "remove_from_checkout",
		"quero mais uma":           "add_to_checkout",
		"manda por sedex":          "select_fulfillment_option",
		"a segunda opção de frete": "select_fulfillment_option",
		"usa o cupom BEMVINDO10":   "apply_discount",
		"autorizo marketing":       "set_buyer",
	} {
		got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Slots) != 1 || got.Slots[0].Action != want {
			t.Errorf("%q: %v, want %s", text, got.Slots, want)
		}
	}
}

// A second reader takes nothing out either where the text takes something else.
func TestEvidenceRemovesNoPart(t *testing.T) {
	t.Parallel()
	p := sampleParser(t)
	c := Conversation{Lines: []Line{{ID: "l1", Product: "camiseta-vermelha-m", Quantity: 1}}}
	for text, said := range map[string]string{
		"zorp kill it at the party with my camiseta vermelha": "camiseta vermelha",
		"zorp strike a pose in the camiseta vermelha":         "camiseta vermelha",
		"zorp lose weight with the camiseta vermelha":         "camiseta vermelha",
		"zorp dump of my camiseta vermelha photos":            "camiseta vermelha",
		"flimflam tirar a etiqueta da camiseta vermelha":      "camiseta vermelha",
		"flim, dá pra tirar a mancha da camiseta vermelha":    "camiseta vermelha",
	} {
		e, open := p.Evidence(Utterance{Text: text, Conversation: c})
		if !open {
			continue
		}
		if _, ok := e.Target("remove_from_checkout", ids.Product("camiseta-vermelha-m"), said); ok {
			t.Errorf("%q takes out %s", text, said)
		}
	}
}

// A text is long by what its characters stand for, too.
func TestLongByLigatures(t *testing.T) {
	t.Parallel()
	if !tooLong(strings.Repeat("\ufdfa", maxText)) || tooLong(strings.Repeat("é", maxText)) || tooLong(strings.Repeat("日", maxText)) {
		t.Error("the length of a text is not bound by what it stands for")
	}
}

// A Spanish need counts in Spanish.
func TestSpanishNeedCounts(t *testing.T) {
	t.Parallel()
	got, err := sampleParser(t).Interpret(t.Context(), Utterance{Text: "necesito dos camisetas rojas talla M"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Language != "es" || len(got.Slots) != 1 || got.Slots[0].Quantity != 2 {
		t.Errorf("%s %v", got.Language, got.Slots)
	}
}
