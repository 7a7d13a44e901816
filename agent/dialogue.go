package agent

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/conversation"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/payment"
	"balcao/platform"
)

// question is what the shop asks at the end of an answer. Slots are what is open.
type question struct {
	action string
	slots  intents.Slots
	// bound says that the answer counts for the terms that were shown and for no others.
	bound bool
	// rest is what is to be asked after it.
	rest []intents.Slots
}

// bound is a question about the checkout as it stands, answered by a yes.
func bound(action string) *question {
	return &question{action: action, slots: intents.Slots{Action: action}, bound: true}
}

// loose is a question about something that no terms hang on.
func loose(s intents.Slots) *question { return &question{action: s.Action, slots: s} }

const (
	actionAdd      = "add_to_checkout"
	actionShipping = "select_fulfillment_option"
	actionPay      = "start_payment"
	actionCoupon   = "apply_discount"
)

// pick reads the answer to what the shop has just listed: the number alone of one on a numbered
// list, or the label alone of an option such as a size. All else is the interpreter's.
func (t *turn) pick(c intents.Conversation) (intents.Interpretation, bool) {
	if c.Pending == nil {
		return t.drops()
	}
	s, ok := pendingSlots(c.Pending)
	if !ok {
		return intents.Interpretation{}, false
	}
	text := strings.Trim(t.m.Text, " \t\n.,;!()")
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 1 && n <= len(s.Candidates):
		s.Product, s.Candidates, s.Said = s.Candidates[n-1], nil, ""
	case err == nil && s.Action == actionShipping && n >= 1 && n <= len(c.Options):
		s.Index = n
	case s.Action == actionAdd && t.names(&s, text):
	default:
		return intents.Interpretation{}, false
	}
	slots := []intents.Slots{s}
	return intents.Interpretation{Intents: intents.Intents(slots, c), Language: t.lastLanguage(), Slots: slots, Confidence: 1}, true
}

// drops reads the bare answer to the question whether a line that is not sold any more shall
// go: no catalogue has its product, so the line is named by its id.
func (t *turn) drops() (intents.Interpretation, bool) {
	if t.seen.Checkout == nil || need(t.seen) != needDrop || !dropAnswers[strings.ToLower(strings.Trim(t.m.Text, " \t\n.,;!"))] {
		return intents.Interpretation{}, false
	}
	var gone []checkout.Line
	for _, l := range t.seen.Checkout.Lines {
		if l.Withdrawn {
			gone = append(gone, l)
		}
	}
	if len(gone) != 1 {
		return intents.Interpretation{}, false
	}
	remove := intents.Change{Command: checkout.Remove{Line: gone[0].ID}}
	slots := []intents.Slots{{Action: "remove_from_checkout", Product: string(gone[0].Product), Variant: string(gone[0].Variant)}}
	return intents.Interpretation{Intents: []intents.Intent{remove}, Language: t.lastLanguage(), Slots: slots, Confidence: 1}, true
}

// dropAnswers say that it shall.
var dropAnswers = map[string]bool{
	"sim": true, "tira": true, "tirar": true, "pode tirar": true, "tira ele": true, "tirar do carrinho": true, "tira do carrinho": true, "remove": true, "remover": true, "quero tirar": true, "sim, tira": true, "sim, pode tirar": true,
	"yes": true, "take it out": true, "remove it": true, "take it out of my cart": true, "yes, take it out": true, "yes please": true,
	"sí": true, "si": true, "quítalo": true, "quitalo": true, "quitar": true, "quitarlo": true, "quitarlo del carrito": true, "sácalo": true, "sacalo": true,
}

// names chooses the option of the pending product that a text names.
func (t *turn) names(s *intents.Slots, text string) bool {
	p := t.first(ids.Product(s.Product))
	if p == nil || s.Variant != "" {
		return false
	}
	for _, o := range p.Options {
		axis := strings.ToLower(o.Name)
		at := slices.IndexFunc(o.Labels, func(l string) bool { return strings.EqualFold(l, text) })
		if at < 0 || s.Options[axis] != "" {
			continue
		}
		options := map[string]string{axis: o.Labels[at]}
		maps.Copy(options, s.Options)
		s.Options = options
		return true
	}
	return false
}

