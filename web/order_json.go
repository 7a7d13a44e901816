package web

import (
	"encoding/json"
	"errors"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/platform"
	"balcao/profile"
)

// wantsJSON reports whether a program asks: it shows who it is, or takes JSON and no HTML.
func wantsJSON(r *http.Request) bool {
	for _, name := range []string{echo.HeaderAuthorization, "BCP-Agent", "Signature-Input"} {
		if len(r.Header.Values(name)) > 0 {
			return true
		}
	}
	takesJSON := false
	for _, accepted := range strings.Split(strings.Join(r.Header.Values("Accept"), ","), ",") {
		kind, _, err := mime.ParseMediaType(accepted)
		if err != nil {
			continue
		}
		switch kind {
		case "text/html", "application/xhtml+xml":
			return false
		case echo.MIMEApplicationJSON:
			takesJSON = true
		}
	}
	return takesJSON
}

// orderJSON gives the whole order to the platform it belongs to (BCP order): first who
// asks, then what was negotiated for this read, then whether it may read orders, then
// whether there is such an order. Another platform's order is like one that never was.
func (p *Pages) orderJSON(c echo.Context) error {
	identity, err := p.deps.Identifier.Identify(c.Request().Context(), profile.CredentialsOf(c.Request(), nil))
	var refused *profile.Error
	if errors.As(err, &refused) {
		refused.LogRefusal(c.Request().Context(), p.deps.Logger)
		return refuse(c, refused)
	}
	if err != nil {
		return err
	}
	if !identity.Caller.Authenticated {
		return refuse(c, profile.NewError(profile.CodeUnauthenticated, nil))
	}
	session := identity.Negotiated.Session
	switch {
	case !session.Has(platform.CapOrder):
		// The registry gives this outcome the status 200 (BCP overview).
		return envelope(c, http.StatusOK, session, checkout.CodeIncompatible)
	case !identity.Caller.Rights.Has(platform.RightOrder):
		return envelope(c, http.StatusForbidden, session, checkout.CodeUnauthorized)
	}
	found, err := p.findOrder(c)
	if err != nil {
		return err
	}
	if found == nil || !identity.Caller.Sees(found.Owner) {
		return envelope(c, http.StatusNotFound, session, checkout.CodeNotFound)
	}
	read := *found
	read.Session = session
	body, err := p.deps.Encoder.Order(&read)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, body)
}

// envelope answers with the protocol's error response. It names the capabilities that the
// read is about, none if orders were not negotiated.
func envelope(c echo.Context, status int, session platform.Session, code checkout.Code) error {
	message := checkout.Message{Type: checkout.TypeError, Code: code, Severity: checkout.Unrecoverable}
	var concerned []platform.Capability
	if session.Has(platform.CapOrder) {
		concerned = session.For(platform.CapOrder)
	}
	body, err := bcp.Envelope(session.Version, concerned, []checkout.Message{message}, browserLanguage(c.Request()), "")
	if err != nil {
		return err
	}
	return c.JSONBlob(status, body)
}

// refuse answers a request that could not be processed, in the terms of the registry.
func refuse(c echo.Context, e *profile.Error) error {
	body, err := json.Marshal(struct {
		Code    string `json:"code"`
		Content string `json:"content"`
	}{e.Code, e.Content})
	if err != nil {
		return err
	}
	h := c.Response().Header()
	if e.HTTPStatus == http.StatusUnauthorized {
		h.Set(echo.HeaderWWWAuthenticate, `Bearer realm="orders"`)
	}
	if e.RetryAfter > 0 {
		h.Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(float64(e.RetryAfter)/float64(time.Second)))))
	}
	return c.JSONBlob(e.HTTPStatus, body)
}
