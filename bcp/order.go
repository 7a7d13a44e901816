package bcp

import (
	"encoding/json"

	"balcao/order"
	"balcao/platform"
)

// Order writes the whole order, as it stands. The capabilities named, and whether taxes,
// seller, invoice and the returns' details appear, follow o.Session; a read that negotiated
// anew puts its own session there first (BCP order: no payment handlers, no buyer).
func (e *Encoder) Order(o *order.Order) (json.RawMessage, error) {
	w := newWriter()
	w.object("", func() {
		w.object("ucp", func() {
			w.str("version", o.Session.Version)
			writeCapabilities(w, o.Session.For(platform.CapOrder))
		})
		w.str("id", string(o.ID))
		w.strIfAny("label", o.Label)
		w.str("checkout_id", string(o.Checkout))
		w.str("permalink_url", e.Permalink(string(o.ID), o.Key))
		w.str("currency", string(o.Currency))
		if o.Session.Has(platform.CapFiscalIdentity) {
			writeSeller(w, o.Seller)
		}
		writeOrderLines(w, o)
		w.object("fulfillment", func() {
			writeExpectations(w, o.Promises)
			e.writeEvents(w, o)
		})
		writeAdjustments(w, o)
		writeTotals(w, orderTotals(o))
		if o.Session.Has(platform.CapNFe) {
			writeNFe(w, o.NFe)
		}
		writeAttribution(w, o.Attribution)
	})
	return w.bytes()
}

func writeOrderLines(w *writer, o *order.Order) {
	taxed := o.Session.Has(platform.CapTax)
	w.array("line_items", func() {
		for _, l := range o.Lines {
			w.object("", func() {
				w.str("id", string(l.ID))
				writeItem(w, l.Variant, l.Title, l.Price)
				w.object("quantity", func() {
					w.integer("original", l.Original)
					w.integer("total", l.Total)
					w.integer("fulfilled", l.Fulfilled)
				})
				if taxed {
					writeFiscal(w, l.NCM, l.Taxes)
				}
				writeTotals(w, l.Totals)
				w.str("status", l.Status())
			})
		}
	})
}

func writeExpectations(w *writer, promises []order.Expectation) {
	w.array("expectations", func() {
		for _, p := range promises {
			w.object("", func() {
				w.str("id", p.ID)
				writeQuantities(w, p.Lines)
				w.str("method_type", p.Method)
				w.object("destination", func() { writeAddress(w, p.Destination) })
				w.strIfAny("description", p.Description)
				w.str("fulfillable_on", "now") // nothing is sold that is not in stock
			})
		}
	})
}
