package checkout

import (
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/payment"
	"balcao/platform"
)

// levels is the stock that can be sold to anybody, by variant.
type levels map[ids.Variant]int64

// status computes the state from what the checkout holds and from the messages that
// stand in the way. It is never stored.
func (c *Checkout) status(blockers []Message) Status {
	switch {
	case !c.CompletedAt.IsZero():
		return Completed
	case !c.CanceledAt.IsZero():
		return Canceled
	case c.Attempt != nil:
		return CompleteInProgress
	}
	status := ReadyForComplete
	for _, m := range blockers {
		if m.Type != TypeError {
			continue
		}
		if m.Severity == RequiresBuyerInput || m.Severity == RequiresBuyerReview {
			return RequiresEscalation
		}
		status = Incomplete
	}
	return status
}

// over reports whether the checkout has ended.
func (c *Checkout) over() bool { return !c.CompletedAt.IsZero() || !c.CanceledAt.IsZero() }

// live returns the charge that may still bring money in, nil if there is none.
func (c *Checkout) live() *payment.Charge {
	if ch := c.Charge(); ch != nil && ch.Live() {
		return ch
	}
	return nil
}

// usable lists the handlers that can pay this checkout as it stands.
func (c *Checkout) usable() []payment.Handler {
	if !slices.ContainsFunc(c.Discounts, func(d Discount) bool { return d.PixOnly }) {
		return c.Handlers
	}
	var out []payment.Handler
	for _, h := range c.Handlers {
		if h.Kind == payment.KindPix {
			out = append(out, h)
		}
	}
	return out
}

// asOf changes the checkout as the jobs would have by now: an answer must not depend on
// whether a job ran a second earlier. A completion under way, and a checkout whose time
// is over while a charge is open, wait for the provider's word instead.
func (c *Checkout) asOf(now time.Time, grace time.Duration) {
	if c.over() {
		return
	}
	over := now.After(c.ExpiresAt)
	switch ch := c.live(); {
	case c.Attempt != nil, c.Challenge != nil, ch != nil && over: // the provider is asked first
	case ch != nil:
		if now.After(ch.ExpiresAt.Add(grace)) {
			c.expireCharge(ch)
		}
	case over:
		c.end(c.ExpiresAt)
	}
}

// blockers lists what stands between the checkout and its completion.
func (d *desk) blockers(c *Checkout) []Message {
	var out []Message
	if len(c.Lines) == 0 {
		out = append(out, recoverable(CodeFieldRequired, "$.line_items", Args{Field: "line_items"}))
	}
	out = append(out, d.lineBlockers(c)...)
	out = append(out, c.fulfillmentBlockers()...)
	if d.s.Policy.Invoices && c.Session.Has(platform.CapFiscalIdentity) && (c.Buyer == nil || c.Buyer.TaxpayerID == nil) {
		out = append(out, recoverable(CodeFieldRequired, "$.buyer.taxpayer_id", Args{Field: "taxpayer_id"}))
	}
	switch c.Escalation {
	case "":
	case CodeBuyerReview:
		out = append(out, Message{Type: TypeError, Code: c.Escalation, Severity: RequiresBuyerReview, Path: "$.payment"})
	default:
		out = append(out, Message{Type: TypeError, Code: c.Escalation, Severity: RequiresBuyerInput, Path: "$.payment"})
	}
	return out
}

func (d *desk) lineBlockers(c *Checkout) []Message {
	var out []Message
	free := d.free(c)
	region := c.region()
	for i, l := range c.Lines {
		path := fmt.Sprintf("$.line_items[%d]", i)
		switch {
		case l.Withdrawn, region != "" && slices.Contains(l.NotSoldIn, region):
			out = append(out, recoverable(CodeItemUnavailable, path, Args{Title: l.Title}))
		case free[l.Variant] < l.Quantity:
			out = append(out, recoverable(CodeOutOfStock, path, Args{Title: l.Title, Requested: l.Quantity, Available: max(0, free[l.Variant])}))
		}
		free[l.Variant] -= l.Quantity
	}
	return out
}

