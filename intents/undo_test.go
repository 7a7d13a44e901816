package intents

import (
	"context"
	"testing"

	"balcao/internal/ids"
)

// An undo is an intent of its own, however politely it is asked for; what names a thing, or
// denies it, is none.
func TestUndoIsAsked(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	c := Conversation{Lines: []Line{{ID: "l", Product: "PIXEL-10", Variant: "PIXEL-10", Title: "Pixel 10", Quantity: 1}}}
	for text, want := range map[string]bool{
		"desfaz": true, "Desfaz aí, por favor": true, "desfaz isso": true, "desfaz o último": true, "desfaça a última alteração": true, "pode desfazer?": true,
		"volta atrás no último": true, "ops, desfaz": true, "errei, desfaz isso aí": true, "dá pra desfazer o que eu fiz?": true, "não era isso, desfaz": true,
		"undo": true, "undo that please": true, "please undo the last one": true, "can you undo that?": true, "oops, undo": true, "I'd like to undo that": true, "take that back": true,
		"deshaz": true, "deshazlo por favor": true, "deshacer lo último": true, "puedes deshacer eso?": true, "vuelve atrás": true,
		"não desfaz": false, "desfaz o pixel": false, "desfaz o pedido": false, "don't undo": false, "no deshagas nada": false, "por favor no deshagas": false, "por favor não desfaz isso": false, "undo the pixel 10": false, "volta amanhã": false, "desfaz e coloca um cabo usb-c de 2 metros": false,
	} {
		got, err := p.Interpret(context.Background(), Utterance{Text: text, Conversation: c})
		if err != nil {
			t.Fatal(err)
		}
		if _, undo := got.Intents[0].(Undo); undo != want || undo && len(got.Intents) != 1 {
			t.Errorf("%q is read as %#v", text, got.Intents)
		}
		if s := got.Actions()[0]; want && (s.Action != "unknown" || s.Reason != ReasonUnclear) {
			t.Errorf("%q is printed as %+v", text, s)
		}
	}
	c.Focus = ids.Product("PIXEL-10")
	got, _ := p.Interpret(context.Background(), Utterance{Text: "desfaz", Conversation: c})
	if s := got.Actions()[0]; s.Action != "remove_from_checkout" || s.Product != "PIXEL-10" {
		t.Errorf("an undo of what was spoken of is printed as %+v", s)
	}
}
