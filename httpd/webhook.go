package httpd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"balcao/internal/secret"
)

// maxWebhook is the largest callback that is read, in bytes.
const maxWebhook = 256 << 10

// The paths of the Pix webhook: providers append /pix to the address they were given
// (Central Bank's Pix API).
const (
	pathWebhook    = "/webhooks/pix/:secret"
	pathWebhookPix = pathWebhook + "/pix"
)

// Webhook takes the callbacks of the Pix provider. A callback without the marks of the
// provider is refused with 401 and changes nothing.
type Webhook struct {
	// Secret is the last part of the address that was registered at the provider. With an
	// empty one every callback is refused.
	Secret string
	// Verify says whether a callback bears what else the provider was told to send; nil asks
	// for nothing more.
	Verify func(c Callback) bool
	// Handle takes in a callback. It returns an error only if the callback could not be
	// stored, so that it is worth sending again, or ErrUnauthenticated. What it cannot read
	// it must let pass: providers stop calling a shop that refuses what they send.
	Handle func(ctx context.Context, c Callback) error
}

// Callback is what a provider sent. Some say in the query what it is about, and sign it in a
// header.
type Callback struct {
	Header http.Header
	Query  url.Values
	Body   []byte
	// TooLarge says that the body was larger than is read; it is left out.
	TooLarge bool
}

// ErrUnauthenticated says that a callback is not from who it says.
var ErrUnauthenticated = errors.New("httpd: the callback is not authentic")

func (w Webhook) mount(e *echo.Echo, log *slog.Logger) {
	handler := func(c echo.Context) error {
		if !secret.Equal(w.Secret, c.Param("secret")) {
			return echo.NewHTTPError(http.StatusUnauthorized)
		}
		callback := Callback{Header: c.Request().Header, Query: c.QueryParams()}
		body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, c.Request().Body, maxWebhook))
		switch {
		case err == nil:
			callback.Body = body
		case statusOf(err) == http.StatusRequestEntityTooLarge:
			callback.TooLarge = true
		default:
			return echo.NewHTTPError(http.StatusBadRequest) // the sender broke off
		}
		if w.Verify != nil && !w.Verify(callback) {
			return echo.NewHTTPError(http.StatusUnauthorized)
		}
		ctx := c.Request().Context()
		switch err := w.Handle(ctx, callback); {
		case errors.Is(err, ErrUnauthenticated):
			return echo.NewHTTPError(http.StatusUnauthorized)
		case err != nil:
			log.ErrorContext(ctx, "pix callback not taken in", "request_id", requestID(c), "error", err)
			return problem(c, http.StatusServiceUnavailable, "")
		}
		return c.NoContent(http.StatusOK)
	}
	e.POST(pathWebhook, handler)
	e.POST(pathWebhookPix, handler)
}

// NewWebhook returns a server for callbacks alone, for a listener of their own.
func NewWebhook(config Config, webhook Webhook) *Server {
	log := logger(config.Logger)
	e := newEcho(log, func(*http.Request) bool { return true }, nil)
	e.IPExtractor = clientAddress(nil)
	e.Use(chain(log, config.NewID, config.Metrics, nil)...)
	webhook.mount(e, log)
	return newServer(e, log, config.Drain)
}
