package httpd_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/httpd"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/order"
	"balcao/platform"
)

// orderDesk is the door of the orders over a store in memory.
type orderDesk struct {
	*order.Service
	store *memory
}

// memory keeps orders as JSON, so that nobody holds on to what is stored.
type memory struct {
	mu     sync.Mutex
	orders map[ids.Order][]byte
	writes int
}

func (m *memory) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	raw, ok := m.orders[id]
	if !ok {
		return nil, order.ErrNotFound
	}
	o := new(order.Order)
	return o, json.Unmarshal(raw, o)
}

func (m *memory) CommitOrder(_ context.Context, w order.Write) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	raw, err := json.Marshal(w.Order)
	m.orders[w.Order.ID] = raw
	m.writes++
	return err
}

type fixedClock struct{ at time.Time }

func (c fixedClock) Now() time.Time { return c.at }

// newOrderDesk has one order of two units for R$ 119,80 and R$ 10 for delivery.
func newOrderDesk(t *testing.T) orderDesk {
	t.Helper()
	o := &order.Order{
		ID: "ord_1", Checkout: "chk_1", Owner: platform.Owner{Profile: "https://a.example/p"}, Version: 1, Language: "pt-BR",
		Label: "Pedido 1", Key: "segredo", CreatedAt: noon.Add(-time.Hour), UpdatedAt: noon.Add(-time.Hour), Currency: money.BRL,
		Lines: []order.Line{{
			ID: "li_1", Variant: "v1", Title: "Camiseta", Price: 5990, Original: 2, Total: 2, Kept: 11980,
			Totals: []order.Total{{Type: order.TotalSubtotal, Amount: 11980}, {Type: order.TotalTotal, Amount: 11980}},
		}},
		Totals: []order.Total{
			{Type: order.TotalSubtotal, Amount: 11980}, {Type: order.TotalFulfillment, Amount: 1000}, {Type: order.TotalTotal, Amount: 12980},
		},
		FreightKept: 1000, Payment: order.Payment{Kind: "pix", EndToEndID: "E1", Amount: 12980},
		Buyer: order.Buyer{Name: "Maria Souza", Email: "maria@example.com"},
	}
	raw, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	store := &memory{orders: map[ids.Order][]byte{"ord_1": raw}}
	return orderDesk{&order.Service{Store: store, Clock: fixedClock{noon}}, store}
}

func (d orderDesk) Evidence(context.Context, ids.Order) ([]byte, error) {
	return nil, errors.New("none")
}

func (d orderDesk) ListOrders(ctx context.Context, q order.Query) (httpd.OrderPage, error) {
	if q.After != "" && q.After != "ord_1" {
		return httpd.OrderPage{}, order.ErrNotFound
	}
	o, err := d.store.Order(ctx, "ord_1")
	if err != nil || q.Stage != "" && q.Stage != o.Stage() || q.Attention && !o.NeedsAttention() {
		return httpd.OrderPage{}, err
	}
	if !q.From.IsZero() && o.CreatedAt.Before(q.From) || !q.Until.IsZero() && !o.CreatedAt.Before(q.Until) {
		return httpd.OrderPage{}, nil
	}
	return httpd.PageOf(order.Page{Orders: []*order.Order{o}, More: q.Limit == 1}), nil
}

func (d orderDesk) ShowOrder(ctx context.Context, id ids.Order) (httpd.OrderView, error) {
	o, err := d.store.Order(ctx, id)
	if err != nil {
		return httpd.OrderView{}, err
	}
	return httpd.ViewOrder(o, 7), nil
}

func (d orderDesk) ChangeOrder(ctx context.Context, id ids.Order, key string, cmd order.Command) (httpd.OrderView, error) {
	o, err := d.Do(ctx, id, key, cmd)
	if err != nil {
		return httpd.OrderView{}, err
	}
	return httpd.ViewOrder(o, 7), nil
}

func orderAdmin(d orderDesk) *httpd.Server {
	return httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler), Orders: d})
}

