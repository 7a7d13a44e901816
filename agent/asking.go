package agent

import (
	"context"
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/intents"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/payment"
)

// askBack asks what an interpreter leaves to the shop to ask.
func (t *turn) askBack(ctx context.Context, a intents.Ask) error {
	switch a.About {
	case intents.AskWhichProduct:
		t.askWhich(a)
	case intents.AskUnknownProduct:
		said := a.Said
		if !strings.Contains(strings.ToLower(t.m.Text), said) {
			said = "" // it stands there otherwise, with accents
		}
		t.say(say(t.language, sayUnknownProduct, "said", said))
	case intents.AskWhichShipping:
		t.prompts = t.mayBuy() == nil
		if c := t.seen.Checkout; c != nil && c.Fulfillment.SelectedOption != "" {
			t.ask = loose(intents.Slots{Action: actionShipping})
			w := &words{t: t, said: map[string]bool{}}
			w.shipping(c)
			t.says = append(t.says, w.lines...)
		} else {
			t.say(say(t.language, sayNoSuchShipping))
		}
	case intents.AskAddress:
		t.prompts = true
		if t.seen.Checkout == nil || need(t.seen) != needAddress {
			t.say(say(t.language, sayAddressFirst))
		}
	case intents.AskTaxpayerID:
		t.say(messages[checkout.CodeInvalidTaxpayerID].In(t.language))
		t.corrects = true
	case intents.AskCoupon:
		t.say(say(t.language, askCoupon))
		t.ask = loose(intents.Slots{Action: actionCoupon})
	case intents.AskNewAddress, intents.AskNewName, intents.AskNewEmail, intents.AskNewPhone, intents.AskNewTaxpayerID:
		t.say(say(t.language, asksNew[a.About]))
	case intents.AskReturn, intents.AskDefect, intents.AskWrongProduct:
		return t.askReturn(ctx, reasonsAsked[a.About])
	case intents.AskPaymentMethod:
		if t.mandated() {
			t.say(say(t.language, sayPayMandated))
		} else {
			t.say(say(t.language, sayPayPix))
		}
		t.prompts = !t.seen.ChargeVisible
	default:
		return t.unclear(ctx)
	}
	return nil
}

// asksNew ask for what shall take the place of what is there.
var asksNew = map[intents.Question]lang.Text{
	intents.AskNewAddress: askNewAddress, intents.AskNewName: askNewName, intents.AskNewEmail: askNewEmail,
	intents.AskNewPhone: askNewPhone, intents.AskNewTaxpayerID: askNewCPF,
}

// askWhich leaves the products that were possibly meant to be asked about.
func (t *turn) askWhich(a intents.Ask) {
	s := t.meant
	if s.Action == "" {
		s.Action = a.Action
	}
	s.Said, s.Candidates = asWritten(s.Said, t.m.Text), nil
	for _, id := range a.Candidates {
		if t.first(id) != nil {
			s.Candidates = append(s.Candidates, string(id))
		}
	}
	if len(s.Candidates) == 0 {
		t.say(say(t.language, askWhich))
		return
	}
	t.open = append(t.open, s)
}

func asProducts(names []string) []ids.Product {
	out := make([]ids.Product, len(names))
	for i, name := range names {
		out[i] = ids.Product(name)
	}
	return out
}

// help says what can be done here, what is sold or how one pays.
func (t *turn) help(ctx context.Context, about intents.Question) error {
	switch {
	case about == intents.AskWares:
		return t.wares(ctx)
	case about == intents.AskWaysToPay:
		t.waysToPay()
	case t.mandated():
		t.say(say(t.language, sayHelpMandated))
	default:
		t.say(say(t.language, sayHelp))
	}
	t.prompts = !t.seen.ChargeVisible && !t.seen.Status.Terminal()
	return nil
}

// maxKinds is how many kinds of goods an answer names, of the first maxLooked products.
const (
	maxKinds  = 8
	maxLooked = 100
)

// wares answers what is sold here: with kinds of goods, and with products as a search does.
func (t *turn) wares(ctx context.Context) error {
	t.browses = true
	page, err := t.s.Catalog.Search(catalog.Query{Limit: maxLooked})
	if err != nil {
		return err
	}
	for _, h := range page.Hits {
		kind, _, _ := strings.Cut(h.Product.Category, ">")
		if kind = lowerFirst(strings.TrimSpace(kind)); kind != "" && len(t.kinds) < maxKinds && !slices.Contains(t.kinds, kind) {
			t.kinds = append(t.kinds, kind)
		}
	}
	return t.searchCatalog(ctx, intents.SearchCatalog{})
}

// waysToPay says how one pays here.
func (t *turn) waysToPay() {
	other := func(h payment.Handler) bool { return h.Kind != payment.KindPix }
	handlers := t.subjects().Handlers
	switch {
	case t.mandated():
		t.say(say(t.language, sayPayMandated))
	case len(handlers) == 0 || !slices.ContainsFunc(handlers, other):
		t.say(say(t.language, sayPayPix))
	default:
		t.say(say(t.language, sayWaysToPay))
	}
}

