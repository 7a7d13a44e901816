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

// lookupCatalog reads products by their identifiers.
func lookupCatalog() tool {
	return tool{
		name: "lookup_catalog", title: "Consultar produtos", capability: platform.CapCatalogLookup,
		input: "lookup_catalog", output: "lookup_result",
		description: "Reads up to 50 products or variants by id, SKU or handle. inputs of a variant says which identifiers led to it. What is " +
			"not known is left out and named in messages.",
		read: func(a *arguments, v *visit) (work, error) {
			object, hints, err := a.catalogInput(v)
			if err != nil {
				return nil, err
			}
			asked, err := bcp.DecodeLookup(object)
			if err != nil {
				return nil, within("catalog", err)
			}
			return lookUp(asked, hints), nil
		},
	}
}

func lookUp(asked bcp.Lookup, hints *checkout.Hints) work {
	return func(ctx context.Context, s *Server, v *visit) (json.RawMessage, error) {
		var (
			found   []bcp.Found
			missing []string
		)
		filters, ignored := asked.In(s.Encoder.Currency(), hints)
		shelf, query := s.Catalog.Now(), filters.Query(s.levels().Stock(ctx, hints.State()))
		for _, id := range asked.IDs {
			product, variant, ok := shelf.Resolve(ctx, id)
			if !ok {
				missing = append(missing, id)
				continue
			}
			passing, err := shelf.Passing(query, product)
			if err != nil {
				return nil, err
			}
			match := bcp.MatchExact
			if variant == nil || string(variant.ID) != id && variant.SKU != id { // the product is named
				match = bcp.MatchFeatured
				if len(passing) > 0 {
					variant = passing[0]
				}
			}
			if slices.Contains(passing, variant) {
				found = add(found, product, variant, bcp.Input{ID: id, Match: match})
			}
		}
		products := make([]*catalog.Product, len(found))
		for i, f := range found {
			products[i] = f.Product
		}
		showing, err := s.levels().Show(ctx, hints, v.newLanguage(), products...)
		if err != nil {
			return nil, err
		}
		showing.Ignored, showing.Unknown = ignored, asked.Unknown
		return s.Encoder.Lookup(v.session(), found, missing, showing)
	}
}

// add notes that an identifier led to a variant. A product stands once, whatever led to it.
func add(found []bcp.Found, p *catalog.Product, v *catalog.Variant, in bcp.Input) []bcp.Found {
	i := slices.IndexFunc(found, func(f bcp.Found) bool { return f.Product == p })
	if i < 0 {
		return append(found, bcp.Found{Product: p, Variants: []bcp.FoundVariant{{Variant: v, Inputs: []bcp.Input{in}}}})
	}
	at := slices.IndexFunc(found[i].Variants, func(f bcp.FoundVariant) bool { return f.Variant == v })
	if at < 0 {
		found[i].Variants = append(found[i].Variants, bcp.FoundVariant{Variant: v, Inputs: []bcp.Input{in}})
		return found
	}
	found[i].Variants[at].Inputs = append(found[i].Variants[at].Inputs, in)
	return found
}
