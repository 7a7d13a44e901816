package demo

import (
	"encoding/json"
	"fmt"
	"slices"
)

// product is a product of the catalogue.
type product struct {
	Title    string
	Variants []struct {
		ID    string
		Price struct{ Amount reais }
	}
}

// checkout is what a platform reads of a checkout.
type checkout struct {
	ID, Status, Currency string
	UCP                  struct {
		Handlers map[string][]struct{ ID string } `json:"payment_handlers"`
	}
	Lines    []line `json:"line_items"`
	Totals   totals
	Messages []struct{ Type, Code, Path, Content string }
	Buyer    struct {
		FirstName string                 `json:"first_name"`
		Taxpayer  struct{ Value string } `json:"taxpayer_id"`
		Consent   map[string]bool
	}
	Fulfillment struct {
		Methods []struct {
			Groups []struct {
				Options  []struct{ ID, Title string }
				Selected string `json:"selected_option_id"`
			}
		}
	}
	Payment struct{ Instruments []instrument }
	Order   struct {
		ID        string
		Permalink string `json:"permalink_url"`
	}
	// AP2 is there if AP2 was negotiated: the shop's signature over the rest, a challenge for
	// the mandate, and what the shop says became of one.
	AP2 struct {
		Nonce   string
		Receipt string `json:"checkout_receipt"`
	}
	// raw is the checkout byte for byte, since that is what the shop signs.
	raw json.RawMessage
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *checkout) UnmarshalJSON(raw []byte) error {
	type plain checkout
	if err := json.Unmarshal(raw, (*plain)(c)); err != nil {
		return err
	}
	c.raw = slices.Clone(raw)
	return nil
}

// line is a line of a checkout.
type line struct {
	Item struct {
		ID, Title string
		Price     reais
	}
	Quantity int64
	Taxes    []struct {
		Type   string
		Amount reais
	}
}

// instrument is a means of payment.
type instrument struct {
	ID         string
	Handler    string `json:"handler_id"`
	Type       string
	Credential struct {
		Type      string
		CopyPaste string `json:"copia_e_cola"`
		QRCode    string `json:"qr_code_base64"`
	}
}

// totals are the lines under a checkout or an order.
type totals []struct {
	Type   string
	Amount reais
}

// of sums the totals of one type.
func (t totals) of(kind string) reais {
	var sum reais
	for _, x := range t {
		if x.Type == kind {
			sum += x.Amount
		}
	}
	return sum
}

// adds checks the sums that hold in every checkout. Taxes are part of the prices (BCP tax),
// so they are not added.
func (c checkout) adds() error {
	var subtotal reais
	for _, l := range c.Lines {
		subtotal += l.Item.Price * reais(l.Quantity)
	}
	if got := c.Totals.of("subtotal"); got != subtotal {
		return fmt.Errorf("the lines come to %v, the subtotal says %v", subtotal, got)
	}
	sum := subtotal + c.Totals.of("discount") + c.Totals.of("fulfillment")
	if got := c.Totals.of("total"); got != sum {
		return fmt.Errorf("the totals come to %v, the checkout says %v", sum, got)
	}
	return nil
}

// handler is the id of the first handler with a name, empty if it is not offered.
func (c checkout) handler(name string) string {
	if offered := c.UCP.Handlers[name]; len(offered) > 0 {
		return offered[0].ID
	}
	return ""
}

// message is the text of the first message with a code, empty if there is none.
func (c checkout) message(code string) string {
	for _, m := range c.Messages {
		if m.Code == code {
			return m.Content
		}
	}
	return ""
}

// codeAt is the code of the first message about a place, empty if there is none.
func (c checkout) codeAt(path string) string {
	for _, m := range c.Messages {
		if m.Path == path {
			return m.Code
		}
	}
	return ""
}

// instrument is the checkout's only instrument, an empty one if there is none.
func (c checkout) instrument() instrument {
	if len(c.Payment.Instruments) != 1 {
		return instrument{}
	}
	return c.Payment.Instruments[0]
}

// shipping is the id of the chosen shipping option and the titles of all that are offered.
func (c checkout) shipping() (selected string, titles []string) {
	for _, m := range c.Fulfillment.Methods {
		for _, g := range m.Groups {
			for _, o := range g.Options {
				titles = append(titles, o.Title)
			}
			selected = g.Selected
		}
	}
	return selected, titles
}
