package bcp

import (
	"encoding/json"
	"net/url"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/platform"
)

// merchantTaxonomy names the shop's own categories.
const merchantTaxonomy = "merchant"

// Availability says whether a variant can be sold now; nil means that all can.
type Availability func(ids.Variant) bool

// Products writes a page of a catalogue search: {ucp, products, pagination}.
func (e *Encoder) Products(s platform.Session, page catalog.Page, available Availability) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogSearch)
		w.array("products", func() {
			for _, hit := range page.Hits {
				w.object("", func() {
					e.writeProduct(w, hit.Product)
					writeOptions(w, hit.Product)
					w.array("variants", func() { e.writeVariants(w, hit.Variants, available) })
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
	})
	return w.bytes()
}

// Product writes one product for somebody who chooses a variant: {ucp, product}, with the
// selection in effect and what each further choice would lead to.
func (e *Encoder) Product(s platform.Session, choice catalog.Choice, available Availability) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		writeCatalogMeta(w, s, platform.CapCatalogLookup)
		w.object("product", func() {
			e.writeProduct(w, choice.Product)
			if len(choice.Options) > 0 {
				w.array("selected", func() { writeSelections(w, choice.Selected) })
				writeSignals(w, choice.Options)
			}
			w.array("variants", func() { e.writeVariants(w, choice.Variants, available) })
		})
	})
	return w.bytes()
}

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

func (e *Encoder) writeVariants(w *writer, variants []*catalog.Variant, available Availability) {
	for _, v := range variants {
		w.object("", func() { e.writeVariant(w, v, available) })
	}
}

// writeVariant writes a variant into the open object. Its id is what a checkout takes as
// an item's id.
func (e *Encoder) writeVariant(w *writer, v *catalog.Variant, available Availability) {
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
		inStock := available == nil || available(v.ID)
		w.boolean("available", inStock)
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
