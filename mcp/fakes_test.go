package mcp

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// shop plays everything behind the binding.
type shop struct {
	// do plays the counter; nil finds no checkout.
	do func(ctx context.Context, r checkout.Request) (checkout.Done, error)
	// missing are capabilities that were not negotiated.
	missing string
	// refuse is what negotiation fails with.
	refuse error
	rights platform.Rights
	// denied is what authentication fails with.
	denied error
	// order is the one there is, nil for none.
	order *order.Order
	// levels tells the stock; nil has none of anything.
	levels func() map[ids.Variant]int64
}

func (s *shop) Do(ctx context.Context, r checkout.Request) (checkout.Done, error) {
	if s.do != nil {
		return s.do(ctx, r)
	}
	body, err := r.Reply(checkout.Result{})
	return checkout.Done{Reply: body}, err
}

func (s *shop) Authenticate(_ context.Context, c profile.Credentials) (platform.Caller, error) {
	if s.denied != nil {
		return platform.Caller{}, s.denied
	}
	if c.Authorization != "Bearer good" {
		return platform.Caller{}, nil
	}
	rights := s.rights
	if rights == 0 {
		rights = platform.RightCheckout | platform.RightOrder
	}
	return platform.Caller{Profile: "https://platform.example/profile", Authenticated: true, Rights: rights}, nil
}

func (s *shop) Agrees(caller platform.Caller, url string, _ bool) error {
	if url != caller.Profile {
		return profile.NewError(profile.CodeForbidden, nil)
	}
	return nil
}

func (s *shop) Negotiate(context.Context, platform.Caller) (profile.Negotiated, error) {
	if s.refuse != nil {
		return profile.Negotiated{}, s.refuse
	}
	session := platform.Session{Version: "2026-07-28"}
	for _, name := range capabilities() {
		if name != s.missing {
			session.Capabilities = append(session.Capabilities, platform.Capability{Name: name, Version: "2026-07-28"})
		}
	}
	return profile.Negotiated{Session: session}, nil
}

func (s *shop) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	if s.order != nil && s.order.ID == id {
		return s.order, nil
	}
	return nil, checkout.ErrNotFound
}

func (s *shop) Levels(context.Context, []ids.Variant) (map[ids.Variant]int64, error) {
	if s.levels == nil {
		return nil, nil
	}
	return s.levels(), nil
}

func capabilities() []string {
	return []string{platform.CapCheckout, platform.CapOrder, platform.CapCatalogSearch, platform.CapCatalogLookup}
}

// testConfig is a whole configuration around the shop.
func testConfig(t testing.TB, s *shop) Config {
	t.Helper()
	goods, err := catalog.New([]catalog.Product{{
		ID: "p", Title: "Camiseta", Options: []catalog.Option{{Name: "Tamanho", Labels: []string{"M", "G"}}},
		Variants: []catalog.Variant{
			{ID: "p-m", SKU: "SKU-M", Title: "M", Price: 100, Selected: []catalog.Selection{{Name: "Tamanho", Label: "M"}}},
			{ID: "p-g", Title: "G", Price: 200, Selected: []catalog.Selection{{Name: "Tamanho", Label: "G"}}},
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Counter: s, Catalog: goods, Records: s, Identifier: s, Encoder: bcp.NewEncoder(bcp.Config{PublicURL: "https://loja.example"}),
		PublicURL: "https://loja.example", Name: "Loja", Software: "1", Enabled: capabilities(),
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// serve serves the binding on a real connection.
func serve(t *testing.T, s *shop, change func(*Config)) *httptest.Server {
	t.Helper()
	config := testConfig(t, s)
	if change != nil {
		change(&config)
	}
	binding, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(binding)
	t.Cleanup(server.Close)
	return server
}
