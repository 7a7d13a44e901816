package bcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
	"balcao/payment"
)

func ptr[T any](v T) *T { return &v }

// The create of the MCP checkout document, with members that are not the platform's.
func TestDecodeCreate(t *testing.T) {
	t.Parallel()
	got, err := DecodeInput(json.RawMessage(`{
		"id":"ignored","status":"completed","currency":"BRL","totals":[{"type":"total","amount":1}],"unknown":{"a":[1]},
		"buyer":{"email":"jane.doe@example.com","first_name":"Jane","last_name":"Doe","tax_id":"1",
			"taxpayer_id":{"kind":"cpf","value":"390.533.447-05"},"consent":{"marketing":false}},
		"context":{"address_region":"SP","intent":"um\npresente","eligibility":["br.com.clube","br.com.clube"]},
		"attribution":{"utm_source":"x"},
		"line_items":[{"id":"li_1","item":{"id":"item_123","title":"Free!","price":1},"quantity":2.0}],
		"discounts":{"codes":["BEMVINDO10"],"applied":[{"title":"x","amount":1}]},
		"fulfillment":{"methods":[{"id":"not yet known!","type":"shipping","destinations":[
			{"street_address":"Avenida Paulista, 1000","address_locality":"São Paulo","address_region":"SP","postal_code":"01310-100","address_country":"BR"}],
			"groups":[{"id":"neither","selected_option_id":"express"}]}]},
		"payment":{"instruments":[{"handler_id":"pix_recebedor_001","type":"pix","selected":true}]}}`), Create)
	if err != nil {
		t.Fatal(err)
	}
	want := checkout.Input{
		Lines: []checkout.LineInput{{ID: "li_1", Item: "item_123", Quantity: 2}},
		Buyer: &checkout.BuyerInput{
			FirstName: ptr("Jane"), LastName: ptr("Doe"), Email: ptr("jane.doe@example.com"),
			TaxpayerID: &checkout.TaxpayerID{Kind: "cpf", Value: "390.533.447-05"},
			Consent:    &checkout.Consent{Marketing: ptr(false)},
		},
		Hints:       &checkout.Hints{Region: "SP", Intent: "um\npresente", Eligibility: []string{"br.com.clube"}},
		Attribution: map[string]string{"utm_source": "x"},
		Codes:       []string{"BEMVINDO10"},
		Fulfillment: &checkout.FulfillmentInput{Methods: []checkout.MethodInput{{
			Type: checkout.Shipping,
			Destinations: []checkout.AddressInput{{
				Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310-100", Country: "BR",
			}},
			Groups: []checkout.GroupInput{{SelectedOption: ptr("express")}},
		}}},
		Payment: &checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{Handler: "pix_recebedor_001", Type: "pix", Selected: ptr(true)}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
}

// What is left out, what is null and what is empty are three things for a selection.
func TestDecodeUpdate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, fulfillment string
		want              *checkout.FulfillmentInput
	}{
		{"absent", `null`, nil},
		{"without methods", `{}`, &checkout.FulfillmentInput{}},
		{"seed's selection", `{"methods":[{"id":"shipping_1","line_item_ids":["li_1"],"groups":[{"id":"package_1","selected_option_id":"express"}]}]}`,
			&checkout.FulfillmentInput{Methods: []checkout.MethodInput{{ID: "shipping_1",
				Groups: []checkout.GroupInput{{ID: "package_1", SelectedOption: ptr("express")}}}}}},
		{"selections cleared", `{"methods":[{"id":"shipping_1","selected_destination_id":null,"destinations":[],"groups":[{"id":"package_1","selected_option_id":null}]}]}`,
			&checkout.FulfillmentInput{Methods: []checkout.MethodInput{{ID: "shipping_1", SelectedDestination: ptr(""), Destinations: []checkout.AddressInput{},
				Groups: []checkout.GroupInput{{ID: "package_1", SelectedOption: ptr("")}}}}}},
		{"by type", `{"methods":[{"type":"pickup","selected_destination_id":"counter"}]}`,
			&checkout.FulfillmentInput{Methods: []checkout.MethodInput{{Type: checkout.Pickup, SelectedDestination: ptr("counter")}}}},
	}
	for _, tt := range tests {
		got, err := DecodeInput(json.RawMessage(`{"line_items":[],"fulfillment":`+tt.fulfillment+`}`), Update)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(checkout.Input{Lines: []checkout.LineInput{}, Fulfillment: tt.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestDecodeInputRefuses(t *testing.T) {
	t.Parallel()
	line := func(members string) string { return `{"line_items":[{"item":{"id":"a"},` + members + `}]}` }
	with := func(members string) string {
		return `{"line_items":[{"item":{"id":"a"},"quantity":1}],` + members + `}`
	}
	const quantity = "line_items[0].quantity: must be an integer from 1 to 10000"
	const id = "must be an identifier: 1 to 64 of A-Z a-z 0-9 . _ -"
	tests := []struct{ doc, create, update string }{ // the errors, empty for none
		{``, "is required", "is required"},
		{`null`, "is required", "is required"},
		{`[]`, "must be an object", "must be an object"},
		{`{}`, "line_items: is required", "line_items: is required"},
		{`{"line_items":[]}`, "line_items: must not be empty", ""},
		{`{"line_items":{}}`, "line_items: must be a list", "line_items: must be a list"},
		{`{"line_items":[null]}`, "line_items[0]: is required", "line_items[0]: is required"},
		{`{"line_items":[{"quantity":1}]}`, "line_items[0].item: is required", "line_items[0].item: is required"},
		{`{"line_items":[{"item":{},"quantity":1}]}`, "line_items[0].item.id: is required", "line_items[0].item.id: is required"},
		{`{"line_items":[{"item":{"id":"a b"},"quantity":1}]}`, "line_items[0].item.id: " + id, "line_items[0].item.id: " + id},
		{line(`"id":""`), "line_items[0].id: " + id, "line_items[0].id: " + id},
		{line(`"title":"x"`), "line_items[0].quantity: is required", "line_items[0].quantity: is required"},
		{line(`"quantity":1`), "", ""},
		{line(`"quantity":1.0`), "", ""},
		{line(`"quantity":10000`), "", ""},
		{line(`"quantity":1.5`), quantity, quantity},
		{line(`"quantity":"2"`), quantity, quantity},
		{line(`"quantity":0`), quantity, quantity},
		{line(`"quantity":-1`), quantity, quantity},
		{line(`"quantity":10001`), quantity, quantity},
		{line(`"quantity":1e30`), quantity, quantity},
		{line(`"quantity":true`), quantity, quantity},
		{line(`"quantity":null`), "line_items[0].quantity: is required", "line_items[0].quantity: is required"},
		{with(`"buyer":"Ana"`), "buyer: must be an object", "buyer: must be an object"},
		{with(`"buyer":{"email":1}`), "buyer.email: must be a string", "buyer.email: must be a string"},
		{with(`"buyer":{"first_name":"a\u0000b"}`), "buyer.first_name: must not have control characters", "buyer.first_name: must not have control characters"},
		{with(`"discounts":{"codes":"X"}`), "discounts.codes: must be a list", "discounts.codes: must be a list"},
		{with(`"discounts":{"codes":[1]}`), "discounts.codes[0]: must be a string", "discounts.codes[0]: must be a string"},
		{with(`"context":{"eligibility":["no domain"]}`), "context.eligibility[0]: must be a reverse-domain name", "context.eligibility[0]: must be a reverse-domain name"},
		{with(`"attribution":{"a":1}`), "attribution.a: must be a string", "attribution.a: must be a string"},
		{with(`"fulfillment":{"methods":[{"id":"shipping_1"}]}`), "fulfillment.methods[0].type: is required", ""},
		{with(`"fulfillment":{"methods":[{}]}`), "fulfillment.methods[0].type: is required", "fulfillment.methods[0].type: is required"},
		{with(`"fulfillment":{"methods":[{"type":"drone"}]}`), "fulfillment.methods[0].type: must be one of shipping, pickup", "fulfillment.methods[0].type: must be one of shipping, pickup"},
		{with(`"fulfillment":{"methods":[{"type":"shipping","destinations":[{"postal_code":74000000}]}]}`),
			"fulfillment.methods[0].destinations[0].postal_code: must be a string", "fulfillment.methods[0].destinations[0].postal_code: must be a string"},
		{with(`"payment":{"instruments":[{"handler_id":"a/b"}]}`), "payment.instruments[0].handler_id: " + id, "payment.instruments[0].handler_id: " + id},
		{with(`"payment":{"instruments":[{"selected":"yes"}]}`), "payment.instruments[0].selected: must be true or false", "payment.instruments[0].selected: must be true or false"},
	}
	for _, tt := range tests {
		for mode, want := range []string{tt.create, tt.update} {
			_, err := DecodeInput(json.RawMessage(tt.doc), Mode(mode))
			if got := reason(err); got != want {
				t.Errorf("mode %d of %s: %q, want %q", mode, tt.doc, got, want)
			}
		}
	}
}

// reason is a field error's text, empty for no error.
func reason(err error) string {
	if err == nil {
		return ""
	}
	var field *FieldError
	if !errors.As(err, &field) {
		return fmt.Sprintf("%T", err)
	}
	return field.Error()
}

func TestDecodeBounds(t *testing.T) {
	t.Parallel()
	many := func(n int, element string) string { return "[" + strings.Repeat(element+",", n-1) + element + "]" }
	line := `{"item":{"id":"a"},"quantity":1}`
	tests := []struct{ doc, want string }{
		{`{"line_items":` + many(100, line) + `}`, ""},
		{`{"line_items":` + many(101, line) + `}`, "line_items: must have at most 100 elements"},
		{`{"line_items":[],"discounts":{"codes":` + many(11, `"a"`) + `}}`, "discounts.codes: must have at most 10 elements"},
		{`{"line_items":[],"payment":{"instruments":` + many(11, `{}`) + `}}`, "payment.instruments: must have at most 10 elements"},
		{`{"line_items":[],"fulfillment":{"methods":[{"id":"a","destinations":` + many(11, `{}`) + `}]}}`,
			"fulfillment.methods[0].destinations: must have at most 10 elements"},
		{`{"line_items":[],"buyer":{"first_name":"` + strings.Repeat("é", 256) + `"}}`, ""},
		{`{"line_items":[],"buyer":{"first_name":"` + strings.Repeat("é", 257) + `"}}`, "buyer.first_name: must have at most 256 characters"},
		{`{"line_items":[{"id":"` + strings.Repeat("a", 65) + `"}]}`, "line_items[0].id: must be an identifier: 1 to 64 of A-Z a-z 0-9 . _ -"},
	}
	for _, tt := range tests {
		_, err := DecodeInput(json.RawMessage(tt.doc), Update)
		if got := reason(err); got != tt.want {
			t.Errorf("%.60s: %q, want %q", tt.doc, got, tt.want)
		}
	}
}

func TestDecodeBuyer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		doc  string
		want checkout.BuyerInput
		err  string
	}{
		{doc: `{}`},
		{doc: `{"full_name":"Ana Silva","phone_number":"","email":null}`, want: checkout.BuyerInput{FullName: ptr("Ana Silva"), Phone: ptr("")}},
		{doc: `{"consent":{"analytics":true,"sale_of_data":false,"other":"x"}}`,
			want: checkout.BuyerInput{Consent: &checkout.Consent{Analytics: ptr(true), SaleOfData: ptr(false)}}},
		{doc: `{"consent":{"br.dev.bcp.consent.marketing":{"granted":true,"source":"platform"},"br.dev.bcp.consent.sale_or_sharing":{"granted":false},"preferences":{"granted":false},"analytics":{}}}`,
			want: checkout.BuyerInput{Consent: &checkout.Consent{Marketing: ptr(true), SaleOfData: ptr(false), Preferences: ptr(false)}}},
		{doc: `{"consent":{"marketing":"yes"}}`, err: "consent.marketing: must be true or false"},
		{doc: `{"consent":{"marketing":{"granted":1}}}`, err: "consent.marketing.granted: must be true or false"},
		{doc: `{"taxpayer_id":{"kind":"cnpj","value":"12ABC34501DE35"}}`,
			want: checkout.BuyerInput{TaxpayerID: &checkout.TaxpayerID{Kind: "cnpj", Value: "12ABC34501DE35"}}},
		{doc: `{"taxpayer_id":{"kind":"rg","value":"1"}}`, err: "taxpayer_id.kind: must be one of cpf, cnpj, id_estrangeiro"},
		{doc: `{"taxpayer_id":{"value":"1"}}`, err: "taxpayer_id.kind: is required"},
		{doc: `{"taxpayer_id":{"kind":"cpf"}}`, err: "taxpayer_id.value: is required"},
		{doc: `{"taxpayer_id":"39053344705"}`, err: "taxpayer_id: must be an object"},
		{doc: `7`, err: "must be an object"},
	}
	for _, tt := range tests {
		got, err := DecodeBuyer(json.RawMessage(tt.doc))
		if reason(err) != tt.err {
			t.Errorf("%s: %q, want %q", tt.doc, reason(err), tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.doc, diff)
		}
	}
}

func TestDecodePayment(t *testing.T) {
	t.Parallel()
	tests := []struct {
		doc  string
		want checkout.PaymentInput
		err  string
	}{
		{doc: `{}`},
		{doc: `{"instruments":[{"id":"instr_1","handler_id":"pix_recebedor_001","type":"pix","selected":true,
			"credential":{"type":"pix_charge","provider_payment_id":"tx1","copia_e_cola":"000201","expires_at":"x"},"display":{}}]}`,
			want: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{
				ID: "instr_1", Handler: "pix_recebedor_001", Type: "pix", Selected: ptr(true), PaymentID: "tx1", CopyPaste: "000201"}}}},
		{doc: `{"instruments":[{"type":"card","handler_id":"gpay","credential":{"type":"PAYMENT_GATEWAY","token":"{\"signature\":\"x\"}\n"},
			"billing_address":{"street_address":"Rua A, 1","address_region":"goiás","postal_code":"74000-000","phone_number":"bad"}}]}`,
			want: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{
				Handler: "gpay", Type: "card", Token: payment.Secret("{\"signature\":\"x\"}\n"),
				Billing: &brazil.Address{Street: "Rua A, 1", Region: "GO", PostalCode: "74000000", Country: "BR"}}}}},
		{doc: `{"instruments":[{"billing_address":{"address_region":"CA","postal_code":"94016","address_country":"US"}}]}`,
			want: checkout.PaymentInput{Instruments: []checkout.InstrumentInput{{Billing: &brazil.Address{Region: "CA", PostalCode: "94016", Country: "US"}}}}},
		{doc: `{"instruments":[{"credential":{"token":"x"}}]}`, err: "instruments[0].credential.type: is required"},
		{doc: `{"instruments":[{"credential":{"type":"x","token":{}}}]}`, err: "instruments[0].credential.token: must be a string"},
		{doc: `{"instruments":[{"id":""}]}`, err: "instruments[0].id: must be an identifier: 1 to 64 of A-Z a-z 0-9 . _ -"},
		{doc: `{"instruments":[1]}`, err: "instruments[0]: must be an object"},
	}
	for _, tt := range tests {
		got, err := DecodePayment(json.RawMessage(tt.doc))
		if reason(err) != tt.err {
			t.Errorf("%s: %q, want %q", tt.doc, reason(err), tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.doc, diff)
		}
	}
}

