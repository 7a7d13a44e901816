package intents

import (
	"testing"

	"balcao/conversation"
)

// The code is asked for again: nothing else is read from it, and it closes nothing.
func TestAsksForTheCodeAgain(t *testing.T) {
	t.Parallel()
	again, pix := Slots{Action: "start_payment", Again: true}, Slots{Action: "start_payment", Method: "pix", Again: true}
	both := []readAs{
		{"me manda outro código", again},
		{"pode mandar o código outra vez?", again},
		{"reenvia o pix", pix},
		{"send the code again please", again},
		{"mandame el código otra vez", again},
		{"não manda o código de novo", unknown(ReasonDeclined)},
		{"manda o código do cupom de novo", Slots{Action: "unknown", Reason: ReasonUnclear, ask: AskCoupon}},
		{"se precisar, manda o código de novo", unknown(ReasonUnclear)},
	}
	reads(t, Conversation{}, append(both, readAs{"qual era o código?", unknown(ReasonUnclear)}))
	reads(t, Conversation{Paying: true}, append(both, readAs{"qual era o código?", again}, readAs{"perdi o código", again}))
	pending := Conversation{Paying: true, Pending: &conversation.Pending{Action: "complete_checkout"}}
	reads(t, pending, []readAs{
		{"manda o código", again},
		{"manda o pix de novo", pix},
		{"pode fechar", Slots{Action: "complete_checkout", confirmed: true}},
	})
}
