package intents

import "testing"

// A code that stands alone is one where a word or the conversation says so, and where no
// product is called so.
func TestBareCode(t *testing.T) {
	t.Parallel()
	pix15 := Slots{Action: "apply_discount", Code: "PIX15"}
	reads(t, Conversation{}, []readAs{
		{"PIX15 então", pix15},
		{"PIX15", unknown(ReasonUnclear)},
		{"pix15 então", unknown(ReasonUnclear)},
		{"PIX15 então?", unknown(ReasonUnclear)},
		{"S25 então", Slots{Action: "get_product", Product: "GALAXY-S25"}},
		{"não, PIX15 não", unknown(ReasonUnclear)},
	})
	reads(t, Conversation{CouponOpen: true}, []readAs{
		{"PIX15", pix15},
		{"pix15", pix15},
		{"e o PIX15?", pix15},
		{"se não der, PIX15", unknown(ReasonUnclear)},
		{"pix", Slots{Action: "start_payment", Method: "pix", Again: true}},
		{"390.533.447-05", Slots{Action: "set_buyer", CPF: "39053344705"}},
	})
}
