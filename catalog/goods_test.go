package catalog

import "testing"

// Goods with a Portuguese title are found by their English and Spanish names.
func TestGoodsInThreeLanguages(t *testing.T) {
	t.Parallel()
	var shop []Product
	for id, title := range map[string]string{
		"KNIFE": "Faca do chef 8 polegadas", "MILL": "Moedor de café manual", "COFFEE": "Café em grãos 250 g", "APRON": "Avental de linho",
		"HONEY": "Mel silvestre 500 g", "MUG": "Caneca esmaltada", "SWEET": "Doce de leite 400 g", "OIL": "Azeite extravirgem 500 ml",
		"CANDLE": "Vela de lavanda", "SALT": "Sal rosa 1 kg", "BOARD": "Tábua de corte de bambu", "SKILLET": "Frigideira antiaderente",
		"HAMMOCK": "Rede de dormir", "TOWEL": "Toalha vermelha",
	} {
		shop = append(shop, plain(id, title, 1000))
	}
	c := mustNew(t, shop...)
	for query, want := range map[string]string{
		"chef knife": "KNIFE", "cuchillo": "KNIFE", "knives": "KNIFE", "coffee grinder": "MILL", "molinillo de café": "MILL",
		"coffee beans": "COFFEE", "linen apron": "APRON", "delantal": "APRON", "honey": "HONEY", "miel": "HONEY", "mugs": "MUG",
		"dulce de leche": "SWEET", "olive oil": "OIL", "aceite de oliva": "OIL", "candles": "CANDLE", "pink salt": "SALT",
		"cutting board": "BOARD", "frying pan": "SKILLET", "rede": "HAMMOCK", "hammock": "HAMMOCK", "red": "TOWEL",
	} {
		page, err := c.Search(Query{Text: query})
		if err != nil || len(page.Hits) == 0 || string(page.Hits[0].Product.ID) != want {
			t.Errorf("%q: %v, error %v, want %s first", query, found(page), err, want)
		}
	}
}
