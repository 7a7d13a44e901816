package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"balcao/catalog"
	"balcao/money"
)

// shownAtHome is how many products the front page shows.
const shownAtHome = 12

// cachePublic lets a page that is the same for everybody be kept for a short while.
const cachePublic = "public, max-age=300"

type productLink struct{ Title, URL, Price string }

// home is the front page: what this shop is, some of what it sells, and where programs
// find its documents.
func (p *Pages) home(c echo.Context) error {
	lang := browserLanguage(c.Request())
	var links []productLink
	for _, product := range p.deps.Products.Products() {
		if len(links) == shownAtHome {
			break
		}
		if product.Handle == "" {
			continue
		}
		lowest, _ := product.PriceRange()
		links = append(links, productLink{product.Title, productPath(product), money.Format(lowest, lang)})
	}
	return p.publicPage(c, lang, "home", p.shop.Name, links)
}

type productView struct {
	Title, Brand, Category, Description string
	Variants                            []variantView
	NotSoldIn                           string
	Pictures                            []pictureView
}

// pictureView is a picture that the shop serves itself. Those of others are not shown: the
// page loads nothing from elsewhere.
type pictureView struct{ URL, Alt string }

type variantView struct{ ID, Title, Price string }

// product is a product's page. Its other names lead to the same page.
func (p *Pages) product(c echo.Context) error {
	product, _, ok := p.deps.Products.Resolve(c.Request().Context(), c.Param("handle"))
	if !ok {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	lang := browserLanguage(c.Request())
	v := productView{
		Title: product.Title, Brand: product.Brand, Category: product.Category,
		Description: product.Description, NotSoldIn: joined(", ", product.NotSoldIn...),
	}
	for _, m := range product.Media {
		if m.Type == "image" && strings.HasPrefix(m.URL, "/") {
			v.Pictures = append(v.Pictures, pictureView{m.URL, m.Alt})
		}
	}
	for _, variant := range product.Variants {
		v.Variants = append(v.Variants, variantView{string(variant.ID), variant.Title, money.Format(variant.Price, lang)})
	}
	return p.publicPage(c, lang, "product", product.Title, v)
}

const pathPicture = "/products/:handle/picture.svg"

// picture is the drawing of a product.
func (p *Pages) picture(c echo.Context) error {
	product, _, ok := p.deps.Products.Resolve(c.Request().Context(), c.Param("handle"))
	if !ok {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	c.Response().Header().Set(echo.HeaderCacheControl, cachePublic)
	return c.Blob(http.StatusOK, "image/svg+xml", p.deps.Picture(product))
}

func productPath(p *catalog.Product) string { return "/products/" + url.PathEscape(p.Handle) }

// legal is one of the shop's terms.
func (p *Pages) legal(name string) echo.HandlerFunc {
	return func(c echo.Context) error {
		lang := browserLanguage(c.Request())
		title, err := text(lang, name+".title")
		if err != nil {
			return err
		}
		return p.publicPage(c, lang, name, title, nil)
	}
}

func (p *Pages) publicPage(c echo.Context, lang, name, title string, data any) error {
	varyLanguage(c)
	c.Response().Header().Set(echo.HeaderCacheControl, cachePublic)
	return p.render(c, http.StatusOK, lang, name, page{Title: title, Data: data})
}
