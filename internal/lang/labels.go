package lang

import "maps"

// Labels are the words that the shop's pages and its letters share, by key.
func Labels() map[string]Text {
	return map[string]Text{
		"sandbox":              {"Loja de demonstração: nada aqui é cobrado nem entregue de verdade.", "Demonstration shop: nothing here is really charged or delivered.", "Tienda de demostración: aquí nada se cobra ni se entrega de verdad."},
		"lines.title":          {"Itens", "Items", "Artículos"},
		"total.subtotal":       {"Subtotal", "Subtotal", "Subtotal"},
		"total.items_discount": {"Desconto nos itens", "Item discount", "Descuento en los artículos"},
		"total.discount":       {"Desconto", "Discount", "Descuento"},
		"total.fulfillment":    {"Entrega", "Delivery", "Entrega"},
		"total.tax":            {"Tributos", "Taxes", "Impuestos"},
		"total.fee":            {"Taxa", "Fee", "Tasa"},
		"total.total":          {"Total", "Total", "Total"},
		"delivery.shipping":    {"Envio para o endereço", "Shipping to the address", "Envío a la dirección"},
		"delivery.pickup":      {"Retirada no balcão da loja", "Pickup at the shop's counter", "Retiro en el mostrador de la tienda"},
		"seller.title":         {"Vendido por", "Sold by", "Vendido por"},
	}
}

// Merge puts texts together. Of a key that several have the last one counts.
func Merge(parts ...map[string]Text) map[string]Text {
	out := map[string]Text{}
	for _, p := range parts {
		maps.Copy(out, p)
	}
	return out
}
