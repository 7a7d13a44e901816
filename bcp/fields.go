package bcp

import (
	"strings"

	"balcao/checkout"
	"balcao/internal/lang"
)

// fieldName names the member a message is about as people call it: from the message's
// facts, or else from the end of its path.
func fieldName(m checkout.Message, language string) string {
	name := m.Args.Field
	if name == "" || vague[name] {
		name = lastTelling(m.Path)
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	if p, known := fieldNames[name]; known {
		return p.In(language)
	}
	if name == "" || name == "$" {
		return someField.In(language)
	}
	return name
}

// vague names mean nothing without the object they are in.
var vague = map[string]bool{"id": true, "type": true, "kind": true, "value": true}

// lastTelling returns the last name of a path that means something by itself.
func lastTelling(path string) string {
	for {
		at := strings.LastIndexByte(path, '.')
		name, _, _ := strings.Cut(path[at+1:], "[")
		if at < 0 || !vague[name] {
			return name
		}
		path = path[:at]
	}
}

var someField = lang.Text{"um dado da compra", "a detail of the purchase", "un dato de la compra"}

// fieldNames are the members of the protocol in people's words.
var fieldNames = map[string]lang.Text{
	"line_items":              {"itens da compra", "items to buy", "artículos de la compra"},
	"line_item_id":            {"itens da compra", "the items of the purchase", "los artículos de la compra"},
	"quantity":                {"quantidade", "quantity", "cantidad"},
	"buyer":                   {"dados do comprador", "buyer's details", "datos del comprador"},
	"first_name":              {"nome", "first name", "nombre"},
	"last_name":               {"sobrenome", "last name", "apellido"},
	"full_name":               {"nome completo", "full name", "nombre completo"},
	"email":                   {"e-mail", "e-mail address", "correo electrónico"},
	"phone_number":            {"telefone", "phone number", "teléfono"},
	"taxpayer_id":             {"CPF ou CNPJ", "CPF or CNPJ", "CPF o CNPJ"},
	"destination":             {"endereço de entrega", "delivery address", "dirección de entrega"},
	"destinations":            {"endereço de entrega", "delivery address", "dirección de entrega"},
	"selected_destination_id": {"endereço de entrega", "delivery address", "dirección de entrega"},
	"street_address":          {"rua e número", "street and number", "calle y número"},
	"extended_address":        {"complemento", "address complement", "complemento"},
	"address_locality":        {"cidade", "city", "ciudad"},
	"address_region":          {"estado (UF)", "state", "estado"},
	"postal_code":             {"CEP", "postal code (CEP)", "código postal (CEP)"},
	"address_country":         {"país", "country", "país"},
	"option":                  {"opção de frete", "shipping option", "opción de envío"},
	"option_id":               {"opção de frete", "shipping option", "opción de envío"},
	"selected_option_id":      {"opção de frete", "shipping option", "opción de envío"},
	"method":                  {"forma de entrega", "delivery method", "forma de entrega"},
	"method_id":               {"forma de entrega", "delivery method", "forma de entrega"},
	"methods":                 {"forma de entrega", "delivery method", "forma de entrega"},
	"group_id":                {"volume da entrega", "package", "paquete"},
	"groups":                  {"volume da entrega", "package", "paquete"},
	"payment":                 {"forma de pagamento", "way to pay", "forma de pago"},
	"instruments":             {"forma de pagamento", "way to pay", "forma de pago"},
	"handler_id":              {"forma de pagamento", "way to pay", "forma de pago"},
	"instrument_id":           {"forma de pagamento", "way to pay", "forma de pago"},
	"credential":              {"dados do pagamento", "payment details", "datos del pago"},
	"charges":                 {"cobranças Pix", "Pix charges", "cobros Pix"},
	"total":                   {"valor total", "total amount", "valor total"},
	"totals":                  {"valor total", "total amount", "valor total"},
	"discounts":               {"cupons", "coupons", "cupones"},
	"fulfillment":             {"entrega", "delivery", "entrega"},
	"code":                    {"cupom", "coupon", "cupón"},
	"codes":                   {"cupons", "coupons", "cupones"},
}
