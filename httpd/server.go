package httpd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/clock"
)

// The limits of a connection.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = 60 * time.Second
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 64 << 10
)

// defaultDrain is how long open requests may go on after the server was told to stop.
const defaultDrain = 20 * time.Second

// Config is how the server behaves. The zero value is usable.
type Config struct {
	// Logger takes the access log and what went wrong; nil means slog's default.
	Logger *slog.Logger
	// Clock is what rates are measured by; nil means the machine's.
	Clock clock.Clock
	// NewID makes an id for a request that brings none; nil means a random one.
	NewID func() string
	// Drain is how long open requests may go on after a stop, 20 s by default.
	Drain time.Duration
	// Rate bounds the requests of one client; the zero value sets no bound.
	Rate Rate
	// TrustedProxies are the networks whose X-Forwarded-For is believed. Without any, the
	// client is whoever holds the connection.
	TrustedProxies []netip.Prefix
	// ReadyTimeout bounds each readiness check, 2 s by default.
	ReadyTimeout time.Duration
	// Metrics counts the requests; nil counts nothing.
	Metrics *Metrics
	// OnStop runs when the server was told to stop: it must end the requests that go on
	// without end. Nil does nothing.
	OnStop func()
}

// Server serves HTTP on a listener until it is told to stop.
type Server struct {
	http  *http.Server
	drain time.Duration
}

// New returns the public server.
func New(config Config, routes Routes) *Server {
	log := logger(config.Logger)
	e := newEcho(log, isAPI, routes.ErrorPage)
	e.IPExtractor = clientAddress(config.TrustedProxies)
	e.Use(chain(log, config.NewID, config.Metrics, routes.RPC)...)
	if config.Rate.PerSecond > 0 {
		e.Use(limitClients(newLimiter(config.Rate, timeSource(config.Clock)), routes.RPC))
	}
	routes.mount(e, log, config)
	s := newServer(e, log, config.Drain)
	if config.OnStop != nil {
		s.http.RegisterOnShutdown(config.OnStop)
	}
	return s
}

func newServer(e *echo.Echo, log *slog.Logger, drain time.Duration) *Server {
	return &Server{
		drain: cmp.Or(drain, defaultDrain),
		http: &http.Server{
			Handler:           e,
			ReadHeaderTimeout: readHeaderTimeout,
			ReadTimeout:       readTimeout,
			WriteTimeout:      writeTimeout,
			IdleTimeout:       idleTimeout,
			MaxHeaderBytes:    maxHeaderBytes,
			ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		},
	}
}

// newEcho returns an Echo that says nothing of its own. api tells the requests whose
// errors are problem documents; the others get page, or a line of text if it is nil.
func newEcho(log *slog.Logger, api func(*http.Request) bool, page ErrorPage) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = errorHandler{log: log, api: api, page: page}.handle
	return e
}

// ServeHTTP answers one request, for tests and for other servers.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.http.Handler.ServeHTTP(w, r) }

// Serve answers requests from the listener until ctx ends. Then it takes no more, lets
// open ones finish within the drain time, and returns nil; the error says that some were
// cut off, or that the listener failed. The listener is closed in any case. A Server
// serves once.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("httpd: serve: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
	defer cancel()
	if err := s.http.Shutdown(drain); err != nil {
		return errors.Join(fmt.Errorf("httpd: open requests were cut off: %w", err), s.http.Close())
	}
	return nil
}

func logger(l *slog.Logger) *slog.Logger {
	if l == nil {
		return slog.Default()
	}
	return l
}

func timeSource(c clock.Clock) clock.Clock {
	if c == nil {
		return clock.System{}
	}
	return c
}
