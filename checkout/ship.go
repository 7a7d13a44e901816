package checkout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"balcao/internal/brazil"
	"balcao/platform"
)

// homeCountry is the country whose postal codes and states are checked.
const homeCountry = "BR"

// maxDestinations is the most addresses that one checkout keeps.
const maxDestinations = 10

// applyFulfillment takes over a platform's fulfilment (BCP: full replacement, but what
// the shop made is not the platform's to delete). A destination that comes without a
// selection preselects the first option.
func (d *desk) applyFulfillment(ctx context.Context, in *FulfillmentInput) ([]Message, error) {
	if !d.c.Session.Has(platform.CapFulfillment) {
		return nil, nil
	}
	f := &d.c.Fulfillment
	if in == nil || len(in.Methods) == 0 {
		*f = Fulfillment{Method: Shipping, Counter: f.Counter}
		return nil, nil
	}
	var told []Message
	if len(in.Methods) > 1 {
		told = append(told, recoverable(CodeInvalidSelection, "$.fulfillment.methods[1]", Args{Field: "methods"}))
	}
	m := in.Methods[0]
	if refused := d.chooseMethod(m); refused != nil {
		return append(told, *refused), nil
	}
	if f.Method == Pickup {
		return told, nil
	}
	came := m.Destinations != nil
	if came {
		told = append(told, d.replaceDestinations(m.Destinations)...)
	}
	if m.SelectedDestination != nil {
		if id := *m.SelectedDestination; !d.selectDestination(id) && id != "" {
			told = append(told, recoverable(CodeInvalidSelection, methodPath+".selected_destination_id", Args{Field: "selected_destination_id", Value: *m.SelectedDestination}))
		}
	}
	moved, err := d.quote(ctx)
	if err != nil {
		return nil, err
	}
	told = append(told, moved...)
	return append(told, d.applyGroups(m.Groups, came)...), nil
}

// chooseMethod finds out which method the platform speaks of, or says why it is none.
func (d *desk) chooseMethod(m MethodInput) *Message {
	f := &d.c.Fulfillment
	unknown := func(field, value string) *Message {
		no := recoverable(CodeInvalidSelection, methodPath+"."+field, Args{Field: field, Value: value})
		return &no
	}
	kind := m.Type
	if kind == "" {
		switch m.ID {
		case shippingMethodID:
			kind = Shipping
		case pickupMethodID:
			kind = Pickup
		default:
			return unknown("id", m.ID)
		}
	}
	if kind == Pickup && f.Counter == nil {
		return unknown("type", string(kind))
	}
	f.Method = kind
	return nil
}

func (d *desk) applyGroups(groups []GroupInput, destinationsCame bool) []Message {
	f := &d.c.Fulfillment
	chosen := false
	var told []Message
	for i, g := range groups {
		if g.SelectedOption == nil {
			continue
		}
		if g.ID != "" && g.ID != groupID { // a package that there is none of
			path := fmt.Sprintf("%s.groups[%d].id", methodPath, i)
			told = append(told, recoverable(CodeInvalidSelection, path, Args{Field: "group_id", Value: g.ID}))
			continue
		}
		chosen = true
		known := slices.ContainsFunc(f.Options, func(o Option) bool { return o.ID == *g.SelectedOption })
		if i > 0 || *g.SelectedOption != "" && !known {
			path := fmt.Sprintf("%s.groups[%d].selected_option_id", methodPath, i)
			told = append(told, recoverable(CodeInvalidSelection, path, Args{Field: "selected_option_id", Value: *g.SelectedOption}))
			continue
		}
		f.SelectedOption = *g.SelectedOption
	}
	if !chosen && destinationsCame && f.SelectedOption == "" && len(f.Options) > 0 {
		f.SelectedOption = f.Options[0].ID
	}
	return told
}

func (d *desk) replaceDestinations(in []AddressInput) []Message {
	f := &d.c.Fulfillment
	was := f.SelectedDestination
	f.Destinations, f.SelectedDestination = nil, ""
	var told []Message
	if len(in) > maxDestinations {
		in = in[:maxDestinations]
		told = append(told, recoverable(CodeLimit, methodPath+".destinations", Args{Field: "destinations", Available: maxDestinations}))
	}
	for i, a := range in {
		address, faults := checkAddress(a, fmt.Sprintf("%s.destinations[%d]", methodPath, i))
		told = append(told, faults...)
		f.Destinations = append(f.Destinations, Destination{ID: f.destinationID(a.ID), Address: address})
	}
	// An id that we made may be another address now: only one that was named stays selected.
	named := was != "" && slices.ContainsFunc(in, func(a AddressInput) bool { return a.ID == was })
	if named && d.selectDestination(was) {
		return told
	}
	if len(f.Destinations) == 1 {
		f.SelectedDestination = f.Destinations[0].ID
	}
	return told
}

// destinationID adopts the platform's id if it is free, and makes one otherwise.
func (f *Fulfillment) destinationID(wanted string) string {
	free := func(id string) bool {
		return !slices.ContainsFunc(f.Destinations, func(d Destination) bool { return d.ID == id })
	}
	if wanted != "" && free(wanted) {
		return wanted
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("dest_%d", n); free(id) {
			return id
		}
	}
}

