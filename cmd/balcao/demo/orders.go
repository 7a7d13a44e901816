package demo

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// orderRead is what a platform reads of an order.
type orderRead struct {
	ID        string
	Checkout  string `json:"checkout_id"`
	Currency  string
	Permalink string `json:"permalink_url"`
	Lines     []struct {
		Item     struct{ Title string }
		Quantity struct{ Original, Total, Fulfilled int64 }
		Status   string
	} `json:"line_items"`
	Fulfillment struct {
		Expectations []struct {
			Destination struct {
				Street string `json:"street_address"`
			}
		}
	}
	Totals totals
}

// readOrders reads every order that was made, as the platform that made it.
func (p *play) readOrders(ctx context.Context) error {
	if len(p.orders) == 0 {
		return fmt.Errorf("no order was made")
	}
	first, err := withoutKey(p.orders[0].permalink)
	if err != nil {
		return err
	}
	p.tale.says("Plataforma", "GET "+first+" (sem chave)")
	status, _, err := p.client.do(ctx, "read_order_unauthenticated", http.MethodGet, first, map[string]string{"BCP-Agent": p.client.agent()}, nil)
	if err != nil {
		return err
	}
	if err := p.tale.verify(is("sem chave de API a loja não mostra o pedido", status, http.StatusUnauthorized)); err != nil {
		return err
	}
	key, err := p.cfg.IssueKey(ctx, p.client.profile)
	if err != nil {
		return fmt.Errorf("issue a key: %w", err)
	}
	for i, b := range p.orders {
		o, err := p.readOrder(ctx, key, b)
		if err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		if err := p.tale.verify(firstOrder(o)...); err != nil {
			return err
		}
		if err := p.readByTool(ctx, key, o); err != nil {
			return err
		}
	}
	return nil
}

// readOrder reads one order with the platform's key and checks it against its checkout.
func (p *play) readOrder(ctx context.Context, key string, b bought) (orderRead, error) {
	at, err := withoutKey(b.permalink)
	if err != nil {
		return orderRead{}, err
	}
	p.tale.says("Plataforma", "GET "+at)
	var o orderRead
	headers := map[string]string{"BCP-Agent": p.client.agent(), "Authorization": "Bearer " + key, "Accept": "application/json"}
	if err := p.client.get(ctx, "read_order", at, headers, &o); err != nil {
		return orderRead{}, err
	}
	return o, p.tale.verify(
		is("o pedido é o da compra", o.ID, b.order),
		is("e do checkout dela", o.Checkout, b.checkout),
		is("total de "+b.total.String(), o.Totals.of("total"), b.total),
	)
}

// firstOrder is what the order of the conversation must say.
func firstOrder(o orderRead) []check {
	checks := []check{
		is("em reais", o.Currency, "BRL"),
		is("com uma linha", len(o.Lines), 1),
		is("e uma entrega prometida", len(o.Fulfillment.Expectations), 1),
		is("desconto de R$ 5,99", o.Totals.of("discount"), -599),
		is("frete de R$ 19,90", o.Totals.of("fulfillment"), 1990),
	}
	if len(o.Lines) != 1 || len(o.Fulfillment.Expectations) != 1 {
		return checks
	}
	l := o.Lines[0]
	return append(checks,
		is("1 × Camiseta Vermelha M", fmt.Sprint(l.Quantity.Original, " × ", l.Item.Title), "1 × Camiseta Vermelha M"),
		is("em preparação", l.Status, "processing"),
		is("para a Rua das Flores, 100", o.Fulfillment.Expectations[0].Destination.Street, "Rua das Flores, 100"),
	)
}

// withoutKey is a permalink without its unguessable part: the address that asks who reads.
func withoutKey(permalink string) (string, error) {
	u, err := url.Parse(permalink)
	if err != nil {
		return "", fmt.Errorf("permalink: %w", err)
	}
	u.RawQuery = ""
	return u.String(), nil
}
