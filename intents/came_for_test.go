package intents

import "testing"

// Who came for so many of a thing wants them; who went for them tells of it.
func TestWaysThatWereMade(t *testing.T) {
	t.Parallel()
	unclear := []string{"unknown unclear"}
	readings{
		"fui lá comprar 3 mouses mas não tinha": unclear, "ontem fui comprar um pixel 10 e não tinham": unclear, "tentei comprar um pixel 9a ontem e não consegui": unclear,
		"I went to buy 3 mice but they were out": unclear, "fui a comprar tres cafés pero no había": unclear,
		"fui lá comprar 3 mouses mas não tinha, põe 3 mouses m170 aqui": {"add_to_checkout MOUSE-M170 x3"},
		"fui comprar um fone e não tinha. quero o fone jbl tune":        {"add_to_checkout FONE-JBL-TUNE-520 x1"},
		"vim buscar 3 cabos hdmi":                                       {"add_to_checkout CABO-HDMI-2M x3"},
		"vim buscar 3 cabos":                                            {"add_to_checkout CABO-HDMI-2M|CABO-USBC-1M|CABO-USBC-2M|CABO-LIGHTNING-1M x3"},
		"vim pegar um pixel 9a":                                         {"add_to_checkout PIXEL-9A x1"},
		"I came for 2 hdmi cables":                                      {"add_to_checkout CABO-HDMI-2M x2"},
		"vine a comprar 2 cables hdmi":                                  {"add_to_checkout CABO-HDMI-2M x2"},
		"vim buscar na loja":                                            {"select_fulfillment_option"},
	}.read(t, Conversation{})
}

// Colours alone tell of no goods, however many of them are counted.
func TestColorsAloneAreNoGoods(t *testing.T) {
	t.Parallel()
	unclear := []string{"unknown unclear"}
	readings{
		"quero três brancos e dois pretos": unclear, "quero 2 pretos e 1 branco": unclear, "me vê um branco e um preto": unclear,
		"I want three white and two black ones": unclear, "quiero dos negros y uno blanco": unclear,
	}.read(t, Conversation{})
	readings{
		"quero três brancos e dois pretos": {"add_to_checkout CAMISETA-BASICA cor=Branco x3", "add_to_checkout CAMISETA-BASICA cor=Preto x2"},
	}.read(t, Conversation{Focus: "CAMISETA-BASICA"})
}
