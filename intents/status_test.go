package intents

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readAs is a text with the only action that it is read as.
type readAs struct {
	text string
	want Slots
}

// reads has each text interpreted in the conversation.
func reads(t *testing.T, c Conversation, tests []readAs) {
	t.Helper()
	p := NewParser(evaluationProducts(t))
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

// A question in few words is about the payment, which is asked of the order. It starts and
// confirms nothing.
func TestAsksForThePayment(t *testing.T) {
	t.Parallel()
	asked := Slots{Action: "get_order"}
	reads(t, Conversation{}, []readAs{
		{"chegou?", asked},
		{"já caiu", asked},
		{"e o pagamento, caiu?", asked},
		{"cadê o pagamento?", asked},
		{"vê pra mim se entrou", asked},
		{"confirma a compra se caiu", asked},
		{"did it go through?", asked},
		{"¿ya entró?", asked},
		{"y el pago?", asked},
		{"se caiu, manda o produto", unknown(ReasonUnclear)},
		{"e agora?", unknown(ReasonUnclear)},
	})
	reads(t, Conversation{Paying: true}, []readAs{
		{"e agora?", asked},
		{"e o pix?", asked},
		{"pagamento?", asked},
		{"any news?", asked},
		{"obrigada, viu?", unknown(ReasonChitchat)},
	})
}
