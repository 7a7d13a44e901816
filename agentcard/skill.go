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
	out := []skill{} // a list even when it is empty
	if has(enabled, platform.CapCheckout) {
		out = append(out, checkoutSkill(shop))
	}
	if has(enabled, platform.CapCatalogSearch) || has(enabled, platform.CapCatalogLookup) {
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

// orderSkill is for platforms that have shown who they are: an order is shown to nobody else.
func orderSkill() skill {
	return skill{
		ID:          "bcp-orders",
		Name:        "Pedidos BCP",
		Description: "Mostra os pedidos feitos por esta plataforma: situação, itens, totais e entrega",
		Tags:        []string{"commerce", "order", "bcp"},
		Examples: []string{
			"onde está o meu pedido?",
			"qual é a situação do meu último pedido?",
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
