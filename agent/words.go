package agent

import (
	"fmt"
	"strings"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/intents"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
)

// words composes the text of the answer from what the store says: what was found, what
// was done, what is missing and what comes next.
func (t *turn) words(r checkout.Result) string {
	w := &words{t: t, r: r, said: map[string]bool{}}
	for _, s := range t.says {
		w.add(s)
	}
	w.lookups()
	if t.problem != nil {
		w.add(bcp.Text(*t.problem, t.language))
	}
	w.outcomes()
	if t.showChecks && t.problem == nil {
		w.state()
	}
	return strings.Join(w.lines, "\n")
}

// words is an answer's text in the making. Nothing is said twice.
type words struct {
	t     *turn
	r     checkout.Result
	lines []string
	said  map[string]bool
}

func (w *words) add(line string) {
	if line != "" && !w.said[line] {
		w.said[line] = true
		w.lines = append(w.lines, line)
	}
}

func (w *words) say(s lang.Text, pairs ...string) { w.add(say(w.t.language, s, pairs...)) }

func (w *words) price(a money.Amount) string { return money.Format(a, w.t.language) }

// lookups tells what was found in the catalogue or among the orders.
func (w *words) lookups() {
	t := w.t
	if t.search != nil {
		page := t.search.page
		var names []string
		for _, h := range page.Hits[:min(len(page.Hits), spoken)] {
			names = append(names, w.named(h.Product))
		}
		switch rest := page.Total - len(names); {
		case len(names) == 0:
			w.say(sayNothing)
		default:
			w.say(sayFound, "names", enumerate(names, t.language))
			if rest > 0 {
				w.say(sayMore, "count", fmt.Sprint(rest))
			}
		}
	}
	if t.product != nil {
		p := t.product.choice.Product
		w.say(sayProduct, "title", p.Title, "price", w.priceOf(p))
		for _, o := range p.Options {
			w.say(sayChoices, "name", o.Name, "labels", strings.Join(o.Labels, ", "))
		}
	}
	if o := t.order; o != nil {
		total := order.Amount(o.Totals, order.TotalTotal)
		w.say(sayOrder, "label", o.Label, "total", w.price(total), "url", t.s.Encoder.Permalink(string(o.ID), o.Key))
	}
}

// named is a product with its price.
func (w *words) named(p *catalog.Product) string { return p.Title + " (" + w.priceOf(p) + ")" }

func (w *words) priceOf(p *catalog.Product) string {
	lowest, highest := p.PriceRange()
	if lowest != highest {
		return say(w.t.language, sayFrom, "price", w.price(lowest))
	}
	return w.price(lowest)
}

// outcomes tells what became of each command, and what the answer's calls came to.
func (w *words) outcomes() {
	for i, o := range w.r.Outcomes {
		if o.Applied && i < len(w.t.commands) {
			w.done(w.t.commands[i])
		}
		for _, m := range o.Messages {
			w.add(bcp.Text(m, w.t.language))
		}
	}
}

// done says that a command was carried out.
func (w *words) done(cmd checkout.Command) {
	c := w.r.Checkout
	switch cmd := cmd.(type) {
	case checkout.Create:
		w.say(sayCreated)
	case checkout.Update, checkout.SetQuantity:
		w.say(sayUpdated)
	case checkout.Add:
		if p := w.t.first(w.t.focus); p != nil {
			w.say(sayAdded, "title", p.Title)
		} else {
			w.say(sayUpdated)
		}
	case checkout.Remove:
		w.say(sayRemoved)
	case checkout.SetBuyer:
		w.say(sayBuyer)
	case checkout.SetAddress:
		w.say(sayAddress)
	case checkout.SelectOption:
		w.say(sayShipping, "title", order.Find(c.Totals, order.TotalFulfillment).Text)
	case checkout.ApplyDiscount:
		for _, d := range c.Discounts {
			if strings.EqualFold(d.Code, cmd.Code) {
				w.say(sayDiscount, "title", d.Title)
			}
		}
		for _, r := range c.Rejected {
			if strings.EqualFold(r.Code, cmd.Code) {
				w.add(bcp.Text(checkout.Message{Type: checkout.TypeWarning, Code: r.Why, Args: checkout.Args{Value: r.Code}}, w.t.language))
			}
		}
	case checkout.RemoveDiscount:
		w.say(sayNoCoupon)
	}
}

