package tariff

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
)

// named are services without anything but what they are told apart by.
func named(names ...string) (out []Service) {
	for _, id := range names {
		out = append(out, Service{ID: id, Title: id, Price: money.Amount(len(out)), Days: 1})
	}
	return out
}

// The first zone that a destination is in counts, whether it is known by its CEP or its state.
func TestZones(t *testing.T) {
	t.Parallel()
	f, err := NewFreight([]Zone{
		{FirstCEP: "01000000", LastCEP: "01599999", Services: named("city")},
		{States: []string{"SP", "RJ"}, Services: named("near")},
		{FirstCEP: "01000000", LastCEP: "99999999", Services: named("far")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		to   brazil.Address
		want string
	}{
		{brazil.Address{PostalCode: "01000000"}, "city"},
		{brazil.Address{PostalCode: "01599999"}, "city"},
		{brazil.Address{PostalCode: "01600000"}, "near"},
		{brazil.Address{PostalCode: "69000000"}, "far"},
		{brazil.Address{Region: "SP"}, "near"},
		{brazil.Address{Region: "AM"}, ""}, // a range of CEPs has no state
		{brazil.Address{Region: "AM", PostalCode: "01310100"}, "city"},
		{brazil.Address{PostalCode: "00000000"}, ""},
		{brazil.Address{}, ""},
		{brazil.Address{Country: "PT", PostalCode: "01310100"}, ""},
	} {
		options, err := f.Quote(t.Context(), checkout.RateQuery{Destination: tt.to, Now: time.Now()})
		got := ""
		if len(options) > 0 {
			got = options[0].ID
		}
		if got != tt.want || (tt.want == "") != errors.Is(err, checkout.ErrUndeliverable) {
			t.Errorf("%+v: %q, %v, want %q", tt.to, got, err, tt.want)
		}
	}
}

// Days are working days, in Brasília, and the cheapest service comes first.
func TestDays(t *testing.T) {
	t.Parallel()
	fridayNight := time.Date(2026, 7, 18, 1, 0, 0, 0, time.UTC) // still the 17th there
	services := []Service{{ID: "b", Title: "B", Price: 2, Days: 1}, {ID: "a", Title: "A", Price: 1, Days: 6}}
	options := Options(services, checkout.RateQuery{Now: fridayNight, Language: "en"})
	if options[0].ID != "a" || options[0].Latest.Format(time.DateOnly) != "2026-07-27" || options[0].Description != "Arrives in 6 working days" {
		t.Errorf("the cheaper one: %+v", options[0])
	}
	if options[1].Earliest.Format(time.DateOnly) != "2026-07-20" || options[1].Description != "Arrives on the next working day" {
		t.Errorf("the faster one: %+v", options[1])
	}
}

// Of each tax of each authority the levy counts that is nearest to what the goods are.
func TestNearestLevy(t *testing.T) {
	t.Parallel()
	taxes, err := NewTaxes([]Levy{
		{Type: "icms", Authority: "state", Rate: 18_000}, {Type: "icms", Authority: "state", Rate: 12_000, NCM: "61"},
		{Type: "icms", Authority: "state", Rate: 7_000, NCM: "6109"}, {Type: "ibs", Authority: "state", Rate: 100},
		{Type: "ibs", Authority: "municipal", Rate: 50}, {Type: "ipi", Authority: "federal", Rate: 5_000, NCM: "8517"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for ncm, want := range map[string]string{
		"":         "icms 1800, ibs 10, ibs 5",
		"61091000": "icms 700, ibs 10, ibs 5",
		"61101000": "icms 1200, ibs 10, ibs 5",
		"85171300": "icms 1800, ibs 10, ibs 5, ipi 500",
	} {
		got, err := taxes.Assess(t.Context(), checkout.Line{NCM: ncm}, 10_000)
		var parts []string
		for _, tax := range got {
			parts = append(parts, fmt.Sprintf("%s %d", tax.Type, tax.Amount))
		}
		if text := strings.Join(parts, ", "); err != nil || text != want {
			t.Errorf("NCM %q: %s, %v, want %s", ncm, text, err, want)
		}
	}
}

// A shop's lists are bounded, at the bound and not before it.
func TestBounds(t *testing.T) {
	t.Parallel()
	many := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprintf("s%d", i)
		}
		return out
	}
	for what, bound := range map[string]struct {
		most int
		try  func(n int) error
	}{
		"zones": {maxZones, func(n int) error {
			_, err := NewFreight(slices.Repeat([]Zone{{Services: named("a")}}, n))
			return err
		}},
		"services": {maxServices, func(n int) error {
			_, err := NewFreight([]Zone{{Services: named(many(n)...)}})
			return err
		}},
		"days": {maxDays, func(n int) error {
			_, err := NewFreight([]Zone{{Services: []Service{{ID: "a", Title: "A", Days: n}}}})
			return err
		}},
		"codes": {maxCodes, func(n int) error {
			var list []checkout.Promotion
			for _, code := range many(n) {
				list = append(list, checkout.Promotion{Code: code, Title: code, Percent: 1})
			}
			_, err := NewCodes(list)
			return err
		}},
		"characters of a code": {maxCodeLen, func(n int) error {
			_, err := NewCodes([]checkout.Promotion{{Code: strings.Repeat("A", n), Title: "A", Amount: 1}})
			return err
		}},
		"levies": {maxLevies, func(n int) error {
			var list []Levy
			for i := range n {
				list = append(list, Levy{Type: "icms", Authority: "state", Rate: 1, NCM: fmt.Sprintf("%08d", i)})
			}
			_, err := NewTaxes(list)
			return err
		}},
		"rate": {RateUnit, func(n int) error {
			_, err := NewTaxes([]Levy{{Type: "icms", Authority: "state", Rate: int64(n)}})
			return err
		}},
	} {
		if err := bound.try(bound.most); err != nil {
			t.Errorf("%d %s: %v", bound.most, what, err)
		}
		if bound.try(bound.most+1) == nil {
			t.Errorf("%d %s are taken", bound.most+1, what)
		}
	}
}

// A zone is one place, by states or by CEPs.
func TestZoneOfBoth(t *testing.T) {
	t.Parallel()
	for want, z := range map[string]Zone{
		"one of them":  {States: []string{"SP"}, FirstCEP: "01000000", LastCEP: "01599999", Services: named("a")},
		"two letters":  {States: []string{"sp"}, Services: named("a")},
		"eight digits": {FirstCEP: "01000-000", LastCEP: "01599999", Services: named("a")},
		"no title":     {Services: []Service{{ID: "a", Days: 1}}},
		"1 to 64":      {Services: []Service{{ID: "a b", Title: "A", Days: 1}}},
	} {
		if _, err := NewFreight([]Zone{z}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", z, err, want)
		}
	}
}
