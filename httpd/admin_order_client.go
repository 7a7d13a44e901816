package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"balcao/internal/ids"
	"balcao/order"
)

func orderPath(id ids.Order, what string) string {
	return "/orders/" + url.PathEscape(string(id)) + what
}

// Evidence returns what shows that the buyer agreed to an order.
func (a AdminClient) Evidence(ctx context.Context, id ids.Order) ([]byte, error) {
	var doc json.RawMessage
	err := a.ask(ctx, http.MethodGet, orderPath(id, "/evidence"), nil, &doc)
	return doc, err
}

// ListOrders lists orders.
func (a AdminClient) ListOrders(ctx context.Context, q order.Query) (OrderPage, error) {
	path := "/orders"
	if query := writeQuery(q).Encode(); query != "" {
		path += "?" + query
	}
	var page OrderPage
	err := a.ask(ctx, http.MethodGet, path, nil, &page)
	return page, err
}

// ShowOrder returns an order.
func (a AdminClient) ShowOrder(ctx context.Context, id ids.Order) (OrderView, error) {
	var v OrderView
	err := a.ask(ctx, http.MethodGet, orderPath(id, ""), nil, &v)
	return v, asDomain(err)
}

// ChangeOrder carries a command out.
func (a AdminClient) ChangeOrder(ctx context.Context, id ids.Order, key string, cmd order.Command) (OrderView, error) {
	name, body, ok := commandBody(cmd)
	if !ok {
		return OrderView{}, fmt.Errorf("httpd: staff have no command %T", cmd)
	}
	var v OrderView
	err := a.askAs(ctx, http.MethodPost, orderPath(id, "/"+name), http.Header{headerIdempotencyKey: {key}}, body, &v)
	return v, asDomain(err)
}

// asDomain is a refusal of an order's command as the shop itself would give it.
func asDomain(err error) error {
	var refused *AdminError
	if !errors.As(err, &refused) {
		return err
	}
	switch {
	case refused.Code != "":
		return &order.Error{Code: order.Code(refused.Code), Field: refused.Field, Line: ids.LineItem(refused.Line), Available: refused.Available}
	case refused.Status == http.StatusNotFound:
		return fmt.Errorf("%w: %w", order.ErrNotFound, err)
	}
	return err
}
