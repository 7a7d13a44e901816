package intents

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/internal/ids"
)

// bakery is a catalogue of another trade than the evaluation set's.
func bakery() []*catalog.Product {
	var out []*catalog.Product
	for _, p := range [][2]string{
		{"pao-frances", "Pão francês"}, {"pao-queijo", "Pão de queijo"}, {"baguete", "Baguete"}, {"sonho", "Sonho de creme"},
		{"bolo-cenoura", "Bolo de cenoura"}, {"bolo-fuba", "Bolo de fubá"}, {"torta-limao", "Torta de limão"},
		{"croissant", "Croissant de manteiga"}, {"coxinha", "Coxinha de frango"}, {"cafe", "Café coado"}, {"suco-laranja", "Suco de laranja"},
	} {
		id := ids.Product(p[0])
		out = append(out, &catalog.Product{ID: id, Title: p[1], Category: "Padaria", Variants: []catalog.Variant{{ID: ids.Variant(id), Title: p[1], Price: 850}}})
	}
	return out
}

// inCart is a conversation with so many lines in the cart, the last one spoken of.
func inCart(products ...ids.Product) Conversation {
	c := Conversation{}
	for _, id := range products {
		for _, p := range bakery() {
			if p.ID == id {
				c.Lines = append(c.Lines, Line{ID: ids.LineItem("line-" + id), Product: id, Variant: ids.Variant(id), Title: p.Title, Quantity: 1})
			}
		}
		c.Focus = id
	}
	return c
}

// readsBread is reads in the bakery.
func readsBread(t *testing.T, c Conversation, tests []readAs) {
	t.Helper()
	p := NewParser(bakery())
	for _, tt := range tests {
		got, err := p.Interpret(t.Context(), Utterance{Text: tt.text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Slots{tt.want}, got.Actions(), cmp.AllowUnexported(Slots{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

// A name adds nothing, though a part of it is like a verb.
func TestNamesAddNothing(t *testing.T) {
	t.Parallel()
	unclear := unknown(ReasonUnclear)
	readsBread(t, inCart("coxinha"), []readAs{
		{"Carlos Mendes", unclear}, {"João Mendes", unclear}, {"Rui Mendes", unclear}, {"Levi Mendes", unclear},
		{"Mendes", unclear}, {"Rita de Mendes", unclear}, {"Marta Pedidos", unclear},
		{"Compras", unclear}, {"Leva", unclear}, {"Comprra", unclear},
	})
	readsBread(t, Conversation{}, []readAs{
		{"Adciona um sonho", Slots{Action: "add_to_checkout", Product: "sonho", Quantity: 1}},
		{"Adciona Baguete", Slots{Action: "add_to_checkout", Product: "baguete", Quantity: 1}},
	})
}

// Where the name is still to be told, a name alone is that name.
func TestNameAlone(t *testing.T) {
	t.Parallel()
	named := func(s string) Slots { return Slots{Action: "set_buyer", FullName: s} }
	c := inCart("coxinha")
	c.NameOpen = true
	readsBread(t, c, []readAs{
		{"Joana Pereira", named("Joana Pereira")}, {"Carlos", named("Carlos")}, {"Maria Souza.", named("Maria Souza")}, {"Carlos Mendes", named("Carlos Mendes")},
		{"John Smith", named("John Smith")}, {"Lucía Fernández", named("Lucía Fernández")},
		{"Obrigado", unknown(ReasonChitchat)}, {"Sonho", Slots{Action: "get_product", Product: "sonho"}},
	})
}
