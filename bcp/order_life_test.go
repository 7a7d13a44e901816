package bcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"balcao/internal/bcptest"
	"balcao/order"
	"balcao/platform"
)

// followed is the shirt's order after it was delivered, withdrawn from and refunded.
func followed(session platform.Session) *order.Order {
	o := shirtOrder(session)
	o.Totals[1].Included = true
	o.Payment = order.Payment{Handler: "pix_1", Kind: "pix", TXID: "s3cr3t-txid", EndToEndID: "s3cr3t-e2e", Amount: 7980}
	o.Buyer = order.Buyer{Name: "s3cr3t-name", Email: "s3cr3t@example.com", Phone: "s3cr3t-phone", TaxpayerID: "s3cr3t-cpf"}
	o.Applied = []order.Applied{{Key: "s3cr3t-key"}}
	shirt := []order.LineQuantity{{Line: "line_1", Quantity: 1}}
	correios := order.Tracking{Number: "BR123456785BR", Carrier: "Correios", URL: "https://rastreamento.correios.com.br/app/index.php?objetos=BR123456785BR"}
	o.Lines[0].Fulfilled, o.Lines[0].Delivered, o.Lines[0].Returned, o.Lines[0].Repaid = 1, 1, 1, 1
	o.Events = []order.Event{
		{ID: "evt_1", Type: order.EventProcessing, At: at("2026-07-17T17:00:00Z"), Lines: shirt, Description: "Separando"},
		{ID: "evt_2", Type: order.EventShipped, At: at("2026-07-18T12:00:00Z"), Lines: shirt, Tracking: correios},
		{ID: "evt_3", Type: order.EventDelivered, At: at("2026-07-20T12:00:00Z").In(time.FixedZone("", -3*3600)), Lines: shirt},
	}
	o.Adjustments = []order.Adjustment{
		{ID: "adj_1", Type: order.Return, Status: order.Pending, At: at("2026-07-21T10:00:00Z"), AcknowledgedAt: at("2026-07-21T10:00:00Z"),
			Lines: []order.LineQuantity{{Line: "line_1", Quantity: -1}}, Reason: order.Withdrawal, ReverseShippingCode: "RC1", Carrier: "Correios",
			Deadline: at("2026-08-01T02:59:59Z"), Description: "Mudei de ideia", Note: "s3cr3t-note"},
		{ID: "adj_2", Type: order.Refunded, Status: order.Completed, At: at("2026-07-21T10:00:00Z"), Amount: -7980, Reason: order.Withdrawal, Related: []string{"adj_1"}},
		{ID: "adj_3", Type: order.PriceAdjustment, Status: order.Completed, At: at("2026-07-21T10:00:00Z"), Amount: -100},
	}
	o.NFe = &order.NFe{
		AccessKey: "35260799887766000105550010000001421000001426", DANFEURL: "https://notas.example/danfe", XMLURL: "https://notas.example/xml",
		IssuedAt: at("2026-07-17T16:30:00Z"),
	}
	return o
}

