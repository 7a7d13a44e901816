package sample

import (
	"context"

	"balcao/catalog/tariff"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/money"
)

// prices are what PAC and SEDEX cost, in minor units, and take, in working days.
type prices struct {
	pac, sedex         money.Amount
	pacDays, sedexDays int
}

// stateTariffs come before regionTariffs.
var stateTariffs = map[string]prices{
	"SP": {pac: 500, sedex: 1000, pacDays: 7, sedexDays: 3},
	"GO": {pac: 1990, sedex: 3490, pacDays: 4, sedexDays: 2},
}

var regionTariffs = map[brazil.RegionName]prices{
	brazil.Sul:         {pac: 1290, sedex: 2290, pacDays: 6, sedexDays: 3},
	brazil.Sudeste:     {pac: 1290, sedex: 2290, pacDays: 6, sedexDays: 3},
	brazil.CentroOeste: {pac: 1990, sedex: 3490, pacDays: 6, sedexDays: 3},
	brazil.Nordeste:    {pac: 2490, sedex: 4290, pacDays: 9, sedexDays: 4},
	brazil.Norte:       {pac: 2990, sedex: 5490, pacDays: 12, sedexDays: 6},
}

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
	return tariff.Options([]tariff.Service{
		{ID: "standard", Title: "PAC", Carrier: "Correios", Price: t.pac, Days: t.pacDays},
		{ID: "express", Title: "SEDEX", Carrier: "Correios", Price: t.sedex, Days: t.sedexDays},
	}, q), nil
}

func tariffTo(to brazil.Address) (prices, bool) {
	if to.Country != "" && to.Country != "BR" {
		return prices{}, false
	}
	uf := to.Region
	if to.PostalCode != "" {
		var ok bool
		if uf, ok = brazil.UFOfCEP(to.PostalCode); !ok {
			return prices{}, false
		}
	}
	if t, ok := stateTariffs[uf]; ok {
		return t, true
	}
	t, ok := regionTariffs[brazil.Region(uf)]
	return t, ok
}
