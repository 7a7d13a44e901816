package web

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"
)

type errorView struct {
	Status int
	Text   string
}

// ErrorPage writes the page for an HTTP status of 400 and above, in the browser's
// language. It says nothing of the cause.
func (p *Pages) ErrorPage(c echo.Context, status int) error {
	lang := browserLanguage(c.Request())
	key := "error.other"
	switch status {
	case http.StatusNotFound, http.StatusTooManyRequests:
		key = fmt.Sprintf("error.%d", status)
	}
	title, err := text(lang, key+".title")
	if err != nil {
		return err
	}
	content, err := text(lang, key+".text")
	if err != nil {
		return err
	}
	keepPrivate(c)
	varyLanguage(c)
	return p.render(c, status, lang, "error", page{Title: title, Private: true, Data: errorView{status, content}})
}
