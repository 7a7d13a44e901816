package email

import (
	"cmp"
	"strconv"
	"strings"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
	"balcao/order"
)

// view is what the templates show, in one language. Empty parts are left out.
type view struct {
	Language, Label          string
	Title, Greeting, Warning string
	Intro                    []string
	LinesTitle               string
	Lines                    []line
	Totals                   []total
	Facts                    []fact
	Notes                    []string
	Link                     link
	SoldBy                   string
	Seller                   []string
}

// line is a line of the order. Amount is empty where money is not the point.
type line struct{ Title, Quantity, Amount, Note string }

// total is one entry of the totals; the grand total stands out.
type total struct {
	Text, Amount string
	Grand        bool
}

// fact is something that is told under a name, in one or more lines.
type fact struct {
	Name  string
	Value []string
	URL   string
}

type link struct{ Text, URL string }

// say is a text in the language of the letter, with facts put in.
func (v *view) say(key string, pairs ...string) string { return texts[key].Fill(v.Language, pairs...) }

// title names the letter, by the order's label.
func (v *view) title(key string) { v.Title = v.say(key, "label", v.Label) }

func (v *view) fact(key string, value ...string) {
	value = nonEmpty(value)
	if len(value) > 0 {
		v.Facts = append(v.Facts, fact{Name: v.say(key), Value: value})
	}
}

func nonEmpty(all []string) []string {
	var out []string
	for _, s := range all {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (v *view) money(a money.Amount) string { return money.Format(a, v.Language) }

// placed confirms the purchase.
func (c *Composer) placed(v *view, o *order.Order) {
	v.title("placed.title")
	v.Intro = []string{v.say("placed.intro", "at", brazil.Moment(o.CreatedAt, v.Language))}
	v.LinesTitle = v.say("lines.title")
	for _, l := range o.Lines {
		shown := line{
			Title: clean(l.Title, maxTitle), Quantity: strconv.FormatInt(l.Total, 10),
			Amount: v.money(order.Amount(l.Totals, order.TotalTotal)),
		}
		if gone := l.Original - l.Total; gone > 0 {
			shown.Note = v.say("line.canceled", "count", strconv.FormatInt(gone, 10))
		}
		v.Lines = append(v.Lines, shown)
	}
	for _, t := range o.Totals {
		name := clean(t.Text, maxTitle)
		if known, ok := texts["total."+t.Type]; ok && name == "" {
			name = known.In(v.Language)
		}
		v.Totals = append(v.Totals, total{cmp.Or(name, clean(t.Type, maxName)), v.money(t.Amount), t.Type == order.TotalTotal})
	}
	v.paid("payment", o)
	for _, p := range o.Promises {
		method := "delivery.shipping"
		if p.Method == order.MethodPickup {
			method = "delivery.pickup"
		}
		to := place(strings.TrimSpace(p.Destination.FirstName+" "+p.Destination.LastName), maxName)
		v.fact("delivery", append([]string{v.say(method), clean(p.Description, maxText), to}, envelope(p.Destination)...)...)
	}
	v.Notes = []string{
		bcp.Text(checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal}, v.Language),
		v.say("withdrawal.how", "url", c.shop.ReturnsURL),
	}
}

// paid tells how the order was paid.
func (v *view) paid(key string, o *order.Order) {
	switch o.Payment.Kind {
	case "pix":
		v.fact(key, "Pix")
	case "token":
		v.fact(key, v.say("payment.card"))
	}
}

// units lists parts of lines.
func (v *view) units(o *order.Order, units []order.LineQuantity) {
	for _, q := range units {
		for _, l := range o.Lines {
			if l.ID == q.Line {
				v.Lines = append(v.Lines, line{Title: clean(l.Title, maxTitle), Quantity: strconv.FormatInt(max(q.Quantity, -q.Quantity), 10)})
			}
		}
	}
}

// shipped tells of goods that are on their way, and where to follow them.
func (v *view) shipped(o *order.Order, about []string) {
	for _, e := range o.Events {
		if len(about) != 1 || e.ID != about[0] {
			continue
		}
		v.title("shipped.title")
		v.Intro = []string{v.say("shipped.intro", "at", brazil.Moment(e.At, v.Language))}
		v.LinesTitle = v.say("lines.title")
		v.units(o, e.Lines)
		v.fact("tracking.carrier", clean(e.Tracking.Carrier, maxName))
		v.fact("tracking.number", clean(e.Tracking.Number, maxName))
		if e.Tracking.URL != "" {
			v.Facts = append(v.Facts, fact{Name: v.say("tracking.follow"), URL: e.Tracking.URL})
		}
		v.fact("note", clean(e.Description, maxText))
	}
}

// returned confirms a wish to withdraw, or to give something back.
func (v *view) returned(o *order.Order, about []string) {
	asked := o.AdjustmentsOf(about)
	if len(asked) == 0 {
		return
	}
	at, reason := asked[0].AcknowledgedAt, asked[0].Reason
	v.LinesTitle = v.say("lines.title")
	var repaid money.Amount
	for _, a := range asked {
		v.units(o, a.Lines)
	}
	for _, a := range o.Adjustments {
		if a.Type == order.Refunded && follows(a, about) {
			repaid -= a.Amount
		}
	}
	if reason == order.Withdrawal {
		v.title("withdrawal.title")
		v.Intro = []string{v.say("withdrawal.intro", "at", brazil.Moment(at, v.Language))}
	} else {
		v.title("return.title")
		v.Intro = []string{v.say("return.intro", "at", brazil.Moment(at, v.Language))}
		v.fact("return.reason", v.say("reason."+string(reason)))
	}
	if repaid > 0 {
		v.fact("refund.asked", v.money(repaid))
		v.paid("refund.way", o)
	}
	for _, a := range asked {
		if a.Type != order.Return {
			continue
		}
		v.Intro = append(v.Intro, v.say("return.send"))
		v.fact("return.deadline", brazil.Moment(a.Deadline, v.Language))
		v.fact("return.code", clean(a.ReverseShippingCode, maxName), clean(a.Carrier, maxName))
	}
	v.fact("protocol", about...)
}

// follows reports whether an adjustment was made for one of these.
func follows(a order.Adjustment, ids []string) bool {
	for _, r := range a.Related {
		for _, id := range ids {
			if r == id {
				return true
			}
		}
	}
	return false
}

// refunded tells that money was given back.
func (v *view) refunded(o *order.Order, about []string) {
	for _, a := range o.AdjustmentsOf(about) {
		if a.Type != order.Refunded || a.Status != order.Completed {
			continue
		}
		v.title("refund.title")
		v.Intro = []string{v.say("refund.intro", "amount", v.money(-a.Amount), "at", brazil.Moment(a.EndedAt, v.Language))}
		v.fact("refund.amount", v.money(-a.Amount))
		v.paid("refund.way", o)
		if o.Payment.Kind == "token" {
			v.Notes = append(v.Notes, v.say("refund.card"))
		}
		v.fact("note", clean(a.Description, maxText))
		v.fact("protocol", a.ID)
	}
}