func TestDecodeAddress(t *testing.T) {
	t.Parallel()
	got, err := DecodeAddress(json.RawMessage(`{"id":"dest_1","street_address":"Rua A, 1","extended_address":"Apto 2","address_locality":"Goiânia",
		"address_region":"GO","postal_code":"1","address_country":"BR","first_name":"Ana","last_name":"Silva","phone_number":"1","name":"x"}`))
	want := checkout.AddressInput{ID: "dest_1", Street: "Rua A, 1", Extended: "Apto 2", Locality: "Goiânia", Region: "GO",
		PostalCode: "1", Country: "BR", FirstName: "Ana", LastName: "Silva", Phone: "1"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := DecodeAddress(json.RawMessage(`"Rua A"`)); reason(err) != "must be an object" {
		t.Errorf("a string: %v", err)
	}
}

func TestDecodeSelected(t *testing.T) {
	t.Parallel()
	got, err := DecodeSelected(json.RawMessage(`[{"name":"Cor","label":"Azul","id":"x"},{"name":"Tamanho","label":"M"}]`))
	want := []catalog.Selection{{Name: "Cor", Label: "Azul"}, {Name: "Tamanho", Label: "M"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for doc, want := range map[string]string{
		`{}`: "must be a list",
		`[{"name":"Cor","label":"Azul"},{"name":"COR","label":"Azul"}]`: "[1].name: is selected twice",
		`[{"name":"Cor"}]`:   "[0].label: is required",
		`[{"label":"Azul"}]`: "[0].name: is required",
	} {
		if _, err := DecodeSelected(json.RawMessage(doc)); reason(err) != want {
			t.Errorf("%s: %q, want %q", doc, reason(err), want)
		}
	}
}

func TestDecodeSignals(t *testing.T) {
	t.Parallel()
	got, err := DecodeSignals(json.RawMessage(`{"br.dev.bcp.buyer_ip":"203.0.113.42","com.example.score":{"v":1.0},"UserAgent":"x","com.example.none":null}`))
	want := map[string]string{"br.dev.bcp.buyer_ip": "203.0.113.42", "com.example.score": `{"v":1.0}`}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	entries := make([]string, 33)
	for i := range entries {
		entries[i] = fmt.Sprintf(`"Wrong %d":1`, i)
	}
	for doc, want := range map[string]string{
		`{}`: "", `null`: "",
		`[]`:                        "must be an object",
		`{"br.dev.bcp.buyer_ip":7}`: "br.dev.bcp.buyer_ip: must be a string",
		`{` + strings.Join(entries[:32], ",") + `}`:         "",
		`{` + strings.Join(entries, ",") + `}`:              "must have at most 32 members",
		`{"x.y":[` + strings.Repeat(" ", 8<<10) + `]}`:      "must have at most 8192 bytes",
		`{"x.y":"` + strings.Repeat("a", 2001) + `","b":1}`: "x.y: must have at most 2000 characters",
	} {
		got, err := DecodeSignals(json.RawMessage(doc))
		if reason(err) != want || len(got) != 0 {
			t.Errorf("%.60s: %v, %q, want %q", doc, got, reason(err), want)
		}
	}
}

func TestDecodeSearch(t *testing.T) {
	t.Parallel()
	got, err := DecodeSearch(json.RawMessage(`{"query":" tênis ","filters":{"categories":["Calçados"],"price":{"min":0,"max":15000},"options":[{"name":"Cor","label":"Azul"}],"available":true,"fulfills_to":"x"},
		"pagination":{"limit":20,"cursor":"abc"},"context":{"currency":"BRL"}}`))
	want := Search{Query: "tênis", Filters: Filters{Categories: []string{"Calçados"}, PriceMin: ptr[money.Amount](0), PriceMax: ptr[money.Amount](15000),
		Options: []catalog.Selection{{Name: "Cor", Label: "Azul"}}, Available: true, Unknown: true},
		Limit: 20, Cursor: "abc", Hints: &checkout.Hints{Currency: "BRL"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for doc, want := range map[string]string{
		`{"filters":{"price":{"max":1}}}`:              "",
		`{"filters":{"available":false}}`:              "",
		`{"filters":{"categories":null}}`:              "needs a query or a filter",
		`{"filters":{"brand":"x"}}`:                    "needs a query or a filter",
		`{"query":" "}`:                                "needs a query or a filter",
		`{"pagination":{"limit":5}}`:                   "needs a query or a filter",
		`{"query":"a","pagination":{"limit":0}}`:       "pagination.limit: must be an integer from 1 to 2147483647",
		`{"query":"a","pagination":{"limit":"5"}}`:     "pagination.limit: must be an integer from 1 to 2147483647",
		`{"query":"a","filters":{"price":{"min":-1}}}`: "filters.price.min: must be an integer from 0 to 9007199254740991",
		`{"query":"a","filters":{"categories":"x"}}`:   "filters.categories: must be a list",
		`{"query":"a","filters":{"available":"yes"}}`:  "filters.available: must be true or false",
		`{"query":"a","filters":{"options":[{}]}}`:     "filters.options[0].name: is required",
		`{"query":1}`: "query: must be a string",
	} {
		if _, err := DecodeSearch(json.RawMessage(doc)); reason(err) != want {
			t.Errorf("%s: %q, want %q", doc, reason(err), want)
		}
	}
}

func TestDecodeHintsAndAttribution(t *testing.T) {
	t.Parallel()
	if h, err := DecodeHints(nil); h != nil || err != nil {
		t.Errorf("no context: %v, %v", h, err)
	}
	if a, err := DecodeAttribution(json.RawMessage(`{}`)); a != nil || err != nil {
		t.Errorf("empty attribution: %v, %v", a, err)
	}
	if _, err := DecodeAttribution(json.RawMessage(`{"a":null}`)); reason(err) != "a: is required" {
		t.Errorf("null marker: %v", err)
	}
}

func TestFieldErrorWithin(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{"": "checkout: x", "a.b": "checkout.a.b: x", "[0]": "checkout[0]: x"} {
		if got := (&FieldError{Field: field, Reason: "x"}).Within("checkout").Error(); got != want {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
	}
}

// No input makes a decoder panic, and what decodes keeps the bounds.
func FuzzDecodeInput(f *testing.F) {
	f.Add([]byte(`{"line_items":[{"item":{"id":"a"},"quantity":1}],"buyer":{"consent":{"marketing":{"granted":true}}}}`))
	f.Add([]byte(`{"line_items":[],"payment":{"instruments":[{"credential":{"type":"pix_charge"}}]},"fulfillment":{"methods":[null]}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, mode := range []Mode{Create, Update} {
			in, err := DecodeInput(doc, mode)
			for _, l := range in.Lines {
				if l.Quantity < 1 || l.Quantity > checkout.MaxQuantity {
					t.Errorf("quantity %d", l.Quantity)
				}
			}
			if len(in.Lines) > checkout.MaxLines || err != nil && in.Lines != nil {
				t.Errorf("%d lines with error %v", len(in.Lines), err)
			}
		}
		_, _ = DecodeSignals(doc)
		_, _ = DecodeSearch(doc)
		_, _ = DecodeSelected(doc)
	})
}
