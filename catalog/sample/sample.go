// Package sample is the shop that runs when nothing is configured: its products and
// stock, freight, discount codes, taxes and identity. All of it is invented, with right
// check digits and fiscal classes (NCM of Mercosur), so that every rule can be tried.
package sample

import (
	"maps"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
)

// Shop is the sample shop. It is safe for concurrent use.
type Shop struct {
	Identity   Identity
	Catalog    *catalog.Catalog
	Rates      Rates
	Promotions Promotions
	Taxes      Taxes

	stock map[ids.Variant]int64
}

// New builds the shop from the embedded products.
func New() (*Shop, error) { return Selling(productsJSON) }

// Selling builds the shop with other products: a JSON array in the form of products.json.
func Selling(raw []byte) (*Shop, error) {
	products, stock, err := load(raw)
	if err != nil {
		return nil, err
	}
	c, err := catalog.New(products)
	if err != nil {
		return nil, err
	}
	return &Shop{Identity: ShopIdentity(), Catalog: c, stock: stock}, nil
}

// Stock returns how many units of each variant the shop opens with. The map is the
// caller's.
func (s *Shop) Stock() map[ids.Variant]int64 {
	return maps.Clone(s.stock)
}

var (
	_ checkout.Products   = (*catalog.Catalog)(nil)
	_ checkout.Rates      = Rates{}
	_ checkout.Promotions = Promotions{}
	_ checkout.Taxes      = Taxes{}
)
