package bcp

import (
	"context"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
)

// Levels tells how many of some variants can be sold now. Of one that is not in the answer there
// is none.
type Levels func(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error)

// Stock says which variants of some offers can be sold now.
type Stock func([]catalog.Offer) (func(ids.Variant) bool, error)

// Stock is what can be sold by these levels, and to the state, empty for one that is not known.
func (l Levels) Stock(ctx context.Context, state string) Stock {
	return func(offers []catalog.Offer) (func(ids.Variant) bool, error) {
		var variants []ids.Variant
		for _, o := range offers {
			if o.Product.SoldIn(state) {
				variants = append(variants, o.Variant.ID)
			}
		}
		levels, err := l(ctx, variants)
		return func(v ids.Variant) bool { return levels[v] > 0 }, err
	}
}

// Stock is what can be sold as it is shown: what passes a filter for it is not shown as sold out.
func (s Showing) Stock() Stock {
	return func([]catalog.Offer) (func(ids.Variant) bool, error) { return s.Available, nil }
}

// Show is how products are shown to somebody with this context, nil for nobody in particular:
// which of their variants can be sold now, and where he seems to be.
func (l Levels) Show(ctx context.Context, hints *checkout.Hints, language string, products ...*catalog.Product) (Showing, error) {
	out := Showing{State: hints.State(), Language: language}
	var offers []catalog.Offer
	for _, p := range products {
		offers = append(offers, p.Offers()...)
	}
	var err error
	out.Available, err = l.Stock(ctx, out.State)(offers)
	return out, err
}
