package intents

import "testing"

// A number that is put on a line is what the line shall have.
func TestNumberOnALine(t *testing.T) {
	t.Parallel()
	readings{
		"põe 7 no cabo hdmi": {"update_quantity CABO-HDMI-2M x7"}, "bota três no cabo hdmi": {"update_quantity CABO-HDMI-2M x3"},
		"põe 7 cabos hdmi": {"add_to_checkout CABO-HDMI-2M x7"}, "coloca 2 cabos hdmi no carrinho": {"add_to_checkout CABO-HDMI-2M x2"},
		"põe 2 no café pilão tradicional":        {"add_to_checkout CAFE-PILAO-500 x2"},
		"quero cabo hdmi em quantidade de cinco": {"add_to_checkout CABO-HDMI-2M x5"}, "hdmi cables in a quantity of 4 please": {"add_to_checkout CABO-HDMI-2M x4"},
		"cabo hdmi em quantidade": {"get_product CABO-HDMI-2M"}, "põe": {"add_to_checkout CABO-HDMI-2M x1"},
	}.read(t, Conversation{Lines: []Line{{ID: "l", Product: "CABO-HDMI-2M", Variant: "CABO-HDMI-2M", Title: "Cabo HDMI 2.1 2 m", Quantity: 1}}})
}
