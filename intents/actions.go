package intents

import (
	"cmp"
	"encoding/json"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
)

// actions are the names of the vocabulary with their decoders. Every action may carry
// checkout_id; members that an action does not know are ignored.
var actions = map[string]func(*members) Intent{
	"search_catalog":            searchCatalog,
	"get_product":               getProduct,
	"create_checkout":           createCheckout,
	"get_checkout":              getCheckout,
	"add_to_checkout":           addToCheckout,
	"update_quantity":           updateQuantity,
	"remove_from_checkout":      removeFromCheckout,
	"update_checkout":           updateCheckout,
	"set_buyer":                 setBuyer,
	"set_shipping_address":      setShippingAddress,
	"select_fulfillment_option": selectFulfillmentOption,
	"apply_discount":            applyDiscount,
	"remove_discount":           removeDiscount,
	"start_payment":             startPayment,
	"complete_checkout":         completeCheckout,
	"cancel_checkout":           cancelCheckout,
	"get_order":                 getOrder,
	actionReturn:                requestReturn,
}

// change makes a change of the checkout that the members name.
func (m *members) change(c checkout.Command) Intent {
	return Change{Checkout: ids.Checkout(m.id("checkout_id")), Command: c}
}

func searchCatalog(m *members) Intent {
	search := nestedIn(m, bcp.DecodeSearch)
	return SearchCatalog{
		Query:   search.Query,
		Filters: Filters{Categories: search.Categories, PriceMin: search.PriceMin, PriceMax: search.PriceMax, Selected: search.Options, Available: search.Available, Unknown: search.Unknown},
		Limit:   search.Limit,
		Cursor:  search.Cursor,
		Context: catalogContext(m),
	}
}

func getProduct(m *members) Intent {
	m.need("product_id")
	return GetProduct{
		ID:          m.id("product_id"),
		Selected:    nested(m, "selected", bcp.DecodeSelected),
		Preferences: m.texts("preferences"),
		Context:     catalogContext(m),
	}
}

// catalogContext is what a request to the catalogue says of the buyer. Signals and attribution
// are held to their bounds and then dropped: what is found may not be swayed by them, and what
// is not used is not kept.
func catalogContext(m *members) *checkout.Hints {
	nested(m, "attribution", bcp.DecodeAttribution)
	nested(m, "signals", bcp.DecodeSignals)
	return nested(m, "context", bcp.DecodeHints)
}

func createCheckout(m *members) Intent {
	return m.change(checkout.Create{Input: m.input(decodeCreate)})
}

// updateCheckout names its checkout beside the object or, as BCP's update does, in it.
func updateCheckout(m *members) Intent {
	input, id := m.input(decodeUpdate), m.id("checkout_id")
	m.object(m.payload(), func(object *members) {
		inner := object.id("id")
		if id != "" && inner != "" && inner != id {
			m.fail("checkout_id", "is another than the id in the checkout")
		}
		id = cmp.Or(id, inner)
	})
	return Change{Checkout: ids.Checkout(id), Command: checkout.Update{Input: input}}
}

// payload is the name of the member that holds the checkout of a create or an update.
func (m *members) payload() string {
	if m.has(memberCheckout) && !m.has("checkout") {
		return memberCheckout
	}
	return "checkout"
}

func (m *members) input(decode func(json.RawMessage) (checkout.Input, error)) checkout.Input {
	name := m.payload()
	m.need(name)
	return nested(m, name, decode)
}

func getCheckout(m *members) Intent {
	return GetCheckout{Checkout: ids.Checkout(m.id("checkout_id"))}
}

func addToCheckout(m *members) Intent {
	m.need("product_id")
	return m.change(checkout.Add{
		Item:     m.id("product_id"),
		Selected: nested(m, "selected", bcp.DecodeSelected),
		Quantity: m.quantity("quantity", 1),
	})
}

