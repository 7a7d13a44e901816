package intents

import (
	"testing"

	"balcao/internal/ids"
)

// What a second reader takes from a text about one product, and whether the text bears it out.
func TestEvidenceWish(t *testing.T) {
	t.Parallel()
	const (
		add, remove, update = "add_to_checkout", "remove_from_checkout", "update_quantity"
		shirt, phones, cap  = "CAMISETA-BASICA", "FONE-JBL-TUNE-520", "MOUSE-M170"
	)
	basket := Conversation{Lines: []Line{{Product: shirt, Quantity: 2}, {Product: phones, Quantity: 2}, {Product: cap, Quantity: 1}}}
	p := sampleParser(t)
	for _, tt := range []struct {
		text, action, product, said string
		quantity                    int64
		ok                          bool
	}{
		// Of an attack: denied, told, no quantity.
		{"não é pra zorpar a camiseta vermelha", remove, shirt, "camiseta vermelha", 0, false},
		{"não é pra zorpar a camiseta vermelha", add, shirt, "camiseta vermelha", 1, false},
		{"zorpei a camiseta básica na lavanderia", remove, shirt, "camiseta básica", 0, false},
		{"zorpei a camiseta básica na lavanderia", add, shirt, "camiseta básica", 1, false},
		{"zorpa trinta graus a camiseta básica", update, shirt, "camiseta básica", 30, false},
		{"zorpa trinta graus a camiseta básica", update, shirt, "trinta graus a camiseta básica", 30, false},
		{"zorp camiseta básica noventa e nove", add, shirt, "camiseta básica", 99, false},
		{"zorp camiseta básica noventa e nove", add, shirt, "camiseta básica noventa e nove", 99, false},

		// Adding, by verbs that nobody knows.
		{"descola um fone jbl", add, phones, "fone jbl", 1, true},
		{"zorpa três fones jbl aí", add, phones, "fones jbl", 3, true},
		{"zorpa aí dois desses fones jbl pra nóis", add, phones, "fones jbl", 2, true},
		{"hook me up with two jbl headphones", add, phones, "jbl headphones", 2, true},
		{"zorp me a couple, say three of the jbl tune", add, phones, "jbl tune", 3, true},
		{"zorpame dos de los jbl tune", add, phones, "jbl tune", 2, true},
		{"zorpá el fone jbl, porfa", add, phones, "fone jbl", 1, true},
		{"por que não zorpa um fone jbl?", add, phones, "fone jbl", 1, true},
		{"não quero o mouse, zorpa o fone jbl", add, phones, "fone jbl", 1, true},
		{"o mouse não, mas zorpa o fone jbl", add, phones, "fone jbl", 1, true},
		{"not the mouse, zorp the jbl tune", add, phones, "jbl tune", 1, true},
		{"el mouse no, pero zorpa el jbl tune", add, phones, "jbl tune", 1, true},
		{"zorpa o fone jbl pra minha mãe", add, phones, "fone jbl", 1, true},
		{"zorpa pra minha mãe o fone jbl", add, phones, "fone jbl", 1, true},
		{"rola zorpar um fone jbl?", add, phones, "fone jbl", 1, true},
		{"zorpa fone jbl: 4", add, phones, "fone jbl", 4, true},
		{"zorpa fone jbl, duas unidades", add, phones, "fone jbl", 2, true},
		{"zorpa fone jbl x3", add, phones, "fone jbl", 3, true},
		{"zorp jbl tune 2 units", add, phones, "jbl tune", 2, true},

		// Denied, told, supposed, another's, quoted.
		{"nunca zorpei fone jbl", add, phones, "fone jbl", 1, false},
		{"ninguém zorpa o fone jbl", add, phones, "fone jbl", 1, false},
		{"zorpa o fone jbl não", add, phones, "fone jbl", 1, false},
		{"o fone jbl, não zorpa", add, phones, "fone jbl", 1, false},
		{"não zorpa o mouse, o fone jbl", add, phones, "fone jbl", 1, false},
		{"sem zorpar o fone jbl", add, phones, "fone jbl", 1, false},
		{"em vez de zorpar o fone jbl", add, phones, "fone jbl", 1, false},
		{"don't zorp the jbl tune", add, phones, "jbl tune", 1, false},
		{"do not ever zorp the jbl tune", add, phones, "jbl tune", 1, false},
		{"stop zorping the jbl tune", add, phones, "jbl tune", 1, false},
		{"no me zorpes el jbl tune", add, phones, "jbl tune", 1, false},
		{"evita zorpar el jbl tune", add, phones, "jbl tune", 1, false},
		{"ontem a galera zorpa o fone jbl", add, phones, "fone jbl", 1, false},
		{"eu zorpava o fone jbl", add, phones, "fone jbl", 1, false},
		{"eles zorparam o fone jbl", add, phones, "fone jbl", 1, false},
		{"I zorped the jbl tune", add, phones, "jbl tune", 1, false},
		{"yesterday we zorp the jbl tune", add, phones, "jbl tune", 1, false},
		{"ayer zorpé el jbl tune", add, phones, "jbl tune", 1, false},
		{"mi hermano zorpó el jbl tune", add, phones, "jbl tune", 1, false},
		{"minha mãe zorpa o fone jbl todo dia", add, phones, "fone jbl", 1, false},
		{"she zorps the jbl tune", add, phones, "jbl tune", 1, false},
		{"se chover zorpa o fone jbl", add, phones, "fone jbl", 1, false},
		{"talvez zorpe o fone jbl", add, phones, "fone jbl", 1, false},
		{"depois zorpa o fone jbl", add, phones, "fone jbl", 1, false},
		{"a moça escreveu \"zorpa logo o fone jbl\" no grupo dela", add, phones, "fone jbl", 1, false},
		{"dá fim no fone jbl", add, phones, "fone jbl", 1, false},

		// Quantities that are none.
		{"zorpa em 10 parcelas o fone jbl", add, phones, "fone jbl", 10, false},
		{"zorpa por 30 o fone jbl", add, phones, "fone jbl", 30, false},
		{"zorpa por R$ 30 o fone jbl", add, phones, "fone jbl", 30, false},
		{"zorpa tamanho 38 da camiseta básica", add, shirt, "camiseta básica", 38, false},
		{"zorpa camiseta básica 40", add, shirt, "camiseta básica", 40, false},
		{"zorpa no dia 12 o fone jbl", add, phones, "fone jbl", 12, false},
		{"zorp within 3 days the jbl tune", add, phones, "jbl tune", 3, false},
		{"zorp it at 20 degrees, the jbl tune", add, phones, "jbl tune", 20, false},
		{"zorpa a 25 grados el jbl tune", add, phones, "jbl tune", 25, false},
		{"zorpa três e o fone jbl", add, phones, "fone jbl", 3, false},
		{"zorpa dois mouses e um fone jbl", add, phones, "fone jbl", 2, false},

		// Taking out.
		{"some com o fone jbl", remove, phones, "fone jbl", 0, true},
		{"dá fim na camiseta básica e no fone jbl", remove, phones, "fone jbl", 0, true},
		{"pode dar um fim no fone jbl?", remove, phones, "fone jbl", 0, true},
		{"away with the jbl tune", remove, phones, "jbl tune", 0, true},
		{"yank the jbl tune please", remove, phones, "jbl tune", 0, true},
		{"fuera el jbl tune", remove, phones, "jbl tune", 0, true},
		{"não quero mais o troço jbl tune", remove, phones, "jbl tune", 0, true},
		{"zorpa o fone jbl", remove, phones, "fone jbl", 0, false},
		{"não dá fim no fone jbl", remove, phones, "fone jbl", 0, false},
		{"don't yank the jbl tune", remove, phones, "jbl tune", 0, false},
		{"no eches fuera el jbl tune", remove, phones, "jbl tune", 0, false},
		{"dá fim no mouse e zorpa o fone jbl", remove, phones, "fone jbl", 0, false},
		{"zorpa o fone jbl e dá fim no mouse", remove, phones, "fone jbl", 0, false},
		{"minha mãe deu fim no fone jbl", remove, phones, "fone jbl", 0, false},
		{"quem deu sumiço no fone jbl?", remove, phones, "fone jbl", 0, false},

		// Counting anew.
		{"sossega o fone jbl em 1", update, phones, "fone jbl", 1, true},
		{"crava o fone jbl em 3 unidades", update, phones, "fone jbl", 3, true},
		{"só três do fone jbl", update, phones, "fone jbl", 3, true},
		{"pin the jbl tune at 4", update, phones, "jbl tune", 4, true},
		{"zorpa el jbl tune a 5", update, phones, "jbl tune", 5, true},
		{"não sossega o fone jbl em 1", update, phones, "fone jbl", 1, false},
		{"sossega o fone jbl em 3 parcelas", update, phones, "fone jbl", 3, false},
		{"sossega o fone jbl em 1", update, phones, "fone jbl", 2, false},
		{"sossega o fone jbl", update, phones, "fone jbl", 1, false},
		{"zorpei o fone jbl em 3", update, phones, "fone jbl", 3, false},
		{"lava a camiseta básica a 30 graus", update, shirt, "camiseta básica", 30, false},
	} {
		e, open := p.Evidence(Utterance{Text: tt.text, Conversation: basket})
		ok := false
		if open {
			if _, ok = e.Target(tt.action, ids.Product(tt.product), tt.said); ok && tt.action != remove {
				ok = e.Quantity(tt.quantity, tt.said, tt.action == update)
			}
		}
		if ok != tt.ok {
			t.Errorf("%q: %s %d of %q is %v (open %v), want %v", tt.text, tt.action, tt.quantity, tt.said, ok, open, tt.ok)
		}
	}
}

