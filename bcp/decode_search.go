package bcp

import (
	"encoding/json"
	"slices"
	"strings"

	"balcao/checkout"
)

const (
	maxCategories = 50
	maxPage       = 1<<31 - 1
)

// Search is a catalogue search as a platform asks for it.
type Search struct {
	// Query is empty for browsing by filters alone.
	Query string
	Filters
	// Limit is zero where the platform leaves it to the shop.
	Limit  int
	Cursor string
	Hints  *checkout.Hints
}

// DecodeSearch reads the input of a catalogue search. It must have a query or a filter: a
// context, a page, or filters that the shop does not know ask for nothing by themselves (BCP
// catalogue search).
func DecodeSearch(raw json.RawMessage) (Search, error) {
	return decode(raw, func(f field) Search {
		m := f.required().object()
		page := m.get("pagination").object()
		s := Search{
			Query:   strings.TrimSpace(m.get("query").prose(maxProse)),
			Filters: readFilters(m.get("filters")),
			Limit:   int(page.get("limit").integer(1, maxPage)),
			Cursor:  page.get("cursor").text(maxProse),
			Hints:   readHints(m.get("context")),
		}
		filters := m.get("filters").object()
		if s.Query == "" && !slices.ContainsFunc(knownFilters, func(name string) bool { return filters.get(name).present() }) {
			f.fail("needs a query or a filter")
		}
		return s
	})
}
