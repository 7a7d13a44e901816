package intents

import (
	"strings"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
)

// product makes a product with one variant.
func product(id, title, tags string, price money.Amount) *catalog.Product {
	return &catalog.Product{
		ID: ids.Product(id), Title: title, Tags: strings.Split(tags, "|"),
		Variants: []catalog.Variant{{ID: ids.Variant(id), Title: title, Price: price}},
	}
}

// inSizes gives a product a variant for every colour and size; no sizes means colours
// alone.
func inSizes(p *catalog.Product, colors, sizes string) *catalog.Product {
	base := p.Variants[0]
	p.Variants = nil
	p.Options = []catalog.Option{{Name: "cor", Labels: strings.Fields(colors)}}
	if sizes != "" {
		p.Options = append(p.Options, catalog.Option{Name: "tamanho", Labels: strings.Fields(sizes)})
	}
	for _, c := range strings.Fields(colors) {
		for _, s := range strings.Fields(sizes + " ") {
			p.Variants = append(p.Variants, catalog.Variant{
				ID: ids.Variant(string(p.ID) + "-" + strings.ToUpper(c) + "-" + s), Price: base.Price,
				Selected: []catalog.Selection{{Name: "cor", Label: c}, {Name: "tamanho", Label: s}},
			})
		}
		if sizes == "" {
			p.Variants = append(p.Variants, catalog.Variant{
				ID: ids.Variant(string(p.ID) + "-" + strings.ToUpper(c)), Price: base.Price,
				Selected: []catalog.Selection{{Name: "cor", Label: c}},
			})
		}
	}
	return p
}

// shelf is a small shop with names that are easily confused.
func shelf() []*catalog.Product {
	return []*catalog.Product{
		product("PHONE-7", "Foco 7", "celular|smartphone", 300000),
		product("PHONE-7-PRO", "Foco 7 Pro", "celular|smartphone", 400000),
		product("PHONE-7-PRO-XL", "Foco 7 Pro XL", "celular|smartphone", 500000),
		product("PHONE-6A", "Foco 6a", "celular|smartphone", 200000),
		inSizes(product("CASE-7", "Capa de silicone para Foco 7", "capinha", 5000), "Preto Azul", ""),
		inSizes(product("CASE-7-PRO", "Capa de silicone para Foco 7 Pro", "capinha", 6000), "Preto Azul", ""),
		product("CABLE-1M", "Cabo USB-C 1 m", "cabo", 3000),
		product("CABLE-2M", "Cabo USB-C 2 m", "cabo", 4000),
		product("COFFEE", "Café Serra tradicional 500 g", "café", 2000),
		product("COFFEE-DECAF", "Café Serra descafeinado 250 g", "café", 2500),
		product("MATE", "Erva-mate 1 kg", "chimarrão", 2200),
		inSizes(product("SHOE", "Tênis Veloz 4", "tênis|corrida", 40000), "Preto Azul", "40 41 42"),
		inSizes(product("BOOT", "Bota de couro", "bota", 50000), "Preto Marrom", "40 41 42"),
		inSizes(product("FLIP", "Chinelo Praia", "chinelo", 4000), "Preto Rosa", "35/36 37/38"),
		product("BOOK", "Sagarana", "livro|guimarães rosa", 6000),
		product("camiseta-vermelha-m", "Camiseta Vermelha M", "camiseta", 5990),
		product("camiseta-vermelha-g", "Camiseta Vermelha G", "camiseta", 5990),
		product("camiseta-azul-m", "Camiseta Azul M", "camiseta", 5990),
	}
}

func products(list ...string) []ids.Product {
	var out []ids.Product
	for _, id := range list {
		out = append(out, ids.Product(id))
	}
	return out
}
