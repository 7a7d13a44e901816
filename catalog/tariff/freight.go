// Package tariff is what a shop asks besides the prices of its goods: freight by place, discount
// codes, and the taxes that are in the prices. A shop's own come from a file of its staff's; New…
// say what is wrong with one, by its place in the list.
package tariff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/lang"
	"balcao/money"
)

// Service is one way to send a parcel.
type Service struct {
	// ID is what platforms select it by; Title and Carrier are shown.
	ID, Title, Carrier string
	// Price is in minor units; Days are working days until it arrives.
	Price money.Amount
	Days  int
}

// Zone is where services cost the same: states of two letters, or CEPs from one to another,
// both included, eight digits each. With neither it is all of Brazil.
type Zone struct {
	States   []string
	FirstCEP string
	LastCEP  string
	Services []Service
}

// Bounds of a shop's own figures.
const (
	maxZones    = 1000
	maxServices = 10
	maxDays     = 365
)

// Freight quotes by the first zone that a destination is in.
type Freight struct{ zones []Zone }

// NewFreight checks the zones.
func NewFreight(zones []Zone) (*Freight, error) {
	if len(zones) > maxZones {
		return nil, fmt.Errorf("freight: %d zones, at most %d", len(zones), maxZones)
	}
	for i, z := range zones {
		if err := z.check(); err != nil {
			return nil, fmt.Errorf("freight: zone %d: %w", i+1, err)
		}
	}
	return &Freight{zones: zones}, nil
}

func (z Zone) check() error {
	for _, state := range z.States {
		if uf, ok := brazil.NormalizeUF(state); !ok || uf != state {
			return fmt.Errorf("%q is not the two letters of a state", state)
		}
	}
	if (z.FirstCEP == "") != (z.LastCEP == "") {
		return errors.New("a range of CEPs has two ends")
	}
	if z.FirstCEP != "" {
		for _, cep := range []string{z.FirstCEP, z.LastCEP} {
			if plain, ok := brazil.NormalizeCEP(cep); !ok || plain != cep {
				return fmt.Errorf("%q is not a CEP of eight digits", cep)
			}
		}
		if z.FirstCEP > z.LastCEP {
			return fmt.Errorf("the CEP %s is after %s", z.FirstCEP, z.LastCEP)
		}
		if len(z.States) > 0 {
			return errors.New("it has states and a range of CEPs: one of them")
		}
	}
	if len(z.Services) == 0 || len(z.Services) > maxServices {
		return fmt.Errorf("it has %d services; 1 to %d", len(z.Services), maxServices)
	}
	seen := map[string]bool{}
	for _, s := range z.Services {
		switch {
		case !ids.Valid(s.ID):
			return fmt.Errorf("the id %q must be 1 to 64 of A-Z a-z 0-9 . _ -", s.ID)
		case s.ID == string(checkout.Pickup) || seen[s.ID]:
			return fmt.Errorf("the id %q is taken", s.ID)
		case s.Title == "":
			return fmt.Errorf("service %q has no title", s.ID)
		case s.Price < 0 || s.Price > money.MaxAmount:
			return fmt.Errorf("service %q: the price %d is out of range", s.ID, s.Price)
		case s.Days < 1 || s.Days > maxDays:
			return fmt.Errorf("service %q takes %d days; 1 to %d", s.ID, s.Days, maxDays)
		}
		seen[s.ID] = true
	}
	return nil
}

// Quote implements checkout.Rates: the services of the first zone that the destination is in,
// the cheapest first. Outside Brazil, and where no zone is, it returns checkout.ErrUndeliverable.
func (f *Freight) Quote(_ context.Context, q checkout.RateQuery) ([]checkout.Option, error) {
	to := q.Destination
	if to.Country != "" && to.Country != "BR" {
		return nil, checkout.ErrUndeliverable
	}
	state := to.Region
	if to.PostalCode != "" {
		var ok bool
		if state, ok = brazil.UFOfCEP(to.PostalCode); !ok {
			return nil, checkout.ErrUndeliverable
		}
	}
	if state == "" {
		return nil, checkout.ErrUndeliverable
	}
	for _, z := range f.zones {
		if z.has(state, to.PostalCode) {
			return Options(z.Services, q), nil
		}
	}
	return nil, checkout.ErrUndeliverable
}

func (z Zone) has(state, cep string) bool {
	if z.FirstCEP != "" {
		return cep >= z.FirstCEP && cep <= z.LastCEP
	}
	return len(z.States) == 0 || slices.Contains(z.States, state)
}

// Deliveries are made between these hours of the day, in UTC.
const (
	firstHour = 12
	lastHour  = 21
)

// Options writes services as what a buyer chooses from, the cheapest first. Dates depend on the
// day alone, so that a quote holds still while the buyer decides.
func Options(services []Service, q checkout.RateQuery) []checkout.Option {
	out := make([]checkout.Option, len(services))
	for i, s := range services {
		day := addWorkingDays(brazil.Brasilia(q.Now), s.Days)
		phrase := arrival
		if s.Days == 1 {
			phrase = arrivalNext
		}
		out[i] = checkout.Option{
			ID: s.ID, Title: s.Title, Carrier: s.Carrier, Price: s.Price,
			Description: phrase.Fill(q.Language, "days", strconv.Itoa(s.Days)),
			Earliest:    time.Date(day.Year(), day.Month(), day.Day(), firstHour, 0, 0, 0, time.UTC),
			Latest:      time.Date(day.Year(), day.Month(), day.Day(), lastHour, 0, 0, 0, time.UTC),
		}
	}
	slices.SortStableFunc(out, func(a, b checkout.Option) int { return cmp.Compare(a.Price, b.Price) })
	return out
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

var (
	arrival = lang.Text{
		"Entrega em {days} dias úteis",
		"Arrives in {days} working days",
		"Llega en {days} días hábiles",
	}
	arrivalNext = lang.Text{"Entrega no próximo dia útil", "Arrives on the next working day", "Llega el próximo día hábil"}
)
