package intents

import (
	"slices"
	"strings"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// Intents turns slots into intents, one for each. It is the only way from text to the
// vocabulary, for the built-in parser and for any other interpreter, so that slots and
// intents cannot differ. Slots from elsewhere never confirm and never complete.
func Intents(slots []Slots, c Conversation) []Intent {
	out := make([]Intent, 0, len(slots))
	for _, s := range slots {
		out = append(out, s.intent(c))
	}
	return out
}

// intent is the intent that the slots stand for.
func (s Slots) intent(c Conversation) Intent {
	if s.confirmed && c.Pending != nil {
		plain := s
		plain.confirmed = false
		return Confirm{Pending: *c.Pending, Then: plain.confirmedIntent(c)}
	}
	switch s.Action {
	case "search_catalog":
		return s.search()
	case "get_product", "add_to_checkout", "update_quantity", "remove_from_checkout":
		return s.aimed(c)
	case "get_checkout":
		return GetCheckout{}
	case "get_order":
		return GetOrder{Order: ids.Order(s.Order)}
	case "set_buyer":
		return Change{Command: checkout.SetBuyer{Buyer: s.buyer()}}
	case "set_shipping_address":
		return Change{Command: checkout.SetAddress{Address: s.shippingAddress()}}
	case "select_fulfillment_option":
		return s.selectOption(c)
	case "apply_discount":
		if s.Code == "" {
			return Ask{About: AskCoupon, Action: s.Action} // a yes to the question for the code
		}
		return Change{Command: checkout.ApplyDiscount{Code: s.Code}}
	case "remove_discount":
		return Change{Command: checkout.RemoveDiscount{Code: s.Code}}
	case "start_payment":
		return s.startPayment(c)
	case "cancel_checkout":
		return Change{Command: checkout.Cancel{}}
	case actionUndo:
		return Undo{}
	case "help":
		return Help{About: s.ask}
	}
	switch {
	case s.ask != "":
		return Ask{About: s.ask}
	case s.Reason == ReasonDeclined && c.Pending != nil:
		return Decline{}
	case s.Reason == "":
		return Unknown{Reason: ReasonUnclear}
	}
	return Unknown{Reason: s.Reason}
}

// confirmedIntent is what a yes does. From text, completion and giving goods back exist on this
// path alone.
func (s Slots) confirmedIntent(c Conversation) Intent {
	switch s.Action {
	case "complete_checkout":
		return Change{Command: checkout.Complete{}}
	case actionReturn:
		return RequestReturn{Reason: order.Reason(s.Reason)}
	}
	return s.intent(c)
}

func (s Slots) search() Intent {
	out := SearchCatalog{Query: s.Query}
	if f := s.Filters; f != nil {
		out.Filters.PriceMin, out.Filters.PriceMax = amountOf(f.PriceMin), amountOf(f.PriceMax)
		for _, o := range []catalog.Selection{{Name: colorAxis, Label: f.Color}, {Name: sizeAxis, Label: f.Size}} {
			if o.Label != "" {
				out.Filters.Selected = append(out.Filters.Selected, o)
			}
		}
	}
	return out
}

func amountOf(minor *int64) *money.Amount {
	if minor == nil {
		return nil
	}
	a := money.Amount(*minor)
	return &a
}

// aimed is an action with a product; what does not name one product is asked.
func (s Slots) aimed(c Conversation) Intent {
	if s.All {
		return Change{Command: checkout.Remove{All: true}}
	}
	if s.Product == "" {
		ask := Ask{About: AskUnknownProduct, Action: s.Action, Said: s.Said}
		if len(s.Candidates) > 0 {
			ask.About = AskWhichProduct
		}
		for _, id := range s.Candidates {
			ask.Candidates = append(ask.Candidates, ids.Product(id))
		}
		return ask
	}
	item := s.Product
	if s.Variant != "" {
		item = s.Variant
	}
	switch s.Action {
	case "get_product":
		return GetProduct{ID: item, Selected: s.selected()}
	case "add_to_checkout":
		return Change{Command: checkout.Add{Item: item, Selected: s.selected(), Quantity: s.Quantity}}
	case "update_quantity":
		return Change{Command: checkout.SetQuantity{Line: s.line(c), Item: s.itemWithout(c, item), Quantity: s.Quantity}}
	}
	return Change{Command: checkout.Remove{Line: s.line(c), Item: s.itemWithout(c, item)}}
}

// line returns the line of the checkout that the slots mean, "" if there is not just one.
func (s Slots) line(c Conversation) ids.LineItem {
	var found []ids.LineItem
	for _, l := range c.Lines {
		if string(l.Product) == s.Product && (s.Variant == "" || string(l.Variant) == s.Variant) {
			found = append(found, l.ID)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// itemWithout names the item where no line is named.
func (s Slots) itemWithout(c Conversation, item string) string {
	if s.line(c) != "" {
		return ""
	}
	return item
}

func (s Slots) selected() []catalog.Selection {
	var out []catalog.Selection
	for axis, label := range s.Options {
		out = append(out, catalog.Selection{Name: axis, Label: label})
	}
	slices.SortFunc(out, func(a, b catalog.Selection) int { return strings.Compare(a.Name, b.Name) })
	return out
}
