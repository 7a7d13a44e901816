package intents

import (
	"os"
	"slices"
	"strings"
	"testing"

	"balcao/conversation"
)

// bound are the actions that no haggling and no wish to go without paying brings about.
var bound = []string{actionPay, actionComplete, "apply_discount", "cancel_checkout"}

// TestBargains reads prices that are named with a promise to close at them: they start no
// payment and add nothing, whatever is in the cart and whatever is asked.
func TestBargains(t *testing.T) {
	t.Parallel()
	said := textLines(t, "testdata/bargains.txt")
	if len(said) < 80 {
		t.Fatal("too few to say anything")
	}
	p := NewParser(evaluationProducts(t))
	for _, text := range said {
		for name, c := range cartsAsking(t) {
			for _, s := range slotsOf(t, p, Utterance{Text: text, Conversation: c}) {
				if slices.Contains(bound, s.Action) || s.Action == "add_to_checkout" {
					t.Errorf("%q with %s makes %+v", text, name, s)
				}
			}
		}
	}
}

// TestGoingWithoutPaying reads the wish to get away without paying. What stands beside it
// is done: the second column of a line is the action that remains.
func TestGoingWithoutPaying(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for _, line := range textLines(t, "testdata/waivers.txt") {
		text, remains, _ := strings.Cut(line, " | ")
		for name, c := range cartsAsking(t) {
			got := slotsOf(t, p, Utterance{Text: text, Conversation: c})
			for _, s := range got {
				if slices.Contains(bound, s.Action) || s.Action == "add_to_checkout" && !s.Unresolved && remains == "" {
					t.Errorf("%q with %s makes %+v", text, name, s)
				}
			}
			if remains != "" && c.Pending == nil && !slices.ContainsFunc(got, func(s Slots) bool { return s.Action == remains && !s.Unresolved }) {
				t.Errorf("%q makes no %s: %+v", text, remains, got)
			}
		}
	}
}

// TestPayingOtherwise turns down one way of paying for another, which is no wish to go
// without, and names prices and numbers without a bargain.
func TestPayingOtherwise(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	c := cartsAsking(t)["a cart"]
	for text, action := range map[string]string{
		"esquece o pagamento no boleto, vai no pix": actionPay,
		"forget the card payment, I'll pay by pix":  actionPay,
		"pago em 10x no cartão":                     actionPay,
		"pode fechar, pago em 3 vezes":              actionPay,
		"fecha a compra e cobra no pix":             actionPay,
		"sem mais, pode cobrar":                     actionPay,
		"quero um celular até 2000 reais":           "search_catalog",
		"coloca 30 cafés pilão tradicional e só":    "add_to_checkout",
		"add 20 hdmi cables":                        "add_to_checkout",
	} {
		if got := slotsOf(t, p, Utterance{Text: text, Conversation: c}); !slices.ContainsFunc(got, func(s Slots) bool { return s.Action == action }) {
			t.Errorf("%q makes no %s: %+v", text, action, got)
		}
	}
}

// cartsAsking are conversations with goods in the cart, without and with a question open.
func cartsAsking(t testing.TB) map[string]Conversation {
	t.Helper()
	cart := Conversation{Lines: []Line{{Product: "PIXEL-10", Quantity: 1}}, Focus: "PIXEL-10"}
	out := map[string]Conversation{"a cart": cart}
	for _, action := range []string{actionPay, actionComplete, "cancel_checkout"} {
		cart.Pending = &conversation.Pending{Action: action}
		out[action+" asked"] = cart
	}
	return out
}

// textLines are the lines of a file without comments.
func textLines(t testing.TB, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(dataLines(string(raw)))
}
