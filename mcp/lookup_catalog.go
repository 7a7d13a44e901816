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
			named   []identified
			missing []string
		)
		shelf := s.Catalog.Now()
		for _, id := range asked.IDs {
			if product, variant, ok := shelf.Resolve(ctx, id); ok {
				named = append(named, identified{id, product, variant})
			} else {
				missing = append(missing, id)
			}
		}
		products := make([]*catalog.Product, len(named))
		for i, n := range named {
			products[i] = n.product
		}
		showing, err := s.levels().Show(ctx, hints, v.newLanguage(), products...)
		if err != nil {
			return nil, err
		}
		filters, ignored := asked.In(s.Encoder.Currency(), hints)
		showing.Ignored, showing.Unknown = ignored, asked.Unknown
		var found []bcp.Found
		for _, n := range named {
			passing, err := shelf.Passing(filters.Query(showing.Stock()), n.product)
			if err != nil {
				return nil, err
			}
			if variant, match := n.choose(passing); slices.Contains(passing, variant) {
				found = add(found, n.product, variant, bcp.Input{ID: n.id, Match: match})
			}
		}
		return s.Encoder.Lookup(v.session(), found, missing, showing)
	}
}

// identified is what an identifier stands for; the variant is set if it names one.
type identified struct {
	id      string
	product *catalog.Product
	variant *catalog.Variant
}

// choose is the variant that an identifier leads to, and how: where it names the product the
// shop chooses among those that pass.
func (n identified) choose(passing []*catalog.Variant) (*catalog.Variant, bcp.Match) {
	switch {
	case n.variant != nil && (string(n.variant.ID) == n.id || n.variant.SKU == n.id):
		return n.variant, bcp.MatchExact
	case len(passing) > 0:
		return passing[0], bcp.MatchFeatured
	}
	return nil, bcp.MatchFeatured
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
