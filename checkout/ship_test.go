package checkout

import (
	"context"
	"slices"
	"testing"

	"balcao/internal/brazil"
	"balcao/platform"
)

// delivery creates a checkout of jeans with fulfilment negotiated.
func delivery(t *testing.T, f *FulfillmentInput) (*buyer, Result) {
	t.Helper()
	b := newShop().chat(t, platform.CapFulfillment)
	return b, b.must(Create{Input: Input{Lines: []LineInput{line("jeans", 1)}, Fulfillment: f}})
}

// update changes the fulfilment and leaves the line.
func update(f *FulfillmentInput) Update {
	return Update{Input: Input{Lines: []LineInput{{ID: "line_1", Item: "jeans", Quantity: 1}}, Fulfillment: f}}
}

func method(m MethodInput) *FulfillmentInput { return &FulfillmentInput{Methods: []MethodInput{m}} }

func choose(option string) []GroupInput { return []GroupInput{{ID: groupID, SelectedOption: &option}} }

// TestCheckoutOverMCPSample follows the create and update of the published sample: the
// update names the method by id and leaves out what the shop knows already.
func TestCheckoutOverMCPSample(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapFulfillment)
	in := Input{
		Lines:       []LineInput{{ID: "li_1", Item: "jeans", Quantity: 1}},
		Buyer:       &BuyerInput{Email: ptr("jane.doe@example.com"), FirstName: ptr("Jane"), LastName: ptr("Doe")},
		Fulfillment: shipTo(saoPaulo()),
	}
	r := b.must(Create{Input: in})
	wantTotals(t, r, "subtotal 5000", "fulfillment 500", "total 5500")
	wantBasket(t, r, "li_1 jeans×1")
	wantStatus(t, r, ReadyForComplete)
	f := r.Checkout.Fulfillment
	if f.MethodID() != "shipping_1" || f.GroupID() != "package_1" || f.SelectedOption != "standard" || f.SelectedDestination != "dest_1" {
		t.Errorf("fulfilment %+v", f)
	}
	want := brazil.Address{Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"}
	if len(f.Destinations) != 1 || f.Destinations[0].Address != want {
		t.Errorf("destinations %+v", f.Destinations)
	}
	in.Fulfillment = method(MethodInput{ID: "shipping_1", Groups: choose("express")})
	r = b.must(Update{Input: in})
	wantTotals(t, r, "subtotal 5000", "fulfillment 1000", "total 6000")
	wantBasket(t, r, "li_1 jeans×1")
	if got := r.Checkout.Fulfillment; !equal(got.Destinations, f.Destinations) || got.SelectedDestination != "dest_1" || len(got.Options) != 2 {
		t.Errorf("the shop's own state is gone: %+v", got)
	}
}

