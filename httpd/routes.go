package httpd

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
)

// Routes is what the public server serves. Whatever is left out is not there.
type Routes struct {
	// Documents are served as they are, by path: the profile and its leaves, the agent
	// card, sandbox platforms.
	Documents map[string]Document
	// Live are documents that change while they are served, by path.
	Live map[string]func() Document
	// RPC are the bindings.
	RPC []RPC
	// Webhook takes the Pix provider's callbacks; nil for none.
	Webhook *Webhook
	// Pages add the shop's own pages.
	Pages []Registrar
	// Checks say whether the shop can work, by name. The names are public.
	Checks map[string]Check
	// ErrorPage writes the error page for people; nil means a line of plain text.
	ErrorPage ErrorPage
}

// RPC is a binding of a protocol. Its handler gets every method on the path, with and
// without a slash at the end, and does the protocol's own checks. A path that ends in "/*"
// means all paths below.
type RPC struct {
	Path    string
	Handler http.Handler
	// Limited returns the body for a client that asks too often: the binding's own error
	// with the reason rate_limited. Nil means a problem document.
	Limited func(retryAfter time.Duration) []byte
	// Failed returns status and body after a panic in the handler: the binding's own internal
	// error. Nil means a problem document with status 500.
	Failed func() (status int, body []byte)
}

// bindingOf finds the binding that a request is for, nil if it is for none.
func bindingOf(c echo.Context, bindings []RPC) *RPC {
	path := strings.TrimSuffix(c.Path(), "/")
	if i := slices.IndexFunc(bindings, func(b RPC) bool { return b.Path == path }); i >= 0 {
		return &bindings[i]
	}
	return nil
}

// Registrar adds routes to the server.
type Registrar interface{ Register(e *echo.Echo) }

// ErrorPage writes a whole error page for people with this HTTP status.
type ErrorPage func(c echo.Context, status int) error

func (r Routes) mount(e *echo.Echo, log *slog.Logger, config Config) {
	for path, document := range r.Documents {
		e.Any(path, document.handler())
	}
	for path, current := range r.Live {
		e.Any(path, live(current))
	}
	for _, rpc := range r.RPC {
		paths := []string{rpc.Path}
		if !strings.HasSuffix(rpc.Path, "/*") {
			paths = append(paths, rpc.Path+"/")
		}
		for _, path := range paths {
			handler := echo.WrapHandler(rpc.Handler)
			e.Any(path, handler)
			e.RouteNotFound(path, handler) // methods that the router has never heard of
		}
	}
	if r.Webhook != nil {
		r.Webhook.mount(e, log)
	}
	mountHealth(e, log, r.Checks, config)
	for _, pages := range r.Pages {
		pages.Register(e)
	}
}

// apiPrefixes are the paths that programs call; all others are for people.
var apiPrefixes = []string{"/.well-known/", "/bcp/", "/sandbox/", "/webhooks/", pathHealth, pathReady}

func isAPI(r *http.Request) bool {
	for _, prefix := range apiPrefixes {
		if strings.HasPrefix(r.URL.Path, prefix) {
			return true
		}
	}
	return false
}
