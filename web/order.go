package web

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"balcao/bcp"
	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/internal/secret"
	"balcao/money"
	"balcao/order"
)

type orderView struct {
	Label, Placed    string
	Lines            []lineView
	Totals           []totalView
	Events           []eventView
	Adjustments      []adjustmentView
	NFe              *nfeView
	Deliveries       []deliveryView
	Seller           sellerView
	WithdrawalNotice string
	// ReturnURL is the form by which goods are given back, empty where none can be.
	ReturnURL string
	// Done is the request that was just made, nil for none.
	Done *adjustmentView
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
	view, err := p.viewOrder(found, lang)
	if err != nil {
		return err
	}
	for _, a := range found.Adjustments {
		if a.ID == c.QueryParam("done") && !a.AcknowledgedAt.IsZero() {
			at := slices.IndexFunc(view.Adjustments, func(v adjustmentView) bool { return v.ID == a.ID })
			view.Done = &view.Adjustments[at]
		}
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

func (p *Pages) viewOrder(o *order.Order, lang string) (orderView, error) {
	v := orderView{
		Label: o.Label, Placed: brazil.Moment(o.CreatedAt, lang), Seller: viewSeller(o.Seller),
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
		if line.Status, err = text(lang, lineStage(l)); err != nil {
			return v, err
		}
		if line.Until, err = p.untilText(o, l, p.deps.Now(), lang); err != nil {
			return v, err
		}
		if o.Returnable(l) > 0 {
			v.ReturnURL = orderURL(o, "/return")
		}
		v.Lines = append(v.Lines, line)
	}
	if v.Totals, err = viewTotals(o.Totals, lang); err != nil {
		return v, err
	}
	if v.Events, err = viewEvents(o, lang); err != nil {
		return v, err
	}
	if v.Adjustments, err = viewAdjustments(o, lang); err != nil {
		return v, err
	}
	v.NFe = viewNFe(o.NFe)
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
