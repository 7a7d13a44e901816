package httpd

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/payment"
)

// AdminConfig is what the listener for the shop's staff offers. It belongs on loopback or
// a private network: /metrics is open to whoever reaches it, all other routes ask for the
// token. What is left out is not there.
type AdminConfig struct {
	// Token is the bearer token; with an empty one nobody is let in.
	Token  string
	Logger *slog.Logger
	// NewID makes request ids; nil means random ones.
	NewID func() string
	// Drain is how long open requests may go on after a stop, 20 s by default.
	Drain   time.Duration
	Metrics *Metrics
	// Settle pays a sandbox charge; nil with a real provider. Its errors are those of the
	// Pix sandbox.
	Settle func(ctx context.Context, txid ids.TXID) (payment.Receipt, error)
	Stock  Stock
	Keys   PlatformKeys
	Orders Orders
	// Notices are the order webhooks that platforms have not taken yet.
	Notices Notices
	// Unmatched is money that no charge asked for.
	Unmatched Unmatched
	// Catalog is what the shop sells.
	Catalog Catalog
}

// NewAdmin returns the server for the shop's staff.
func NewAdmin(config AdminConfig) *Server {
	log := logger(config.Logger)
	e := newEcho(log, func(*http.Request) bool { return true }, nil)
	e.Use(chain(log, config.NewID, nil, nil)...)
	e.Use(requireToken(config.Token))
	if config.Metrics != nil {
		e.GET(pathMetrics, echo.WrapHandler(config.Metrics.handler()))
	}
	if config.Settle != nil {
		e.POST("/sandbox/charges/:txid/settle", settle(config.Settle))
	}
	if config.Stock != nil {
		e.GET("/stock", listStock(config.Stock))
		e.PUT("/stock/:variant", setStock(config.Stock))
	}
	if config.Keys != nil {
		e.GET("/platform-keys", listKeys(config.Keys))
		e.POST("/platform-keys", createKey(config.Keys))
		e.DELETE("/platform-keys/:id", revokeKey(config.Keys))
	}
	if config.Orders != nil {
		orderRoutes(e, config.Orders)
	}
	if config.Notices != nil {
		e.GET("/order-webhooks", listNotices(config.Notices))
		e.POST("/order-webhooks/replay", replayNotices(config.Notices))
	}
	if config.Unmatched != nil {
		e.GET("/pix/unmatched", listUnmatched(config.Unmatched))
		e.POST("/pix/unmatched/:id/close", closeUnmatched(config.Unmatched))
	}
	if config.Catalog != nil {
		e.GET("/catalog", exportCatalog(config.Catalog))
		e.PUT("/catalog", importCatalog(config.Catalog))
		e.DELETE("/catalog", resetCatalog(config.Catalog))
		e.GET("/catalog/summary", summaryOf(config.Catalog))
	}
	return newServer(e, log, config.Drain)
}

// requireToken refuses every request without the token, known route or not, except for
// the metrics: Prometheus is seldom given secrets.
func requireToken(token string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Path() == pathMetrics {
				return next(c)
			}
			given, bearer := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
			if !bearer || !secret.Equal(token, given) {
				c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer realm="balcao admin"`)
				return problem(c, http.StatusUnauthorized, "The admin token is missing or wrong.")
			}
			c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
			return next(c)
		}
	}
}
