// Package catalog is what the shop sells: products with options and variants, and the
// search over them.
//
// Rules: BCP catalogue capability. A variant's id is what a checkout's item is; prices
// and stock in the catalogue are no commitment, the checkout decides.
package catalog

import (
	"slices"

	"balcao/internal/ids"
	"balcao/money"
)

// Product is a product as it is shown. It has at least one variant.
type Product struct {
	ID     ids.Product
	Handle string
	// URL is its page, empty for the one that this shop serves.
	URL         string
	Title       string
	Brand       string
	Category    string
	Description string
	Tags        []string
	// Classes are what others call the category: by their taxonomy.
	Classes []Class
	// Media are pictures and films, the featured one first.
	Media []Media
	// Rating is what buyers think, nil if nothing is known.
	Rating *Rating
	// Facts are whatever else is told of the product, in this order.
	Facts []Fact
	// Options are the axes that variants differ in, in the order they are asked for.
	Options []Option
	// Variants are what can be bought; the first is the featured one.
	Variants []Variant
	// NCM is the fiscal class, eight digits.
	NCM string
	// NotSoldIn lists the states (two letters) the product may not go to.
	NotSoldIn []string
}

// Option is an axis such as colour or size, with its labels.
type Option struct {
	Name   string
	Labels []string
}

// Variant is what is sold.
type Variant struct {
	ID  ids.Variant
	SKU string
	// GTIN is the number in its bar code, 8, 12, 13 or 14 digits; empty if it has none.
	GTIN  string
	Title string
	// Price is the unit price in minor units of the shop's currency.
	Price    money.Amount
	Selected []Selection
	// Description is its own, empty for none.
	Description string
	// ListPrice is what it cost before, zero for nothing to tell; Tags are its own.
	ListPrice money.Amount
	Tags      []string
}

// Class is a category by a taxonomy such as google_product_category.
type Class struct{ Taxonomy, Value string }

// Media is something to look at. Type is image, video or model_3d. A URL that is a path,
// "/…", is served by this shop.
type Media struct{ Type, URL, Alt string }

// Rating is what buyers think of a product.
type Rating struct {
	// Hundredths is the mean, 450 for 4.5; Most is the best there is, 5.
	Hundredths, Most int64
	// Count is how many have said so.
	Count int64
}

// Fact is a name with a text, or with more facts.
type Fact struct {
	Name, Text string
	Facts      []Fact
}

// Selection is a choice on one option axis.
type Selection struct {
	Name, Label string
}

// Offer is a variant together with its product.
type Offer struct {
	Product *Product
	Variant *Variant
}

// Offers are the product's variants with the product itself.
func (p *Product) Offers() []Offer {
	out := make([]Offer, len(p.Variants))
	for i := range p.Variants {
		out[i] = Offer{p, &p.Variants[i]}
	}
	return out
}

// SoldIn reports whether the product may go to a state, two letters; empty is one that is not
// known yet.
func (p *Product) SoldIn(state string) bool {
	return state == "" || !slices.Contains(p.NotSoldIn, state)
}

// PriceRange returns the lowest and the highest price of the product's variants.
func (p *Product) PriceRange() (lowest, highest money.Amount) {
	lowest, highest = p.Variants[0].Price, p.Variants[0].Price
	for _, v := range p.Variants[1:] {
		lowest, highest = min(lowest, v.Price), max(highest, v.Price)
	}
	return lowest, highest
}

// ListPriceRange returns the lowest and the highest list price of the product's variants; one
// without a list price counts with its price. There is none if no variant has a list price.
func (p *Product) ListPriceRange() (lowest, highest money.Amount, some bool) {
	for i, v := range p.Variants {
		price := v.Price
		if v.ListPrice > 0 {
			price, some = v.ListPrice, true
		}
		if i == 0 {
			lowest, highest = price, price
		}
		lowest, highest = min(lowest, price), max(highest, price)
	}
	return lowest, highest, some
}
