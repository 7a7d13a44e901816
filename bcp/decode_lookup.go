package bcp

import (
	"encoding/json"
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/money"
)

const (
	// MaxLookup is the most identifiers of one lookup. More are refused, not cut off (BCP
	// catalogue lookup).
	MaxLookup = 50
	// maxAsked bounds the list with its repetitions.
	maxAsked       = 500
	maxPreferences = 10
)

// Filters narrow what the catalogue shows.
// The protocol names categories and price; options and available are the shop's own.
type Filters struct {
	Categories []string
	// PriceMin and PriceMax are in minor units, nil for no bound.
	PriceMin, PriceMax *money.Amount
	// Options must all be what a variant is.
	Options []catalog.Selection
	// Available leaves out what cannot be sold now.
	Available bool
	// Unknown says that there were others, which do not count.
	Unknown bool
}

// Query returns the filters as the catalogue takes them.
func (f Filters) Query(stock Stock) catalog.Query {
	q := catalog.Query{Categories: f.Categories, PriceMin: f.PriceMin, PriceMax: f.PriceMax, Options: f.Options}
	if f.Available {
		q.Available = stock
	}
	return q
}

// In returns the filters as far as they count for a shop with the currency, and the foreign
// currency of a price filter that does not, empty for none (BCP catalogue search: the price
// filter is in the currency of the context; without one it is in the shop's).
func (f Filters) In(currency money.Currency, hints *checkout.Hints) (counting Filters, ignored string) {
	if hints == nil || hints.Currency == "" || strings.EqualFold(hints.Currency, string(currency)) || f.PriceMin == nil && f.PriceMax == nil {
		return f, ""
	}
	f.PriceMin, f.PriceMax = nil, nil
	return f, strings.ToUpper(hints.Currency)
}

// Lookup is a request for products by identifier.
type Lookup struct {
	// IDs are different ones, in the order in which they were asked for.
	IDs []string
	Filters
}

// ProductRequest is a request for one product.
type ProductRequest struct {
	ID          string
	Selected    []catalog.Selection
	Preferences []string
	Filters
}

func readFilters(f field) Filters {
	m := f.object()
	price := m.get("price").object()
	out := Filters{PriceMin: price.get("min").amount(), PriceMax: price.get("max").amount(), Options: readSelected(m.get("options"))}
	if available := m.get("available").boolean(); available != nil {
		out.Available = *available
	}
	for _, c := range m.get("categories").list(maxCategories) {
		out.Categories = append(out.Categories, c.required().text(maxString))
	}
	for name := range m.raw {
		out.Unknown = out.Unknown || !slices.Contains(knownFilters, name)
	}
	return out
}

// knownFilters are the members of filters that count. The protocol names the first two.
var knownFilters = []string{"categories", "price", "options", "available"}

// DecodeLookup reads the input of a lookup by identifiers.
func DecodeLookup(raw json.RawMessage) (Lookup, error) {
	return decode(raw, func(f field) Lookup {
		m := f.required().object()
		list := m.get("ids").required()
		out := Lookup{Filters: readFilters(m.get("filters"))}
		for _, id := range list.list(maxAsked) {
			text := id.required().text(maxString)
			if text == "" {
				id.fail("must not be empty")
			}
			if !slices.Contains(out.IDs, text) {
				out.IDs = append(out.IDs, text)
			}
		}
		if len(out.IDs) == 0 {
			list.fail("must have at least one element")
		}
		if len(out.IDs) > MaxLookup {
			list.fail("must have at most %d different elements", MaxLookup)
		}
		return out
	})
}

// DecodeProduct reads the input of a request for one product.
func DecodeProduct(raw json.RawMessage) (ProductRequest, error) {
	return decode(raw, func(f field) ProductRequest {
		m := f.required().object()
		id := m.get("id").required()
		out := ProductRequest{ID: id.text(maxString), Selected: readSelected(m.get("selected")), Filters: readFilters(m.get("filters"))}
		if out.ID == "" {
			id.fail("must not be empty")
		}
		for _, p := range m.get("preferences").list(maxPreferences) {
			out.Preferences = append(out.Preferences, p.required().text(maxString))
		}
		return out
	})
}