func updateQuantity(m *members) Intent {
	line, item := m.id("line_item_id"), m.id("product_id")
	m.exactlyOne(map[string]bool{"line_item_id": m.has("line_item_id"), "product_id": m.has("product_id")},
		"line_item_id", "product_id")
	m.need("quantity")
	return m.change(checkout.SetQuantity{
		Line: ids.LineItem(line), Item: item, Quantity: m.quantity("quantity", 1),
	})
}

func removeFromCheckout(m *members) Intent {
	line, item, all := m.id("line_item_id"), m.id("product_id"), m.flag("all")
	m.exactlyOne(map[string]bool{
		"line_item_id": m.has("line_item_id"), "product_id": m.has("product_id"), "all": all,
	}, "line_item_id", "product_id", "all")
	return m.change(checkout.Remove{Line: ids.LineItem(line), Item: item, All: all})
}

func setBuyer(m *members) Intent {
	m.need("buyer")
	return m.change(checkout.SetBuyer{Buyer: nested(m, "buyer", bcp.DecodeBuyer)})
}

func setShippingAddress(m *members) Intent {
	m.need("address")
	return m.change(checkout.SetAddress{Address: nested(m, "address", bcp.DecodeAddress)})
}

func selectFulfillmentOption(m *members) Intent {
	m.need("option_id")
	return m.change(checkout.SelectOption{
		Option: m.id("option_id"), Method: m.id("method_id"), Group: m.id("group_id"),
	})
}

func applyDiscount(m *members) Intent {
	m.need("code")
	return m.change(checkout.ApplyDiscount{Code: m.text("code", 1)})
}

func removeDiscount(m *members) Intent {
	m.need("code")
	return m.change(checkout.RemoveDiscount{Code: m.text("code", 1)})
}

func startPayment(m *members) Intent {
	return m.change(checkout.StartPayment{
		Handler: ids.Handler(m.id("handler_id")), Instrument: ids.Instrument(m.id("instrument_id")),
	})
}

func completeCheckout(m *members) Intent {
	c := checkout.Complete{Payment: nested(m, memberPayment, bcp.DecodePayment)}
	if m.has("buyer") {
		buyer := nested(m, "buyer", bcp.DecodeBuyer)
		c.Buyer = &buyer
	}
	c.Mandate = m.mandate()
	return m.change(c)
}

// mandate is the checkout mandate: beside the payment or, as in the bindings that send a whole
// checkout, inside it.
func (m *members) mandate() string {
	beside, within := &members{raw: m.raw, path: m.path}, &members{raw: m.raw, path: m.path}
	mandate := nested(beside, memberAP2, bcp.DecodeMandate)
	inside := nested(within, memberCheckout, bcp.DecodeCheckoutMandate)
	switch {
	case beside.err != nil:
		m.mandateFault = beside.err
	case within.err != nil:
		m.mandateFault = within.err
	case mandate != "" && inside != "" && mandate != inside:
		m.mandateFault = wrong(memberAP2+".checkout_mandate", "is another one than in "+memberCheckout)
	}
	return cmp.Or(mandate, inside)
}

func cancelCheckout(m *members) Intent { return m.change(checkout.Cancel{}) }

func getOrder(m *members) Intent {
	return GetOrder{Order: ids.Order(m.id("order_id"))}
}

// requestReturn gives goods back: without line items all that can be, without a reason because
// the buyer withdraws.
func requestReturn(m *members) Intent {
	return RequestReturn{
		Order: ids.Order(m.id("order_id")), Lines: nested(m, "line_items", bcp.DecodeUnits), Reason: m.reason("reason"),
	}
}

// reason reads why goods are given back.
func (m *members) reason(name string) order.Reason {
	r := order.Withdrawal
	if m.has(name) {
		r = order.Reason(m.text(name, 1))
	}
	switch r {
	case order.Withdrawal, order.Defect, order.WrongProduct:
	default:
		m.fail(name, "must be withdrawal, defect or wrong_product")
	}
	return r
}