// unclear asks what a text means that nothing was understood of, and holds on to the question
// that was open.
func (t *turn) unclear(ctx context.Context) error {
	t.say(say(t.language, sayUnclear))
	if why, ok := t.asksReturn(); ok {
		return t.askReturn(ctx, why)
	}
	t.again()
	return nil
}

// again puts the open question again, or what the checkout needs next.
func (t *turn) again() {
	t.prompts = true
	p := t.conv.Pending
	if p == nil || t.s.Now().After(p.ExpiresAt) {
		return
	}
	q, ok := readPending(p)
	if !ok || t.ask != nil {
		return
	}
	s := q.Slots
	t.rest = q.Rest
	switch p.Action {
	case "cancel_checkout", "complete_checkout":
		if c := t.seen.Checkout; c != nil && c.ID == p.Checkout && c.Revision == p.Revision {
			t.ask = bound(p.Action)
		}
	case actionAdd, "update_quantity", "remove_from_checkout", "get_product":
		switch {
		case len(s.Candidates) > 0:
			t.meant = s
			a := intents.Ask{Action: s.Action}
			for _, id := range s.Candidates {
				a.Candidates = append(a.Candidates, ids.Product(id))
			}
			t.askWhich(a)
		case s.Product != "":
			t.askAgain(s)
		}
	}
}

// askAgain repeats the question about one product.
func (t *turn) askAgain(s intents.Slots) {
	p := t.first(ids.Product(s.Product))
	if p == nil || s.Action != actionAdd {
		return
	}
	w := &words{t: t, said: map[string]bool{}}
	if open := w.axesOpen(p, s.Options); len(open) > 0 && s.Variant == "" {
		w.add(p.Title + ": " + lowerFirst(w.askOptions(open)))
	} else {
		w.say(askAddThat, "title", p.Title)
	}
	t.says = append(t.says, w.lines...)
	t.ask = loose(s)
}

// decline answers a no. What was declined about money is not asked again at once.
func (t *turn) decline() {
	p := t.conv.Pending
	if p != nil && p.Action == actionReturn {
		t.say(say(t.language, sayKept))
		return
	}
	if len(t.rest) > 0 {
		t.say(say(t.language, sayLeft))
		return
	}
	if p != nil && p.Action == "cancel_checkout" {
		t.say(say(t.language, sayGoesOn))
		t.prompts = true
		return
	}
	if c := t.seen.Checkout; c != nil && need(t.seen) != needNothing && need(t.seen) != needItems && p != nil && p.Checkout == "" {
		t.say(say(t.language, sayLeft))
		t.prompts = true
		return
	}
	t.say(say(t.language, sayDeclined))
}

// unknown answers a text that leads to nothing.
func (t *turn) unknown(ctx context.Context, why intents.Reason) error {
	live := t.seen.Checkout != nil && !t.seen.Status.Terminal()
	if t.card && (why == intents.ReasonUnclear || why == intents.ReasonEmpty) {
		t.prompts = live && !t.seen.ChargeVisible // what was sent besides the card says nothing
		return nil
	}
	plain := map[intents.Reason]lang.Text{
		intents.ReasonOutOfScope: sayOutOfScope, intents.ReasonInjection: sayNoWay, intents.ReasonNegotiation: sayFixedPrice,
		intents.ReasonInvalidQuantity: sayBadQuantity, intents.ReasonTooLong: sayTooLong, intents.ReasonDeclined: sayDeclined,
	}
	s, ok := plain[why]
	switch {
	case ok:
		t.say(say(t.language, s))
		switch why {
		case intents.ReasonOutOfScope, intents.ReasonInjection, intents.ReasonNegotiation:
			t.prompts = live && !t.seen.ChargeVisible
		}
	case why == intents.ReasonPaymentClaim:
		t.claimed()
	case why == intents.ReasonChitchat && t.conv.Version == 0:
		t.say(say(t.language, sayHello, "shop", t.s.Name))
	case why == intents.ReasonChitchat, why == intents.ReasonNoPending && t.seen.Status.Terminal():
		t.say(say(t.language, sayAtYourService))
		t.prompts = live && !t.seen.ChargeVisible
	case why == intents.ReasonNoPending && t.seen.ChargeVisible:
		t.say(say(t.language, sayWaitPix))
	case why == intents.ReasonNoPending:
		t.say(say(t.language, sayAllRight))
		t.prompts = true
	default:
		return t.unclear(ctx)
	}
	return nil
}

// claimed answers who says that the money is sent: with what the bank has said, and never
// with another charge.
func (t *turn) claimed() {
	if t.mayBuy() != nil {
		t.says = nil // who may not buy is told no more than anybody
		t.say(say(t.language, sayBankTells))
		return
	}
	t.stand()
}
