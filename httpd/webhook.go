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

// Webhook takes the callbacks of the Pix provider.
type Webhook struct {
	// Secret is the last part of the address that was registered at the provider. With an
	// empty one every callback is refused.
	Secret string
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
}

// ErrUnauthenticated says that a callback is not from who it says.
var ErrUnauthenticated = errors.New("httpd: the callback is not authentic")

func (w Webhook) mount(e *echo.Echo, log *slog.Logger) {
	handler := func(c echo.Context) error {
		if !secret.Equal(w.Secret, c.Param("secret")) {
			return echo.NewHTTPError(http.StatusNotFound)
		}
		body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, c.Request().Body, maxWebhook))
		if err != nil {
			if statusOf(err) == http.StatusRequestEntityTooLarge {
				return echo.NewHTTPError(http.StatusRequestEntityTooLarge)
			}
			return echo.NewHTTPError(http.StatusBadRequest) // the sender broke off
		}
		ctx := c.Request().Context()
		callback := Callback{Header: c.Request().Header, Query: c.QueryParams(), Body: body}
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
