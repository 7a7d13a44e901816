package agent

import (
	"context"
	"slices"
	"strings"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
)

// outcomes tells what became of each command, and what the answer's calls came to.
func (w *words) outcomes() {
	for i, o := range w.r.Outcomes {
		var cmd checkout.Command
		if i < len(w.t.commands) {
			cmd = w.t.commands[i]
		}
		if o.Applied && cmd != nil && !w.faulty(cmd, o) {
			w.done(cmd)
		}
		for _, m := range o.Messages {
			if m.Code != checkout.CodeOptionRequired {
				w.message(m)
			}
		}
	}
	w.sum()
	for i, o := range w.r.Outcomes { // what is asked comes last
		for _, m := range o.Messages {
			if _, queued := w.t.adds[i]; m.Code == checkout.CodeOptionRequired && i < len(w.t.commands) && !queued {
				w.lacking(w.t.commands[i], m)
			}
		}
	}
}

// faulty reports whether nothing of what a command brought was taken: it changed nothing
// worth telling.
func (w *words) faulty(cmd checkout.Command, o checkout.Outcome) bool {
	buyer, ok := cmd.(checkout.SetBuyer)
	return ok && len(o.Messages) > 0 && len(w.given(buyer.Buyer)) == 0
}

// done says that a command was carried out.
func (w *words) done(cmd checkout.Command) {
	c := w.r.Checkout
	switch cmd := cmd.(type) {
	case checkout.Create:
		w.say(sayCreated)
	case checkout.Update:
		w.say(sayUpdated)
	case checkout.Add:
		w.added(cmd)
	case checkout.SetQuantity:
		if l, ok := lineOf(c, cmd.Line, w.variant(cmd.Item)); ok {
			w.say(sayQuantity, "line", w.line(l))
		} else {
			w.say(sayUpdated)
		}
	case checkout.Remove:
		w.removed(cmd)
	case checkout.SetBuyer:
		if given := w.given(cmd.Buyer); len(given) > 0 {
			w.say(sayBuyer, "names", enumerate(given, w.t.language))
		}
	case checkout.SetAddress:
		w.address(c)
	case checkout.SelectOption:
		w.chosen(c)
	case checkout.ApplyDiscount:
		w.coupon(cmd.Code)
	case checkout.RemoveDiscount:
		w.say(sayNoCoupon)
	case checkout.StartPayment:
		w.paying(c)
	}
}

// paying says what becomes of the choice of how to pay, where it does not show at once.
func (w *words) paying(c *checkout.Checkout) {
	if c.Instrument == nil {
		return
	}
	switch h, _ := c.Handler(c.Instrument.Handler); {
	case h.Kind != payment.KindPix && c.Mandated():
		w.say(sayPayMandated)
	case h.Kind != payment.KindPix:
		w.say(sayPayElsewhere)
	case need(w.r) != needNothing:
		w.say(sayPixLater)
	}
}

// added says what an addition made of a line.
func (w *words) added(cmd checkout.Add) {
	before := map[ids.Variant]int64{}
	if seen := w.t.seen.Checkout; seen != nil && seen.ID == w.r.Checkout.ID {
		for _, l := range seen.Lines {
			before[l.Variant] = l.Quantity
		}
	}
	product, variant, ok := w.t.s.Catalog.Resolve(context.Background(), cmd.Item)
	if !ok {
		w.say(sayUpdated)
		return
	}
	if variant == nil {
		variant = product.Pick(cmd.Selected)
	}
	for _, l := range w.r.Checkout.Lines {
		switch {
		case variant != nil && l.Variant != variant.ID, l.Product != product.ID:
		case before[l.Variant] > 0:
			w.say(sayQuantity, "line", w.line(l))
			return
		default:
			w.say(sayAdded, "line", w.line(l))
			return
		}
	}
	w.say(sayUpdated)
}

// removed says what was taken out.
func (w *words) removed(cmd checkout.Remove) {
	if cmd.All {
		w.say(sayEmptied)
		return
	}
	if l, ok := lineOf(w.t.seen.Checkout, cmd.Line, w.variant(cmd.Item)); ok {
		w.say(sayRemoved, "title", l.Title)
		return
	}
	w.say(sayRemovedOne)
}

// variant is the variant of an item, empty if it names several or none.
func (w *words) variant(item string) ids.Variant {
	if _, v, ok := w.t.s.Catalog.Resolve(context.Background(), item); ok && v != nil {
		return v.ID
	}
	return ""
}

