package agentcard

import (
	"slices"

	"balcao/payment"
	"balcao/platform"
	"balcao/profile"
)

// modes are what every skill reads and writes.
func modes() []string { return []string{"text/plain", "application/json"} }

// skills lists what the agent can do, as far as its capabilities are switched on.
func skills(shop profile.Shop, enabled []profile.Capability) []skill {
	has := func(name string) bool {
		return slices.ContainsFunc(enabled, func(c profile.Capability) bool { return c.Name == name })
	}
	out := []skill{} // a list even when it is empty
	if has(platform.CapCheckout) {
		out = append(out, checkoutSkill(shop))
	}
	if has(platform.CapCatalogSearch) || has(platform.CapCatalogLookup) {
		out = append(out, catalogSkill())
	}
	return out
}

func checkoutSkill(shop profile.Shop) skill {
	tags := []string{"commerce", "checkout", "bcp"}
	if slices.ContainsFunc(shop.Handlers, func(h payment.Handler) bool { return h.Kind == payment.KindPix }) {
		tags = append(tags, "pix")
	}
	return skill{
		ID:          "bcp-checkout",
		Name:        "Checkout BCP",
		Description: "Cria, atualiza e conclui sessões de checkout BCP, por ações estruturadas ou em linguagem natural",
		Tags:        tags,
		Examples: []string{
			"adicione duas camisetas vermelhas ao meu checkout",
			"entregue no CEP 01310-100",
			"quero pagar com Pix",
		},
		InputModes: modes(), OutputModes: modes(),
	}
}

func catalogSkill() skill {
	return skill{
		ID:          "bcp-catalog",
		Name:        "Catálogo BCP",
		Description: "Busca produtos da loja e mostra preços, opções e disponibilidade",
		Tags:        []string{"commerce", "catalog", "bcp"},
		Examples: []string{
			"procuro uma camiseta vermelha, tamanho M",
			"quanto custa o Pixel 10 Pro?",
		},
		InputModes: modes(), OutputModes: modes(),
	}
}
