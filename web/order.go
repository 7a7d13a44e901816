package web

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/money"
	"balcao/order"
)

type orderView struct {
	Label, Placed    string
	Lines            []lineView
	Totals           []totalView
	Deliveries       []deliveryView
	Seller           sellerView
	WithdrawalNotice string
}

// order is the page behind permalink_url. To a platform the same address answers JSON.
func (p *Pages) order(c echo.Context) error {
	keepPrivate(c)
	c.Response().Header().Set(echo.HeaderVary, "Accept, Authorization, BCP-Agent")
	if wantsJSON(c.Request()) {
		return p.orderJSON(c)
	}
	found, err := p.orderWithKey(c)
	if err != nil {
		return err
	}
	if found == nil {
		return p.ErrorPage(c, http.StatusNotFound)
	}
	lang := objectLanguage(found.Language, c.Request())
	view, err := viewOrder(found, lang)
	if err != nil {
		return err
	}
	return p.render(c, http.StatusOK, lang, "order", page{Title: view.Label, Private: true, Data: view})
}

// orderWithKey returns the order that the address names, nil if there is none or the key
// is wrong.
func (p *Pages) orderWithKey(c echo.Context) (*order.Order, error) {
	found, err := p.findOrder(c)
	if err != nil || found == nil {
		return nil, err
	}
	if !secret.Equal(found.Key, c.QueryParam("key")) {
		return nil, nil
	}
	return found, nil
}

// findOrder returns the order that the address names, nil if there is none.
func (p *Pages) findOrder(c echo.Context) (*order.Order, error) {
	id := c.Param("id")
	if !ids.Valid(id) {
		return nil, nil
	}
	found, err := p.deps.Orders.Order(c.Request().Context(), ids.Order(id))
	if errors.Is(err, checkout.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

func viewOrder(o *order.Order, lang string) (orderView, error) {
	v := orderView{
		Label: o.Label, Placed: moment(o.CreatedAt, lang), Seller: viewSeller(o.Seller),
		WithdrawalNotice: bcp.Text(checkout.Message{Type: checkout.TypeInfo, Code: checkout.CodeWithdrawal}, lang),
	}
	var err error
	if v.Label == "" {
		if v.Label, err = text(lang, "order.title"); err != nil {
			return v, err
		}
	}
	for _, l := range o.Lines {
		line := lineView{
			Title: l.Title, Quantity: l.Total,
			Price: money.Format(l.Price, lang), Amount: money.Format(order.Amount(l.Totals, order.TotalTotal), lang),
		}
		if line.Status, err = text(lang, "line."+l.Status()); err != nil {
			return v, err
		}
		v.Lines = append(v.Lines, line)
	}
	if v.Totals, err = viewTotals(o.Totals, lang); err != nil {
		return v, err
	}
	for _, promise := range o.Promises {
		d := deliveryView{Description: promise.Description}
		key := "delivery.shipping"
		if promise.Method == string(checkout.Pickup) {
			key = "delivery.pickup"
		}
		if d.Method, err = text(lang, key); err != nil {
			return v, err
		}
		d.to(promise.Destination)
		v.Deliveries = append(v.Deliveries, d)
	}
	return v, nil
}