// complete adds to the answer to "which size?" what was said before of the same product, such
// as its colour.
func complete(meant intents.Interpretation, c intents.Conversation) intents.Interpretation {
	if c.Pending == nil || c.Pending.Action != actionAdd || len(meant.Slots) != 1 {
		return meant
	}
	before, ok := pendingSlots(c.Pending)
	now := meant.Slots[0]
	if !ok || now.Action != actionAdd || now.Product == "" || now.Product != before.Product || now.Variant != "" {
		return meant
	}
	options := maps.Clone(before.Options)
	if options == nil {
		options = map[string]string{}
	}
	maps.Copy(options, now.Options)
	if now.Options = options; now.Quantity <= 1 {
		now.Quantity = max(before.Quantity, now.Quantity)
	}
	meant.Slots = []intents.Slots{now}
	meant.Intents = intents.Intents(meant.Slots, c)
	return meant
}

// pendingSlots are the slots of a pending question.
func pendingSlots(p *conversation.Pending) (intents.Slots, bool) {
	q, ok := readPending(p)
	return q.Slots, ok
}

// goodsFirst moves additions to the front where there is no checkout yet: they make the one that
// an address or a coupon of the same message is for.
func (t *turn) goodsFirst(meant *intents.Interpretation) {
	if t.seen.Checkout != nil && !t.seen.Status.Terminal() || len(meant.Slots) != len(meant.Intents) {
		return
	}
	adds := func(i intents.Intent) bool {
		change, ok := i.(intents.Change)
		if ok {
			_, ok = change.Command.(checkout.Add)
		}
		return ok
	}
	var first, rest intents.Interpretation
	for i, intent := range meant.Intents {
		to := &rest
		if adds(intent) {
			to = &first
		}
		to.Intents, to.Slots = append(to.Intents, intent), append(to.Slots, meant.Slots[i])
	}
	meant.Intents, meant.Slots = append(first.Intents, rest.Intents...), append(first.Slots, rest.Slots...)
}

// lastLanguage is the language last spoken in the conversation, or else the one that its
// checkout was made in; empty at its beginning.
func (t *turn) lastLanguage() string {
	if t.conv.Language != "" || t.seen.Checkout == nil {
		return t.conv.Language
	}
	return t.seen.Checkout.Language
}

// speak settles the language of the answer. A text that gives nothing but data, such as an
// address, does not change it: a street in Brazil has a Portuguese name in any language. Nor
// does a word or two of which nothing was understood.
func (t *turn) speak(meant intents.Interpretation) {
	short := len(strings.Fields(t.m.Text)) <= 3
	says := func(s intents.Slots) bool {
		switch s.Action {
		case "set_buyer", "set_shipping_address":
			return true
		case "unknown", "undo":
			return short
		}
		return false
	}
	t.language = meant.Language
	if last := t.lastLanguage(); last != "" && !slices.ContainsFunc(meant.Slots, func(s intents.Slots) bool { return !says(s) }) {
		t.language = last
	}
	if t.language == "" {
		t.language = lang.Portuguese
	}
	t.spoken = t.language
}

// remember is what the conversation keeps of this turn.
func (t *turn) remember(r checkout.Result) conversation.Turn {
	out := conversation.Turn{Results: t.results, Focus: t.focus, Language: t.spoken, Undo: t.undoable(r)}
	q := t.question(r)
	if q == nil || q.bound && r.Checkout == nil {
		return out
	}
	if t.ask == nil && len(q.slots.Candidates) > 0 {
		out.Results = asProducts(q.slots.Candidates) // what is listed last
	}
	slots, err := json.Marshal(pending{Slots: q.slots, Rest: q.rest})
	if err != nil { // strings and numbers only: it cannot fail
		return out
	}
	out.Pending = &conversation.Pending{Action: q.action, Slots: slots, ExpiresAt: t.s.Now().Add(pendingLife)}
	if q.bound {
		out.Pending.Checkout, out.Pending.Revision = r.Checkout.ID, r.Checkout.Revision
	}
	return out
}

// question is what the answer asks in the end, nil if it asks nothing that a word could
// answer: what the turn itself asks, a choice that an addition lacks, or what the checkout
// needs next.
func (t *turn) question(r checkout.Result) *question {
	switch queue := t.queue(r); {
	case t.ask != nil:
		q := *t.ask
		q.rest = queue
		return &q
	case len(queue) > 0:
		q := loose(queue[0])
		q.rest = queue[1:]
		return q
	}
	switch {
	case t.offersPix(r):
		return bound(actionPay)
	case t.shows() && t.problem == nil && need(r) == needOption:
		return loose(intents.Slots{Action: actionShipping})
	}
	return nil
}

// shows reports whether the answer tells how the checkout stands.
func (t *turn) shows() bool { return t.showChecks || t.prompts }

