package httpd

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/clock"
)

// The paths of the probes.
const (
	pathHealth = "/healthz"
	pathReady  = "/readyz"
)

const (
	defaultReadyTimeout = 2 * time.Second
	// readyFor is how long an answer to a readiness probe holds: anybody can ask, so
	// asking must not cost a database query each time.
	readyFor = time.Second
)

// Check returns an error if something the shop needs is out of order. It is called from
// several goroutines and should end when its context does; one that does not counts as
// failed.
type Check func(ctx context.Context) error

func mountHealth(e *echo.Echo, log *slog.Logger, checks map[string]Check, config Config) {
	ready := &readiness{
		checks: checks, log: log, clock: timeSource(config.Clock),
		timeout: cmp.Or(config.ReadyTimeout, defaultReadyTimeout),
	}
	methods := []string{http.MethodGet, http.MethodHead}
	e.Match(methods, pathHealth, func(c echo.Context) error {
		return status(c, http.StatusOK, health{Status: "ok"})
	})
	e.Match(methods, pathReady, func(c echo.Context) error {
		if failed := ready.failed(c.Request().Context()); len(failed) > 0 {
			return status(c, http.StatusServiceUnavailable, health{Status: "unavailable", Failed: failed})
		}
		return status(c, http.StatusOK, health{Status: "ready"})
	})
}

// health is the answer to a probe. Failed names the checks and says no more.
type health struct {
	Status string   `json:"status"`
	Failed []string `json:"failed,omitempty"`
}

func status(c echo.Context, code int, h health) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.JSON(code, h)
}

// readiness runs the checks and remembers the outcome for a moment.
type readiness struct {
	checks  map[string]Check
	log     *slog.Logger
	clock   clock.Clock
	timeout time.Duration

	mu    sync.Mutex
	at    time.Time
	names []string
}

// failed lists the checks that failed, by name.
func (r *readiness) failed(ctx context.Context) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.clock.Now(); r.at.IsZero() || now.Sub(r.at) >= readyFor {
		// Others will read the outcome, so it must not depend on this client's patience.
		r.names = r.run(context.WithoutCancel(ctx))
		r.at = r.clock.Now()
	}
	return r.names
}

func (r *readiness) run(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	type outcome struct {
		name string
		err  error
	}
	outcomes := make(chan outcome, len(r.checks))
	pending := make(map[string]bool, len(r.checks))
	for name, check := range r.checks {
		pending[name] = true
		go func() { outcomes <- outcome{name, check(ctx)} }()
	}
	var failed []string
	fail := func(name string, err error) {
		failed = append(failed, name)
		r.log.WarnContext(ctx, "not ready", "check", name, "error", err)
	}
	for len(pending) > 0 {
		select {
		case o := <-outcomes:
			delete(pending, o.name)
			if o.err != nil {
				fail(o.name, o.err)
			}
		case <-ctx.Done():
			for name := range pending {
				fail(name, ctx.Err())
			}
			clear(pending)
		}
	}
	slices.Sort(failed)
	return failed
}