func TestUpdateOfFulfillment(t *testing.T) {
	t.Parallel()
	withID := func(a AddressInput, id string) AddressInput { a.ID = id; return a }
	for _, tt := range []struct {
		name        string
		in          *FulfillmentInput
		destination string
		option      string
		total       string
		said        []string
	}{
		{"only the id", method(MethodInput{ID: "shipping_1"}), "dest_1", "standard", "total 5500", nil},
		{"only the type", method(MethodInput{Type: Shipping}), "dest_1", "standard", "total 5500", nil},
		{"option", method(MethodInput{ID: "shipping_1", Groups: choose("express")}), "dest_1", "express", "total 6000", nil},
		{"null option", method(MethodInput{ID: "shipping_1", Groups: choose("")}), "dest_1", "", "total 5000", []string{"field_required " + optionPath}},
		{"group without a selection", method(MethodInput{ID: "shipping_1", Groups: []GroupInput{{ID: groupID}}}), "dest_1", "standard", "total 5500", nil},
		{"null destination", method(MethodInput{ID: "shipping_1", SelectedDestination: ptr("")}), "", "", "total 5000",
			[]string{"~fulfillment_changed " + optionPath, "field_required " + methodPath + ".destinations"}},
		{"absent", nil, "", "", "total 5000", []string{"field_required " + methodPath + ".destinations"}},
		{"no methods", &FulfillmentInput{}, "", "", "total 5000", []string{"field_required " + methodPath + ".destinations"}},
		{"unknown option", method(MethodInput{ID: "shipping_1", Groups: choose("drone")}), "dest_1", "standard", "total 5500", []string{"invalid_selection " + optionPath}},
		{"unknown destination", method(MethodInput{ID: "shipping_1", SelectedDestination: ptr("dest_9")}), "dest_1", "standard", "total 5500",
			[]string{"invalid_selection " + methodPath + ".selected_destination_id"}},
		{"unknown method", method(MethodInput{ID: "drone_1"}), "dest_1", "standard", "total 5500", []string{"invalid_selection " + methodPath + ".id"}},
		{"second method", &FulfillmentInput{Methods: []MethodInput{{ID: "shipping_1"}, {ID: "pickup_1"}}}, "dest_1", "standard", "total 5500",
			[]string{"invalid_selection $.fulfillment.methods[1]"}},
		{"unknown group", method(MethodInput{ID: "shipping_1", Groups: []GroupInput{{ID: "package_9", SelectedOption: choose("express")[0].SelectedOption}}}), "dest_1", "standard", "total 5500",
			[]string{"invalid_selection " + methodPath + ".groups[0].id"}},
		{"group without an id", method(MethodInput{ID: "shipping_1", Groups: []GroupInput{{SelectedOption: choose("express")[0].SelectedOption}}}), "dest_1", "express", "total 6000", nil},
		{"second group", method(MethodInput{ID: "shipping_1", Groups: append([]GroupInput{{ID: groupID}}, choose("express")...)}), "dest_1", "standard", "total 5500",
			[]string{"invalid_selection $.fulfillment.methods[0].groups[1].selected_option_id"}},
		{"other destination", method(MethodInput{ID: "shipping_1", Destinations: []AddressInput{withID(goias(), "home")}}), "home", "standard", "total 6990",
			[]string{"~fulfillment_changed " + optionPath}},
		{"two destinations", shipTo(withID(goias(), "a"), withID(saoPaulo(), "a")), "", "", "total 5000",
			[]string{"~fulfillment_changed " + optionPath, "field_required " + methodPath + ".destinations"}},
		{"one of two", method(MethodInput{ID: "shipping_1", Destinations: []AddressInput{withID(goias(), "a"), withID(saoPaulo(), "b")}, SelectedDestination: ptr("b")}), "b", "standard", "total 5500", nil},
		{"no destinations", method(MethodInput{ID: "shipping_1", Destinations: []AddressInput{}}), "", "", "total 5000",
			[]string{"~fulfillment_changed " + optionPath, "field_required " + methodPath + ".destinations"}},
		{"more destinations than are kept", shipTo(slices.Repeat([]AddressInput{goias()}, maxDestinations+1)...), "", "", "total 5000",
			[]string{"limit_exceeded " + methodPath + ".destinations", "~fulfillment_changed " + optionPath, "field_required " + methodPath + ".destinations"}},
		{"pickup", method(MethodInput{Type: Pickup}), "dest_1", "standard", "total 5000", nil},
		{"pickup by id", method(MethodInput{ID: "pickup_1"}), "dest_1", "standard", "total 5000", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, _ := delivery(t, shipTo(saoPaulo()))
			r := b.must(update(tt.in))
			f := r.Checkout.Fulfillment
			if f.SelectedDestination != tt.destination || f.SelectedOption != tt.option {
				t.Errorf("destination %q option %q, want %q %q", f.SelectedDestination, f.SelectedOption, tt.destination, tt.option)
			}
			if got := totals(r.Checkout.Totals); got[len(got)-1] != tt.total {
				t.Errorf("totals %q, want %q", got, tt.total)
			}
			wantSaid(t, r.Messages, tt.said...)
		})
	}
}

// TestPreselection: an object with a destination preselects the first option, an address
// that is said does not.
func TestPreselection(t *testing.T) {
	t.Parallel()
	if _, made := delivery(t, shipTo(saoPaulo())); made.Checkout.Fulfillment.SelectedOption != "standard" {
		t.Error("create does not preselect")
	}
	b, r := delivery(t, nil)
	wantStatus(t, r, Incomplete)
	if r = b.must(update(shipTo(saoPaulo()))); r.Checkout.Fulfillment.SelectedOption != "standard" {
		t.Error("update does not preselect")
	}
	b, _ = delivery(t, nil)
	r = b.must(SetAddress{Address: saoPaulo()})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "field_required "+optionPath)
	if f := r.Checkout.Fulfillment; f.SelectedOption != "" || f.SelectedDestination != "dest_1" || len(f.Options) != 2 {
		t.Errorf("set_shipping_address: %+v", f)
	}
	explicit := method(MethodInput{Type: Shipping, Destinations: []AddressInput{saoPaulo()}, Groups: choose("express")})
	if _, r = delivery(t, explicit); r.Checkout.Fulfillment.SelectedOption != "express" {
		t.Error("the selection that came is not kept")
	}
}

