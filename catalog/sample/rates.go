package sample

import (
	"context"
	"strconv"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/lang"
	"balcao/money"
)

// tariff is what PAC and SEDEX cost, in minor units, and take, in working days.
type tariff struct {
	pac, sedex         money.Amount
	pacDays, sedexDays int
}

// stateTariffs come before regionTariffs.
var stateTariffs = map[string]tariff{
	"SP": {pac: 500, sedex: 1000, pacDays: 7, sedexDays: 3},
	"GO": {pac: 1990, sedex: 3490, pacDays: 4, sedexDays: 2},
}

var regionTariffs = map[brazil.RegionName]tariff{
	brazil.Sul:         {pac: 1290, sedex: 2290, pacDays: 6, sedexDays: 3},
	brazil.Sudeste:     {pac: 1290, sedex: 2290, pacDays: 6, sedexDays: 3},
	brazil.CentroOeste: {pac: 1990, sedex: 3490, pacDays: 6, sedexDays: 3},
	brazil.Nordeste:    {pac: 2490, sedex: 4290, pacDays: 9, sedexDays: 4},
	brazil.Norte:       {pac: 2990, sedex: 5490, pacDays: 12, sedexDays: 6},
}

// Deliveries are made between these hours of the day, in UTC.
const (
	firstHour = 12
	lastHour  = 21
)

// Rates quotes the shop's freight.
type Rates struct{}

// Quote returns PAC and SEDEX for the state of the destination: that of its CEP, or its
// region if there is no CEP. Outside Brazil, and for a CEP that belongs to no state, it
// returns checkout.ErrUndeliverable. Dates depend on the day alone, so that a quote holds
// still while the buyer decides.
func (Rates) Quote(_ context.Context, q checkout.RateQuery) ([]checkout.Option, error) {
	t, ok := tariffTo(q.Destination)
	if !ok {
		return nil, checkout.ErrUndeliverable
	}
	option := func(id, title string, price money.Amount, days int) checkout.Option {
		day := addWorkingDays(brazil.Brasilia(q.Now), days)
		return checkout.Option{
			ID:          id,
			Title:       title,
			Description: arrival.Fill(q.Language, "days", strconv.Itoa(days)),
			Carrier:     "Correios",
			Earliest:    time.Date(day.Year(), day.Month(), day.Day(), firstHour, 0, 0, 0, time.UTC),
			Latest:      time.Date(day.Year(), day.Month(), day.Day(), lastHour, 0, 0, 0, time.UTC),
			Price:       price,
		}
	}
	return []checkout.Option{
		option("standard", "PAC", t.pac, t.pacDays),
		option("express", "SEDEX", t.sedex, t.sedexDays),
	}, nil
}

func tariffTo(to brazil.Address) (tariff, bool) {
	if to.Country != "" && to.Country != "BR" {
		return tariff{}, false
	}
	uf := to.Region
	if to.PostalCode != "" {
		var ok bool
		if uf, ok = brazil.UFOfCEP(to.PostalCode); !ok {
			return tariff{}, false
		}
	}
	if t, ok := stateTariffs[uf]; ok {
		return t, true
	}
	t, ok := regionTariffs[brazil.Region(uf)]
	return t, ok
}

// addWorkingDays counts Mondays to Fridays after the day of t.
func addWorkingDays(t time.Time, days int) time.Time {
	for days > 0 {
		t = t.AddDate(0, 0, 1)
		if t.Weekday() != time.Saturday && t.Weekday() != time.Sunday {
			days--
		}
	}
	return t
}

// arrival tells the buyer how long it takes. Every tariff takes two days or more.
var arrival = lang.Text{
	"Entrega em {days} dias úteis",
	"Arrives in {days} working days",
	"Llega en {days} días hábiles",
}
