package checkout

import "balcao/internal/lang"

// Short texts that become part of the terms. They are written in the checkout's language
// and stay so.
var (
	textIncludedTax = lang.Text{"Tributos aproximados incluídos no preço", "Approximate taxes included in the price", "Impuestos aproximados incluidos en el precio"}
	textAddedTax    = lang.Text{"Tributos", "Taxes", "Impuestos"}
	textPickup      = lang.Text{"Retirada na loja", "Store pickup", "Retiro en la tienda"}
)
