package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"balcao/bcp"
	"balcao/catalog"
	"balcao/checkout"
	"balcao/httpsig"
	"balcao/internal/ids"
	"balcao/order"
	"balcao/platform"
	"balcao/profile"
)

// Counter is the checkout service.
type Counter interface {
	Do(ctx context.Context, r checkout.Request) (checkout.Done, error)
}

// Catalog finds products.
type Catalog interface {
	// Now is the catalogue as it stands, for one call.
	Now() *catalog.Catalog
}

// Records reads what is stored beside checkouts.
type Records interface {
	Order(ctx context.Context, id ids.Order) (*order.Order, error)
	Levels(ctx context.Context, variants []ids.Variant) (map[ids.Variant]int64, error)
}

// Identifier finds out who sent a request and what was negotiated with it.
type Identifier interface {
	Authenticate(ctx context.Context, credentials profile.Credentials) (platform.Caller, error)
	Agrees(caller platform.Caller, url string, agent bool) error
	Negotiate(ctx context.Context, caller platform.Caller) (profile.Negotiated, error)
}

// Config is what a Server needs.
type Config struct {
	Counter    Counter
	Catalog    Catalog
	Records    Records
	Identifier Identifier
	Encoder    *bcp.Encoder
	// PublicURL is the shop's address as platforms see it: what Host and Origin are held
	// against, and where a buyer goes on whose platform cannot.
	PublicURL string
	// Name and Software are the shop's name and the program's version.
	Name, Software string
	// Enabled are the capabilities that are switched on; a tool without its one is not there.
	Enabled []string
	// RegistryStatus answers every protocol error with the HTTP status of the registry. Most of
	// today's clients then lose what the body says, so the usual is 200 for all but those that
	// mean something to HTTP itself.
	RegistryStatus bool
	// Signer is the key that signs answers, nil for none. It signs those of complete_checkout,
	// with SignAll the others too.
	Signer  func() httpsig.Signer
	SignAll bool
	Logger  *slog.Logger
	Now     func() time.Time
}

// Server serves MCP at one URL. It is safe for concurrent use.
type Server struct {
	Config
	public     *url.URL
	storefront string
	tools      map[string]tool
	inner      http.Handler
	// large has a place for each request with a large body that is worked on.
	large chan struct{}
	// lists are the answers to tools/list by the revision that the client names.
	lists sync.Map
	forms *forms
}

// New returns a server. The error is that the public URL is none, or a schema of ours is
// broken.
func New(c Config) (*Server, error) {
	public, err := url.Parse(c.PublicURL)
	if err != nil || public.Host == "" {
		return nil, fmt.Errorf("mcp: public URL %q is none", c.PublicURL)
	}
	all, err := readSchemas()
	if err != nil {
		return nil, err
	}
	if all, err = all.forEnabled(c.Enabled); err != nil {
		return nil, err
	}
	s := &Server{Config: c, public: public, storefront: c.PublicURL + "/", tools: map[string]tool{}, large: make(chan struct{}, maxLarge), forms: newForms()}
	inner := sdk.NewServer(&sdk.Implementation{Name: "balcao", Title: c.Name, Version: c.Software}, &sdk.ServerOptions{
		Instructions: instructions,
		// Without logging, prompts and resources, which there are none of.
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.TTLMs = int(listAge.Milliseconds()) },
	})
	for _, t := range enabled(c.Enabled) {
		described, err := t.describe(all)
		if err != nil {
			return nil, err
		}
		s.tools[t.name] = t
		inner.AddTool(described, formTool)
	}
	inner.AddReceivingMiddleware(s.guard) // added last, it is the outermost
	s.inner = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return inner }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: 2 * MaxBody,
	})
	return s, nil
}

// listAge is how long clients may keep the list of tools.
const listAge = 5 * time.Minute

// instructions tell a model what it cannot see in the tools.
const instructions = `Shop of the Brazilian Commerce Protocol (BCP). Every call needs arguments.meta with "ucp-agent": {"profile": URL}, ` +
	`the profile of the platform that was authenticated. Amounts are integers in minor units (centavos). A refusal of the shop is a ` +
	`result: read messages and ucp.status. For a retry of complete_checkout or cancel_checkout send the same idempotency-key with the ` +
	`same arguments; a new attempt gets a new key.`
