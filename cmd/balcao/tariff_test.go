package main

import (
	"strings"
	"testing"
	"time"

	"balcao/internal/brazil"

	"balcao/checkout"
)

const ownTariffFile = `
freight:
  - ceps: [01000-000, 01999999]
    services:
      - {id: moto, title: Motoboy, price: 1500, days: 1}
  - states: [SP, RJ]
    services:
      - {id: sedex, title: SEDEX, carrier: Correios, price: 2500, days: 2}
      - {id: pac, title: PAC, carrier: Correios, price: 1200, days: 6}
coupons:
  - {code: inverno10, title: 10% no inverno, percent: 10, until: 2099-12-31}
  - {code: VELHO, title: Antigo, amount: 500, until: 2020-01-31}
taxes:
  - {type: icms, authority: state, rate: 18}
  - {type: icms, authority: state, rate: 12.5, ncm: 6203}
  - {type: pis, authority: federal, rate: 1.65}
`

// A shop's own figures count in a purchase, and the sample's no more.
func TestOwnTariff(t *testing.T) {
	t.Parallel()
	u := startShop(t, "--tariff="+writeFile(t, "tariff.yaml", ownTariffFile)).tools(t, "platform.json")
	buy := func(cep, code string) *toolAnswer {
		object := item("item_123", 1)
		object["discounts"] = map[string]any{"codes": []string{code}}
		object["fulfillment"] = map[string]any{"methods": []any{map[string]any{"type": "shipping", "destinations": []any{map[string]any{
			"street_address": "Rua A, 1", "address_locality": "Cidade", "postal_code": cep, "address_country": "BR",
		}}}}}
		return u.call("create_checkout", map[string]any{"checkout": object})
	}
	for _, test := range []struct {
		cep, code, options, told string
		total                    float64
	}{
		{"01310-100", "INVERNO10", "moto", "", 5000 - 500 + 1500},
		{"20000-000", "inverno10", "pac sedex", "", 5000 - 500 + 1200},
		{"20000-000", "VELHO", "pac sedex", "discount_code_expired", 5000 + 1200},
		{"20000-000", "BEMVINDO10", "pac sedex", "discount_code_invalid", 5000 + 1200},
		{"74000-000", "INVERNO10", "", "address_undeliverable", 5000 - 500},
	} {
		a := buy(test.cep, test.code)
		var options []string
		methods, _ := dig(a.Doc, "fulfillment", "methods").([]any)
		groups, _ := dig(methods[0], "groups").([]any)
		for _, g := range groups {
			list, _ := dig(g, "options").([]any)
			for _, o := range list {
				options = append(options, dig(o, "id").(string))
			}
		}
		total := 0.0
		totals, _ := a.Doc["totals"].([]any)
		for _, line := range totals {
			if dig(line, "type") == "total" {
				total = dig(line, "amount").(float64)
			}
		}
		_, told := a.codes()[test.told]
		if got := strings.Join(options, " "); got != test.options || total != test.total || test.told != "" && !told {
			t.Errorf("%s with %s: options %s, total %v: %s", test.cep, test.code, got, total, a.Raw)
		}
		lines, _ := a.Doc["line_items"].([]any)
		taxes, _ := dig(lines[0], "taxes").([]any)
		if len(taxes) != 2 || dig(taxes[0], "rate") != 0.125 || dig(taxes[1], "type") != "pis" {
			t.Errorf("taxes %v", taxes)
		}
	}
}

func TestTariffFile(t *testing.T) {
	t.Parallel()
	own, err := parseTariff(strings.NewReader(ownTariffFile))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := own.codes.Promotion(t.Context(), " Inverno10 ")
	if end := time.Date(2100, 1, 1, 3, 0, 0, 0, time.UTC); !ok || !p.EndsAt.Equal(end) || p.Percent != 10 {
		t.Errorf("the coupon is %+v", p)
	}
	if options, err := own.freight.Quote(t.Context(), checkout.RateQuery{Destination: brazil.Address{Region: "RJ"}, Now: time.Now()}); err != nil || len(options) != 2 {
		t.Errorf("a state without CEP: %v, %v", options, err)
	}
	if none, err := parseTariff(strings.NewReader("freight: []\ncoupons: []\ntaxes: []\n")); err != nil {
		t.Errorf("nothing at all: %+v, %v", none, err)
	}
	for name, change := range map[string][2]string{
		"a list left out":   {"coupons:", "coupon:"},
		"an unknown member": {"days: 1}", "days: 1, weight: 3}"},
		"no price":          {"price: 1500, ", ""},
		"a price in reais":  {"price: 1500", "price: 15.00"},
		"less than nothing": {"price: 1500", "price: -1"},
		"no such state":     {"[SP, RJ]", "[SP, XX]"},
		"no CEP":            {"01000-000", "1000"},
		"a range backwards": {"[01000-000, 01999999]", "[01999999, 01000-000]"},
		"one end":           {"[01000-000, 01999999]", "[01000-000]"},
		"a service twice":   {"id: pac", "id: sedex"},
		"the counter's id":  {"id: pac", "id: pickup"},
		"no days":           {"days: 6", "days: 0"},
		"no service":        {"services:\n      - {id: moto, title: Motoboy, price: 1500, days: 1}", "services: []"},
		"a code twice":      {"VELHO", "INVERNO10"},
		"per cent and more": {"percent: 10", "percent: 10, amount: 5"},
		"over a hundred":    {"percent: 10", "percent: 101"},
		"no day":            {"2099-12-31", "31/12/2099"},
		"no such tax":       {"type: pis", "type: vat"},
		"no authority":      {"authority: federal", "authority: city"},
		"a rate too fine":   {"rate: 1.65", "rate: 1.6501"},
		"a rate too high":   {"rate: 18", "rate: 180"},
		"no rate":           {"rate: 18", "rate: 1e1"},
		"a tax twice":       {", ncm: 6203", ""},
		"no NCM":            {"ncm: 6203", "ncm: abc"},
		"two documents":     {"taxes:", "---\ntaxes:"},
	} {
		changed := strings.Replace(ownTariffFile, change[0], change[1], 1)
		if changed == ownTariffFile {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := parseTariff(strings.NewReader(changed)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// A file that is too long is refused: what is left of it might be a good one with fewer taxes.
func TestTariffFileIsBounded(t *testing.T) {
	t.Parallel()
	for extra, taken := range map[int]bool{0: true, 1: false} {
		text := ownTariffFile + "#" + strings.Repeat("x", maxTariff-len(ownTariffFile)-1+extra)
		if _, err := readTariff(writeFile(t, "tariff.yaml", text)); (err == nil) != taken {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

// A name that is not known is told by line, without the names of our types.
func TestTariffFaultNamesTheLine(t *testing.T) {
	t.Parallel()
	_, err := parseTariff(strings.NewReader("freight: []\ncoupons: []\ntaxes: []\nfrete: []\n"))
	if want := "line 4: field frete is not known"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = parseTariff(strings.NewReader("freight: 7\n"))
	if want := "line 1: what cannot be there: !!int `7`"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
