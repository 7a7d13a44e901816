package httpd

import (
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/labstack/echo/v4"
)

// maxAdminBody is the largest body that staff may send, in bytes.
const maxAdminBody = 16 << 10

// readJSON reads the body into a struct: one document, names exact, no member twice, none
// that is not known.
func readJSON(c echo.Context, into any) error {
	body := http.MaxBytesReader(c.Response().Writer, c.Request().Body, maxAdminBody)
	return json.UnmarshalRead(body, into, json.RejectUnknownMembers(true))
}

// badRequest answers a body that readJSON refused.
func badRequest(c echo.Context, err error) error {
	if statusOf(err) == http.StatusRequestEntityTooLarge {
		return problem(c, http.StatusRequestEntityTooLarge, "")
	}
	return problem(c, http.StatusBadRequest, "The body is not the JSON object this takes.")
}