// lineOf finds a line by its id or by its variant.
func lineOf(c *checkout.Checkout, id ids.LineItem, variant ids.Variant) (checkout.Line, bool) {
	if c == nil {
		return checkout.Line{}, false
	}
	at := slices.IndexFunc(c.Lines, func(l checkout.Line) bool {
		return id != "" && l.ID == id || id == "" && variant != "" && l.Variant == variant
	})
	if at < 0 {
		return checkout.Line{}, false
	}
	return c.Lines[at], true
}

// sum says what the goods come to after a change of the cart, where the total does not say it
// and one line does not.
func (w *words) sum() {
	c := w.r.Checkout
	if w.did(changesCart) && w.r.Status == checkout.Incomplete && len(c.Lines) > 1 {
		w.say(saySubtotal, "amount", w.price(order.Amount(c.Totals, order.TotalSubtotal)))
	}
}

// given names what of the buyer was taken down.
func (w *words) given(in checkout.BuyerInput) []string {
	var out []string
	b := w.r.Checkout.Buyer
	if b == nil {
		return nil
	}
	add := func(was bool, name needs) {
		if was {
			out = append(out, buyerNames[name].In(w.t.language))
		}
	}
	email, phone := "", ""
	if in.Email != nil {
		email, _ = brazil.NormalizeEmail(*in.Email)
	}
	if in.Phone != nil {
		phone, _ = brazil.NormalizePhone(*in.Phone)
	}
	add(in.FullName != nil || in.FirstName != nil || in.LastName != nil, "name")
	add(in.TaxpayerID != nil && b.TaxpayerID != nil && onlyDigits(in.TaxpayerID.Value) == onlyDigits(b.TaxpayerID.Value), "cpf")
	add(email != "" && b.Email == email, "email")
	add(phone != "" && b.Phone == phone, "phone")
	return out
}

// address reads the address back, for the buyer to see that it is right.
func (w *words) address(c *checkout.Checkout) {
	f := c.Fulfillment
	at := slices.IndexFunc(f.Destinations, func(d checkout.Destination) bool { return d.ID == f.SelectedDestination })
	if at < 0 {
		w.say(sayAddress)
		return
	}
	a := f.Destinations[at].Address
	place := a.Locality
	switch {
	case place == "":
		place = a.Region
	case a.Region != "":
		place += "/" + a.Region
	}
	cep := ""
	if a.PostalCode != "" {
		cep = "CEP " + brazil.FormatCEP(a.PostalCode)
	}
	var parts []string
	for _, p := range []string{a.Street, a.Extended, place, cep} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return // what came did not hold, and is told
	}
	w.say(sayAddressTo, "address", strings.Join(parts, ", "))
}

// chosen says how the goods reach the buyer, and what that costs.
func (w *words) chosen(c *checkout.Checkout) {
	f := c.Fulfillment
	if f.Method == checkout.Pickup {
		place := ""
		if f.Counter != nil {
			place = f.Counter.Street + ", " + f.Counter.Locality + "/" + f.Counter.Region
		}
		w.say(sayPickup, "address", place)
		return
	}
	for _, o := range f.Options {
		if o.ID == f.SelectedOption {
			w.say(sayShipping, "title", o.Title, "price", w.price(o.Price), "when", lowerFirst(o.Description))
		}
	}
}

// coupon says what became of a code.
func (w *words) coupon(code string) {
	c := w.r.Checkout
	for _, d := range c.Discounts {
		if strings.EqualFold(d.Code, code) {
			w.say(sayDiscount, "code", d.Code, "amount", w.price(d.Amount))
		}
	}
	for _, r := range c.Rejected {
		if strings.EqualFold(r.Code, code) {
			w.message(checkout.Message{Type: checkout.TypeWarning, Code: r.Why, Args: checkout.Args{Value: r.Code}})
		}
	}
}

// lacking asks for the options that an addition does not name.
func (w *words) lacking(cmd checkout.Command, m checkout.Message) {
	add, ok := cmd.(checkout.Add)
	if !ok {
		w.message(m)
		return
	}
	p, _, ok := w.t.s.Catalog.Resolve(context.Background(), add.Item)
	if !ok {
		w.message(m)
		return
	}
	chosen := map[string]string{}
	for _, s := range add.Selected {
		chosen[strings.ToLower(s.Name)] = s.Label
	}
	w.add(p.Title + ": " + lowerFirst(w.askOptions(w.axesOpen(p, chosen))))
}
