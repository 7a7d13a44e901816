package intents

import (
	"context"
	"testing"
)

// TestBrowse reads sentences that only look for goods: each is one search, whose query has
// the goods and their traits, and nothing of who speaks, for whom, and of the limits.
func TestBrowse(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string]string{
		"o que que cês tem de bota marrom no quarenta e um?":                                 "bota",
		"tô na caça de um notebook bom pro meu irmão que vai entrar na faculdade":            "notebook",
		"bah tchê que que tu tem aí de coisa pra chimarrão":                                  "chimarrão",
		"oxente meu rei mostre as cafeteira que tem aí na loja":                              "cafeteira",
		"minha sogra ama café, me sugere um presente de no maximo 50 reais":                  "café",
		"mochila na faixa de 150 a 250 reais, o que rola?":                                   "mochila",
		"macho, quais fones sem fio prestam por até 200 conto?":                              "fones sem fio",
		"preta eu não quero, me mostra mochila verde":                                        "mochila",
		"sem ser apple, que celulares aparecem por menos de 4 mil?":                          "celular",
		"bota pra mim os celulares da motorola na tela":                                      "celular da motorola",
		"eu tava pensando em dar um fone pra minha esposa, o que tem por menos de mil?":      "fone",
		"to de olho em teclado sem fio, de preferencia logitech":                             "teclado sem fio logitech",
		"I'm hunting for a green backpack, under 300 reais if possible":                      "backpack",
		"what sort of mice do you sell?":                                                     "mice",
		"got anything in the way of headphones between two and three hundred reais?":         "headphones",
		"venga enséñame lo que tengáis de mochilas verdes":                                   "mochilas",
		"oye cachai si les quedan audífonos entre doscientos y trescientos reales":           "audífonos",
		"causa muéstrame camisetas blancas en talla M pues":                                  "camisetas",
		"hola vecina, ¿qué libros de Machado de Assis tienes?":                               "libros de Machado de Assis",
		"ando tras un parlante bluetooth que no pase de trescientos reales":                  "parlante bluetooth",
		"minha filha aqui é a dona zezé eu queria que você me mostrasse uns chinelinho rosa": "chinelo",
		"vocês trabalham com secador de cabelo?":                                             "secador de cabelo",
	} {
		got, err := p.Interpret(context.Background(), Utterance{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Slots) != 1 || got.Slots[0].Action != "search_catalog" || got.Slots[0].Query != want {
			t.Errorf("%q is read as %+v, want a search for %q", text, got.Slots, want)
		}
	}
	for _, text := range []string{
		"quero um pixel 10, o que mais vocês têm?", "bota um cabo hdmi aí", "me mostra o carrinho", "qual o preço da camiseta?",
		"quais cores vocês têm da mochila?", "tira a bota", "quanto custa o frete pra salvador?",
	} {
		got, _ := p.Interpret(context.Background(), Utterance{Text: text})
		if len(got.Slots) == 1 && got.Slots[0].Action == "search_catalog" {
			t.Errorf("%q is read as a search: %+v", text, got.Slots)
		}
	}
}
