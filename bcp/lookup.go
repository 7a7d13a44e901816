package bcp

import (
	"encoding/json"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/platform"
)

// Found is a product that a lookup came upon, with those variants that an identifier of
// the request stands for.
type Found struct {
	Product  *catalog.Product
	Variants []FoundVariant
}

// FoundVariant is a variant with the identifiers that led to it, one at least.
type FoundVariant struct {
	Variant *catalog.Variant
	Inputs  []Match
}

// Match is an identifier of the request. Exact says that it names the variant itself;
// otherwise it names the product and the shop chose the variant.
type Match struct {
	ID    string
	Exact bool
}

// Lookup writes the answer to a catalogue lookup: {ucp, products, messages}. Each product
// appears once (BCP catalogue lookup).
func (e *Encoder) Lookup(s platform.Session, found []Found, messages []checkout.Message, lang string, available Availability) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogLookup)
		w.array("products", func() {
			for _, f := range found {
				w.object("", func() {
					e.writeProduct(w, f.Product)
					writeOptions(w, f.Product)
					w.array("variants", func() {
						for _, v := range f.Variants {
							w.object("", func() {
								e.writeVariant(w, v.Variant, available)
								w.array("inputs", func() { writeMatches(w, v.Inputs) })
							})
						}
					})
				})
			}
		})
		writeMessages(w, messages, lang)
	})
	return w.bytes()
}

func writeMatches(w *writer, inputs []Match) {
	for _, in := range inputs {
		match := "featured"
		if in.Exact {
			match = "exact"
		}
		w.object("", func() {
			w.str("id", in.ID)
			w.str("match", match)
		})
	}
}
