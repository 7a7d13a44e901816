package sample

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"balcao/catalog"
	"balcao/internal/bcptest"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
)

func shop(t testing.TB) *Shop {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProductsCanBeBought(t *testing.T) {
	t.Parallel()
	s := shop(t)
	stock := s.Stock()
	products, variants := s.Catalog.Products(), 0
	for _, p := range products {
		if len(p.NCM) != 8 || p.Description == "" || p.Category == "" || len(p.Tags) == 0 {
			t.Errorf("%s is incomplete: %+v", p.ID, p)
		}
		for _, id := range []string{string(p.ID), p.Handle} {
			if got, _, ok := s.Catalog.Resolve(t.Context(), id); !ok || got != p {
				t.Errorf("%s does not resolve to %s", id, p.ID)
			}
		}
		for i := range p.Variants {
			v := &p.Variants[i]
			variants++
			if _, ok := stock[v.ID]; !ok {
				t.Errorf("%s has no stock level", v.ID)
			}
			for _, id := range []string{string(v.ID), v.SKU} {
				got, variant, ok := s.Catalog.Resolve(t.Context(), id)
				if !ok || got != p || variant != v {
					t.Errorf("%s does not resolve to %s", id, v.ID)
				}
			}
			if len(p.Variants) == 1 && (string(v.ID) != string(p.ID) || v.Title != p.Title) {
				t.Errorf("%s has the single variant %s %q", p.ID, v.ID, v.Title)
			}
		}
	}
	if len(products) != 66 || len(stock) != variants {
		t.Errorf("%d products, %d variants, %d stock levels", len(products), variants, len(stock))
	}
}

func TestKnownOffers(t *testing.T) {
	t.Parallel()
	s := shop(t)
	stock := s.Stock()
	tests := []struct {
		id        ids.Variant
		title     string
		price     money.Amount
		stock     int64
		ncm       string
		notSoldIn []string
	}{
		{"PIXEL-10-PRO", "Pixel 10 Pro", 599900, 100, "85171300", nil},
		{"camiseta-vermelha-m", "Camiseta Vermelha M", 5990, 100, "61091000", nil},
		{"camiseta-vermelha-g", "Camiseta Vermelha G", 5990, 100, "61091000", nil},
		{"camiseta-azul-m", "Camiseta Azul M", 5990, 100, "61091000", nil},
		{"item_123", "Blue Jeans", 5000, 12, "62034200", nil},
		{"AIRFRYER-ESGOTADA", "Air Fryer 4 L", 39990, 0, "85166000", nil},
		{"item_restrito", "Aerossol 400 ml", 2990, 100, "33074900", []string{"RO", "AC", "RR", "AP"}},
		{"CAMISETA-BASICA-PRETO-M", "Camiseta básica de algodão – Preto, M", 4990, 100, "61091000", nil},
		{"CHINELO-TOP-ROSA-35-36", "Chinelo Havaianas Top – Rosa, 35/36", 3990, 100, "64022000", nil},
	}
	for _, test := range tests {
		o, ok := s.Catalog.Offer(t.Context(), test.id)
		if !ok {
			t.Errorf("%s is not sold", test.id)
			continue
		}
		if o.Variant.Title != test.title || o.Variant.Price != test.price || stock[test.id] != test.stock ||
			o.Product.NCM != test.ncm || !slices.Equal(o.Product.NotSoldIn, test.notSoldIn) {
			t.Errorf("%s: %+v of %+v, stock %d", test.id, o.Variant, o.Product, stock[test.id])
		}
	}
}

func TestStockIsACopy(t *testing.T) {
	t.Parallel()
	s := shop(t)
	s.Stock()["item_123"] = 0
	if got := s.Stock()["item_123"]; got != 12 {
		t.Errorf("stock is %d after a caller changed his copy", got)
	}
}

// TestProductsOfTheLanguageSet compares with the catalogue that the language test set is
// written against: ids, titles, prices and options have to agree.
func TestProductsOfTheLanguageSet(t *testing.T) {
	t.Parallel()
	var set struct {
		Products []struct {
			ID, Title, Brand, Category, Description string
			Price                                   money.Amount
			Tags                                    []string
			Variants                                []struct {
				ID      string
				Price   money.Amount
				Options map[string]string
			}
		}
	}
	raw, err := os.ReadFile(bcptest.Shared(t, "nl", "catalog.json"))
	if err == nil {
		err = json.Unmarshal(raw, &set)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Products) != 60 {
		t.Fatalf("%d products in the set", len(set.Products))
	}
	c := shop(t).Catalog
	for _, want := range set.Products {
		p, ok := c.Product(ids.Product(want.ID))
		if !ok {
			t.Errorf("%s is missing", want.ID)
			continue
		}
		if p.Title != want.Title || p.Brand != want.Brand || p.Category != want.Category ||
			p.Description != want.Description || !slices.Equal(p.Tags, want.Tags) || p.Variants[0].Price != want.Price {
			t.Errorf("%s differs: %+v", want.ID, p)
		}
		if want.Variants == nil {
			continue
		}
		if len(p.Variants) != len(want.Variants) {
			t.Errorf("%s has %d variants, want %d", p.ID, len(p.Variants), len(want.Variants))
			continue
		}
		for i, v := range want.Variants {
			got := p.Variants[i]
			if string(got.ID) != v.ID || got.Price != v.Price || len(got.Selected) != len(v.Options) {
				t.Errorf("%s: variant %+v, want %+v", p.ID, got, v)
			}
			for _, s := range got.Selected {
				if v.Options[strings.ToLower(s.Name)] != s.Label {
					t.Errorf("%s: %+v, want %v", got.ID, s, v.Options)
				}
			}
		}
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	want := Identity{
		ID: "balcao-demo", Name: "Balcão Demonstração", LegalName: "Balcão Demonstração Comércio Ltda",
		CNPJ: "99887766000105", PixKey: "pix@balcao.example", PixCity: "SAO PAULO",
		Address: brazil.Address{
			Street: "Rua do Balcão, 100", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR",
		},
	}
	got := shop(t).Identity
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if cnpj, ok := brazil.NormalizeCNPJ(got.CNPJ); !ok || cnpj != got.CNPJ {
		t.Errorf("the CNPJ %s is not valid", got.CNPJ)
	}
	if uf, _ := brazil.UFOfCEP(got.Address.PostalCode); uf != got.Address.Region {
		t.Errorf("the CEP %s is in %s", got.Address.PostalCode, uf)
	}
}

func BenchmarkSearch(b *testing.B) {
	c := shop(b).Catalog
	for b.Loop() {
		if _, err := c.Search(catalog.Query{Text: "Procuro uma camiseta vermelha, tamanho M."}); err != nil {
			b.Fatal(err)
		}
	}
}