func TestSelectOption(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		cmd  SelectOption
		said string // refused with it; applied if empty
		want string
	}{
		{"by id", SelectOption{Option: "express"}, "", "total 6000"},
		{"with its method and group", SelectOption{Option: "express", Method: "shipping_1", Group: "package_1"}, "", "total 6000"},
		{"pickup", SelectOption{Option: "pickup"}, "", "total 5000"},
		{"pickup with its method", SelectOption{Option: "pickup", Method: "pickup_1"}, "", "total 5000"},
		{"unknown", SelectOption{Option: "drone"}, "invalid_selection " + optionPath, "total 5500"},
		{"other method", SelectOption{Option: "express", Method: "pickup_1"}, "invalid_selection $.fulfillment.methods[0].id", "total 5500"},
		{"other group", SelectOption{Option: "express", Group: "package_2"}, "invalid_selection $.fulfillment.methods[0].groups[0].id", "total 5500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, _ := delivery(t, shipTo(saoPaulo()))
			r := b.do(tt.cmd)
			if got := said(r.Outcomes[0].Messages); tt.said == "" && len(got) != 0 || tt.said != "" && !slices.Equal(got, []string{tt.said}) {
				t.Errorf("told %q, want %q", got, tt.said)
			}
			if got := totals(r.Checkout.Totals); got[len(got)-1] != tt.want {
				t.Errorf("totals %q, want %q", got, tt.want)
			}
			if r := b.must(SelectOption{Option: "standard"}); r.Checkout.Total() != 5500 { // minds change
				t.Errorf("back to standard: %d", r.Checkout.Total())
			}
		})
	}
	b, _ := delivery(t, nil)
	wantSaid(t, b.do(SelectOption{Option: "standard"}).Outcomes[0].Messages, "field_required "+methodPath+".destinations")
}

