package intents

import "testing"

// A mark alone is another version of what goes; "pro" is a preposition in Portuguese alone.
func TestExchangeForAnotherVersion(t *testing.T) {
	t.Parallel()
	pro := []string{"remove_from_checkout PIXEL-10", "add_to_checkout PIXEL-10-PRO x1"}
	readings{
		"can you swap the phone for the pro version?": pro, "swap the phone for the pro": pro, "can you change the phone for the pro model": pro, "switch my phone to the pro version please": pro,
		"can you swap the pixel for the pro version?": pro, "troca o celular pela versão pro": pro, "troca o pixel pelo pro": pro, "cambia el celular por la versión pro": pro,
		"swap the phone for the k380 keyboard":        {"remove_from_checkout PIXEL-10", "add_to_checkout TECLADO-K380 x1"},
		"troca o pixel 10 pro café pilão tradicional": {"remove_from_checkout PIXEL-10", "add_to_checkout CAFE-PILAO-500 x1"},
		"troca o telefone":                            {"unknown unclear"},
		"change my phone to 11 90000-1234":            {"set_buyer"},
	}.read(t, Conversation{Lines: []Line{{ID: "l", Product: "PIXEL-10", Variant: "PIXEL-10", Title: "Pixel 10", Quantity: 1}}})
}