// offersPix reports whether the answer asks if the Pix charge is to be made (words.ready):
// then a yes means that.
func (t *turn) offersPix(r checkout.Result) bool {
	return t.shows() && t.problem == nil && !t.asks(r) && r.Status == checkout.ReadyForComplete && !r.ChargeVisible && !r.Checkout.Mandated()
}

// making reports whether another message is having the Pix charge made. The answer says so
// and does not ask again; a word of the buyer's gets the code when it is there.
func (t *turn) making(r checkout.Result) bool {
	ch := r.Checkout.Charge()
	return ch != nil && ch.State == payment.ChargeCreating
}

// mandated reports whether only a mandate completes a purchase here (AP2).
func (t *turn) mandated() bool {
	if c := t.seen.Checkout; c != nil && !t.seen.Status.Terminal() {
		return c.Mandated()
	}
	return t.session().Has(platform.CapAP2Mandate)
}

// sells reports whether who asks could buy what he is shown, so that it may be offered.
func (t *turn) sells() bool {
	return !t.structured && !t.caller().Nobody() && t.session().Has(platform.CapCheckout) && t.caller().Rights.Has(platform.RightCheckout)
}

// offerFound asks which of the products found is wanted.
func (t *turn) offerFound() {
	if hits := t.search.page.Hits; t.sells() && t.ask == nil && len(t.open) == 0 && len(hits) > 0 {
		s := intents.Slots{Action: actionAdd, Quantity: 1}
		var can []string
		for _, h := range hits {
			if t.inStock(h.Product, t.search.showing.Available) {
				can = append(can, string(h.Product.ID))
			}
		}
		switch {
		case len(can) == 0:
			return
		case len(hits) == 1:
			s.Product = can[0]
		default: // the numbers are those of the list
			for _, h := range hits {
				s.Candidates = append(s.Candidates, string(h.Product.ID))
			}
		}
		t.ask = loose(s)
	}
}

// offerShown asks whether the product that is shown is wanted.
func (t *turn) offerShown() {
	c := t.product.choice
	if !t.sells() || t.ask != nil || len(t.open) > 0 || !t.inStock(c.Product, t.product.showing.Available) {
		return
	}
	s := intents.Slots{Action: actionAdd, Product: string(c.Product.ID), Quantity: 1, Options: map[string]string{}}
	for _, sel := range c.Selected {
		s.Options[strings.ToLower(sel.Name)] = sel.Label
	}
	t.ask = loose(s)
}

// inStock reports whether any variant of a product can be sold.
func (t *turn) inStock(p *catalog.Product, available func(ids.Variant) bool) bool {
	return slices.ContainsFunc(p.Variants, func(v catalog.Variant) bool { return available(v.ID) })
}

// street reads a text as the street that was asked for, if it says nothing else: not every
// address in Brazil begins with a word for a street.
func (t *turn) street(meant intents.Interpretation) (intents.Intent, bool) {
	unclear := len(meant.Slots) == 1 && meant.Slots[0].Action == "unknown" && meant.Slots[0].Reason == intents.ReasonUnclear
	text := strings.TrimSpace(t.m.Text)
	if !unclear || need(t.seen) != needStreet || len(text) > maxStreet || strings.ContainsAny(text, "?\n") || !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	return intents.Change{Command: checkout.SetAddress{Address: checkout.AddressInput{Street: text, Country: "BR"}}}, true
}

// maxStreet is the longest text that is taken for a street, in bytes.
const maxStreet = 100

// withKnown completes an address that was said in parts with what was said of it before. It
// never mixes two places: what differs in city, state or postal code is another address.
func (t *turn) withKnown(in checkout.AddressInput) checkout.AddressInput {
	c := t.seen.Checkout
	if c == nil {
		return in
	}
	f := c.Fulfillment
	at := slices.IndexFunc(f.Destinations, func(d checkout.Destination) bool { return d.ID == f.SelectedDestination })
	if at < 0 {
		return in
	}
	was := f.Destinations[at].Address
	differs := func(now, before string) bool { return now != "" && before != "" && !strings.EqualFold(now, before) }
	if differs(onlyDigits(in.PostalCode), was.PostalCode) || differs(in.Region, was.Region) || differs(in.Locality, was.Locality) || differs(in.Street, was.Street) {
		return in
	}
	fill := func(now *string, before string) {
		if *now == "" {
			*now = before
		}
	}
	fill(&in.Street, was.Street)
	fill(&in.Extended, was.Extended)
	fill(&in.Locality, was.Locality)
	fill(&in.Region, was.Region)
	fill(&in.PostalCode, was.PostalCode)
	fill(&in.FirstName, was.FirstName)
	fill(&in.LastName, was.LastName)
	fill(&in.Phone, was.Phone)
	return in
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
