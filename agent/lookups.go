package agent

import (
	"context"
	"errors"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// searchCatalog answers a search. Nobody may search too, in text.
func (t *turn) searchCatalog(ctx context.Context, in intents.SearchCatalog) error {
	t.root = platform.CapCatalogSearch
	if t.structured && !t.session().Has(platform.CapCatalogSearch) {
		t.incompatible()
		return nil
	}
	in.Limit = t.pageSize(in.Limit)
	prices := bcp.Filters{PriceMin: in.Filters.PriceMin, PriceMax: in.Filters.PriceMax}
	prices, ignored := prices.In(t.s.Encoder.Currency(), in.Context)
	in.Filters.PriceMin, in.Filters.PriceMax = prices.PriceMin, prices.PriceMax
	levels := bcp.Levels(t.s.Records.Levels)
	page, err := t.s.Catalog.Search(in.Catalog(levels.Stock(ctx, in.Context.State())))
	if errors.Is(err, catalog.ErrCursor) {
		return invalid("pagination.cursor", "does not belong to this search")
	}
	if err != nil {
		return err
	}
	products := make([]*catalog.Product, len(page.Hits))
	for i, h := range page.Hits {
		products[i] = h.Product
	}
	showing, err := levels.Show(ctx, in.Context, t.language, products...)
	if err != nil {
		return err
	}
	showing.Ignored, showing.Unknown = ignored, in.Filters.Unknown
	t.search = &found{page: page, showing: showing}
	t.offerFound()
	t.results = []ids.Product{}
	for _, h := range page.Hits {
		t.results = append(t.results, h.Product.ID)
	}
	if len(t.results) == 1 {
		t.focus = t.results[0]
	}
	return nil
}

// spoken is how many products an answer lists.
const spoken = intents.MaxCandidates

func (t *turn) pageSize(asked int) int {
	if !t.structured {
		return spoken
	}
	return asked
}

// getProduct answers with one product and what can be chosen of it.
func (t *turn) getProduct(ctx context.Context, in intents.GetProduct) error {
	t.root = platform.CapCatalogLookup
	if t.structured && !t.session().Has(platform.CapCatalogLookup) {
		t.incompatible()
		return nil
	}
	product, variant, ok := t.s.Catalog.Resolve(ctx, in.ID)
	if !ok {
		t.notFound()
		return nil
	}
	showing, err := bcp.Levels(t.s.Records.Levels).Show(ctx, in.Context, t.language, product)
	if err != nil {
		return err
	}
	var choice catalog.Choice
	if variant != nil && string(variant.ID) == in.ID {
		choice = catalog.SelectVariant(product, variant, showing.Available)
	} else if choice, err = catalog.Select(product, in.Selected, in.Preferences, showing.Available); err != nil {
		var twice *catalog.DuplicateOptionError
		if errors.As(err, &twice) {
			return invalid("selected", "names an option twice")
		}
		return err
	}
	t.product, t.focus = &shown{choice, showing}, product.ID
	t.offerShown()
	return nil
}

// getOrder answers with an order to its authenticated platform. Asked in text it says
// where the order's page is, which the platform got already.
func (t *turn) getOrder(ctx context.Context, in intents.GetOrder) error {
	found, err := t.findOrder(ctx, in.Order)
	t.order = found
	return err
}

// findOrder returns an order of the caller's, or without an id the last one of the conversation.
// It is nil where the turn holds the answer instead.
func (t *turn) findOrder(ctx context.Context, id ids.Order) (*order.Order, error) {
	t.root = platform.CapOrder
	who := t.caller()
	if id == "" {
		_, seen, err := t.s.Counter.Look(ctx, who, checkout.Target{Context: t.m.Context})
		if err != nil {
			return nil, err
		}
		if c := seen.Checkout; c != nil && c.Order != nil {
			id = c.Order.ID
		}
	}
	if id == "" && !t.structured {
		t.stand()
		return nil, nil
	}
	if t.structured {
		switch {
		case !who.Authenticated:
			return nil, profile.NewError(profile.CodeUnauthenticated, nil)
		case !t.session().Has(platform.CapOrder):
			t.incompatible()
			return nil, nil
		case !who.Rights.Has(platform.RightOrder):
			t.problem = &checkout.Message{Type: checkout.TypeError, Code: checkout.CodeUnauthorized, Severity: checkout.Unrecoverable}
			return nil, nil
		}
	}
	o, err := t.s.Records.Order(ctx, id)
	if errors.Is(err, checkout.ErrNotFound) || err == nil && !who.Sees(o.Owner) {
		t.notFound()
		return nil, nil
	}
	return o, err
}
