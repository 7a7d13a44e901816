package bcp

import (
	"encoding/json"
	"fmt"
	"net/url"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/platform"
)

// merchantTaxonomy names the shop's own categories.
const merchantTaxonomy = "merchant"

// Showing is under what circumstances products are shown.
type Showing struct {
	// Available says whether a variant can be sold now, and to the state; nil means that all
	// can.
	Available func(ids.Variant) bool
	// State is where the buyer seems to be, empty if that is not known.
	State string
	// Ignored is the currency of a price filter that was not applied, empty for none; Unknown
	// says that there were filters which the shop does not know.
	Ignored string
	Unknown bool
	// Language is that of messages.
	Language string
}

// notSold tells that a product at a path is not sold to the state.
func (s Showing) notSold(p *catalog.Product, path string) []checkout.Message {
	if p.SoldIn(s.State) {
		return nil
	}
	return []checkout.Message{{Type: checkout.TypeInfo, Code: checkout.CodeNotSoldThere, Path: path, Args: checkout.Args{Title: p.Title, Value: s.State}}}
}

// filter tells of filters that were not applied.
func (s Showing) filter() (out []checkout.Message) {
	if s.Ignored != "" {
		out = append(out, checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeFilterIgnored, Args: checkout.Args{Value: s.Ignored}})
	}
	if s.Unknown {
		out = append(out, checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeFilterUnknown})
	}
	return out
}

// Products writes a page of a catalogue search: {ucp, products, pagination}.
func (e *Encoder) Products(s platform.Session, page catalog.Page, showing Showing) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogSearch)
		w.array("products", func() {
			for _, hit := range page.Hits {
				w.object("", func() {
					e.writeProduct(w, hit.Product)
					writeOptions(w, hit.Product)
					w.array("variants", func() { e.writeVariants(w, hit.Product, hit.Variants, showing) })
				})
			}
		})
		w.object("pagination", func() {
			if page.HasMore {
				w.str("cursor", page.Cursor)
			}
			w.boolean("has_next_page", page.HasMore)
			if page.Total != catalog.Uncounted {
				w.integer("total_count", int64(page.Total))
			}
		})
		messages := showing.filter()
		for i, hit := range page.Hits {
			messages = append(messages, showing.notSold(hit.Product, productPath(i))...)
		}
		writeMessages(w, messages, showing.Language)
	})
	return w.bytes()
}

// Product writes one product for somebody who chooses a variant: {ucp, product}, with the
// selection in effect and what each further choice would lead to.
func (e *Encoder) Product(s platform.Session, choice catalog.Choice, showing Showing) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogLookup)
		w.object("product", func() {
			e.writeProduct(w, choice.Product)
			if len(choice.Options) > 0 {
				w.array("selected", func() { writeSelections(w, choice.Selected) })
				writeSignals(w, choice.Options)
			}
			w.array("variants", func() { e.writeVariants(w, choice.Product, choice.Variants, showing) })
		})
		writeMessages(w, append(showing.filter(), showing.notSold(choice.Product, "$.product")...), showing.Language)
	})
	return w.bytes()
}

func productPath(i int) string { return fmt.Sprintf("$.products[%d]", i) }

func writeCatalogMeta(w *writer, s platform.Session, root string) {
	w.object("ucp", func() {
		w.str("version", s.Version)
		writeCapabilities(w, s.For(root))
	})
}

// writeProduct writes what a product has whoever asks. Its price range covers all of its
// variants, also those that are not shown (BCP catalogue).
func (e *Encoder) writeProduct(w *writer, p *catalog.Product) {
	w.str("id", string(p.ID))
	w.strIfAny("handle", p.Handle)
	w.str("title", p.Title)
	writeDescription(w, p.Description, p.Title)
	switch {
	case p.URL != "":
		w.str("url", p.URL)
	case p.Handle != "":
		w.str("url", e.base+"/products/"+url.PathEscape(p.Handle))
	}
	writeClasses(w, p)
	lowest, highest := p.PriceRange()
	w.object("price_range", func() {
		e.writePrice(w, "min", lowest)
		e.writePrice(w, "max", highest)
	})
	if lowest, highest, some := p.ListPriceRange(); some {
		w.object("list_price_range", func() {
			e.writePrice(w, "min", lowest)
			e.writePrice(w, "max", highest)
		})
	}
	if len(p.Tags) > 0 {
		w.strs("tags", p.Tags)
	}
	e.writeMedia(w, p.Media)
	writeRating(w, p.Rating)
	facts := p.Facts
	if p.Brand != "" {
		facts = append([]catalog.Fact{{Name: "brand", Text: p.Brand}}, facts...)
	}
	writeFacts(w, "metadata", facts)
}

// writeDescription writes a plain description, which the schema demands: the title where
// there is no other.
func writeDescription(w *writer, text, title string) {
	if text == "" {
		text = title
	}
	w.object("description", func() { w.str("plain", text) })
}

func (e *Encoder) writePrice(w *writer, name string, a money.Amount) {
	w.object(name, func() {
		w.amount("amount", a)
		w.str("currency", string(e.currency))
	})
}

func writeOptions(w *writer, p *catalog.Product) {
	if len(p.Options) == 0 {
		return
	}
	w.array("options", func() {
		for _, o := range p.Options {
			w.object("", func() {
				w.str("name", o.Name)
				w.array("values", func() {
					for _, label := range o.Labels {
						w.object("", func() { w.str("label", label) })
					}
				})
			})
		}
	})
}

func writeSignals(w *writer, options []catalog.OptionSignals) {
	w.array("options", func() {
		for _, o := range options {
			w.object("", func() {
				w.str("name", o.Name)
				w.array("values", func() {
					for _, l := range o.Labels {
						w.object("", func() {
							w.str("label", l.Label)
							w.boolean("available", l.Available)
							w.boolean("exists", l.Exists)
						})
					}
				})
			})
		}
	})
}

func writeSelections(w *writer, selected []catalog.Selection) {
	for _, s := range selected {
		w.object("", func() {
			w.str("name", s.Name)
			w.str("label", s.Label)
		})
	}
}

func (e *Encoder) writeVariants(w *writer, p *catalog.Product, variants []*catalog.Variant, showing Showing) {
	for _, v := range variants {
		w.object("", func() { e.writeVariant(w, p, v, showing) })
	}
}

// writeVariant writes a variant into the open object. Its id is what a checkout takes as
// an item's id.
func (e *Encoder) writeVariant(w *writer, p *catalog.Product, v *catalog.Variant, showing Showing) {
	w.str("id", string(v.ID))
	w.strIfAny("sku", v.SKU)
	if v.GTIN != "" {
		w.array("barcodes", func() {
			w.object("", func() {
				w.str("type", "GTIN")
				w.str("value", v.GTIN)
			})
		})
	}
	w.str("title", v.Title)
	writeDescription(w, v.Description, v.Title)
	e.writePrice(w, "price", v.Price)
	if v.ListPrice > 0 {
		e.writePrice(w, "list_price", v.ListPrice)
	}
	w.object("availability", func() {
		inStock := showing.Available == nil || showing.Available(v.ID)
		w.boolean("available", inStock)
		if !p.SoldIn(showing.State) {
			return // a message says why
		}
		status := "out_of_stock"
		if inStock {
			status = "in_stock"
		}
		w.str("status", status)
	})
	if len(v.Selected) > 0 {
		w.array("options", func() { writeSelections(w, v.Selected) })
	}
	if len(v.Tags) > 0 {
		w.strs("tags", v.Tags)
	}
	w.object("seller", func() {
		w.strIfAny("name", e.shopName)
		e.writeLinks(w)
	})
}
