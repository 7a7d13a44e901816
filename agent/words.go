package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/intents"
	"balcao/internal/brazil"
	"balcao/internal/lang"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
)

// words composes the text of the answer from what the store says: what was done, what was
// found, and one question about what comes next.
func (t *turn) words(r checkout.Result) string {
	w := &words{t: t, r: r, said: map[string]bool{}}
	w.outcomes()
	for _, s := range t.says {
		w.add(s)
	}
	w.lookups()
	if t.problem != nil {
		w.problem(*t.problem)
	}
	w.queued()
	if t.problem == nil && t.shows() {
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

// list writes lines with numbers to choose by.
func (w *words) list(items []string) {
	for i, item := range items {
		w.add(fmt.Sprintf("%d. %s", i+1, item))
	}
}

// lookups tells what was found in the catalogue or among the orders.
func (w *words) lookups() {
	if w.t.search != nil {
		w.found(*w.t.search)
	}
	if w.t.product != nil {
		w.product(*w.t.product)
	}
	if w.t.order != nil && !w.t.returned {
		w.order(w.t.order)
	}
}

// found lists the products of a search.
func (w *words) found(f found) {
	hits := f.page.Hits
	if len(hits) == 0 {
		w.say(sayNothing)
		return
	}
	if len(hits) == 1 {
		w.add(w.offer(say(w.t.language, sayFoundOne, "name", hits[0].Product.Title, "price", w.priceOf(hits[0].Product)), hits[0].Product, nil, f.showing))
		return
	}
	names := make([]string, 0, spoken)
	for _, h := range hits[:min(len(hits), spoken)] {
		names = append(names, w.named(h.Product, f.showing))
	}
	switch {
	case w.t.browses:
		w.wares()
	default:
		w.say(sayFound)
	}
	w.list(names)
	if rest := f.page.Total - len(names); rest > 0 && !w.t.browses {
		w.say(sayMore, "count", fmt.Sprint(rest))
	}
	if w.t.ask != nil {
		w.say(askWhich)
	}
}

// wares begins the answer to what is sold here: with the kinds of goods, if they are told.
func (w *words) wares() {
	kinds := w.t.kinds
	if len(kinds) < 2 {
		w.say(sayWares)
		return
	}
	w.say(sayKinds, "names", enumerate(kinds, w.t.language))
}

// named is a product with its price, and a word if there is none left or it is not sold where
// the buyer is.
func (w *words) named(p *catalog.Product, s bcp.Showing) string {
	line := p.Title + ", " + w.priceOf(p)
	switch {
	case !p.SoldIn(s.State):
		line += " " + say(w.t.language, sayElsewhere, "state", s.State)
	case s.Available != nil && !w.t.inStock(p, s.Available):
		line += " " + say(w.t.language, saySoldOut)
	}
	return line
}

// offer adds to a product what can be chosen of it, or that there is none left, and asks if
// it is wanted.
func (w *words) offer(line string, p *catalog.Product, chosen map[string]string, s bcp.Showing) string {
	if !p.SoldIn(s.State) {
		return line + " " + say(w.t.language, sayNotSoldThere, "state", s.State)
	}
	if !w.t.inStock(p, s.Available) {
		return line + " " + say(w.t.language, sayNoneLeft)
	}
	open := w.axesOpen(p, chosen)
	switch {
	case len(open) > 0 && w.t.ask != nil:
		return line + " " + w.askOptions(open)
	case len(open) > 0:
		return line + " " + w.options(open)
	case w.t.ask != nil:
		return line + " " + say(w.t.language, askAdd)
	}
	return line
}

// product tells of one product.
func (w *words) product(s shown) {
	p, title, chosen := s.choice.Product, s.choice.Product.Title, map[string]string{}
	for _, sel := range s.choice.Selected {
		chosen[strings.ToLower(sel.Name)] = sel.Label
		title += ", " + w.label(sel.Label)
	}
	w.add(w.offer(say(w.t.language, sayProduct, "title", title, "price", w.priceOf(p)), p, chosen, s.showing))
}

// axesOpen are the options of a product that are still to be chosen.
func (w *words) axesOpen(p *catalog.Product, chosen map[string]string) []catalog.Option {
	return slices.DeleteFunc(slices.Clone(p.Options), func(o catalog.Option) bool { return chosen[strings.ToLower(o.Name)] != "" })
}

// askOptions asks for the options that are still to be chosen.
func (w *words) askOptions(open []catalog.Option) string {
	names := make([]string, len(open))
	for i, o := range open {
		names[i] = strings.ToLower(w.axis(o.Name))
	}
	return say(w.t.language, askVariant, "names", enumerate(names, w.t.language)) + " " + w.options(open)
}

// options says what can be chosen.
func (w *words) options(open []catalog.Option) string {
	out := make([]string, len(open))
	for i, o := range open {
		labels := make([]string, len(o.Labels))
		for j, l := range o.Labels {
			labels[j] = w.label(l)
		}
		if out[i] = either(labels, w.t.language) + "."; len(open) > 1 {
			out[i] = w.axis(o.Name) + ": " + out[i]
		}
	}
	return strings.Join(out, " ")
}

// label is what can be chosen, in the language of the answer if it is a colour.
func (w *words) label(label string) string {
	if name, ok := intents.ColorName(label, w.t.language); ok {
		_, size := utf8.DecodeRuneInString(name)
		return strings.ToUpper(name[:size]) + name[size:]
	}
	return label
}

// axis is the name of an option in the language of the answer.
func (w *words) axis(name string) string {
	if s, ok := axes[strings.ToLower(name)]; ok {
		return s.In(w.t.language)
	}
	return name
}

// order says how an order stands and where it is followed.
func (w *words) order(o *order.Order) {
	text := sayOrder
	switch {
	case !slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.Status() != "fulfilled" && l.Status() != "removed" }):
		text = sayOrderSent
	case slices.ContainsFunc(o.Lines, func(l order.Line) bool { return l.Fulfilled > 0 }):
		text = sayOrderPart
	}
	_, number, _ := strings.Cut(o.Label, " ")
	w.say(text, "number", number, "total", w.price(order.Amount(o.Totals, order.TotalTotal)), "url", w.t.s.Encoder.Permalink(string(o.ID), o.Key))
}

