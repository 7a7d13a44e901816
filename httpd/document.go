package httpd

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	// minMaxAge is what the protocol asks for at least (BCP overview), defaultMaxAge what
	// is said if nothing else is.
	minMaxAge     = time.Minute
	defaultMaxAge = 5 * time.Minute
)

// Document is a public document that any site's script may read.
type Document struct {
	Body []byte
	// ContentType is application/json if empty.
	ContentType string
	// MaxAge is how long it may be cached, 5 minutes by default and a minute at least.
	MaxAge time.Duration
	// Modified is when it last changed; zero if that is not known.
	Modified time.Time
}

const documentMethods = "GET, HEAD, OPTIONS"

// handler serves a document that does not change.
func (d Document) handler() echo.HandlerFunc {
	etag := strongETag(d.Body)
	return func(c echo.Context) error { return d.serve(c, etag) }
}

// live serves what the document is at each request.
func live(current func() Document) echo.HandlerFunc {
	return func(c echo.Context) error {
		d := current()
		return d.serve(c, strongETag(d.Body))
	}
}

// serve answers every method: conditional and HEAD requests as RFC 9110 has them, preflight
// as Fetch has it, all others with 405.
func (d Document) serve(c echo.Context, etag string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderAccessControlAllowOrigin, "*")
	switch c.Request().Method {
	case http.MethodGet, http.MethodHead:
		h.Set(echo.HeaderAccessControlExposeHeaders, "ETag")
		h.Set(echo.HeaderContentType, cmp.Or(d.ContentType, echo.MIMEApplicationJSON))
		h.Set(echo.HeaderCacheControl, fmt.Sprintf("public, max-age=%d", int(max(cmp.Or(d.MaxAge, defaultMaxAge), minMaxAge)/time.Second)))
		h.Set("ETag", etag)
		// Small documents: a range only multiplies the work, so none is offered or served.
		c.Request().Header.Del("Range")
		c.Response().Before(func() { h.Del("Accept-Ranges") })
		http.ServeContent(c.Response(), c.Request(), "", d.Modified, bytes.NewReader(d.Body))
		return nil
	case http.MethodOptions:
		h.Set(echo.HeaderAllow, documentMethods)
		h.Set(echo.HeaderAccessControlAllowMethods, "GET, HEAD")
		h.Set(echo.HeaderAccessControlAllowHeaders, "A2A-Extensions, A2A-Version, BCP-Agent, Content-Type, If-Modified-Since, If-None-Match")
		h.Set(echo.HeaderAccessControlMaxAge, "86400")
		return c.NoContent(http.StatusNoContent)
	}
	h.Set(echo.HeaderAllow, documentMethods)
	return echo.NewHTTPError(http.StatusMethodNotAllowed)
}

// strongETag names these very bytes.
func strongETag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`
}