func TestShopWithoutCounter(t *testing.T) {
	t.Parallel()
	b := newShop(withoutPickup).chat(t, platform.CapFulfillment)
	r := b.must(Create{Input: Input{Lines: []LineInput{line("jeans", 1)}, Fulfillment: method(MethodInput{Type: Pickup})}})
	wantSaid(t, r.Messages, "invalid_selection "+methodPath+".type", "field_required "+methodPath+".destinations")
	if o := b.do(SelectOption{Option: "pickup"}).Outcomes[0]; o.Applied {
		t.Error("picked up where there is no counter")
	}
	b = newShop(withoutPickup).chat(t)
	r = b.must(Create{Input: lines(line("jeans", 1))})
	wantStatus(t, r, RequiresEscalation)
	wantSaid(t, r.Messages, "fulfillment_handoff $")
	if r = b.do(payByPix()); r.Outcomes[0].Applied || r.Checkout.Charge() != nil {
		t.Error("completed without a way to hand the goods over")
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	at := func(member string) string { return methodPath + ".destinations[0]." + member }
	for _, tt := range []struct {
		name string
		in   AddressInput
		want brazil.Address
		said []string
	}{
		{"eight digits", AddressInput{Street: "Rua 1", PostalCode: "74000000"},
			brazil.Address{Street: "Rua 1", PostalCode: "74000000", Region: "GO", Country: "BR"}, []string{"field_required " + optionPath}},
		{"everything", AddressInput{Street: " Av.  Paulista\t1000 ", Extended: "ap 1", Locality: "São Paulo", Region: "são paulo", PostalCode: " 01310-100 ", Country: "Brasil", FirstName: "Ana", LastName: "Lima", Phone: "(11) 98765-4321"},
			brazil.Address{Street: "Av. Paulista 1000", Extended: "ap 1", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR", FirstName: "Ana", LastName: "Lima", Phone: "+5511987654321"}, []string{"field_required " + optionPath}},
		{"bad postal code", AddressInput{Street: "Rua 1", PostalCode: "123"},
			brazil.Address{Street: "Rua 1", Country: "BR"}, []string{"invalid_postal_code " + at("postal_code"), "field_required " + at("postal_code")}},
		{"state of another postal code", AddressInput{Street: "Rua 1", Region: "RJ", PostalCode: "01310-100"},
			brazil.Address{Street: "Rua 1", PostalCode: "01310100", Country: "BR"}, []string{"invalid_region " + at("address_region"), "field_required " + at("address_region"), "field_required " + optionPath}},
		{"no such state", AddressInput{Street: "Rua 1", Region: "XX", PostalCode: "01310-100"},
			brazil.Address{Street: "Rua 1", PostalCode: "01310100", Country: "BR"}, []string{"invalid_region " + at("address_region"), "field_required " + at("address_region"), "field_required " + optionPath}},
		{"bad phone", AddressInput{Street: "Rua 1", PostalCode: "01310-100", Phone: "12"},
			brazil.Address{Street: "Rua 1", PostalCode: "01310100", Region: "SP", Country: "BR"}, []string{"invalid_phone " + at("phone_number"), "field_required " + optionPath}},
		{"no street", AddressInput{PostalCode: "01310-100"},
			brazil.Address{PostalCode: "01310100", Region: "SP", Country: "BR"}, []string{"field_required " + at("street_address"), "field_required " + optionPath}},
		{"out of reach", AddressInput{Street: "Rua 1", PostalCode: "69000-000"},
			brazil.Address{Street: "Rua 1", PostalCode: "69000000", Region: "AM", Country: "BR"}, []string{"address_undeliverable " + methodPath + ".destinations[0]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, _ := delivery(t, nil)
			r := b.must(SetAddress{Address: tt.in})
			wantStatus(t, r, Incomplete)
			wantSaid(t, r.Messages, tt.said...)
			if got := r.Checkout.Fulfillment.Destinations[0].Address; got != tt.want {
				t.Errorf("address %+v, want %+v", got, tt.want)
			}
		})
	}
}

// silentRates quotes nothing, without saying that nothing is delivered.
type silentRates struct{}

func (silentRates) Quote(context.Context, RateQuery) ([]Option, error) { return nil, nil }

func TestNoOptionIsUndeliverable(t *testing.T) {
	t.Parallel()
	b := newShop(func(s *shop) { s.Rates = silentRates{} }).chat(t, platform.CapFulfillment)
	b.must(Create{Input: lines(line("jeans", 1))})
	r := b.must(SetAddress{Address: AddressInput{Street: "Main St 1", PostalCode: "10001", Country: "us"}})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "address_undeliverable "+methodPath+".destinations[0]")
}

// TestOptionGone: a destination without the chosen option clears it and says so.
func TestOptionGone(t *testing.T) {
	t.Parallel()
	b, _ := delivery(t, shipTo(saoPaulo()))
	b.must(SelectOption{Option: "express"})
	r := b.must(SetAddress{Address: AddressInput{Street: "Rua 1", PostalCode: "69900-000"}})
	wantStatus(t, r, Incomplete)
	wantSaid(t, r.Messages, "~fulfillment_changed "+optionPath, "field_required "+optionPath)
	if r.Checkout.Fulfillment.SelectedOption != "" {
		t.Error("an option that is gone is selected")
	}
}

func TestRecipientIsTheBuyer(t *testing.T) {
	t.Parallel()
	b, _ := delivery(t, nil)
	b.must(SetBuyer{Buyer: BuyerInput{FullName: ptr("Ana Maria Lima"), Phone: ptr("11 98765-4321")}})
	a := b.must(SetAddress{Address: saoPaulo()}).Checkout.Fulfillment.Destinations[0].Address
	if a.FirstName != "Ana" || a.LastName != "Maria Lima" || a.Phone != "+5511987654321" {
		t.Errorf("recipient %+v", a)
	}
	given := saoPaulo()
	given.FirstName = "Rui"
	a = b.must(SetAddress{Address: given}).Checkout.Fulfillment.Destinations[0].Address
	if a.FirstName != "Rui" || a.LastName != "" {
		t.Errorf("recipient %+v", a)
	}
}
