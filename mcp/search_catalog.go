package mcp

import (
	"context"
	"encoding/json"
	"errors"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/platform"
)

// searchCatalog finds products.
func searchCatalog() tool {
	return tool{
		name: "search_catalog", title: "Buscar produtos", capability: platform.CapCatalogSearch,
		input: "search_catalog", output: "search_result",
		description: "Finds products by words, in Portuguese, English or Spanish, and by filters: categories (any of them, or below), price.min " +
			"and price.max in centavos, options (what a variant must be), available (only what can be sold now); others are not applied. One of query and filters is needed. " +
			"Ten products a page unless pagination.limit says otherwise; pagination.cursor of an answer leads to the next page.",
		read: func(a *arguments, v *visit) (work, error) {
			object, hints, err := a.catalogInput(v)
			if err != nil {
				return nil, err
			}
			asked, err := bcp.DecodeSearch(object)
			if err != nil {
				return nil, within("catalog", err)
			}
			return search(asked, hints), nil
		},
	}
}

func search(asked bcp.Search, hints *checkout.Hints) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		filters, ignored := asked.In(s.Encoder.Currency(), hints)
		query := filters.Query(s.levels().Stock(ctx, hints.State()))
		query.Text, query.Hint, query.Limit, query.Cursor = asked.Query, hints.Purpose(), asked.Limit, asked.Cursor
		page, err := s.Catalog.Now().Search(query)
		if errors.Is(err, catalog.ErrCursor) {
			return nil, invalid("catalog.pagination.cursor", "does not belong to this search")
		}
		if err != nil {
			return nil, err
		}
		products := make([]*catalog.Product, len(page.Hits))
		for i, h := range page.Hits {
			products[i] = h.Product
		}
		showing, err := s.levels().Show(ctx, hints, v.newLanguage(), products...)
		if err != nil {
			return nil, err
		}
		showing.Ignored, showing.Unknown = ignored, asked.Unknown
		return s.Encoder.Products(v.session(), page, showing)
	}
}
