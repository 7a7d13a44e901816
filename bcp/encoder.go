package bcp

import (
	"net/url"
	"strings"

	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/platform"
)

// Config is what the shop publishes about itself in every object.
type Config struct {
	// PublicURL is the shop's address as platforms see it, such as https://loja.example;
	// every URL the shop emits starts with it.
	PublicURL string
	// ShopName is shown as the seller of a product.
	ShopName string
	// Currency is that of the catalogue's prices; empty means BRL.
	Currency money.Currency
	// Links are the shop's pages: privacy policy, terms, returns.
	Links []Link
	// Keys seal the checkouts that were made under AP2; nil in a shop without it.
	Keys Keys
}

// Link is a page of the shop. Type is privacy_policy, terms_of_service, refund_policy,
// shipping_policy or faq; Path is below the public URL; Title may be empty.
type Link struct {
	Type, Path, Title string
}

// Encoder writes the protocol's objects. It is safe for concurrent use.
type Encoder struct {
	base     string
	shopName string
	currency money.Currency
	links    []Link // with whole URLs in Path
	keys     Keys
}

// Currency is that of all amounts.
func (e *Encoder) Currency() money.Currency { return e.currency }

// NewEncoder returns an encoder for the shop described by c.
func NewEncoder(c Config) *Encoder {
	e := &Encoder{base: strings.TrimRight(c.PublicURL, "/"), shopName: c.ShopName, currency: c.Currency, keys: c.Keys}
	if e.currency == "" {
		e.currency = money.BRL
	}
	for _, l := range c.Links {
		l.Path = e.base + l.Path
		e.links = append(e.links, l)
	}
	return e
}

// ContinueURL is the page where the buyer goes on with a checkout (BCP checkout: it
// restores the session, so it carries the checkout's key).
func (e *Encoder) ContinueURL(id, key string) string { return e.page("/checkouts/", id, key) }

// Permalink is the buyer's page of an order.
func (e *Encoder) Permalink(id, key string) string { return e.page("/orders/", id, key) }

func (e *Encoder) page(path, id, key string) string {
	return e.base + path + url.PathEscape(id) + "?key=" + url.QueryEscape(key)
}

func (e *Encoder) writeLinks(w *writer) {
	w.array("links", func() {
		for _, l := range e.links {
			w.object("", func() {
				w.str("type", l.Type)
				w.str("url", l.Path)
				w.strIfAny("title", l.Title)
			})
		}
	})
}

// writeCapabilities lists capabilities as an answer does: each in one version, an
// extension with the one of its parents that is in the list (BCP overview: in answers
// extends is a string).
func writeCapabilities(w *writer, caps []platform.Capability) {
	w.object("capabilities", func() {
		for _, c := range caps {
			w.array(c.Name, func() {
				w.object("", func() {
					w.str("version", c.Version)
					w.strIfAny("extends", parentIn(caps, c))
				})
			})
		}
	})
}

func parentIn(caps []platform.Capability, c platform.Capability) string {
	for _, parent := range c.Extends {
		for _, other := range caps {
			if other.Name == parent {
				return parent
			}
		}
	}
	return ""
}

// writeItem writes what a line is of.
func writeItem(w *writer, variant ids.Variant, title string, price money.Amount) {
	w.object("item", func() {
		w.str("id", string(variant))
		w.str("title", title)
		w.amount("price", price)
	})
}

func writeTotals(w *writer, totals []order.Total) {
	w.array("totals", func() {
		for _, t := range totals {
			w.object("", func() {
				w.str("type", t.Type)
				w.strIfAny("display_text", t.Text)
				w.amount("amount", t.Amount)
			})
		}
	})
}

// writeFiscal writes a line's class and taxes (BCP tax extension).
func writeFiscal(w *writer, ncm string, taxes []order.Tax) {
	w.strIfAny("ncm", ncm)
	w.array("taxes", func() {
		for _, t := range taxes {
			w.object("", func() {
				w.str("type", t.Type)
				w.rate("rate", t.Rate)
				w.amount("base", t.Base)
				w.amount("amount", t.Amount)
				w.strIfAny("authority", t.Authority)
				w.str("behavior", t.Behavior)
			})
		}
	})
}

// writeSeller says who sells (BCP fiscal identity extension).
func writeSeller(w *writer, s order.Seller) {
	w.object("seller_identity", func() {
		w.str("cnpj", s.CNPJ)
		w.str("legal_name", s.LegalName)
		w.objectIfAny("address", func() { writeAddress(w, s.Address) })
	})
}

// writeAddress writes the members of a postal address into the open object. A name is
// first and last name; a member "name" would make a destination a retail location too.
func writeAddress(w *writer, a brazil.Address) {
	w.strIfAny("street_address", a.Street)
	w.strIfAny("extended_address", a.Extended)
	w.strIfAny("address_locality", a.Locality)
	w.strIfAny("address_region", a.Region)
	w.strIfAny("address_country", a.Country)
	w.strIfAny("postal_code", postalCode(a.PostalCode, a.Country))
	w.strIfAny("first_name", a.FirstName)
	w.strIfAny("last_name", a.LastName)
	w.strIfAny("phone_number", a.Phone)
}

// postalCode writes a CEP as 01310-100 and leaves other countries' codes alone.
func postalCode(code, country string) string {
	if country != "" && country != "BR" {
		return code
	}
	return brazil.FormatCEP(code)
}