// Each request of staff gets its answer or its reason, and only those that are in form do
// anything.
func TestOrderRoutes(t *testing.T) {
	t.Parallel()
	d := newOrderDesk(t)
	s := orderAdmin(d)
	for _, c := range []struct {
		method, path, key, body string
		status                  int
		want                    string
	}{
		{"GET", "/orders", "", "", 200, `{"orders":[{"id":"ord_1","label":"Pedido 1","placed_at":"2026-11-30T11:00:00Z","updated_at":"2026-11-30T11:00:00Z",` +
			`"stage":"processing","attention":false,"buyer":"Maria Souza","currency":"BRL","total":12980,"platform":"https://a.example/p"}]}`},
		{"GET", "/orders?limit=1", "", "", 200, `"next":"ord_1"`},
		{"GET", "/orders?stage=delivered", "", "", 200, `{"orders":[]}`},
		{"GET", "/orders?stage=lost", "", "", 400, "parameter stage"},
		{"GET", "/orders?limit=0", "", "", 400, "parameter limit"},
		{"GET", "/orders?limit=501", "", "", 400, "parameter limit"},
		{"GET", "/orders?from=yesterday", "", "", 400, "parameter from"},
		{"GET", "/orders?state=x", "", "", 400, "parameter state"},
		{"GET", "/orders?stage=partial&stage=partial", "", "", 400, "parameter stage"},
		{"GET", "/orders?after=ord_9", "", "", 400, "no order behind which"},
		{"GET", "/orders/ord_1", "", "", 200, `"contact":{"name":"Maria Souza","email":"maria@example.com"},"payment":{"kind":"pix","end_to_end_id":"E1","amount":12980},"refundable":12980`},
		{"GET", "/orders/ord_9", "", "", 404, "no order with this id"},
		{"POST", "/orders/ord_1/ship", "", `{}`, 400, "Idempotency-Key is needed"},
		{"POST", "/orders/ord_1/ship", "a key", `{}`, 400, "Idempotency-Key is needed"},
		{"POST", "/orders/ord_1/ship", "k1", `{"tracking":"x"}`, 400, "not the JSON object"},
		{"POST", "/orders/ord_1/ship", "k1", ``, 400, "not the JSON object"},
		{"POST", "/orders/ord_1/ship", "k1", `{"description":"` + strings.Repeat("x", 17<<10) + `"}`, 413, ""},
		{"POST", "/orders/ord_1/ship", "k1", `{"tracking_url":"ftp://x"}`, 400, `"code":"invalid","field":"tracking_url"`},
		{"POST", "/orders/ord_1/ship", "k1", `{"line_items":[{"id":"li_9","quantity":1}]}`, 422, `"code":"unknown_line","field":"line_items","line_item_id":"li_9"`},
		{"POST", "/orders/ord_1/ship", "k1", `{"line_items":[{"id":"li_1","quantity":3}]}`, 422, `"code":"quantity_unavailable","field":"line_items","line_item_id":"li_1","available":2`},
		{"POST", "/orders/ord_9/ship", "k1", `{}`, 404, "no order with this id"},
		{"POST", "/orders/ord_1/steal", "k1", `{}`, 404, ""},
		{"POST", "/orders/ord_1/ship", "k1", `{"line_items":[{"id":"li_1","quantity":1}],"tracking_number":"AA1BR","carrier":"Correios"}`, 200, `"stage":"partial"`},
		{"POST", "/orders/ord_1/ship", "k1", `{"line_items":[{"id":"li_1","quantity":1}],"tracking_number":"AA1BR","carrier":"Correios"}`, 200, `"version":2`},
		{"POST", "/orders/ord_1/ship", "k1", `{}`, 409, `"code":"key_used"`},
		{"POST", "/orders/ord_1/event", "k2", `{"type":"in_transit","occurred_at":"2026-11-30T08:30:00-03:00"}`, 200, `"occurred_at":"2026-11-30T11:30:00Z","line_items":[{"id":"li_1","quantity":1}],"tracking_number":"AA1BR"`},
		{"POST", "/orders/ord_1/event", "k2b", `{"type":"in_transit","occurred_at":"2030-01-01T00:00:00Z"}`, 400, `"detail":"It cannot have happened in the future, nor before the order was placed.","code":"invalid","field":"occurred_at"`},
		{"POST", "/orders/ord_1/deliver", "k3", `{}`, 200, `"type":"delivered"`},
		{"POST", "/orders/ord_1/cancel", "k4", `{}`, 200, `"stage":"delivered"`},
		{"POST", "/orders/ord_1/cancel", "k5", `{}`, 409, `"code":"nothing_to_do"`},
		{"POST", "/orders/ord_1/return", "k6", `{"reason":"boredom"}`, 400, `"code":"invalid","field":"reason"`},
		{"POST", "/orders/ord_1/return", "k6", `{"reason":"defect"}`, 200, `"attention":true`},
		{"POST", "/orders/ord_1/receive-return", "k7", `{"adjustment_id":"adj_9"}`, 422, `"code":"unknown_adjustment"`},
		{"POST", "/orders/ord_1/refund", "k8", `{"amount":999999}`, 422, `"code":"amount_unavailable","field":"amount","available":`},
		{"POST", "/orders/ord_1/refund", "k8", `{"amount":100,"description":"cortesia"}`, 200, `"amount":-100`},
		{"POST", "/orders/ord_1/adjust", "k9", `{"amount":50,"line_item_id":"li_1"}`, 200, `"type":"price_adjustment"`},
		{"POST", "/orders/ord_1/nfe", "k10", `{"access_key":"1"}`, 400, `"code":"invalid","field":"access_key"`},
	} {
		headers := []string{"Authorization", "Bearer TOKEN"}
		if c.key != "" {
			headers = append(headers, "Idempotency-Key", c.key)
		}
		r := ask(t, s, c.method, c.path, c.body, headers...)
		if got := bodyOf(t, r); r.StatusCode != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s %s %s %s: status %d, body %s\nwant %d with %s", c.method, c.path, c.key, c.body, r.StatusCode, got, c.status, c.want)
		}
		if r.StatusCode >= 400 {
			wantHeaders(t, r, "Content-Type", "application/problem+json", "Cache-Control", "no-store")
		}
	}
	for _, path := range []string{"/orders", "/orders/ord_1"} {
		if r := ask(t, s, "GET", path, ""); r.StatusCode != 401 {
			t.Errorf("%s without the token: status %d", path, r.StatusCode)
		}
	}
	if r := ask(t, s, "POST", "/orders/ord_1/refund", `{"amount":1}`, "Idempotency-Key", "k11"); r.StatusCode != 401 {
		t.Errorf("a refund without the token: status %d", r.StatusCode)
	}
	if d.store.writes != 7 {
		t.Errorf("%d commands were carried out, want 7", d.store.writes)
	}
}

