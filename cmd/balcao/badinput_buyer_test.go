package main

import (
	"encoding/json"
	"os"
	"testing"
)

// number is a case of testdata/vectors/pix/buyer_ids.json.
type number struct {
	In   string `json:"in"`
	Norm string `json:"norm"`
	E164 string `json:"e164"`
	// UFClaimed is a state that the CEP does not belong to.
	UFClaimed string `json:"uf_claimed"`
	Valid     bool   `json:"valid"`
}

func buyerNumbers(t *testing.T) map[string][]number {
	t.Helper()
	file, err := os.ReadFile("../../testdata/vectors/pix/buyer_ids.json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(file, &raw); err != nil {
		t.Fatal(err)
	}
	out := map[string][]number{}
	for kind, cases := range raw {
		var list []number
		if json.Unmarshal(cases, &list) == nil { // not the comment
			out[kind] = list
		}
	}
	return out
}

// Numbers of people, companies, telephones and places: a good one is stored in its normal
// form, a bad one is told at its path and what was stored before stays.
func TestBuyerNumbers(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	numbers := buyerNumbers(t)
	taxpayer := func(kind string) func(string) []any {
		return func(in string) []any {
			return []any{"buyer", object{"taxpayer_id": object{"kind": kind, "value": in}}}
		}
	}
	const destination = "$.fulfillment.methods[0].destinations[0]"
	tests := []struct {
		kind, action string
		members      func(string) []any
		stored       func(checkout map[string]any) any
		normal       func(number) string
		want         told
		// forgets says that a bad value leaves nothing: an address comes as a whole.
		forgets bool
	}{
		{
			"cpf", "set_buyer", taxpayer("cpf"), at("buyer", "taxpayer_id", "value"), plain,
			complaint("invalid_taxpayer_id", "$.buyer.taxpayer_id.value"), false,
		},
		{
			"cnpj", "set_buyer", taxpayer("cnpj"), at("buyer", "taxpayer_id", "value"), plain,
			complaint("invalid_taxpayer_id", "$.buyer.taxpayer_id.value"), false,
		},
		{
			"phone", "set_buyer", func(in string) []any { return []any{"buyer", object{"phone_number": in}} },
			at("buyer", "phone_number"), func(n number) string { return n.E164 },
			complaint("invalid_phone", "$.buyer.phone_number"), false,
		},
		{
			"cep", "set_shipping_address",
			func(in string) []any {
				return []any{"address", object{"street_address": "Rua A, 1", "postal_code": in}}
			},
			postalCode, func(n number) string { return n.Norm[:5] + "-" + n.Norm[5:] },
			complaint("invalid_postal_code", destination+".postal_code"), true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.kind, func(t *testing.T) {
			if len(numbers[tt.kind]) < 5 {
				t.Fatalf("only %d cases", len(numbers[tt.kind]))
			}
			p := shop.agent(t, "platform.json")
			p.buyShirts()
			var last any
			for _, n := range numbers[tt.kind] {
				if n.UFClaimed != "" {
					continue // the CEP is good: see TestBadBuyersAndAddresses
				}
				r := p.do(tt.action, tt.members(n.In)...)
				if n.Valid {
					last = tt.normal(n)
				} else {
					r.tells(tt.want)
					if tt.forgets {
						last = nil
					}
				}
				if got := tt.stored(r.checkout()); got != last {
					t.Errorf("after %q: stored %v, want %v", n.In, got, last)
				}
			}
		})
	}
}

func at(path ...string) func(map[string]any) any {
	return func(checkout map[string]any) any { return dig(checkout, path...) }
}

func plain(n number) string {
	if n.Norm != "" {
		return n.Norm
	}
	return n.In
}

func postalCode(checkout map[string]any) any { return destinationMember(checkout, "postal_code") }

// destinationMember is a member of the first destination.
func destinationMember(checkout map[string]any, name string) any {
	methods, _ := dig(checkout, "fulfillment", "methods").([]any)
	if len(methods) == 0 {
		return nil
	}
	destinations, _ := dig(methods[0], "destinations").([]any)
	if len(destinations) == 0 {
		return nil
	}
	return dig(destinations[0], name)
}

// What else a buyer or an address can have wrong.
func TestBadBuyersAndAddresses(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	const destination = "$.fulfillment.methods[0].destinations[0]"
	buyer := func(name string, value any) []any { return []any{"buyer", object{name: value}} }
	address := func(name string, value any) []any {
		return []any{"address", object{"street_address": "Rua A, 1", "postal_code": "74000-000", name: value}}
	}
	tests := []struct {
		name, action string
		members      []any
		want         told
	}{
		{"e-mail without at", "set_buyer", buyer("email", "ana.example.com"), complaint("invalid_email", "$.buyer.email")},
		{"e-mail without dot", "set_buyer", buyer("email", "ana@localhost"), complaint("invalid_email", "$.buyer.email")},
		{"e-mail with name", "set_buyer", buyer("email", "Ana <ana@example.com>"), complaint("invalid_email", "$.buyer.email")},
		{"two e-mails", "set_buyer", buyer("email", "ana@example.com, b@example.com"), complaint("invalid_email", "$.buyer.email")},
		{"e-mail empty", "set_buyer", buyer("email", ""), complaint("invalid_email", "$.buyer.email")},
		{"phone without area code", "set_buyer", buyer("phone_number", "99999-0000"), complaint("invalid_phone", "$.buyer.phone_number")},
		{"CPF in a CNPJ", "set_buyer", buyer("taxpayer_id", object{"kind": "cnpj", "value": "39053344705"}), complaint("invalid_taxpayer_id", "$.buyer.taxpayer_id.value")},
		{"empty foreign id", "set_buyer", buyer("taxpayer_id", object{"kind": "id_estrangeiro", "value": " "}), complaint("invalid_taxpayer_id", "$.buyer.taxpayer_id.value")},
		{"no such state", "set_shipping_address", address("address_region", "XX"), complaint("invalid_region", destination+".address_region")},
		{"state of another CEP", "set_shipping_address", address("address_region", "SP"), complaint("invalid_region", destination+".address_region")},
		{"no CEP", "set_shipping_address", address("postal_code", ""), complaint("field_required", destination+".postal_code")},
		{"no street", "set_shipping_address", address("street_address", " "), complaint("field_required", destination+".street_address")},
		{"phone in an address", "set_shipping_address", address("phone_number", "1"), complaint("invalid_phone", destination+".phone_number")},
		{"abroad", "set_shipping_address", []any{"address", object{"street_address": "1 Main St", "postal_code": "94043", "address_country": "US"}}, complaint("address_undeliverable", destination)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := shop.agent(t, "platform.json")
			p.buyShirts()
			r := p.do(tt.action, tt.members...)
			r.tells(tt.want)
			if got := r.status(); got != "incomplete" {
				t.Errorf("status is %q, want incomplete", got)
			}
		})
	}
}