// state tells where the checkout stands and what comes next.
func (w *words) state() {
	c := w.r.Checkout
	if c == nil {
		if len(w.t.commands) == 0 {
			w.say(sayEmpty)
		}
		return
	}
	if len(w.t.commands) == 0 && !w.r.Status.Terminal() {
		w.cart(c)
	}
	switch w.r.Status {
	case checkout.Incomplete:
		w.missing(c)
	case checkout.RequiresEscalation:
		w.missing(c)
		w.say(sayEscalate, "url", w.t.s.Encoder.ContinueURL(string(c.ID), c.Key))
	case checkout.ReadyForComplete:
		w.ready(c)
	case checkout.CompleteInProgress:
		w.say(sayWaiting, "total", w.price(c.Total()))
		w.code(c)
	case checkout.Completed:
		w.say(sayCompleted, "url", w.t.s.Encoder.Permalink(string(c.Order.ID), c.Order.Key))
	case checkout.Canceled:
		w.say(sayCanceled)
	}
	if w.t.ask != nil && w.t.ask.action == "cancel_checkout" {
		w.say(sayAskCancel)
	}
}

func (w *words) cart(c *checkout.Checkout) {
	if len(c.Lines) == 0 {
		w.say(sayEmpty)
		return
	}
	lines := make([]string, len(c.Lines))
	for i, l := range c.Lines {
		lines[i] = fmt.Sprintf("%d × %s (%s)", l.Quantity, l.Title, w.price(l.Price))
	}
	w.say(sayCart, "lines", strings.Join(lines, ", "))
}

// missing names what stands in the way, and the shipping options if it is their turn.
func (w *words) missing(c *checkout.Checkout) {
	for _, m := range w.r.Messages {
		if m.Type == checkout.TypeError {
			w.add(bcp.Text(m, w.t.language))
		}
	}
	f := c.Fulfillment
	if f.Method == checkout.Shipping && f.SelectedOption == "" && len(f.Options) > 0 {
		options := make([]string, len(f.Options))
		for i, o := range f.Options {
			options[i] = fmt.Sprintf("%s %s (%s)", o.Title, w.price(o.Price), o.Description)
		}
		w.say(sayOptions, "options", strings.Join(options, ", "))
	}
}

func (w *words) ready(c *checkout.Checkout) {
	switch {
	case w.t.ask != nil && w.t.ask.action == "complete_checkout":
		w.say(sayAskComplete, "total", w.price(c.Total()))
	case w.r.ChargeVisible:
		w.code(c)
	case c.Mandated():
		w.say(sayMandate, "total", w.price(c.Total()))
	case w.t.ask == nil:
		w.say(sayTotal, "total", w.price(c.Total()))
	}
}

// code gives the Pix code, on a line of its own so that it can be copied.
func (w *words) code(c *checkout.Checkout) {
	ch := c.Charge()
	if !w.r.ChargeVisible || ch == nil || ch.State == payment.ChargePaid {
		return
	}
	w.say(sayCharge, "total", w.price(ch.Amount), "time", brazil.Brasilia(ch.ExpiresAt).Format("15:04"))
	w.add(ch.CopyPaste)
}

// askBack is the question that an interpreter leaves to the shop.
func (t *turn) askBack(a intents.Ask) string {
	switch a.About {
	case intents.AskWhichProduct:
		return say(t.language, askWhich, "names", enumerate(t.titles(a.Candidates), t.language))
	case intents.AskUnknownProduct:
		return say(t.language, askWhat, "said", a.Said)
	case intents.AskWhichShipping:
		t.showChecks = t.seen.Checkout != nil && t.mayBuy() == nil
		return say(t.language, askShipping)
	case intents.AskAddress:
		return say(t.language, askAddress)
	case intents.AskTaxpayerID:
		return say(t.language, askTaxpayerID)
	case intents.AskCoupon:
		return say(t.language, askCoupon)
	case intents.AskPaymentMethod:
		return say(t.language, askPayment)
	}
	return say(t.language, sayUnclear)
}

func (t *turn) titles(products []ids.Product) []string {
	var out []string
	for _, id := range products {
		if p := t.first(id); p != nil {
			out = append(out, p.Title)
		}
	}
	t.results = products
	return out
}

// unknown answers a text that leads to nothing.
func (t *turn) unknown(why intents.Reason) string {
	s, ok := map[intents.Reason]lang.Text{
		intents.ReasonChitchat: sayHello, intents.ReasonOutOfScope: sayOutOfScope, intents.ReasonInjection: sayNoWay,
		intents.ReasonNegotiation: sayFixedPrice, intents.ReasonNoPending: sayNoPending, intents.ReasonDeclined: sayDeclined,
		intents.ReasonPaymentClaim: sayBankTells, intents.ReasonInvalidQuantity: sayBadQuantity, intents.ReasonTooLong: sayTooLong,
	}[why]
	if !ok {
		s = sayUnclear
	}
	return say(t.language, s)
}

// enumerate joins names as a sentence does.
func enumerate(names []string, language string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	and := say(language, lang.Text{" e ", " and ", " y "})
	return strings.Join(names[:len(names)-1], ", ") + and + names[len(names)-1]
}
