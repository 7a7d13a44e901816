package httpd

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/internal/ids"
)

// chain is what every request passes through, the outermost first.
func chain(log *slog.Logger, newID func() string, metrics *Metrics, bindings []RPC) []echo.MiddlewareFunc {
	if newID == nil {
		source := ids.NewSource(nil)
		newID = func() string { return source.New("req_") }
	}
	return []echo.MiddlewareFunc{identify(newID), observe(log, metrics), protect, recoverPanics(log, bindings)}
}

// identify gives the request an id, its own if that has the form of one.
func identify(newID func() string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			id := c.Request().Header.Get(echo.HeaderXRequestID)
			if !ids.Valid(id) {
				id = newID()
			}
			c.Response().Header().Set(echo.HeaderXRequestID, id)
			return next(c)
		}
	}
}

func requestID(c echo.Context) string { return c.Response().Header().Get(echo.HeaderXRequestID) }

// observe counts and logs the request once it is answered. Of the address only the route
// is logged: path parameters and queries carry keys.
func observe(log *slog.Logger, metrics *Metrics) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			start := time.Now()
			if err := next(c); err != nil {
				c.Error(err)
			}
			took := time.Since(start)
			status := c.Response().Status
			stream := c.Response().Header().Get(echo.HeaderContentType) == "text/event-stream"
			metrics.observe(c.Request().Method, route(c), status, stream, took)
			log.LogAttrs(c.Request().Context(), accessLevel(c), "request",
				slog.String("request_id", requestID(c)),
				slog.String("method", method(c.Request().Method)),
				slog.String("route", route(c)),
				slog.Int("status", status),
				slog.Int64("bytes", c.Response().Size),
				slog.Duration("took", took),
			)
			return nil
		}
	}
}

// accessLevel keeps probes out of an ordinary log.
func accessLevel(c echo.Context) slog.Level {
	switch c.Path() {
	case pathHealth, pathReady, pathMetrics:
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// route is the template of the route that matched.
func route(c echo.Context) string {
	if c.Path() == "" {
		return "none"
	}
	return c.Path()
}

// method names the methods of HTTP; a client may invent any number of others.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return m
	}
	return "other"
}

// policy allows a page its own styles and images and nothing else: no script at all, no
// form, no frame around it.
const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// protect sets the headers that make a browser careful. URLs of pages carry keys, so no
// referrer leaves them.
func protect(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderContentSecurityPolicy, policy)
		h.Set(echo.HeaderXContentTypeOptions, "nosniff")
		h.Set(echo.HeaderReferrerPolicy, "no-referrer")
		return next(c)
	}
}

// recoverPanics turns a panic into a 500, or into the error of the binding that was called.
// If the answer has begun, the connection is cut instead, so that nobody takes half of it
// for the whole.
func recoverPanics(log *slog.Logger, bindings []RPC) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			defer func() {
				value := recover()
				if value == nil {
					return
				}
				if value == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so too: a handler's own wish
					panic(value)
				}
				log.ErrorContext(c.Request().Context(), "panic",
					"request_id", requestID(c), "route", route(c),
					"value", fmt.Sprint(value), "stack", string(debug.Stack()))
				if c.Response().Committed {
					panic(http.ErrAbortHandler)
				}
				if b := bindingOf(c, bindings); b != nil && b.Failed != nil {
					status, body := b.Failed()
					err = rpcError(c, status, body)
					return
				}
				err = echo.NewHTTPError(http.StatusInternalServerError)
			}()
			return next(c)
		}
	}
}