// recorded keeps the last command.
type recorded struct {
	orderDesk
	got *order.Command
}

func (r recorded) ChangeOrder(_ context.Context, _ ids.Order, _ string, cmd order.Command) (httpd.OrderView, error) {
	*r.got = cmd
	return httpd.OrderView{}, nil
}

// A command comes to the running shop as it was given, whatever it carries.
func TestOrderCommandsTravel(t *testing.T) {
	t.Parallel()
	var got order.Command
	server := httptest.NewServer(httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler), Orders: recorded{newOrderDesk(t), &got}}))
	defer server.Close()
	client := httpd.AdminClient{URL: server.URL, Token: "TOKEN", HTTP: server.Client()}
	lines := []order.LineQuantity{{Line: "li_1", Quantity: 1}, {Line: "li_2", Quantity: 3}}
	tracking := order.Tracking{Number: "AA1BR", URL: "https://t.example/AA1BR", Carrier: "Correios"}
	for _, cmd := range []order.Command{
		order.Ship{Lines: lines, Tracking: tracking, At: noon, Description: "a\nb"}, order.Ship{},
		order.Deliver{Lines: lines, Tracking: tracking, At: noon, Description: "ok"}, order.Deliver{},
		order.Report{Type: "in_transit", Lines: lines, Tracking: tracking, At: noon, Description: "ok"},
		order.Cancel{Lines: lines, Description: "sem estoque"}, order.Cancel{},
		order.RequestReturn{Lines: lines, Reason: order.Defect, Description: "quebrado", Staff: true},
		order.ArrangeReturn{Adjustment: "adj_1", ReverseShippingCode: "1", Carrier: "Correios", Deadline: noon},
		order.ReceiveReturn{Adjustment: "adj_1", Restock: true, Lines: lines},
		order.RefuseReturn{Adjustment: "adj_1", Description: "não veio"},
		order.Refund{Amount: 100, Related: []string{"adj_1"}, Description: "x"},
		order.AdjustPrice{Line: "li_1", Amount: 100, Description: "x"},
		order.SetNFe{NFe: order.NFe{AccessKey: "1", DANFEURL: "https://d.example", XMLURL: "https://x.example", IssuedAt: noon}},
	} {
		got = nil
		if _, err := client.ChangeOrder(t.Context(), "ord_1", "k", cmd); err != nil || !reflect.DeepEqual(got, cmd) {
			t.Errorf("sent %#v\ngot  %#v, %v", cmd, got, err)
		}
	}
}

