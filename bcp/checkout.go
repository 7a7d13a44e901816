package bcp

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"balcao/checkout"
	"balcao/platform"
)

// errNoCheckout says that the result is an error envelope's, not a checkout's.
var errNoCheckout = errors.New("bcp: the result has no checkout")

// Checkout writes the whole checkout of a result: its terms, and its messages in lang (a
// BCP 47 tag). Members of extensions that were not negotiated are left out. Where AP2 was,
// it is sealed as it goes out, by one of the result's seals or a new one among them.
func (e *Encoder) Checkout(res checkout.Result, lang string) (json.RawMessage, error) {
	c := res.Checkout
	if c == nil {
		return nil, errNoCheckout
	}
	w := newWriter()
	w.object("", func() {
		w.object("ucp", func() {
			w.str("version", c.Session.Version)
			writeCapabilities(w, c.Session.For(platform.CapCheckout))
			writeHandlers(w, res.Handlers)
		})
		w.str("id", string(c.ID))
		w.str("status", string(res.Status))
		w.str("currency", string(c.Currency))
		if c.Session.Has(platform.CapFiscalIdentity) {
			writeSeller(w, c.Seller)
		}
		writeLines(w, c)
		writeBuyer(w, c)
		writeHints(w, c.Hints)
		writeAttribution(w, c.Attribution)
		if c.Session.Has(platform.CapFulfillment) {
			writeFulfillment(w, c)
		}
		if c.Session.Has(platform.CapDiscount) {
			writeDiscounts(w, c)
		}
		writeTotals(w, c.Totals)
		writePayment(w, res)
		writeMessages(w, res.Messages, lang)
		e.writeLinks(w)
		if !c.ExpiresAt.IsZero() {
			w.timestamp("expires_at", c.ExpiresAt)
		}
		if !res.Status.Terminal() {
			w.str("continue_url", e.ContinueURL(string(c.ID), c.Key))
		}
		if res.Status == checkout.Completed && c.Order != nil {
			w.object("order", func() {
				w.str("id", string(c.Order.ID))
				w.str("permalink_url", e.Permalink(string(c.Order.ID), c.Order.Key))
			})
		}
	})
	out, err := w.bytes()
	if err != nil || !c.Mandated() {
		return out, err
	}
	return e.seal(out, res)
}

func writeLines(w *writer, c *checkout.Checkout) {
	taxed := c.Session.Has(platform.CapTax)
	w.array("line_items", func() {
		for _, l := range c.Lines {
			w.object("", func() {
				w.str("id", string(l.ID))
				writeItem(w, l.Variant, l.Title, l.Price)
				w.integer("quantity", l.Quantity)
				if taxed {
					writeFiscal(w, l.NCM, l.Taxes)
				}
				writeTotals(w, l.Totals)
			})
		}
	})
}

func writeBuyer(w *writer, c *checkout.Checkout) {
	b := c.Buyer
	if b == nil {
		return
	}
	w.objectIfAny("buyer", func() {
		w.strIfAny("first_name", b.FirstName)
		w.strIfAny("last_name", b.LastName)
		w.strIfAny("email", b.Email)
		w.strIfAny("phone_number", b.Phone)
		if id := b.TaxpayerID; id != nil && c.Session.Has(platform.CapFiscalIdentity) {
			w.object("taxpayer_id", func() {
				w.str("kind", id.Kind)
				w.str("value", id.Value)
			})
		}
		if consent := b.Consent; consent != nil && c.Session.Has(platform.CapBuyerConsent) {
			w.objectIfAny("consent", func() {
				w.boolIfAny("analytics", consent.Analytics)
				w.boolIfAny("preferences", consent.Preferences)
				w.boolIfAny("marketing", consent.Marketing)
				w.boolIfAny("sale_of_data", consent.SaleOfData)
			})
		}
	})
}

func writeHints(w *writer, h *checkout.Hints) {
	if h == nil {
		return
	}
	w.objectIfAny("context", func() {
		w.strIfAny("address_country", h.Country)
		w.strIfAny("address_region", h.Region)
		w.strIfAny("postal_code", postalCode(h.PostalCode, h.Country))
		w.strIfAny("intent", h.Intent)
		w.strIfAny("language", h.Language)
		w.strIfAny("currency", h.Currency)
		if len(h.Eligibility) > 0 {
			w.strs("eligibility", h.Eligibility)
		}
	})
}

// writeAttribution writes the platform's own markers in order of name.
func writeAttribution(w *writer, attribution map[string]string) {
	if len(attribution) == 0 {
		return
	}
	w.object("attribution", func() {
		for _, name := range slices.Sorted(maps.Keys(attribution)) {
			w.foreignName(name)
			w.quote(attribution[name])
		}
	})
}

func writeDiscounts(w *writer, c *checkout.Checkout) {
	w.object("discounts", func() {
		w.strs("codes", c.Codes)
		w.array("applied", func() {
			for _, d := range c.Discounts {
				w.object("", func() {
					w.str("code", d.Code)
					w.str("title", d.Title)
					w.amount("amount", d.Amount)
					w.str("method", "across")
					w.integer("priority", 1)
					w.array("allocations", func() { writeAllocations(w, d) })
				})
			}
		})
	})
}

// writeAllocations says how a discount falls on the lines; a share of nothing is left out.
func writeAllocations(w *writer, d checkout.Discount) {
	for i, share := range d.Allocations {
		if share == 0 {
			continue
		}
		w.object("", func() {
			w.str("path", linePath(i))
			w.amount("amount", share)
		})
	}
}
