package intents

import (
	"testing"

	"balcao/conversation"
)

// While the shop asks whether to add one product, naming another adds nothing unless it is
// wished for, and neither questions nor remarks add.
func TestOtherProductsNeedAWish(t *testing.T) {
	t.Parallel()
	asked := Slots{Action: "add_to_checkout", Product: "MOUSE-M170", Quantity: 1}
	encoded, err := asked.Encode()
	if err != nil {
		t.Fatal(err)
	}
	c := Conversation{Pending: &conversation.Pending{Action: asked.Action, Slots: encoded}}
	p := NewParser(evaluationProducts(t))
	adds := func(text string) string {
		got, err := p.Interpret(t.Context(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Slots {
			if s.Action == asked.Action {
				return s.Product
			}
		}
		return ""
	}
	for _, text := range []string{
		"chocolate eu já tenho", "the notebook is too heavy for me", "o mouse m170 tá caro", "e a garrafa térmica?", "is it waterproof?",
		"e o chocolate?", "garrafa térmica é cara", "a garrafa térmica", "meu pixel 10 quebrou", "eu já tenho um pixel 10", "acho que o pixel 10 é melhor",
		"I already have a notebook", "el notebook es muy pesado", "ya tengo chocolate", "y la garrafa?", "o preto tá caro", "e se for 2?", "e agora", "y el pedido",
		"não gosto de chocolate", "dizem que o pixel 10 é bom", "o galaxy s25 parece melhor", "tem na cor azul?", "esse é preto?", "the pixel 10 looks nice",
		"I love chocolate", "el pixel 10 es mejor", "me encanta el chocolate", "vi um pixel 10 na rua", "e o cabo?", "does it have bluetooth?", "o pixel 10 é lindo",
	} {
		if got := adds(text); got != "" {
			t.Errorf("%q adds %s", text, got)
		}
	}
	for text, want := range map[string]string{
		"não, a garrafa térmica": "GARRAFA-TERMICA-1L", "quero a garrafa térmica": "GARRAFA-TERMICA-1L", "na verdade a garrafa térmica": "GARRAFA-TERMICA-1L",
		"2": "MOUSE-M170", "sim, 2": "MOUSE-M170", "me vê 3": "MOUSE-M170", "o mouse m170": "MOUSE-M170", "quero": "MOUSE-M170", "ok": "MOUSE-M170",
		"coloca um pixel 10": "PIXEL-10", "add the chocolate": "CHOCOLATE-70",
	} {
		if got := adds(text); got != want {
			t.Errorf("%q adds %q, want %s", text, got, want)
		}
	}
}
