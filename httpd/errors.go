package httpd

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"
)

// errorHandler answers what a handler returned as an error. The text of an error never
// leaves; a server error is logged.
type errorHandler struct {
	log  *slog.Logger
	api  func(*http.Request) bool
	page ErrorPage
}

func (h errorHandler) handle(err error, c echo.Context) {
	status := statusOf(err)
	gone := c.Request().Context().Err() != nil // the client hung up, nobody's fault
	if status >= http.StatusInternalServerError && !gone {
		h.log.ErrorContext(c.Request().Context(), "request failed",
			"request_id", requestID(c), "route", route(c), "error", err)
	}
	if c.Response().Committed {
		return
	}
	if err := h.answer(c, status); err != nil && !gone {
		h.log.WarnContext(c.Request().Context(), "error answer not written",
			"request_id", requestID(c), "error", err)
	}
}

func (h errorHandler) answer(c echo.Context, status int) error {
	switch {
	case c.Request().Method == http.MethodHead:
		return c.NoContent(status)
	case h.api(c.Request()):
		return problem(c, status, "")
	case h.page != nil:
		return h.page(c, status)
	}
	return c.String(status, http.StatusText(status)+"\n")
}

func statusOf(err error) int {
	var known *echo.HTTPError
	var tooBig *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known.Code
	case errors.As(err, &tooBig):
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusInternalServerError
}

// rpcError answers with a JSON-RPC error that the binding wrote.
func rpcError(c echo.Context, status int, body []byte) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.Blob(status, echo.MIMEApplicationJSON, body)
}

// problemDocument is a problem document (RFC 9457) with the members of ours: what an order's
// command was refused for.
type problemDocument struct {
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail,omitempty"`
	Code      string `json:"code,omitempty"`
	Field     string `json:"field,omitempty"`
	Line      string `json:"line_item_id,omitempty"`
	Available int64  `json:"available,omitempty"`
}

// problem answers with a problem document. The detail may be empty.
func problem(c echo.Context, status int, detail string) error {
	return problemOf(c, problemDocument{Status: status, Detail: detail})
}

func problemOf(c echo.Context, p problemDocument) error {
	p.Title = http.StatusText(p.Status)
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return c.Blob(p.Status, "application/problem+json", body)
}
