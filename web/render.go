package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"

	"github.com/labstack/echo/v4"

	"balcao/internal/lang"
)

//go:embed templates/*.html
var templates embed.FS

// book holds the pages of one language, by name.
type book map[string]*template.Template

// The pages that say the same in all languages through texts, and those that are written
// once for each language.
var (
	pageNames  = []string{"home", "product", "checkout", "order", "return", "bank", "error"}
	legalNames = []string{"terms", "privacy", "returns"}
)

// parseBooks reads the embedded templates. They are part of the program, so one that is
// wrong is a fault of the program.
func parseBooks() map[string]book {
	books := make(map[string]book, len(lang.All()))
	for _, language := range lang.All() {
		funcs := template.FuncMap{
			"t":    func(key string, facts ...any) (string, error) { return text(language, key, facts...) },
			"lang": func() string { return language },
		}
		parse := func(file string) *template.Template {
			return template.Must(template.New("layout.html").Funcs(funcs).
				ParseFS(templates, "templates/layout.html", "templates/parts.html", file))
		}
		books[language] = make(book)
		for _, name := range pageNames {
			books[language][name] = parse("templates/" + name + ".html")
		}
		for _, name := range legalNames {
			books[language][name] = parse("templates/" + name + "." + language + ".html")
		}
	}
	return books
}

// page is what every template gets.
type page struct {
	Title string
	// Private keeps search engines away.
	Private bool
	Shop    shopView
	Data    any
}

// render writes a page. It is rendered in memory first, so that a failure is a whole error
// page and not half a page.
func (p *Pages) render(c echo.Context, status int, language, name string, content page) error {
	content.Shop = p.shop
	var out bytes.Buffer
	if err := p.books[language][name].Execute(&out, content); err != nil {
		return fmt.Errorf("web: page %s: %w", name, err)
	}
	c.Response().Header().Set("Content-Language", language)
	return c.HTMLBlob(status, out.Bytes())
}

// keepPrivate keeps what a key opens out of caches and search engines.
func keepPrivate(c echo.Context) {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set("X-Robots-Tag", "noindex, nofollow")
}

// varyLanguage says that the page depends on the browser's language.
func varyLanguage(c echo.Context) { c.Response().Header().Add(echo.HeaderVary, "Accept-Language") }
