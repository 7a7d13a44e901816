package checkout

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"balcao/catalog"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
)

// fakeProducts is a small catalogue whose prices can be changed.
type fakeProducts struct {
	mu       sync.Mutex
	products []*catalog.Product
}

func product(id string, price money.Amount, ncm string, notSoldIn ...string) *catalog.Product {
	return &catalog.Product{
		ID: ids.Product(id), Title: "The " + id, NCM: ncm, NotSoldIn: notSoldIn,
		Variants: []catalog.Variant{{ID: ids.Variant(id), SKU: "SKU-" + id, Title: "The " + id, Price: price}},
	}
}

func newFakeProducts() *fakeProducts {
	shirt := &catalog.Product{
		ID: "shirt", Title: "The shirt", NCM: "61091000",
		Options: []catalog.Option{{Name: "Size", Labels: []string{"P", "M"}}},
		Variants: []catalog.Variant{
			{ID: "shirt-p", SKU: "SKU-P", Title: "The shirt P", Price: 3990, Selected: []catalog.Selection{{Name: "Size", Label: "P"}}},
			{ID: "shirt-m", SKU: "SKU-M", Title: "The shirt M", Price: 3990, Selected: []catalog.Selection{{Name: "Size", Label: "M"}}},
		},
	}
	return &fakeProducts{products: []*catalog.Product{
		product("jeans", 5000, ""), shirt, product("polo", 5990, "61051000"), product("cap", 2000, ""), product("pin", 1000, ""),
		product("pen", 33, ""), product("last", 10000, ""), product("gone", 39990, ""),
		product("aerosol", 2990, "", "RO", "AC", "RR", "AP"), product("gold", 500_000_000_000, ""), product("import", 10000, "22030000"),
	}}
}

func (p *fakeProducts) Offer(_ context.Context, id ids.Variant) (catalog.Offer, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pr := range p.products {
		for _, v := range pr.Variants {
			if v.ID == id {
				return catalog.Offer{Product: pr, Variant: &v}, true
			}
		}
	}
	return catalog.Offer{}, false
}

func (p *fakeProducts) Resolve(_ context.Context, id string) (*catalog.Product, *catalog.Variant, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pr := range p.products {
		for i := range pr.Variants {
			if v := pr.Variants[i]; string(v.ID) == id || v.SKU == id || string(pr.ID) == id && len(pr.Variants) == 1 {
				return pr, &v, true
			}
		}
		if string(pr.ID) == id {
			return pr, nil, true
		}
	}
	return nil, nil, false
}

func (p *fakeProducts) setPrice(id ids.Variant, price money.Amount) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, pr := range p.products {
		for i := range pr.Variants {
			if pr.Variants[i].ID == id {
				pr.Variants[i].Price = price
			}
		}
	}
}

func (p *fakeProducts) withdraw(id ids.Product) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.products = slices.DeleteFunc(p.products, func(pr *catalog.Product) bool { return pr.ID == id })
}

// fakeRates ships by state: São Paulo is cheap, Amazonas cannot be reached.
type fakeRates struct{}

func (fakeRates) Quote(_ context.Context, q RateQuery) ([]Option, error) {
	standard, express := money.Amount(1290), money.Amount(2290)
	switch q.Destination.Region {
	case "AM":
		return nil, ErrUndeliverable
	case "SP":
		standard, express = 500, 1000
	case "GO":
		standard, express = 1990, 3490
	case "AC": // slow only
		return []Option{{ID: "standard", Title: "PAC", Price: 5490}}, nil
	}
	return []Option{
		{ID: "standard", Title: "PAC", Description: "7 dias", Price: standard},
		{ID: "express", Title: "SEDEX", Description: "3 dias", Price: express},
	}, nil
}

type fakePromotions struct{}

func (fakePromotions) Promotion(_ context.Context, code string) (Promotion, bool) {
	for _, p := range []Promotion{
		{Code: "BEMVINDO10", Title: "10 %", Percent: 10},
		{Code: "PIX15", Title: "15 % no Pix", Percent: 15, PixOnly: true},
		{Code: "WELCOME5", Title: "R$ 5", Amount: 500},
		{Code: "HUGE", Title: "R$ 10.000", Amount: 1_000_000},
		{Code: "NATAL-20", Title: "Natal", Percent: 20, EndsAt: time.Date(2025, 12, 26, 0, 0, 0, 0, time.UTC)},
	} {
		if strings.EqualFold(p.Code, code) {
			return p, true
		}
	}
	return Promotion{}, false
}

// fakeTaxes: products with a fiscal class contain three taxes; class 2203 adds one.
type fakeTaxes struct{}

func (fakeTaxes) Assess(_ context.Context, l Line, base money.Amount) ([]order.Tax, error) {
	tax := func(kind string, rate int64, behavior string) order.Tax {
		amount, _ := money.Rate(base, rate, 100_000)
		return order.Tax{Type: kind, Rate: rate, Base: base, Amount: amount, Behavior: behavior}
	}
	switch {
	case l.NCM == "":
		return nil, nil
	case strings.HasPrefix(l.NCM, "2203"):
		return []order.Tax{tax("ipi", 10_000, order.TaxExclusive)}, nil
	}
	return []order.Tax{tax("icms", 10217, order.TaxInclusive), tax("pis", 668, order.TaxInclusive), tax("cofins", 3038, order.TaxInclusive)}, nil
}
