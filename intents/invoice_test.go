package intents

import "testing"

// An invoice is no product, whatever is ordered beside it.
func TestInvoiceIsNoProduct(t *testing.T) {
	t.Parallel()
	keyboards, unclear := []string{"add_to_checkout TECLADO-K380 x2"}, []string{"unknown unclear"}
	readings{
		"preciso de nota pra empresa, 2 teclados": keyboards, "2 teclados, preciso de nota": keyboards, "quero 2 teclados com nota fiscal": keyboards,
		"nota fiscal pra firma, manda 2 teclados": keyboards, "I need an invoice, 2 keyboards please": keyboards, "necesito factura, quiero 2 teclados": keyboards,
		"preciso de nota fiscal pra empresa": unclear, "vocês emitem nota fiscal?": unclear,
		"coloca meu cpf na nota 529.982.247-25": {"set_buyer"},
	}.read(t, Conversation{})
}

// Whom a gift is for is not searched for, nor is the end of "what's".
func TestSearchesAreForGoods(t *testing.T) {
	t.Parallel()
	readings{
		"presente pro meu sobrinho, até 150": {"unknown unclear"}, "presente pra minha mãe até 200 reais": {"unknown unclear"},
		"um fone pro meu sobrinho até 300": {"search_catalog fone <=30000"},
		"what's the best coffee":           {"search_catalog best coffee"},
		"what's a good mouse under 200":    {"search_catalog good mouse <=20000"},
	}.read(t, Conversation{})
}

// "Why not" before a request asks for it; before anything else it asks after reasons.
func TestWhyNotAsksForIt(t *testing.T) {
	t.Parallel()
	mouse := []string{"add_to_checkout MOUSE-M170 x1"}
	readings{
		"por que não adiciona um mouse m170?": mouse, "por que vc não me manda um mouse m170?": mouse, "por que não descola um mouse m170?": mouse,
		"why don't you add a mouse m170?": mouse, "why not throw in an m170 mouse?": mouse, "¿por qué no me pones un mouse m170?": mouse,
		"por que não descola um fone jbl?":      {"add_to_checkout FONE-JBL-TUNE-520 x1"},
		"por que não posso colocar o mouse?":    {"unknown declined"},
		"por que não adicionou o mouse m170?":   {"get_product MOUSE-M170"},
		"por que não tem um mouse m170?":        {"search_catalog não mouse m170"},
		"por que não vem um mouse m170 junto?":  {"unknown unclear"},
		"por que não vende um mouse m170?":      {"search_catalog mouse m170"},
		"por que não chega meu pedido?":         {"get_order"},
		"por que não quer vender o mouse m170?": {"unknown declined"},
	}.read(t, Conversation{})
}