// selectDestination selects a known destination; the empty id clears the selection.
func (d *desk) selectDestination(id string) bool {
	f := &d.c.Fulfillment
	if id != "" && !slices.ContainsFunc(f.Destinations, func(x Destination) bool { return x.ID == id }) {
		return false
	}
	f.SelectedDestination = id
	return id != ""
}

// setAddress ships to one address that was said or sent by itself.
func (d *desk) setAddress(in AddressInput) ([]Message, error) {
	if !d.c.Session.Has(platform.CapFulfillment) {
		return nil, refuse(recoverable(CodeIncompatible, "$", Args{Field: "fulfillment"}))
	}
	f := &d.c.Fulfillment
	f.Method = Shipping
	told := d.replaceDestinations([]AddressInput{in})
	f.SelectedDestination = f.Destinations[0].ID
	if b := d.c.Buyer; b != nil {
		a := &f.Destinations[0].Address
		if a.FirstName == "" && a.LastName == "" {
			a.FirstName, a.LastName = b.FirstName, b.LastName
		}
		if a.Phone == "" {
			a.Phone = b.Phone
		}
	}
	return told, nil
}

// selectOption chooses how the goods reach the buyer.
func (d *desk) selectOption(cmd SelectOption) error {
	if !d.c.Session.Has(platform.CapFulfillment) {
		return refuse(recoverable(CodeIncompatible, "$", Args{Field: "fulfillment"}))
	}
	f := &d.c.Fulfillment
	unknown := func(path, field, value string) error {
		return refuse(recoverable(CodeInvalidSelection, path, Args{Field: field, Value: value}))
	}
	if cmd.Group != "" && cmd.Group != groupID {
		return unknown(methodPath+".groups[0].id", "group_id", cmd.Group)
	}
	wanted := shippingMethodID
	if cmd.Option == pickupOptionID {
		wanted = pickupMethodID
	}
	if cmd.Method != "" && cmd.Method != wanted {
		return unknown(methodPath+".id", "method_id", cmd.Method)
	}
	if cmd.Option == pickupOptionID {
		if f.Counter == nil {
			return unknown(optionPath, "option_id", cmd.Option)
		}
		f.Method = Pickup
		return nil
	}
	if f.SelectedDestination == "" {
		return refuse(recoverable(CodeFieldRequired, methodPath+".destinations", Args{Field: "destination"}))
	}
	if !slices.ContainsFunc(f.Options, func(o Option) bool { return o.ID == cmd.Option }) {
		return unknown(optionPath, "option_id", cmd.Option)
	}
	f.Method, f.SelectedOption = Shipping, cmd.Option
	return nil
}

// quote looks up the options for the selected destination. A chosen option that is gone
// or has another price is told.
func (d *desk) quote(ctx context.Context) ([]Message, error) {
	c, f := d.c, &d.c.Fulfillment
	if !c.Session.Has(platform.CapFulfillment) || f.Method == Pickup {
		return nil, nil
	}
	before := f.option()
	if before != nil {
		kept := *before
		before = &kept
	}
	f.Options, f.Undeliverable = nil, false
	if a := c.destination(); a != nil && len(c.Lines) > 0 && (a.PostalCode != "" || a.Country != homeCountry) {
		options, err := d.s.Rates.Quote(ctx, RateQuery{Destination: *a, Lines: c.Lines, Language: c.Language, Now: d.now})
		if err != nil && !errors.Is(err, ErrUndeliverable) {
			return nil, fmt.Errorf("quote shipping: %w", err)
		}
		f.Options, f.Undeliverable = options, len(options) == 0
	}
	after := f.option()
	if after == nil {
		f.SelectedOption = ""
	}
	if before != nil && (after == nil || after.Price != before.Price) {
		return []Message{warning(CodeFulfillmentChanged, optionPath, Args{Title: before.Title})}, nil
	}
	return nil, nil
}

// checkAddress normalises an address. What fails a check is told and left out.
func checkAddress(in AddressInput, path string) (brazil.Address, []Message) {
	a := brazil.Address{
		Street: tidy(in.Street), Extended: tidy(in.Extended), Locality: tidy(in.Locality),
		FirstName: tidy(in.FirstName), LastName: tidy(in.LastName), Country: country(in.Country),
	}
	var told []Message
	fault := func(code Code, member string) { told = append(told, recoverable(code, path+"."+member, Args{})) }
	if in.Phone != "" {
		if phone, ok := brazil.NormalizePhone(in.Phone); ok {
			a.Phone = phone
		} else {
			fault(CodeInvalidPhone, "phone_number")
		}
	}
	if a.Country != homeCountry {
		a.PostalCode, a.Region = tidy(in.PostalCode), tidy(in.Region)
		return a, told
	}
	if in.PostalCode != "" {
		if cep, ok := brazil.NormalizeCEP(in.PostalCode); ok {
			a.PostalCode = cep
		} else {
			fault(CodeInvalidPostalCode, "postal_code")
		}
	}
	home, _ := brazil.UFOfCEP(a.PostalCode)
	switch uf, ok := brazil.NormalizeUF(in.Region); {
	case in.Region == "":
		a.Region = home
	case !ok, home != "" && uf != home:
		fault(CodeInvalidRegion, "address_region")
	default:
		a.Region = uf
	}
	return a, told
}

// country normalises a country; an address that names none is at home.
func country(s string) string {
	switch s = strings.ToUpper(strings.TrimSpace(s)); s {
	case "", "BR", "BRA", "BRASIL", "BRAZIL":
		return homeCountry
	}
	return s
}
