package bcp

import (
	"encoding/json"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/platform"
)

// Match says how an identifier led to a variant.
type Match string

// The ways: it names the variant, or the product, for which the shop chose the variant.
const (
	MatchExact    Match = "exact"
	MatchFeatured Match = "featured"
)

// Input is an identifier of a request that led to a variant.
type Input struct {
	ID    string
	Match Match
}

// Found is a product that identifiers led to, with the variants that they led to.
type Found struct {
	Product  *catalog.Product
	Variants []FoundVariant
}

// FoundVariant is a variant with all identifiers that led to it.
type FoundVariant struct {
	Variant *catalog.Variant
	Inputs  []Input
}

// Lookup writes the products that a lookup found: {ucp, products}, and a message for each
// identifier that stands for nothing (BCP catalogue lookup).
func (e *Encoder) Lookup(s platform.Session, found []Found, missing []string, showing Showing) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogLookup)
		w.array("products", func() {
			for _, f := range found {
				w.object("", func() {
					e.writeProduct(w, f.Product)
					writeOptions(w, f.Product)
					w.array("variants", func() { e.writeFound(w, f, showing) })
				})
			}
		})
		messages := showing.filter()
		for i, f := range found {
			messages = append(messages, showing.notSold(f.Product, productPath(i))...)
		}
		writeMissing(w, missing, messages, showing.Language)
	})
	return w.bytes()
}

func (e *Encoder) writeFound(w *writer, f Found, showing Showing) {
	for _, v := range f.Variants {
		w.object("", func() {
			e.writeVariant(w, f.Product, v.Variant, showing)
			w.array("inputs", func() {
				for _, in := range v.Inputs {
					w.object("", func() {
						w.str("id", in.ID)
						w.str("match", string(in.Match))
					})
				}
			})
		})
	}
}

// writeMissing names what was not found, the content of the message is the identifier, and
// tells what else there is to tell.
func writeMissing(w *writer, missing []string, messages []checkout.Message, language string) {
	if len(missing)+len(messages) == 0 {
		return
	}
	w.array("messages", func() {
		for _, id := range missing {
			w.object("", func() {
				w.str("type", "info")
				w.str("code", "not_found")
				w.str("content", id)
			})
		}
		for _, m := range messages {
			w.object("", func() { writeMessage(w, m, language) })
		}
	})
}