func (w *words) priceOf(p *catalog.Product) string {
	lowest, highest := p.PriceRange()
	if lowest != highest {
		return say(w.t.language, sayFrom, "price", w.price(lowest))
	}
	return w.price(lowest)
}

// problem says what failed without a checkout.
func (w *words) problem(m checkout.Message) { w.add(bcp.Text(m, w.t.language)) }

// state tells where the checkout stands and what comes next.
func (w *words) state() {
	c := w.r.Checkout
	if c == nil {
		if len(w.t.commands) == 0 && !w.t.asks(w.r) {
			w.nothingYet()
		}
		return
	}
	if w.t.showChecks && len(w.t.commands) == 0 && !w.t.asks(w.r) && !w.t.standing && !w.t.repeatsCode && !w.r.Status.Terminal() {
		w.cart(c)
	}
	if w.t.standing && (w.r.Status == checkout.Incomplete || w.r.Status == checkout.ReadyForComplete) {
		w.stands(c)
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
		if w.t.making(w.r) {
			w.say(sayMaking, "total", w.price(c.Total()))
			break
		}
		w.say(sayWaiting, "total", w.price(c.Total()))
		w.code(c)
	case checkout.Completed:
		w.completed(c)
	case checkout.Canceled:
		w.canceled()
	}
	if w.t.ask != nil && w.t.ask.action == "cancel_checkout" {
		w.say(sayAskCancel)
	}
}

// nothingYet is said where there is no checkout.
func (w *words) nothingYet() {
	if w.t.showChecks {
		w.say(sayEmpty)
	}
	w.say(askProduct)
}

func (w *words) completed(c *checkout.Checkout) {
	if w.t.order == nil {
		w.say(sayCompleted, "url", w.t.s.Encoder.Permalink(string(c.Order.ID), c.Order.Key))
	}
}

// canceled says so once: as news, or as what it was before, unless the answer asks about goods
// for another purchase.
func (w *words) canceled() {
	switch {
	case w.did(isCancel):
		w.say(sayCanceled)
	case !w.t.asks(w.r):
		w.say(sayWasCanceled)
	}
}

func isCancel(cmd checkout.Command) bool {
	_, ok := cmd.(checkout.Cancel)
	return ok
}

// did reports whether a command of a kind was carried out.
func (w *words) did(kind func(checkout.Command) bool) bool {
	for i, o := range w.r.Outcomes {
		if o.Applied && i < len(w.t.commands) && kind(w.t.commands[i]) {
			return true
		}
	}
	return false
}

// cart lists what is in the cart with all that adds to its price.
func (w *words) cart(c *checkout.Checkout) {
	if len(c.Lines) == 0 {
		return // missing says so
	}
	w.say(sayCart)
	for _, l := range c.Lines {
		w.add("• " + w.line(l))
	}
	if f := order.Find(c.Totals, order.TotalFulfillment); f.Type != "" && c.Fulfillment.Method == checkout.Shipping {
		w.say(saySum, "name", say(w.t.language, nameShipping, "title", f.Text), "amount", w.price(f.Amount))
	}
	for _, d := range c.Discounts {
		w.say(saySum, "name", say(w.t.language, nameDiscount, "code", d.Code), "amount", w.price(-d.Amount))
	}
	if w.r.Status != checkout.ReadyForComplete {
		w.say(saySum, "name", nameTotal.In(w.t.language), "amount", w.price(c.Total()))
	}
}

// line is a line of the cart: how many, of what, for how much.
func (w *words) line(l checkout.Line) string {
	price := w.price(l.Price * money.Amount(l.Quantity))
	if l.Quantity == 1 {
		return say(w.t.language, sayLineOne, "title", l.Title, "price", price)
	}
	return say(w.t.language, sayLine, "count", fmt.Sprint(l.Quantity), "title", l.Title, "price", price)
}

// code gives the Pix code, on a line of its own so that it can be copied.
func (w *words) code(c *checkout.Checkout) {
	ch := c.Charge()
	if !w.r.ChargeVisible || ch == nil || ch.State == payment.ChargePaid || w.t.standing {
		return
	}
	text := sayCharge
	if before := w.t.seen.Checkout; before != nil && w.t.seen.ChargeVisible && before.ID == c.ID {
		if old := before.Charge(); old != nil && old.TXID != ch.TXID {
			w.say(sayOtherCharge)
		} else {
			text = sayChargeStill
		}
	}
	w.say(text, "total", w.price(ch.Amount), "time", brazil.Brasilia(ch.ExpiresAt).Format("15:04"))
	w.add(ch.CopyPaste)
}

// enumerate joins names as a sentence does.
func enumerate(names []string, language string) string {
	return joined(names, say(language, lang.Text{" e ", " and ", " y "}))
}

// either joins names of which one is to be chosen.
func either(names []string, language string) string {
	return joined(names, say(language, lang.Text{" ou ", " or ", " o "}))
}

func joined(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}
