package bcp

import (
	"strings"

	"balcao/catalog"
)

// writeClasses writes what a product is by the taxonomies of others and by the shop's own.
func writeClasses(w *writer, p *catalog.Product) {
	classes := p.Classes
	if p.Category != "" {
		classes = append(classes[:len(classes):len(classes)], catalog.Class{Taxonomy: merchantTaxonomy, Value: p.Category})
	}
	if len(classes) == 0 {
		return
	}
	w.array("categories", func() {
		for _, c := range classes {
			w.object("", func() {
				w.str("value", c.Value)
				w.strIfAny("taxonomy", c.Taxonomy)
			})
		}
	})
}

// writeMedia writes pictures and films. Where the address is a path the shop serves them.
func (e *Encoder) writeMedia(w *writer, media []catalog.Media) {
	if len(media) == 0 {
		return
	}
	w.array("media", func() {
		for _, m := range media {
			w.object("", func() {
				w.str("type", m.Type)
				if strings.HasPrefix(m.URL, "/") {
					w.str("url", e.base+m.URL)
				} else {
					w.str("url", m.URL)
				}
				w.strIfAny("alt_text", m.Alt)
			})
		}
	})
}

// writeRating writes the mean as a decimal number, which two places are enough for.
func writeRating(w *writer, r *catalog.Rating) {
	if r == nil {
		return
	}
	w.object("rating", func() {
		w.rate("value", r.Hundredths*(rateScale/100))
		w.integer("scale_max", r.Most)
		w.integer("count", r.Count)
	})
}

// writeFacts writes facts as an object, and nothing if there are none.
func writeFacts(w *writer, name string, facts []catalog.Fact) {
	if len(facts) == 0 {
		return
	}
	w.name(name)
	writeFactsValue(w, facts)
}

func writeFactsValue(w *writer, facts []catalog.Fact) {
	w.buf = append(w.buf, '{')
	for _, f := range facts {
		w.foreignName(f.Name)
		if len(f.Facts) > 0 {
			writeFactsValue(w, f.Facts)
		} else {
			w.quote(f.Text)
		}
	}
	w.buf = append(w.buf, '}')
}
