package sample

import (
	"errors"
	"slices"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
)

func TestQuoteByDestination(t *testing.T) {
	t.Parallel()
	type figures struct {
		pac, sedex         money.Amount
		pacDays, sedexDays string
	}
	var (
		saoPauloState = figures{500, 1000, "7", "3"}
		goias         = figures{1990, 3490, "4", "2"}
		southEast     = figures{1290, 2290, "6", "3"}
		centreWest    = figures{1990, 3490, "6", "3"}
		northEast     = figures{2490, 4290, "9", "4"}
		north         = figures{2990, 5490, "12", "6"}
	)
	tests := []struct {
		name string
		to   brazil.Address
		want figures
	}{
		{"first CEP of São Paulo", brazil.Address{PostalCode: "01000000"}, saoPauloState},
		{"last CEP of São Paulo", brazil.Address{PostalCode: "19999999"}, saoPauloState},
		{"first CEP of Rio de Janeiro", brazil.Address{PostalCode: "20000000"}, southEast},
		{"Espírito Santo", brazil.Address{PostalCode: "29999999"}, southEast},
		{"Minas Gerais", brazil.Address{PostalCode: "30110000"}, southEast},
		{"first CEP of Bahia", brazil.Address{PostalCode: "40000000"}, northEast},
		{"Maranhão", brazil.Address{PostalCode: "65999999"}, northEast},
		{"first CEP of Pará", brazil.Address{PostalCode: "66000000"}, north},
		{"Roraima between the ranges of Amazonas", brazil.Address{PostalCode: "69300000"}, north},
		{"last CEP of Acre", brazil.Address{PostalCode: "69999999"}, north},
		{"Brasília", brazil.Address{PostalCode: "72799999"}, centreWest},
		{"Goiás within the range of Brasília", brazil.Address{PostalCode: "72800000"}, goias},
		{"Brasília again", brazil.Address{PostalCode: "73000000"}, centreWest},
		{"Goiânia", brazil.Address{PostalCode: "74000000"}, goias},
		{"last CEP of Goiás", brazil.Address{PostalCode: "76799999"}, goias},
		{"Rondônia", brazil.Address{PostalCode: "76800000"}, north},
		{"Tocantins", brazil.Address{PostalCode: "77000000"}, north},
		{"Mato Grosso", brazil.Address{PostalCode: "78000000"}, centreWest},
		{"Mato Grosso do Sul", brazil.Address{PostalCode: "79000000"}, centreWest},
		{"Paraná", brazil.Address{PostalCode: "80000000"}, southEast},
		{"last CEP of all", brazil.Address{PostalCode: "99999999", Country: "BR"}, southEast},
		{"state without CEP", brazil.Address{Region: "GO", Country: "BR"}, goias},
		{"region without CEP", brazil.Address{Region: "PE"}, northEast},
		{"CEP before state", brazil.Address{Region: "AM", PostalCode: "01310100"}, saoPauloState},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			options, err := Rates{}.Quote(t.Context(), checkout.RateQuery{
				Destination: test.to, Now: time.Date(2026, time.July, 16, 12, 0, 0, 0, time.UTC),
			})
			if err != nil || len(options) != 2 {
				t.Fatalf("options %+v, error %v", options, err)
			}
			pac, sedex := options[0], options[1]
			if pac.ID != "standard" || pac.Title != "PAC" || pac.Carrier != "Correios" ||
				pac.Price != test.want.pac || pac.Description != "Entrega em "+test.want.pacDays+" dias úteis" {
				t.Errorf("PAC is %+v, want %+v", pac, test.want)
			}
			if sedex.ID != "express" || sedex.Title != "SEDEX" || sedex.Carrier != "Correios" ||
				sedex.Price != test.want.sedex || sedex.Description != "Entrega em "+test.want.sedexDays+" dias úteis" {
				t.Errorf("SEDEX is %+v, want %+v", sedex, test.want)
			}
		})
	}
}

func TestQuoteUndeliverable(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]brazil.Address{
		"Portugal":                  {PostalCode: "01310100", Region: "SP", Country: "PT"},
		"unassigned prefix":         {PostalCode: "78900000", Region: "SP", Country: "BR"},
		"no such CEP":               {PostalCode: "00000000", Country: "BR"},
		"CEP with a hyphen is none": {PostalCode: "01310-100", Country: "BR"},
		"no such state":             {Region: "XX", Country: "BR"},
		"nothing known":             {},
	} {
		options, err := Rates{}.Quote(t.Context(), checkout.RateQuery{Destination: to})
		if !errors.Is(err, checkout.ErrUndeliverable) || options != nil {
			t.Errorf("%s: options %+v, error %v", name, options, err)
		}
	}
}

func TestQuoteDates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		now        string
		pac, sedex string // Goiás: 4 and 2 working days
	}{
		{"Thursday, over a weekend", "2026-07-16T12:00:00Z", "2026-07-22", "2026-07-20"},
		{"Monday", "2026-07-20T12:00:00Z", "2026-07-24", "2026-07-22"},
		{"Friday", "2026-07-17T12:00:00Z", "2026-07-23", "2026-07-21"},
		{"Saturday", "2026-07-18T12:00:00Z", "2026-07-23", "2026-07-21"},
		{"Sunday", "2026-07-19T12:00:00Z", "2026-07-23", "2026-07-21"},
		{"Sunday in UTC, Saturday at the shop", "2026-07-19T01:00:00Z", "2026-07-23", "2026-07-21"},
		{"Monday in UTC, Sunday at the shop", "2026-07-20T02:59:59Z", "2026-07-23", "2026-07-21"},
		{"Monday at the shop", "2026-07-20T03:00:00Z", "2026-07-24", "2026-07-22"},
		{"over the end of the year", "2026-12-31T15:00:00Z", "2027-01-06", "2027-01-04"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339, test.now)
			if err != nil {
				t.Fatal(err)
			}
			options, err := Rates{}.Quote(t.Context(), checkout.RateQuery{
				Destination: brazil.Address{PostalCode: "74000000"}, Now: now,
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range options {
				got = append(got, o.Earliest.Format(time.RFC3339), o.Latest.Format(time.RFC3339))
			}
			want := []string{
				test.pac + "T12:00:00Z", test.pac + "T21:00:00Z",
				test.sedex + "T12:00:00Z", test.sedex + "T21:00:00Z",
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestQuoteLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{
		"":      "Entrega em 4 dias úteis",
		"pt-BR": "Entrega em 4 dias úteis",
		"fr":    "Entrega em 4 dias úteis",
		"en":    "Arrives in 4 working days",
		"en-US": "Arrives in 4 working days",
		"ES-mx": "Llega en 4 días hábiles",
	} {
		options, err := Rates{}.Quote(t.Context(), checkout.RateQuery{
			Destination: brazil.Address{Region: "GO"}, Language: language,
		})
		if err != nil || options[0].Description != want {
			t.Errorf("%q: %+v, %v", language, options, err)
		}
	}
}
