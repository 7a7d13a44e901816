package checkout

import "strings"

// text is a short text that becomes part of the terms, in the languages of the shop. It
// is written in the checkout's language and stays so.
type text struct{ pt, en, es string }

func (t text) in(language string) string {
	switch {
	case strings.HasPrefix(language, "en"):
		return t.en
	case strings.HasPrefix(language, "es"):
		return t.es
	}
	return t.pt
}

var (
	textIncludedTax = text{"Tributos aproximados incluídos no preço", "Approximate taxes included in the price", "Impuestos aproximados incluidos en el precio"}
	textAddedTax    = text{"Tributos", "Taxes", "Impuestos"}
	textPickup      = text{"Retirada na loja", "Store pickup", "Retiro en la tienda"}
)