// region is the state the goods go to, empty while it is not known.
func (c *Checkout) region() string {
	if !c.Session.Has(platform.CapFulfillment) || c.Fulfillment.Method == Pickup {
		return ""
	}
	if a := c.destination(); a != nil {
		return (&Hints{Country: a.Country, Region: a.Region, PostalCode: a.PostalCode}).State()
	}
	return c.Hints.State()
}

const (
	methodPath = "$.fulfillment.methods[0]"
	optionPath = methodPath + ".groups[0].selected_option_id"
)

func (c *Checkout) fulfillmentBlockers() []Message {
	f := &c.Fulfillment
	if !c.Session.Has(platform.CapFulfillment) {
		if f.Counter == nil {
			return []Message{{Type: TypeError, Code: CodeHandoff, Severity: RequiresBuyerInput, Path: "$"}}
		}
		return nil
	}
	if f.Method == Pickup {
		return nil
	}
	at := slices.IndexFunc(f.Destinations, func(d Destination) bool { return d.ID == f.SelectedDestination })
	if at < 0 {
		return []Message{recoverable(CodeFieldRequired, methodPath+".destinations", Args{Field: "destination"})}
	}
	path := fmt.Sprintf("%s.destinations[%d]", methodPath, at)
	var out []Message
	a := f.Destinations[at].Address
	need := func(member, value string) {
		if value == "" {
			out = append(out, recoverable(CodeFieldRequired, path+"."+member, Args{Field: member}))
		}
	}
	need("street_address", a.Street)
	if a.Country == homeCountry {
		need("postal_code", a.PostalCode)
		if a.PostalCode != "" {
			need("address_region", a.Region)
		}
	}
	switch {
	case f.Undeliverable:
		out = append(out, recoverable(CodeUndeliverable, path, Args{}))
	case f.option() == nil && len(f.Options) > 0:
		out = append(out, recoverable(CodeFieldRequired, optionPath, Args{Field: "option"}))
	}
	return out
}

// notices lists what else holds: it is worth telling and blocks nothing.
func (d *desk) notices(c *Checkout) []Message {
	if c.over() {
		return nil
	}
	var out []Message
	for _, r := range c.Rejected {
		out = append(out, warning(r.Why, fmt.Sprintf("$.discounts.codes[%d]", r.Index), Args{Value: r.Code}))
	}
	if c.Hints != nil {
		for i, e := range c.Hints.Eligibility {
			out = append(out, warning(CodeEligibilityIgnored, fmt.Sprintf("$.context.eligibility[%d]", i), Args{Value: e}))
		}
	}
	if c.Attempt != nil {
		out = append(out, info(CodeAwaitingPayment, "$.status", Args{Amount: c.Attempt.Amount}))
	}
	if !c.Session.Has(platform.CapFulfillment) && c.Fulfillment.Counter != nil {
		out = append(out, info(CodePickupNotice, "$", Args{}))
	}
	return append(out, info(CodeWithdrawal, "$", Args{}))
}

// nextStep says in one message what the platform should bring next: who buys, if nothing
// is known of the buyer, or else what stands in the way first. Nil if nothing does.
func (c *Checkout) nextStep(blockers []Message) []Message {
	var fields []string
	path := ""
	for _, m := range blockers {
		if m.Code != CodeFieldRequired {
			continue
		}
		if path == "" {
			path = m.Path
		}
		fields = append(fields, m.Args.Field)
	}
	if path == "" || len(c.Lines) == 0 {
		return nil
	}
	if c.Buyer == nil && c.Session.Has(platform.CapFiscalIdentity) {
		path = "$.buyer"
	}
	return []Message{info(CodeNextStep, path, Args{Names: fields})}
}

// free returns what this checkout may take of each of its variants: what is free for
// all, and what it holds itself.
func (d *desk) free(c *Checkout) levels {
	out := make(levels, len(c.Lines))
	for _, l := range c.Lines {
		out[l.Variant] = d.levels[l.Variant]
	}
	if d.was != nil && d.was.ID == c.ID {
		for _, h := range d.was.Holds {
			if _, ok := out[h.Variant]; ok {
				out[h.Variant] += h.Quantity
			}
		}
	}
	return out
}
