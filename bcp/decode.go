package bcp

import (
	"encoding/json"
	"math"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
)

// Mode says what a checkout object is sent for.
type Mode int

// The modes. Each has its own rules for what must and what may not be said.
const (
	Create Mode = iota
	Update
)

// Bounds of lists.
const (
	maxCodes        = 10
	maxDestinations = 10
	maxMethods      = 10
	maxInstruments  = 10
	maxSelections   = 10
)

// DecodeInput reads the checkout object of a create or an update into what a platform may
// write. Members that belong to the shop are ignored, on create also the ids of methods
// and groups, which do not exist yet (BCP checkout: schema annotations of the request).
func DecodeInput(raw json.RawMessage, mode Mode) (checkout.Input, error) {
	return decode(raw, func(f field) checkout.Input {
		m := f.required().object()
		in := checkout.Input{
			Lines:       readLines(m.get("line_items").required(), mode),
			Hints:       readHints(m.get("context")),
			Attribution: readAttribution(m.get("attribution")),
			Fulfillment: readFulfillment(m.get("fulfillment"), mode),
			Codes:       readCodes(m.get("discounts").object().get("codes")),
		}
		if b := m.get("buyer"); b.present() {
			buyer := readBuyer(b)
			in.Buyer = &buyer
		}
		if p := m.get("payment"); p.present() {
			payment := readPayment(p)
			in.Payment = &payment
		}
		return in
	})
}

// DecodeBuyer reads a buyer. What the strings hold is for the domain to check.
func DecodeBuyer(raw json.RawMessage) (checkout.BuyerInput, error) { return decode(raw, readBuyer) }

// DecodeAddress reads a postal address, unchecked.
func DecodeAddress(raw json.RawMessage) (checkout.AddressInput, error) {
	return decode(raw, readAddress)
}

// DecodePayment reads the payment object of a completion or an update.
func DecodePayment(raw json.RawMessage) (checkout.PaymentInput, error) {
	return decode(raw, readPayment)
}

// DecodeMandate reads the member ap2 of a completion: its checkout mandate, empty if it has
// none. The token is judged later and by other rules, length and characters too (the
// schema's pattern for it refuses every SD-JWT with key binding).
func DecodeMandate(raw json.RawMessage) (string, error) {
	return decode(raw, func(f field) string { return f.object().get("checkout_mandate").plain(math.MaxInt) })
}

// DecodeCheckoutMandate reads the mandate out of a whole checkout object.
func DecodeCheckoutMandate(raw json.RawMessage) (string, error) {
	return decode(raw, func(f field) string { return f.object().get("ap2").object().get("checkout_mandate").plain(math.MaxInt) })
}

// DecodeSelected reads choices of options, each option at most once.
func DecodeSelected(raw json.RawMessage) ([]catalog.Selection, error) {
	return decode(raw, readSelected)
}

// DecodeHints reads the context of a request, nil for none.
func DecodeHints(raw json.RawMessage) (*checkout.Hints, error) { return decode(raw, readHints) }

// readLines reads the lines wanted. A create must want something; an update without lines
// empties the checkout.
func readLines(f field, mode Mode) []checkout.LineInput {
	list := f.list(checkout.MaxLines)
	if mode == Create && len(list) == 0 {
		f.fail("must not be empty")
	}
	out := make([]checkout.LineInput, len(list))
	for i, l := range list {
		m := l.required().object()
		out[i] = checkout.LineInput{
			ID:       ids.LineItem(m.get("id").id()),
			Item:     m.get("item").required().object().get("id").required().id(),
			Selected: readSelected(m.get("selected")),
			Quantity: m.get("quantity").required().integer(1, checkout.MaxQuantity),
		}
	}
	return out
}

func readSelected(f field) []catalog.Selection {
	var out []catalog.Selection
	seen := map[string]bool{}
	for _, s := range f.list(maxSelections) {
		m := s.required().object()
		name := m.get("name").required()
		choice := catalog.Selection{Name: name.text(maxString), Label: m.get("label").required().text(maxString)}
		if folded := catalog.Fold(choice.Name); seen[folded] {
			name.fail("is selected twice")
		} else {
			seen[folded] = true
		}
		out = append(out, choice)
	}
	return out
}

func readCodes(f field) []string {
	var out []string
	for _, c := range f.list(maxCodes) {
		out = append(out, c.required().text(maxCode))
	}
	return out
}

// readFulfillment reads methods with their selections, nil if it was left out.
func readFulfillment(f field, mode Mode) *checkout.FulfillmentInput {
	if !f.present() {
		return nil
	}
	in := &checkout.FulfillmentInput{}
	for _, method := range f.object().get("methods").list(maxMethods) {
		in.Methods = append(in.Methods, readMethod(method.required().object(), mode))
	}
	return in
}

// readMethod reads one method. On create its type says which it is; on update its id does,
// or else its type.
func readMethod(m members, mode Mode) checkout.MethodInput {
	kind := m.get("type")
	if mode == Create || !m.get("id").present() {
		kind.required()
	}
	in := checkout.MethodInput{
		Type:                checkout.MethodKind(kind.oneOf(string(checkout.Shipping), string(checkout.Pickup))),
		SelectedDestination: m.get("selected_destination_id").selection(),
	}
	if mode == Update {
		in.ID = m.get("id").id()
	}
	if d := m.get("destinations"); d.present() {
		in.Destinations = []checkout.AddressInput{}
		for _, address := range d.list(maxDestinations) {
			in.Destinations = append(in.Destinations, readAddress(address.required()))
		}
	}
	for _, g := range m.get("groups").list(maxMethods) {
		group := g.required().object()
		choice := checkout.GroupInput{SelectedOption: group.get("selected_option_id").selection()}
		if mode == Update {
			choice.ID = group.get("id").id()
		}
		in.Groups = append(in.Groups, choice)
	}
	return in
}

func readAddress(f field) checkout.AddressInput {
	m := f.object()
	return checkout.AddressInput{
		ID:         m.get("id").id(),
		Street:     m.get("street_address").text(maxString),
		Extended:   m.get("extended_address").text(maxString),
		Locality:   m.get("address_locality").text(maxString),
		Region:     m.get("address_region").text(maxString),
		PostalCode: m.get("postal_code").text(maxString),
		Country:    m.get("address_country").text(maxString),
		FirstName:  m.get("first_name").text(maxString),
		LastName:   m.get("last_name").text(maxString),
		Phone:      m.get("phone_number").text(maxString),
	}
}
