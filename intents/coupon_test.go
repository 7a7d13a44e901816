package intents

import "testing"

// A code that stands alone is one where a word or the conversation says so, and where no
// product is called so.
func TestBareCode(t *testing.T) {
	t.Parallel()
	pix15 := Slots{Action: "apply_discount", Code: "PIX15"}
	reads(t, Conversation{}, []readAs{
		{"PIX15 então", pix15},
		{"PIX15", pix15},
		{"pix15", unknown(ReasonUnclear)},
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

// A code is never a number of pieces of what was spoken of.
func TestCodeIsNoQuantity(t *testing.T) {
	t.Parallel()
	code := func(s string) Slots { return Slots{Action: "apply_discount", Code: s} }
	cart := inCart("coxinha")
	readsBread(t, cart, []readAs{
		{"NATAL-20", code("NATAL-20")}, {"PASCOA-20.", code("PASCOA-20")}, {"VERAO-10", code("VERAO-10")}, {"natal-3", code("NATAL-3")},
		{"BEMVINDO10", code("BEMVINDO10")}, {"WELCOME-5", code("WELCOME-5")}, {"VERANO-15", code("VERANO-15")},
		{"OPCAO-2", unknown(ReasonUnclear)}, {"pix15", unknown(ReasonUnclear)},
	})
	cart.CouponOpen = true
	readsBread(t, cart, []readAs{{"natal20", code("NATAL20")}, {"bienvenido-10", code("BIENVENIDO-10")}})
}
