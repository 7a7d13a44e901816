package mcp

import (
	"bytes"
	"testing"
	"time"

	"balcao/bcp"
	"balcao/order"
	"balcao/platform"
)

// An order whose life is as full as it gets is what the tool's schema says.
func TestOrderSchemaTakesALife(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 28, 15, 0, 0, 0, time.UTC)
	goods := []order.Total{{Type: order.TotalSubtotal, Amount: 5990}, {Type: order.TotalTotal, Amount: 5990}}
	one, back := []order.LineQuantity{{Line: "li_1", Quantity: 1}}, []order.LineQuantity{{Line: "li_1", Quantity: -1}}
	o := &order.Order{
		ID: "ord_1", Checkout: "chk_1", Version: 7, Language: "pt-BR", Label: "Pedido 1", Key: "k", CreatedAt: now, Currency: "BRL", Totals: goods,
		Session: platform.Session{Version: "2026-07-28", Capabilities: []platform.Capability{
			{Name: platform.CapOrder, Version: "2026-07-28"}, {Name: platform.CapReturns, Version: "2026-07-28", Extends: []string{platform.CapOrder}},
			{Name: platform.CapNFe, Version: "2026-07-28", Extends: []string{platform.CapOrder}}, {Name: platform.CapTax, Version: "2026-07-28", Extends: []string{platform.CapOrder}},
			{Name: platform.CapFiscalIdentity, Version: "2026-07-28", Extends: []string{platform.CapOrder}},
		}},
		Seller: order.Seller{CNPJ: "99887766000105", LegalName: "Loja"},
		Lines: []order.Line{{ID: "li_1", Variant: "v", Title: "Camiseta", Price: 5990, Original: 2, Total: 1, Fulfilled: 1, NCM: "61091000", Totals: goods,
			Taxes: []order.Tax{{Type: "icms", Rate: 10217, Base: 5990, Amount: 612, Authority: "state", Behavior: order.TaxInclusive}}}},
		Events: []order.Event{
			{ID: "evt_1", Type: order.EventProcessing, At: now, Lines: one}, {ID: "evt_2", Type: order.EventDelivered, At: now, Lines: one, Description: "Na portaria"},
			{ID: "evt_3", Type: order.EventShipped, At: now, Lines: one, Tracking: order.Tracking{Number: "1", URL: "https://x.example/1", Carrier: "X"}},
		},
		Adjustments: []order.Adjustment{
			{ID: "adj_1", Type: order.Cancellation, Status: order.Completed, At: now, Lines: back, Description: "Sem estoque"},
			{ID: "adj_2", Type: order.Return, Status: order.Pending, At: now, AcknowledgedAt: now, Lines: back, Reason: order.Withdrawal, ReverseShippingCode: "RC", Carrier: "X", Deadline: now},
			{ID: "adj_3", Type: order.Refunded, Status: order.Failed, At: now, Amount: -5990, Related: []string{"adj_1", "adj_2"}},
			{ID: "adj_4", Type: order.PriceAdjustment, Status: order.Completed, At: now, Amount: -1},
		},
		NFe: &order.NFe{AccessKey: "35260799887766000105550010000001421000001426", DANFEURL: "https://x.example/d", XMLURL: "https://x.example/x", IssuedAt: now},
	}
	raw, err := bcp.NewEncoder(bcp.Config{PublicURL: "https://loja.example"}).Order(o)
	if err != nil {
		t.Fatal(err)
	}
	schema := resolved(t, "order_result")
	if err := schema.Validate(document(t, raw)); err != nil {
		t.Errorf("%v: %s", err, raw)
	}
	for from, to := range map[string]string{
		`"status":"failed"`: `"status":"lost"`, `"quantity":-1`: `"quantity":"-1"`, `"access_key"`: `"key"`, `"occurred_at"`: `"at"`,
		`"related_adjustment_ids":["adj_1","adj_2"]`: `"related_adjustment_ids":["adj_1","adj_1"]`,
	} {
		bad := bytes.Replace(raw, []byte(from), []byte(to), 1)
		if bytes.Equal(bad, raw) || schema.Validate(document(t, bad)) == nil {
			t.Errorf("%s is taken for %s", to, from)
		}
	}
}
