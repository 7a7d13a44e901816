package intents

import (
	"context"
	"testing"
)

func TestSpokenAddress(t *testing.T) {
	t.Parallel()
	p := NewParser(evaluationProducts(t))
	for text, want := range map[string][4]string{
		"entrega na avenida beira mar três mil fortaleza ceará cep 60165-121":                                   {"avenida beira mar, 3000", "", "fortaleza", "CE"},
		"entrega na rua das flores cento e vinte e três recife pernambuco":                                      {"rua das flores, 123", "", "recife", "PE"},
		"rua sete de setembro número quarenta e cinco apartamento trinta e dois porto alegre rio grande do sul": {"rua sete de setembro, 45", "apartamento 32", "porto alegre", "RS"},
		"manda pra rua augusta mil e quinhentos são paulo sp cep 01304-001":                                     {"rua augusta, 1500", "", "são paulo", "SP"},
		"é pra entregar na rua dois de julho trinta e quatro bairro canela salvador bahia":                      {"rua dois de julho, 34", "canela", "salvador", "BA"},
		"Rua 24 de Outubro, 50, Porto Alegre/RS":                                                                {"Rua 24 de Outubro, 50", "", "Porto Alegre", "RS"},
		"rua presidente vargas oitenta rio de janeiro rio de janeiro":                                           {"rua presidente vargas, 80", "", "rio de janeiro", "RJ"},
		"av paulista 1000 são paulo":                                                                            {"av paulista 1000", "", "são paulo", ""},
	} {
		got, err := p.Interpret(context.Background(), Utterance{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		s := got.Slots[0]
		if len(got.Slots) != 1 || s.Action != "set_shipping_address" || [4]string{s.Street, s.Extended, s.Locality, s.Region} != want {
			t.Errorf("%q is read as %+v, want %q", text, got.Slots, want)
		}
	}
}