// Through the running shop staff hear the same of an order as at its database.
func TestOrderClient(t *testing.T) {
	t.Parallel()
	d := newOrderDesk(t)
	server := httptest.NewServer(orderAdmin(d))
	defer server.Close()
	client := httpd.AdminClient{URL: server.URL, Token: "TOKEN", HTTP: server.Client()}
	q := order.Query{Stage: order.StageProcessing, From: noon.Add(-2 * time.Hour), Until: noon, Limit: 1}
	page, err := client.ListOrders(t.Context(), q)
	want, _ := d.ListOrders(t.Context(), q)
	if err != nil || !reflect.DeepEqual(page, want) || len(page.Orders) != 1 || page.Next != "ord_1" {
		t.Errorf("list: %+v, %v", page, err)
	}
	if later, err := client.ListOrders(t.Context(), order.Query{From: noon}); err != nil || len(later.Orders) != 0 {
		t.Errorf("list of later ones: %+v, %v", later, err)
	}
	if _, err := client.ChangeOrder(t.Context(), "ord_1", "k1", order.Ship{Tracking: order.Tracking{Number: "1"}}); err != nil {
		t.Error(err)
	}
	shown, err := client.ShowOrder(t.Context(), "ord_1")
	here, _ := d.ShowOrder(t.Context(), "ord_1")
	if err != nil || !reflect.DeepEqual(shown, here) || len(shown.Events) != 1 {
		t.Errorf("show: %+v, %v\nwant %+v", shown, err, here)
	}
	_, err = client.ShowOrder(t.Context(), "ord_9")
	if !errors.Is(err, order.ErrNotFound) {
		t.Errorf("an order that is not there: %v", err)
	}
	for _, c := range []struct {
		cmd  order.Command
		want order.Error
	}{
		{order.Cancel{}, order.Error{Code: order.CodeNothing}},
		{order.Refund{Amount: 99999}, order.Error{Code: order.CodeAmount, Field: "amount", Available: 12980}},
		{order.Cancel{Lines: []order.LineQuantity{{Line: "li_9", Quantity: 1}}}, order.Error{Code: order.CodeUnknownLine, Field: "line_items", Line: "li_9"}},
	} {
		var refused *order.Error
		if _, err := client.ChangeOrder(t.Context(), "ord_1", "k2", c.cmd); !errors.As(err, &refused) || *refused != c.want {
			t.Errorf("%+v: %v, want %v", c.cmd, err, c.want)
		}
	}
}

// Every code that the door can answer has its status.
func TestOrderCodesHaveAStatus(t *testing.T) {
	t.Parallel()
	for _, code := range []order.Code{
		order.CodeInvalid, order.CodeUnknownLine, order.CodeUnknownAdjustment, order.CodeQuantity, order.CodeNothing, order.CodeTooLate,
		order.CodeAmount, order.CodeEnded, order.CodeKeyUsed, order.CodeLimit, order.CodeBusy,
	} {
		server := httpd.NewAdmin(httpd.AdminConfig{Token: "TOKEN", Logger: slog.New(slog.DiscardHandler), Orders: refusing{newOrderDesk(t), code}})
		r := ask(t, server, "POST", "/orders/ord_1/cancel", `{}`, "Authorization", "Bearer TOKEN", "Idempotency-Key", "k")
		if got := bodyOf(t, r); !slices.Contains([]int{400, 409, 422, 503}, r.StatusCode) || !strings.Contains(got, `"code":"`+string(code)+`"`) {
			t.Errorf("%s: status %d, body %s", code, r.StatusCode, got)
		}
	}
}

type refusing struct {
	orderDesk
	code order.Code
}

func (r refusing) ChangeOrder(context.Context, ids.Order, string, order.Command) (httpd.OrderView, error) {
	return httpd.OrderView{}, &order.Error{Code: r.code}
}
