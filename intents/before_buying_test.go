package intents

import (
	"encoding/json"
	"testing"

	"balcao/conversation"
	"balcao/internal/ids"
)

// Where the shop asks which of several is meant, one of them is wanted, and not what was
// spoken of before.
func TestOneOfSeveralIsAskedAgain(t *testing.T) {
	t.Parallel()
	slots, err := json.Marshal(Slots{Candidates: []string{"bolo-cenoura", "bolo-fuba"}, Said: "cake"})
	if err != nil {
		t.Fatal(err)
	}
	c := inCart("suco-laranja")
	c.Results = []ids.Product{"bolo-cenoura", "bolo-fuba"}
	c.Pending = &conversation.Pending{Action: "get_product", Slots: slots}
	again := Slots{Action: "add_to_checkout", Candidates: []string{"bolo-cenoura", "bolo-fuba"}, Said: "cake", Quantity: 1}
	readsBread(t, c, []readAs{
		{"add one", again}, {"add it", again}, {"I want one", again}, {"quero um", again}, {"coloca um", again}, {"agrega uno", again},
		{"the first", Slots{Action: "get_product", Product: "bolo-cenoura"}},
	})
}

// What is asked of the purchase is not about the product last spoken of.
func TestAsksOfThePurchase(t *testing.T) {
	t.Parallel()
	cart, order, address := Slots{Action: "get_checkout"}, Slots{Action: "get_order"}, Slots{Action: "unknown", Reason: ReasonUnclear, ask: AskAddress}
	c := inCart("coxinha", "cafe")
	readsBread(t, c, []readAs{
		{"que horas chega?", address}, {"when will it arrive?", address}, {"¿cuánto tarda en llegar?", address}, {"qual o prazo de entrega?", address},
		{"¿cuándo llega?", address}, {"what's the delivery time?", address}, {"how much is shipping?", address},
		{"quanto é o frete?", address}, {"quanto é o frete para o Rio de Janeiro?", address}, {"e a entrega, quanto é?", address},
		{"quanto fica?", cart}, {"quanto custa tudo?", cart}, {"how much is that?", cart}, {"¿cuánto es?", cart}, {"¿cuánto sale?", cart},
		{"qual meu nome na nota?", cart}, {"what name is on the invoice?", cart},
		{"is it paid?", order}, {"¿ya está pagado?", order}, {"¿está pagado?", order}, {"e aí, pagou?", order},
		{"quanto é o sonho?", Slots{Action: "get_product", Product: "sonho"}},
	})
	c.Options = []ShippingOption{{ID: "pac", Title: "PAC"}}
	readsBread(t, c, []readAs{{"quando chega?", cart}, {"how long does it take?", cart}, {"¿cuánto demora?", cart}})
	c.Paying = true
	readsBread(t, c, []readAs{{"quando chega?", order}, {"¿está pagado?", order}})
	readsBread(t, Conversation{Results: []ids.Product{"baguete"}}, []readAs{
		{"quanto custa a primeira?", Slots{Action: "get_product", Product: "baguete"}},
		{"how much is the first one?", Slots{Action: "get_product", Product: "baguete"}},
	})
}

// What is in the cart goes by its own title and by its place, though the catalogue has it no
// more.
func TestRemovesWhatIsSoldNoMore(t *testing.T) {
	t.Parallel()
	c := inCart("sonho", "coxinha")
	c.Lines[0].Product, c.Lines[0].Variant, c.Lines[0].Title = "brigadeiro", "brigadeiro", "Brigadeiro gourmet"
	gone := Slots{Action: "remove_from_checkout", Product: "brigadeiro"}
	other := Slots{Action: "remove_from_checkout", Product: "coxinha"}
	readsBread(t, c, []readAs{
		{"tira o brigadeiro gourmet", gone}, {"remove o brigadeiro", gone}, {"take the brigadeiro out", gone}, {"quita el brigadeiro", gone},
		{"tira o primeiro", gone}, {"tira o item 1", gone}, {"remove the first one", gone}, {"quita el primero", gone},
		{"tirar do carrinho", gone}, {"tira a coxinha", other}, {"tira o segundo", other}, {"tira esse", other},
		{"tira o sonho", Slots{Action: "remove_from_checkout", Unresolved: true, Said: "sonho"}},
	})
	c.Lines, c.Focus = c.Lines[:1], ""
	readsBread(t, c, []readAs{{"tira", gone}, {"remove it", gone}, {"quítalo", gone}})
}
