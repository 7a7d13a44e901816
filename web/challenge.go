package web

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/ids"
)

// keyed is the path of something of a checkout for the holder of its key.
func keyed(id ids.Checkout, what, key string) string {
	return "/checkouts/" + url.PathEscape(string(id)) + what + "?key=" + url.QueryEscape(key)
}

// ReturnPath is where a buyer comes back to who proved identity elsewhere.
func ReturnPath(id ids.Checkout, key string) string { return keyed(id, "/return", key) }

// challenge sends the buyer to where identity is proved. The address is asked for each time
// and kept nowhere. If there is nothing to prove any more, the page says how things stand.
func (p *Pages) challenge(c echo.Context) error {
	keepPrivate(c)
	id, key := ids.Checkout(c.Param("id")), c.QueryParam("key")
	if !ids.Valid(string(id)) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	target, err := p.deps.Checkouts.ChallengeURL(c.Request().Context(), id, key)
	switch {
	case errors.Is(err, checkout.ErrNotFound):
		return p.checkout(c) // which knows whether the key is right
	case errors.Is(err, checkout.ErrRefused):
		return p.returned(c) // it was met or given up meanwhile
	case err != nil:
		return err
	}
	return c.Redirect(http.StatusSeeOther, target)
}

// returned takes up a buyer who comes back. It changes nothing but what the processor says,
// so it is as good a second time, and from a page that was open before.
func (p *Pages) returned(c echo.Context) error {
	keepPrivate(c)
	id, key := ids.Checkout(c.Param("id")), c.QueryParam("key")
	if !ids.Valid(string(id)) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	err := p.deps.Checkouts.Returned(c.Request().Context(), id, key)
	if errors.Is(err, checkout.ErrNotFound) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	// That the processor cannot be asked just now is no failure of the page: a job asks again,
	// and until then the page says that the purchase waits.
	return c.Redirect(http.StatusSeeOther, keyed(id, "", key))
}