func TestOrderLife(t *testing.T) {
	t.Parallel()
	raw, err := testEncoder().Order(followed(sessionWith(append(checkoutExtensions, platform.CapNFe, platform.CapReturns)...)))
	if err != nil {
		t.Fatal(err)
	}
	doc := document(t, raw)
	for name, want := range map[string]string{
		"fulfillment": `{"expectations":[{"id":"exp_1","line_items":[{"id":"line_1","quantity":1}],"method_type":"shipping",
			"destination":{"street_address":"Rua das Flores, 100","extended_address":"Apto 12","address_locality":"Goiânia","address_region":"GO",
				"address_country":"BR","postal_code":"74000-000","first_name":"Ana","last_name":"Silva","phone_number":"+5562999990000"},
			"description":"Entrega em 4 dias úteis","fulfillable_on":"now"}],"events":[
			{"id":"evt_1","occurred_at":"2026-07-17T17:00:00Z","type":"processing","line_items":[{"id":"line_1","quantity":1}],"description":"Separando"},
			{"id":"evt_2","occurred_at":"2026-07-18T12:00:00Z","type":"shipped","line_items":[{"id":"line_1","quantity":1}],"tracking_number":"BR123456785BR",
				"tracking_url":"https://rastreamento.correios.com.br/app/index.php?objetos=BR123456785BR","carrier":"Correios"},
			{"id":"evt_3","occurred_at":"2026-07-20T12:00:00Z","type":"delivered","line_items":[{"id":"line_1","quantity":1}],
				"tracking_number":"ord_1","tracking_url":"https://loja.example/orders/ord_1?key=0rd3r"}]}`,
		"adjustments": `[{"id":"adj_1","type":"return","occurred_at":"2026-07-21T10:00:00Z","status":"pending","line_items":[{"id":"line_1","quantity":-1}],
				"description":"Mudei de ideia","reason":"withdrawal","requested_at":"2026-07-21T10:00:00Z","acknowledged_at":"2026-07-21T10:00:00Z",
				"reverse_shipping_code":"RC1","carrier":"Correios","deadline":"2026-08-01T02:59:59Z"},
			{"id":"adj_2","type":"refund","occurred_at":"2026-07-21T10:00:00Z","status":"completed","totals":[{"type":"refund","display_text":"Reembolso","amount":-7980}],
				"reason":"withdrawal","related_adjustment_ids":["adj_1"]},
			{"id":"adj_3","type":"price_adjustment","occurred_at":"2026-07-21T10:00:00Z","status":"completed","totals":[{"type":"total","amount":-100}]}]`,
		"nfe": `{"access_key":"35260799887766000105550010000001421000001426","danfe_url":"https://notas.example/danfe","xml_url":"https://notas.example/xml",
			"issued_at":"2026-07-17T16:30:00Z"}`,
	} {
		if diff := cmp.Diff(document(t, []byte(`{"v":`+want+`}`))["v"], doc[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	bcptest.Check(t, "order", raw)
	bcptest.Refuse(t, "order", bytes.Replace(raw, []byte(`"amount":-7980`), []byte(`"amount":7980`), 1))
}

// Each extension has its members where it was negotiated and nowhere else; what the shop
// knows of the buyer and of payments is told nowhere.
func TestOrderLifeByCapability(t *testing.T) {
	t.Parallel()
	members := map[string][]string{
		platform.CapNFe: {"nfe"}, platform.CapFiscalIdentity: {"seller_identity"}, platform.CapTax: {"ncm", "taxes", "contained"},
		platform.CapReturns: {"reason", "requested_at", "acknowledged_at", "reverse_shipping_code", "deadline", "related_adjustment_ids"},
	}
	var docs [][]byte
	for negotiated := range members {
		raw, err := testEncoder().Order(followed(sessionWith(negotiated)))
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, raw)
		text := strings.ReplaceAll(string(raw), `"display_text":"Tributos aproximados`, `"contained":"`)
		if strings.Contains(text, "s3cr3t") {
			t.Errorf("%s: tells of buyer or payment: %s", negotiated, text)
		}
		for capability, names := range members {
			for _, name := range names {
				if has := strings.Contains(text, `"`+name+`":`); has != (capability == negotiated) {
					t.Errorf("%s negotiated: %s is there: %t", negotiated, name, has)
				}
			}
		}
		var sum, total int64
		for _, entry := range document(t, raw)["totals"].([]any) {
			e := entry.(map[string]any)
			amount, err := e["amount"].(json.Number).Int64()
			if err != nil {
				t.Fatal(err)
			}
			if e["type"] == "total" {
				total = amount
			} else {
				sum += amount
			}
		}
		if (sum == total) == (negotiated == platform.CapTax) {
			t.Errorf("%s: the totals come to %d of %d", negotiated, sum, total)
		}
	}
	bcptest.Check(t, "order", docs...)
}
