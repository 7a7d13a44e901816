package bcp

import (
	"encoding/base64"
	"strconv"

	"balcao/checkout"
	"balcao/payment"
)

// credentialPix is the credential a Pix charge is shown by.
const credentialPix = "pix_charge"

// linePath is the JSONPath of the i-th line.
func linePath(i int) string { return "$.line_items[" + strconv.Itoa(i) + "]" }

// writeHandlers groups the handlers by name, in order of first appearance.
func writeHandlers(w *writer, handlers []payment.Handler) {
	w.object("payment_handlers", func() {
		for i, first := range handlers {
			if named(handlers[:i], first.Name) {
				continue
			}
			w.array(first.Name, func() {
				for _, h := range handlers[i:] {
					if h.Name == first.Name {
						writeHandler(w, h)
					}
				}
			})
		}
	})
}

func named(handlers []payment.Handler, name string) bool {
	for _, h := range handlers {
		if h.Name == name {
			return true
		}
	}
	return false
}

func writeHandler(w *writer, h payment.Handler) {
	w.object("", func() {
		w.str("id", string(h.ID))
		w.str("version", h.Version)
		w.strIfAny("spec", h.Spec)
		w.strIfAny("schema", h.Schema)
		w.array("available_instruments", func() {
			for _, it := range h.Instruments {
				w.object("", func() {
					w.str("type", it.Type)
					if len(it.Brands) > 0 {
						w.object("constraints", func() { w.strs("brands", it.Brands) })
					}
				})
			}
		})
		w.object("config", func() {
			w.strIfAny("environment", h.Environment)
			w.strIfAny("payee_name", h.PayeeName)
		})
	})
}

// writePayment shows the instrument in use. The schema of Pix demands a credential, so a
// Pix instrument appears together with its charge and not before; a token is never shown.
func writePayment(w *writer, res checkout.Result) {
	c := res.Checkout
	if c.Instrument == nil {
		return
	}
	handler, _ := c.Handler(c.Instrument.Handler)
	if handler.Kind != payment.KindPix {
		writeInstruments(w, func() { writeTokenInstrument(w, *c.Instrument) })
		return
	}
	charge := c.Charge()
	if res.ChargeVisible && charge != nil && charge.CopyPaste != "" {
		writeInstruments(w, func() { writePixInstrument(w, c, charge, handler) })
	}
}

func writeInstruments(w *writer, body func()) {
	w.object("payment", func() {
		w.array("instruments", func() { w.object("", body) })
	})
}

func writeTokenInstrument(w *writer, in payment.Instrument) {
	w.str("id", string(in.ID))
	w.str("handler_id", string(in.Handler))
	w.str("type", in.Type)
	w.boolean("selected", true)
	if in.Billing != nil {
		w.objectIfAny("billing_address", func() { writeAddress(w, *in.Billing) })
	}
}

// writePixInstrument writes the charge under the instrument it was made for. Its QR code
// is a PNG in plain base64 (BCP Pix handler).
func writePixInstrument(w *writer, c *checkout.Checkout, charge *payment.Charge, h payment.Handler) {
	w.str("id", string(charge.Instrument))
	w.str("handler_id", string(charge.Handler))
	w.str("type", c.Instrument.Type)
	w.boolean("selected", true)
	w.object("credential", func() {
		w.str("type", credentialPix)
		w.str("provider_payment_id", string(charge.TXID))
		w.str("copia_e_cola", charge.CopyPaste)
		if len(charge.QRCode) > 0 {
			w.name("qr_code_base64")
			w.buf = append(w.buf, '"')
			w.buf = base64.StdEncoding.AppendEncode(w.buf, charge.QRCode)
			w.buf = append(w.buf, '"')
		}
		w.timestamp("expires_at", charge.ExpiresAt)
		w.object("binding", func() { w.str("checkout_id", string(c.ID)) })
	})
	w.object("display", func() {
		w.strIfAny("payee_name", h.PayeeName)
		w.str("description", chargeText(charge, c.Language))
	})
}
