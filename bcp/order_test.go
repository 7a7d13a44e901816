package bcp

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/internal/bcptest"
	"balcao/platform"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	raw, err := testEncoder().Order(shirtOrder(sessionWith(checkoutExtensions...)))
	if err != nil {
		t.Fatal(err)
	}
	want := compact(`{"ucp":{"version":"2026-07-28","capabilities":{
			"br.dev.bcp.shopping.order":[{"version":"2026-07-28"}],
			"br.dev.bcp.shopping.fiscal_identity":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.order"}],
			"br.dev.bcp.shopping.tax":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.order"}]}},
		"id":"ord_1","label":"Pedido 1","checkout_id":"chk_1","permalink_url":"https://loja.example/orders/ord_1?key=0rd3r","currency":"BRL",
		"seller_identity":{"cnpj":"99887766000105","legal_name":"Balcão Demonstração Comércio Ltda",
			"address":{"street_address":"Rua do Balcão, 100","address_locality":"São Paulo","address_region":"SP","address_country":"BR","postal_code":"01310-100"}},
		"line_items":[{"id":"line_1","item":{"id":"camiseta-vermelha-m","title":"Camiseta Vermelha M","price":5990},
			"quantity":{"original":1,"total":1,"fulfilled":0},"ncm":"61091000","taxes":[
			{"type":"icms","rate":0.10217,"base":5990,"amount":612,"authority":"state","behavior":"inclusive"},
			{"type":"pis","rate":0.00668,"base":5990,"amount":40,"authority":"federal","behavior":"inclusive"},
			{"type":"cofins","rate":0.03038,"base":5990,"amount":182,"authority":"federal","behavior":"inclusive"}],
			"totals":[{"type":"subtotal","amount":5990},{"type":"total","amount":5990}],"status":"processing"}],
		"fulfillment":{"expectations":[{"id":"exp_1","line_items":[{"id":"line_1","quantity":1}],"method_type":"shipping",
			"destination":{"street_address":"Rua das Flores, 100","extended_address":"Apto 12","address_locality":"Goiânia","address_region":"GO",
				"address_country":"BR","postal_code":"74000-000","first_name":"Ana","last_name":"Silva","phone_number":"+5562999990000"},
			"description":"Entrega em 4 dias úteis","fulfillable_on":"now"}],"events":[]},
		"adjustments":[],
		"totals":[{"type":"subtotal","display_text":"Subtotal","amount":5990},
			{"type":"tax","display_text":"Tributos aproximados incluídos no preço","amount":834},
			{"type":"fulfillment","display_text":"PAC","amount":1990},{"type":"total","display_text":"Total","amount":7980}],
		"attribution":{"campaign":"inverno","utm_source":"assistente"}}`)
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	bcptest.Check(t, "order", raw)
}

// Fiscal members follow the session, also one that lacks the order capability itself.
func TestOrderWithoutExtensions(t *testing.T) {
	t.Parallel()
	for _, session := range []platform.Session{sessionWith(), {Version: "2026-04-08"}} {
		o := shirtOrder(session)
		o.Totals = append(o.Totals[:1:1], o.Totals[2:]...)
		o.Attribution, o.Promises = nil, nil
		raw, err := testEncoder().Order(o)
		if err != nil {
			t.Fatal(err)
		}
		doc := document(t, raw)
		line := doc["line_items"].([]any)[0].(map[string]any)
		for name, in := range map[string]map[string]any{"seller_identity": doc, "attribution": doc, "payment_handlers": doc["ucp"].(map[string]any), "ncm": line, "taxes": line} {
			if v, has := in[name]; has {
				t.Errorf("%s is %v, want it left out", name, v)
			}
		}
		bcptest.Check(t, "order", raw)
	}
}
