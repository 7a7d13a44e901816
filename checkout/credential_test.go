package checkout

import (
	"strings"
	"testing"

	"balcao/payment"
)

// TestCredentialRefusedWhereItStands: of several instruments it is the one that is meant whose
// credential is told to be wrong. A token that nobody has looked at is bounded.
func TestCredentialRefusedWhereItStands(t *testing.T) {
	t.Parallel()
	other := InstrumentInput{ID: "other", Handler: "gpay", Type: "card", Token: "ok"}
	for name, meant := range map[string]InstrumentInput{
		"no token":         {ID: "mine", Handler: "gpay", Type: "card"},
		"too long a token": {ID: "mine", Handler: "gpay", Type: "card", Token: payment.Secret(strings.Repeat("x", maxOpaqueToken+1))},
		"another charge":   {ID: "mine", Handler: "pix_1", Type: "pix", PaymentID: "tx-other"},
	} {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		meant.Selected = ptr(true)
		r := b.do(Complete{Payment: PaymentInput{Instruments: []InstrumentInput{other, meant}}})
		if r.Outcomes[0].Applied || len(r.Outcomes[0].Messages) != 1 || r.Outcomes[0].Messages[0].Path != "$.payment.instruments[1].credential" {
			t.Errorf("%s: %+v", name, r.Outcomes[0])
		}
	}
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	longest := InstrumentInput{ID: "mine", Handler: "gpay", Type: "card", Token: payment.Secret(strings.Repeat("x", maxOpaqueToken))}
	wantStatus(t, b.must(Complete{Payment: PaymentInput{Instruments: []InstrumentInput{longest}}}), Completed)
}
