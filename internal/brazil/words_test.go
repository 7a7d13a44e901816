package brazil

import (
	"slices"
	"testing"
	"time"
)

func TestMoment(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 8, 4, 1, 30, 0, 0, time.UTC)
	for language, want := range map[string]string{"pt-BR": "03/08/2026 22:30", "es": "03/08/2026 22:30", "en-US": "3 Aug 2026, 22:30", "": "03/08/2026 22:30"} {
		if got := Moment(at, language); got != want {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
	if got := Moment(time.Time{}, "en"); got != "" {
		t.Errorf("no time is %q", got)
	}
}

func TestFormatCNPJ(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"99887766000105": "99.887.766/0001-05", "12ABC34501DE35": "12.ABC.345/01DE-35", "1": "1", "": ""} {
		if got := FormatCNPJ(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

func TestAddressLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a    Address
		want []string
	}{
		{Address{}, nil},
		{
			Address{Street: "Rua A, 1", Extended: "ap 2", Locality: "Campinas", Region: "SP", PostalCode: "13010000", Country: "BR", FirstName: "Ana"},
			[]string{"Rua A, 1, ap 2", "Campinas – SP, CEP 13010-000"},
		},
		{Address{Street: "Main St 1", Locality: "Lima", PostalCode: "15001", Country: "PE"}, []string{"Main St 1", "Lima, 15001", "PE"}},
		{Address{PostalCode: "01310100"}, []string{"CEP 01310-100"}},
	} {
		if got := c.a.Lines(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.a, got, c.want)
		}
	}
}
