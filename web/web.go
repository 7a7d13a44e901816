package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/catalog"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment/token"
	"balcao/profile"
)

// Deps are what the pages are made of.
type Deps struct {
	Shop       Shop
	Checkouts  Checkouts
	Orders     Orders
	Products   Products
	Identifier Identifier
	Encoder    Encoder
	// SandboxBank asks the buyers of the sandbox's card payments; nil in a shop that takes
	// money for real.
	SandboxBank SandboxBank
	// Returns takes goods back. NewSecret names a buyer's request, Now tells the time.
	Returns   Returns
	NewSecret func() string
	Now       func() time.Time
	// Logger is told why a platform may not read an order; nil for slog.Default.
	Logger *slog.Logger
	// Picture draws a product as an SVG image.
	Picture func(p *catalog.Product) []byte
}

// Shop is what the pages say of the shop.
type Shop struct {
	// Name is the shop's, Seller the company behind it.
	Name   string
	Seller order.Seller
	// Email is where buyers write, about privacy too; empty if there is none.
	Email string
	// WithdrawalDays is how many days after delivery a buyer may withdraw; less than the
	// 7 of the law counts as 7.
	WithdrawalDays int
	// Sandbox says on every page that nothing here is for real.
	Sandbox bool
}

// Checkouts shows checkouts to the holders of their keys.
type Checkouts interface {
	// View returns a checkout; checkout.ErrNotFound covers an unknown id and a wrong key.
	View(ctx context.Context, id ids.Checkout, key string) (checkout.Result, error)
	// ChallengeURL says where the buyer proves identity; checkout.ErrNotFound covers an unknown
	// id, a wrong key and a checkout that waits for no proof.
	ChallengeURL(ctx context.Context, id ids.Checkout, key string) (string, error)
	// Returned takes up what became of it; checkout.ErrNotFound as for View.
	Returned(ctx context.Context, id ids.Checkout, key string) error
}

// SandboxBank is where the buyers of the sandbox prove identity.
type SandboxBank interface {
	// Challenge returns what a page shows, token.ErrNoChallenge if there is no such page.
	Challenge(page string) (token.Challenge, error)
	// Answer is the buyer's answer on it; only the first one counts.
	Answer(page string, approve bool) (token.Challenge, error)
}

// Orders finds orders.
type Orders interface {
	// Order returns an order, checkout.ErrNotFound if there is none.
	Order(ctx context.Context, id ids.Order) (*order.Order, error)
}

// Products finds what is sold.
type Products interface {
	// Products lists all products in the shop's order.
	Products() []*catalog.Product
	// Resolve finds a product by its handle, among other names.
	Resolve(ctx context.Context, id string) (*catalog.Product, *catalog.Variant, bool)
}

// Identifier finds out which platform sent a request. Its errors are *profile.Error.
type Identifier interface {
	Identify(ctx context.Context, credentials profile.Credentials) (profile.Identity, error)
}

// Encoder writes an order as the protocol has it.
type Encoder interface {
	Order(o *order.Order) (json.RawMessage, error)
}

// Pages serves the pages.
type Pages struct {
	deps  Deps
	shop  shopView
	books map[string]book
}

// New returns the pages of a shop.
func New(deps Deps) *Pages {
	if deps.Logger == nil {
		deps.Logger = slog.Default()
	}
	return &Pages{deps: deps, shop: viewShop(deps.Shop), books: parseBooks()}
}

// Register adds the pages to e.
func (p *Pages) Register(e *echo.Echo) {
	for path, handler := range map[string]echo.HandlerFunc{
		"/":                        p.home,
		"/checkouts/:id":           p.checkout,
		"/checkouts/:id/challenge": p.challenge,
		"/checkouts/:id/return":    p.returned,
		"/orders/:id":              p.order,
		"/orders/:id/return":       p.returnForm,
		"/products/:handle":        p.product,
		pathPicture:                p.picture,
		pathTerms:                  p.legal("terms"),
		pathPrivacy:                p.legal("privacy"),
		PathReturns:                p.legal("returns"),
		pathStyle:                  style,
	} {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, handler)
	}
	e.POST("/orders/:id/return", p.requestReturn)
	if p.deps.SandboxBank != nil {
		e.Match([]string{http.MethodGet, http.MethodHead}, PathSandboxBank+":page", p.sandboxBank)
		e.POST(PathSandboxBank+":page", p.sandboxAnswer)
	}
}
