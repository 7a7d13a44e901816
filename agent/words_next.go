package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
)

// missing says what stands in the way, and asks for the first thing that does, unless the
// answer asks something already.
func (w *words) missing(c *checkout.Checkout) {
	for _, m := range w.r.Messages {
		if m.Type == checkout.TypeError && m.Code != checkout.CodeFieldRequired && !refusedLine(w.r, m) {
			w.message(m)
		}
	}
	if w.t.asks(w.r) || w.corrects() {
		return
	}
	switch need(w.r) {
	case needItems:
		if w.t.showChecks {
			w.say(sayEmpty)
		}
		w.say(askProduct)
	case needAddress:
		switch {
		case need(w.t.seen) == needAddress && !(w.t.askedOfGoods() && w.did(changesCart)): // it was asked in full before
			w.say(askAddressAgain)
		case c.Fulfillment.Counter != nil:
			w.say(askAddressOrPickup)
		default:
			w.say(askAddress)
		}
	case needStreet:
		if w.t.showChecks && len(w.t.commands) == 0 || w.did(func(cmd checkout.Command) bool { _, ok := cmd.(checkout.SetAddress); return ok }) {
			w.prices(c)
		}
		w.say(askStreet)
	case needCEP:
		w.say(askCEP)
	case needRegion:
		w.say(askRegion)
	case needOption:
		w.shipping(c)
	case needBuyer:
		if c.Buyer != nil && c.Buyer.FirstName != "" {
			w.say(askCPF)
		} else {
			w.say(askBuyer)
		}
	case needStock:
		w.say(askStock)
	case needDrop:
		w.say(askDrop)
	case needPlace:
		w.say(askPlace)
	}
}

// corrects reports whether a command brought something that has to be sent again: the answer
// asks for that already.
func (w *words) corrects() bool {
	return w.t.corrects || slices.ContainsFunc(w.r.Outcomes, func(o checkout.Outcome) bool {
		return slices.ContainsFunc(o.Messages, func(m checkout.Message) bool {
			switch m.Code {
			case checkout.CodeInvalidTaxpayerID, checkout.CodeInvalidPostalCode, checkout.CodeInvalidEmail, checkout.CodeInvalidPhone:
				return true
			}
			return false
		})
	})
}

// shipping lists the options to choose from.
func (w *words) shipping(c *checkout.Checkout) {
	w.say(askShipping)
	options := make([]string, len(c.Fulfillment.Options))
	for i, o := range c.Fulfillment.Options {
		options[i] = say(w.t.language, sayShippingOption, "title", o.Title, "price", w.price(o.Price), "when", lowerFirst(o.Description))
	}
	w.list(options)
}

// prices tells what shipping costs while the address is not whole: it was perhaps all that
// was asked for.
func (w *words) prices(c *checkout.Checkout) {
	var options []string
	for _, o := range c.Fulfillment.Options {
		options = append(options, say(w.t.language, sayShippingPrice, "title", o.Title, "price", w.price(o.Price), "when", lowerFirst(o.Description)))
	}
	if len(options) > 0 && c.Fulfillment.SelectedOption == "" {
		w.say(sayShippingPrices, "options", either(options, w.t.language))
	}
}

func (w *words) ready(c *checkout.Checkout) {
	switch {
	case w.t.ask != nil && w.t.ask.action == "complete_checkout":
		w.code(c)
		w.say(sayAskComplete)
	case w.t.asks(w.r):
	case w.t.making(w.r):
		w.say(sayMaking, "total", w.price(c.Total()))
	case w.r.ChargeVisible:
		w.code(c)
	case c.Mandated():
		w.say(sayMandate, "total", w.total(c))
	default:
		w.say(sayTotal, "total", w.total(c))
	}
}

// total is what is to be paid, with what of it is shipping and what was taken off.
func (w *words) total(c *checkout.Checkout) string {
	var freight, off string
	if f := order.Find(c.Totals, order.TotalFulfillment); f.Type != "" && f.Amount > 0 {
		freight = w.price(f.Amount)
	}
	var sum money.Amount
	for _, d := range c.Discounts {
		sum += d.Amount
	}
	if sum > 0 {
		off = w.price(sum)
	}
	switch {
	case freight != "" && off != "":
		return say(w.t.language, sayTotalBoth, "total", w.price(c.Total()), "freight", freight, "off", off)
	case freight != "":
		return say(w.t.language, sayTotalFreight, "total", w.price(c.Total()), "freight", freight)
	case off != "":
		return say(w.t.language, sayTotalOff, "total", w.price(c.Total()), "off", off)
	}
	return w.price(c.Total())
}

// stand answers how a purchase stands that is no order yet: what is asked is whether the
// money is there, or where the order is.
func (t *turn) stand() {
	if t.seen.Checkout == nil {
		t.say(say(t.language, sayNoOrder))
		return
	}
	t.showChecks, t.standing = true, true
}

// stands says so for a purchase that still waits for its buyer.
func (w *words) stands(c *checkout.Checkout) {
	if ch := c.Charge(); w.r.ChargeVisible && ch != nil && ch.State != payment.ChargePaid {
		w.say(sayNotThere, "total", w.price(ch.Amount), "time", brazil.Brasilia(ch.ExpiresAt).Format("15:04"))
		return
	}
	for _, m := range c.Told {
		w.add(bcp.Text(m, w.t.language)) // money that came and goes back, or a charge that ended
	}
	w.say(sayNotPaid)
}

// message says in the shop's own words what a message tells.
func (w *words) message(m checkout.Message) {
	s, ours := messages[m.Code]
	a := m.Args
	switch {
	case m.Code == checkout.CodeOutOfStock && a.Available > 0:
		s = sayFewLeft
	case m.Code == checkout.CodeItemUnavailable && strings.Contains(m.Path, "[") && w.r.Checkout != nil && !w.withdrawn(a.Title):
		s, ours = sayNotSentThere, true
	case m.Code == checkout.CodeConfirmationStale && w.t.undoing:
		s = sayNoUndo // somebody was quicker
	case m.Code == checkout.CodeNotAllowed && w.r.Status.Terminal():
		return // the state says it
	case m.Code == checkout.CodePaymentFailed && a.Was != 0, m.Code == checkout.CodeQuantityAdjusted && a.Available == checkout.MaxQuantity:
		ours = false
	case m.Code == checkout.CodeNotFound && w.r.Checkout == nil && len(w.t.commands) > 0 && !w.t.structured:
		if s, ours = sayFirst, true; isCancel(w.t.commands[0]) {
			s = sayNoneOpen
		}
	}
	if !ours {
		w.add(bcp.Text(m, w.t.language))
		return
	}
	amount := func(a money.Amount) string {
		if a == 0 {
			return ""
		}
		return w.price(a)
	}
	w.say(s, "title", a.Title, "value", a.Value, "available", fmt.Sprint(a.Available), "amount", amount(a.Amount), "was", amount(a.Was))
}

// withdrawn reports whether a line is no longer in the catalogue.
func (w *words) withdrawn(title string) bool {
	return slices.ContainsFunc(w.r.Checkout.Lines, func(l checkout.Line) bool { return l.Title == title && l.Withdrawn })
}

// lowerFirst makes the beginning of a sentence fit into the middle of one.
func lowerFirst(s string) string {
	mark := ""
	if rest, ok := strings.CutPrefix(s, "¿"); ok {
		mark, s = "¿", rest
	}
	_, size := utf8.DecodeRuneInString(s)
	return mark + strings.ToLower(s[:size]) + s[size:]
}
