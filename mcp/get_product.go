package mcp

import (
	"context"
	"encoding/json"
	"slices"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/platform"
)

// getProduct shows one product for somebody who is choosing a variant.
func getProduct() tool {
	return tool{
		name: "get_product", title: "Detalhar produto", capability: platform.CapCatalogLookup,
		input: "get_product", output: "product_result",
		description: "Reads one product by the id of it or of a variant, with what can be chosen. selected narrows the options; where no variant " +
			"has all of it, options are given up from the end of preferences. available and exists of a value say what choosing it leads to.",
		read: func(a *arguments, v *visit) (work, error) {
			object, hints, err := a.catalogInput(v)
			if err != nil {
				return nil, err
			}
			asked, err := bcp.DecodeProduct(object)
			if err != nil {
				return nil, within("catalog", err)
			}
			return detail(asked, hints), nil
		},
	}
}

func detail(asked bcp.ProductRequest, hints *checkout.Hints) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		shelf := s.Catalog.Now()
		product, variant, ok := shelf.Resolve(ctx, asked.ID)
		if !ok {
			return s.envelope(v, platform.CapCatalogLookup, checkout.CodeNotFound)
		}
		filters, ignored := asked.In(s.Encoder.Currency(), hints)
		showing, err := s.levels().Show(ctx, hints, v.newLanguage(), product)
		if err != nil {
			return nil, err
		}
		showing.Ignored, showing.Unknown = ignored, asked.Unknown
		passing, err := shelf.Passing(filters.Query(showing.Stock()), product)
		if err != nil {
			return nil, err
		}
		var choice catalog.Choice
		switch {
		case variant != nil && string(variant.ID) == asked.ID:
			choice = catalog.SelectVariant(product, variant, showing.Available)
		case len(asked.Selected) == 0 && len(passing) > 0: // the shop chooses, as in a lookup
			choice = catalog.SelectVariant(product, passing[0], showing.Available)
		default:
			if choice, err = catalog.Select(product, asked.Selected, asked.Preferences, showing.Available); err != nil {
				return nil, err // an option selected twice was refused before
			}
		}
		choice.Variants = slices.DeleteFunc(choice.Variants, func(v *catalog.Variant) bool { return !slices.Contains(passing, v) })
		if len(choice.Variants) == 0 {
			return s.envelope(v, platform.CapCatalogLookup, checkout.CodeNoVariant)
		}
		return s.Encoder.Product(v.session(), choice, showing)
	}
}