// A way of delivery is chosen by its name, or by the wish for what is cheap or fast.
func TestEvidenceShipping(t *testing.T) {
	t.Parallel()
	offered := Conversation{Options: []ShippingOption{{ID: "standard", Title: "PAC"}, {ID: "express", Title: "SEDEX"}, {ID: "moto", Title: "Motoboy"}}}
	p := sampleParser(t)
	for _, tt := range []struct {
		text, option string
		place        int
		ok           bool
	}{
		{"zorp frete", "express", 0, false},
		{"zorp frete", "cheapest", 0, false},
		{"zorp frete", "", 1, false},
		{"zorp barata do frete", "express", 0, false},
		{"zorp barata do frete", "fastest", 0, false},
		{"zorp barata do frete", "cheapest", 0, true},
		{"zorp rapidinho essa entrega", "fastest", 0, true},
		{"zorp rapidinho essa entrega", "cheapest", 0, false},
		{"zorp rapidinho essa entrega", "pickup", 0, false},
		{"o sedex resolve", "express", 0, true},
		{"o sedex resolve", "standard", 0, false},
		{"o sedex não resolve", "express", 0, false},
		{"o pac resolve", "standard", 0, true},
		{"bota o motoboy na rua", "", 3, true},
		{"bota o motoboy na rua", "", 2, false},
		{"zorp a segunda entrega", "", 2, true},
		{"zorp a segunda entrega", "", 1, false},
		{"zorp a segunda entrega", "", 9, false},
		{"zorp a segunda entrega", "express", 2, false},
		{"the speedy delivery works", "fastest", 0, true},
		{"the budget shipping works", "cheapest", 0, true},
		{"that one resolves it", "express", 0, false},
		{"el envío urgente va", "fastest", 0, true},
		{"el envío va", "fastest", 0, false},
		{"zorpo na loja, retirada", "pickup", 0, true},
		{"o sedex resolve?", "express", 0, false},
	} {
		e, open := p.Evidence(Utterance{Text: tt.text, Conversation: offered})
		ok := false
		if open {
			_, ok = e.Shipping(tt.option, tt.place)
		}
		if ok != tt.ok {
			t.Errorf("%q chooses %q, %d: %v (open %v), want %v", tt.text, tt.option, tt.place, ok, open, tt.ok)
		}
	}
	if e, open := p.Evidence(Utterance{Text: "o sedex resolve"}); open {
		if _, ok := e.Shipping("express", 0); ok {
			t.Error("chosen though nothing is on offer")
		}
	}
}
