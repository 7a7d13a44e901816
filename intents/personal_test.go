package intents

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/checkout"
)

// A CPF that does not hold is told, and what stands beside it is kept.
func TestFaultyCPFBesideData(t *testing.T) {
	t.Parallel()
	name, mail := "Diego Tanaka", "diego.tanaka@example.com"
	ask := Ask{About: AskTaxpayerID}
	for text, want := range map[string][]Intent{
		"Diego Tanaka 123.456.789-00 diego.tanaka@example.com":     {Change{Command: checkout.SetBuyer{Buyer: checkout.BuyerInput{FullName: &name, Email: &mail}}}, ask},
		"meu cpf é 12345678900 e o email diego.tanaka@example.com": {Change{Command: checkout.SetBuyer{Buyer: checkout.BuyerInput{Email: &mail}}}, ask},
		"123.456.789-00":                    {ask},
		"não é 123.456.789-00":              {Unknown{ReasonUnclear}},
		"o código do produto é 12345678900": {Unknown{ReasonUnclear}},
	} {
		got, err := NewParser(shelf()).Interpret(t.Context(), Utterance{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Intents); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
