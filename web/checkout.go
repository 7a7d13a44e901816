package web

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"balcao/checkout"
	"balcao/internal/ids"
)

// checkout is the page behind continue_url.
func (p *Pages) checkout(c echo.Context) error {
	keepPrivate(c)
	id := c.Param("id")
	if !ids.Valid(id) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	result, err := p.deps.Checkouts.View(c.Request().Context(), ids.Checkout(id), c.QueryParam("key"))
	if errors.Is(err, checkout.ErrNotFound) {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	if err != nil {
		return err
	}
	lang := objectLanguage(result.Checkout.Language, c.Request())
	view, err := viewCheckout(result, lang)
	if err != nil {
		return err
	}
	return p.render(c, http.StatusOK, lang, "checkout", page{Title: view.StatusText, Private: true, Data: view})
}
