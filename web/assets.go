package web

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

const pathStyle = "/assets/balcao.css"

//go:embed assets/balcao.css
var styleSheet []byte

// style serves the one style sheet.
func style(c echo.Context) error {
	sum := sha256.Sum256(styleSheet)
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, "text/css; charset=utf-8")
	h.Set(echo.HeaderCacheControl, cachePublic)
	h.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:])+`"`)
	http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(styleSheet))
	return nil
}
