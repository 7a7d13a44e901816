package bcp

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"balcao/checkout"
	"balcao/internal/bcptest"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// encode writes a checkout and reads it back as a generic document.
func encode(t *testing.T, res checkout.Result) (json.RawMessage, map[string]any) {
	t.Helper()
	raw, err := testEncoder().Checkout(res, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	return raw, document(t, raw)
}

func document(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var doc map[string]any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return doc
}

// compact drops the line breaks of a wanted document. Strings in it hold none.
func compact(text string) string {
	var out strings.Builder
	for _, line := range strings.Split(text, "\n") {
		out.WriteString(strings.TrimLeft(line, "\t"))
	}
	return out.String()
}

// wantShirt is the published example, byte for byte.
var wantShirt = compact(`{
	"ucp":{"version":"2026-07-28","capabilities":{
		"br.dev.bcp.shopping.checkout":[{"version":"2026-07-28"}],
		"br.dev.bcp.shopping.fulfillment":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}],
		"br.dev.bcp.shopping.discount":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}],
		"br.dev.bcp.shopping.buyer_consent":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}],
		"br.dev.bcp.shopping.fiscal_identity":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}],
		"br.dev.bcp.shopping.tax":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}]},
	"payment_handlers":{
		"br.dev.bcp.pix":[{"id":"pix_recebedor_001","version":"2026-07-28","available_instruments":[{"type":"pix"}],
			"config":{"environment":"sandbox","payee_name":"Balcão Demonstração"}}],
		"com.example.vendor.delegate_payment":[{"id":"handler_1","version":"2026-07-28",
			"spec":"https://vendor.example.com/spec","schema":"https://vendor.example.com/schema.json",
			"available_instruments":[{"type":"card","constraints":{"brands":["visa","mastercard"]}}],"config":{}}]}},
	"id":"chk_1","status":"ready_for_complete","currency":"BRL",
	"seller_identity":{"cnpj":"99887766000105","legal_name":"Balcão Demonstração Comércio Ltda",
		"address":{"street_address":"Rua do Balcão, 100","address_locality":"São Paulo","address_region":"SP","address_country":"BR","postal_code":"01310-100"}},
	"line_items":[{"id":"line_1","item":{"id":"camiseta-vermelha-m","title":"Camiseta <Vermelha> & M","price":5990},"quantity":1,
		"ncm":"61091000","taxes":[
			{"type":"icms","rate":0.10217,"base":5990,"amount":612,"authority":"state","behavior":"inclusive"},
			{"type":"pis","rate":0.00668,"base":5990,"amount":40,"authority":"federal","behavior":"inclusive"},
			{"type":"cofins","rate":0.03038,"base":5990,"amount":182,"authority":"federal","behavior":"inclusive"}],
		"totals":[{"type":"subtotal","amount":5990},{"type":"total","amount":5990}]}],
	"buyer":{"first_name":"Ana","last_name":"Silva","email":"ana@example.com.br","phone_number":"+5562999990000",
		"taxpayer_id":{"kind":"cpf","value":"39053344705"},"consent":{"analytics":false,"marketing":false}},
	"context":{"address_country":"BR","address_region":"GO","postal_code":"74000-000","language":"pt-BR"},
	"attribution":{"campaign":"inverno","utm_source":"assistente"},
	"fulfillment":{"methods":[{"id":"shipping_1","type":"shipping","line_item_ids":["line_1"],
		"destinations":[{"id":"dest_1","street_address":"Rua das Flores, 100","extended_address":"Apto 12","address_locality":"Goiânia",
			"address_region":"GO","address_country":"BR","postal_code":"74000-000","first_name":"Ana","last_name":"Silva","phone_number":"+5562999990000"}],
		"selected_destination_id":"dest_1",
		"groups":[{"id":"package_1","line_item_ids":["line_1"],"options":[
			{"id":"standard","title":"PAC","description":"Entrega em 4 dias úteis","carrier":"Correios",
				"earliest_fulfillment_time":"2026-07-22T12:00:00Z","latest_fulfillment_time":"2026-07-22T21:00:00Z","totals":[{"type":"total","display_text":"PAC","amount":1990}]},
			{"id":"express","title":"SEDEX","totals":[{"type":"total","display_text":"SEDEX","amount":3490}]}],
			"selected_option_id":"standard"}]}],
		"available_methods":[
			{"type":"shipping","line_item_ids":["line_1"],"description":"Receba seu pedido no endereço que você informar."},
			{"type":"pickup","line_item_ids":["line_1"],"description":"Retire seu pedido na loja, sem frete, em Rua do Balcão, 100, São Paulo, SP."}]},
	"discounts":{"codes":[],"applied":[]},
	"totals":[{"type":"subtotal","display_text":"Subtotal","amount":5990},
		{"type":"tax","display_text":"Tributos aproximados incluídos no preço","amount":834},
		{"type":"fulfillment","display_text":"PAC","amount":1990},
		{"type":"total","display_text":"Total","amount":7980}],
	"payment":{"instruments":[{"id":"instr_1","handler_id":"pix_recebedor_001","type":"pix","selected":true,
		"credential":{"type":"pix_charge","provider_payment_id":"tx0000000000000000000000000001","copia_e_cola":"00020126...6304ABCD",
			"qr_code_base64":"iVBORw==","expires_at":"2026-07-17T16:30:00Z","binding":{"checkout_id":"chk_1"}},
		"display":{"payee_name":"Balcão Demonstração","description":"Pague R$` + "\u00a0" + `79,80 via Pix até 13:30 (horário de Brasília)."}}]},
	"messages":[{"type":"info","code":"right_of_withdrawal","path":"$",
		"content":"Você pode desistir da compra em até 7 dias após o recebimento, com reembolso total (CDC, art. 49)."}],
	"links":[{"type":"privacy_policy","url":"https://loja.example/privacidade","title":"Privacidade"},
		{"type":"terms_of_service","url":"https://loja.example/termos"}],
	"expires_at":"2026-07-17T22:00:00Z",
	"continue_url":"https://loja.example/checkouts/chk_1?key=k3y"}`)

func TestCheckoutWithEverything(t *testing.T) {
	t.Parallel()
	raw, _ := encode(t, shirt(sessionWith(checkoutExtensions...)))
	if diff := cmp.Diff(wantShirt, string(raw)); diff != "" {
		t.Errorf("checkout (-want +got):\n%s", diff)
	}
	bcptest.Check(t, "checkout", raw)
}

// Each extension governs its own members: with one taken away, exactly they are gone.
func TestCheckoutWithoutExtension(t *testing.T) {
	t.Parallel()
	gone := map[string][]string{
		platform.CapFulfillment:    {"$.fulfillment"},
		platform.CapDiscount:       {"$.discounts"},
		platform.CapBuyerConsent:   {"$.buyer.consent"},
		platform.CapFiscalIdentity: {"$.seller_identity", "$.buyer.taxpayer_id"},
		platform.CapTax:            {"$.line_items[0].ncm", "$.line_items[0].taxes"},
	}
	_, full := encode(t, shirt(sessionWith(checkoutExtensions...)))
	var docs [][]byte
	for without, want := range gone {
		rest := slices.DeleteFunc(slices.Clone(checkoutExtensions), func(name string) bool { return name == without })
		res := shirt(sessionWith(rest...))
		if without == platform.CapTax {
			res.Checkout.Totals = slices.Delete(res.Checkout.Totals, 1, 2)
		}
		raw, doc := encode(t, res)
		docs = append(docs, raw)
		got := missing("$", full, doc)
		got = slices.DeleteFunc(got, func(path string) bool { return strings.HasPrefix(path, "$.ucp.") })
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("without %s these are gone (-want +got):\n%s", without, diff)
		}
	}
	bcptest.Check(t, "checkout", docs...)
}

// missing lists the paths of object members that a has and b has not.
func missing(path string, a, b any) []string {
	var out []string
	switch a := a.(type) {
	case map[string]any:
		other, _ := b.(map[string]any)
		for name, v := range a {
			if _, ok := other[name]; !ok {
				out = append(out, path+"."+name)
				continue
			}
			out = append(out, missing(path+"."+name, v, other[name])...)
		}
	case []any:
		other, _ := b.([]any)
		for i := range min(len(a), len(other)) {
			out = append(out, missing(path+"["+string(rune('0'+i))+"]", a[i], other[i])...)
		}
	}
	return out
}

func TestCheckoutInEveryStatus(t *testing.T) {
	t.Parallel()
	var docs [][]byte
	for _, status := range []checkout.Status{
		checkout.Incomplete, checkout.RequiresEscalation, checkout.ReadyForComplete,
		checkout.CompleteInProgress, checkout.Completed, checkout.Canceled,
	} {
		for _, session := range []platform.Session{sessionWith(), sessionWith(checkoutExtensions...)} {
			res := shirt(session)
			res.Status = status
			res.Checkout.Order = &checkout.OrderRef{ID: "ord_1", Key: "0rd3r"}
			if !session.Has(platform.CapTax) {
				res.Checkout.Totals = slices.Delete(res.Checkout.Totals, 1, 2)
			}
			raw, doc := encode(t, res)
			docs = append(docs, raw)
			if doc["status"] != string(status) {
				t.Errorf("status is %v, want %s", doc["status"], status)
			}
			if _, has := doc["continue_url"]; has == status.Terminal() {
				t.Errorf("%s: continue_url present: %v", status, has)
			}
			want := any(nil)
			if status == checkout.Completed {
				want = map[string]any{"id": "ord_1", "permalink_url": "https://loja.example/orders/ord_1?key=0rd3r"}
			}
			if diff := cmp.Diff(want, doc["order"]); diff != "" {
				t.Errorf("%s: order (-want +got):\n%s", status, diff)
			}
		}
	}
	bcptest.Check(t, "checkout", docs...)
}

func TestBareCheckout(t *testing.T) {
	t.Parallel()
	raw, _ := encode(t, checkout.Result{Status: checkout.Incomplete, Checkout: &checkout.Checkout{
		ID: "chk_2", Session: sessionWith(platform.CapFulfillment), Currency: "BRL", Key: "k",
		Buyer: &checkout.Buyer{}, Hints: &checkout.Hints{},
		Fulfillment: checkout.Fulfillment{Method: checkout.Shipping},
		Totals:      []order.Total{{Type: "subtotal"}, {Type: "total"}},
	}})
	want := compact(`{"ucp":{"version":"2026-07-28","capabilities":{
			"br.dev.bcp.shopping.checkout":[{"version":"2026-07-28"}],
			"br.dev.bcp.shopping.fulfillment":[{"version":"2026-07-14","extends":"br.dev.bcp.shopping.checkout"}]},
		"payment_handlers":{}},"id":"chk_2","status":"incomplete","currency":"BRL","line_items":[],
		"fulfillment":{"methods":[{"id":"shipping_1","type":"shipping","line_item_ids":[],"destinations":[],"selected_destination_id":null,
			"groups":[{"id":"package_1","line_item_ids":[],"options":[],"selected_option_id":null}]}],
		"available_methods":[{"type":"shipping","line_item_ids":[],"description":"Receba seu pedido no endereço que você informar."}]},
		"totals":[{"type":"subtotal","amount":0},{"type":"total","amount":0}],
		"links":[{"type":"privacy_policy","url":"https://loja.example/privacidade","title":"Privacidade"},
		{"type":"terms_of_service","url":"https://loja.example/termos"}],
		"continue_url":"https://loja.example/checkouts/chk_2?key=k"}`)
	if diff := cmp.Diff(want, string(raw)); diff != "" {
		t.Errorf("checkout (-want +got):\n%s", diff)
	}
	bcptest.Check(t, "checkout", raw)
}

func TestPickupDestinationHasNoName(t *testing.T) {
	t.Parallel()
	res := shirt(sessionWith(checkoutExtensions...))
	res.Checkout.Fulfillment.Method = checkout.Pickup
	res.Checkout.Language = "en"
	raw, _ := encode(t, res)
	want := compact(`"methods":[{"id":"pickup_1","type":"pickup","line_item_ids":["line_1"],
		"destinations":[{"id":"counter","street_address":"Rua do Balcão, 100","address_locality":"São Paulo","address_region":"SP","address_country":"BR","postal_code":"01310-100"}],
		"selected_destination_id":"counter",
		"groups":[{"id":"package_1","line_item_ids":["line_1"],
			"options":[{"id":"pickup","title":"Store pickup","totals":[{"type":"total","display_text":"Store pickup","amount":0}]}],"selected_option_id":"pickup"}]}]`)
	if !strings.Contains(string(raw), want) {
		t.Errorf("no %s\nin %s", want, raw)
	}
	bcptest.Check(t, "checkout", raw)
}

func TestDiscounts(t *testing.T) {
	t.Parallel()
	res := shirt(sessionWith(platform.CapDiscount))
	c := res.Checkout
	c.Lines = append(c.Lines, c.Lines[0], c.Lines[0])
	c.Codes = []string{"bemvindo10", "NATAL-20"}
	c.Discounts = []checkout.Discount{{Code: "BEMVINDO10", Title: "10% de desconto", Amount: 1198, Allocations: []money.Amount{599, 0, 599}}}
	c.Totals = []order.Total{{Type: "subtotal", Amount: 11980}, {Type: "discount", Amount: -1198}, {Type: "total", Amount: 10782}}
	res.Messages = []checkout.Message{{Type: checkout.TypeWarning, Code: checkout.CodeDiscountExpired, Path: "$.discounts.codes[1]", Args: checkout.Args{Value: "NATAL-20"}}}
	raw, _ := encode(t, res)
	for _, want := range []string{
		compact(`"discounts":{"codes":["bemvindo10","NATAL-20"],"applied":[{"code":"BEMVINDO10","title":"10% de desconto","amount":1198,
			"method":"across","priority":1,"allocations":[{"path":"$.line_items[0]","amount":599},{"path":"$.line_items[2]","amount":599}]}]}`),
		`{"type":"discount","amount":-1198}`,
		`"messages":[{"type":"warning","code":"discount_code_expired","path":"$.discounts.codes[1]","content":"O cupom NATAL-20 já venceu."}]`,
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("no %s\nin %s", want, raw)
		}
	}
	bcptest.Check(t, "checkout", raw)
}

func TestInstruments(t *testing.T) {
	t.Parallel()
	billing := homeAddress()
	tests := []struct {
		name   string
		change func(*checkout.Result)
		want   string // the payment member, empty for none
	}{
		{"none chosen", func(r *checkout.Result) { r.Checkout.Instrument = nil }, ""},
		{"Pix not to be shown", func(r *checkout.Result) { r.ChargeVisible = false }, ""},
		{"Pix without its code", func(r *checkout.Result) { r.Checkout.Charges[0].CopyPaste = "" }, ""},
		{"Pix superseded", func(r *checkout.Result) { r.Checkout.Charges[0].State = payment.ChargeSuperseded }, ""},
		{"Pix paid under the charge's instrument", func(r *checkout.Result) {
			r.Checkout.Charges[0].State, r.Checkout.Charges[0].QRCode = payment.ChargePaid, nil
			r.Checkout.Instrument.ID = "other"
		}, compact(`{"instruments":[{"id":"instr_1","handler_id":"pix_recebedor_001","type":"pix","selected":true,
			"credential":{"type":"pix_charge","provider_payment_id":"tx0000000000000000000000000001","copia_e_cola":"00020126...6304ABCD",
			"expires_at":"2026-07-17T16:30:00Z","binding":{"checkout_id":"chk_1"}},
			"display":{"payee_name":"Balcão Demonstração","description":"Pix de R$` + "\u00a0" + `79,80 recebido."}}]}`)},
		{"token", func(r *checkout.Result) {
			r.Checkout.Instrument = &payment.Instrument{ID: "card_1", Handler: "handler_1", Type: "card", Billing: &billing}
		}, compact(`{"instruments":[{"id":"card_1","handler_id":"handler_1","type":"card","selected":true,
			"billing_address":{"street_address":"Rua das Flores, 100","extended_address":"Apto 12","address_locality":"Goiânia","address_region":"GO",
			"address_country":"BR","postal_code":"74000-000","first_name":"Ana","last_name":"Silva","phone_number":"+5562999990000"}}]}`)},
	}
	var docs [][]byte
	for _, tt := range tests {
		res := shirt(sessionWith(checkoutExtensions...))
		tt.change(&res)
		raw, _ := encode(t, res)
		docs = append(docs, raw)
		var got struct{ Payment json.RawMessage }
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(got.Payment)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	bcptest.Check(t, "checkout", docs...)
}

func TestHandlersOfOneNameStandTogether(t *testing.T) {
	t.Parallel()
	res := shirt(sessionWith())
	second := pixHandler()
	second.ID = "pix_recebedor_002"
	res.Handlers = append(res.Handlers, second)
	_, doc := encode(t, res)
	got := doc["ucp"].(map[string]any)["payment_handlers"].(map[string]any)["br.dev.bcp.pix"].([]any)
	if len(got) != 2 || got[1].(map[string]any)["id"] != "pix_recebedor_002" {
		t.Errorf("br.dev.bcp.pix holds %v, want both of the shop's", got)
	}
}

// The language of the answer changes the messages and nothing else: terms keep theirs.
func TestLanguageChangesOnlyMessages(t *testing.T) {
	t.Parallel()
	res := shirt(sessionWith(checkoutExtensions...))
	raw, err := testEncoder().Checkout(res, "en")
	if err != nil {
		t.Fatal(err)
	}
	_, portuguese := encode(t, res)
	english := document(t, raw)
	delete(portuguese, "messages")
	delete(english, "messages")
	if diff := cmp.Diff(portuguese, english); diff != "" {
		t.Errorf("terms differ between languages:\n%s", diff)
	}
	if !strings.Contains(string(raw), "withdraw from the purchase within 7 days") {
		t.Errorf("no English notice in %s", raw)
	}
}

func TestChargeText(t *testing.T) {
	t.Parallel()
	charge := payment.Charge{Amount: 7980, CreatedAt: at("2026-07-18T02:45:00Z"), ExpiresAt: at("2026-07-18T03:15:00Z")}
	for lang, want := range map[string]string{
		"pt-BR": "Pague R$\u00a079,80 via Pix até 18/07 às 00:15 (horário de Brasília).",
		"en":    "Pay R$\u00a079.80 with Pix by 18/07 at 00:15 (Brasília time).",
		"es-MX": "Pague R$\u00a079,80 con Pix hasta el 18/07 a las 00:15 (hora de Brasilia).",
	} {
		if got := chargeText(&charge, lang); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestCheckoutErrors(t *testing.T) {
	t.Parallel()
	if _, err := testEncoder().Checkout(checkout.Result{}, "pt"); !errors.Is(err, errNoCheckout) {
		t.Errorf("no checkout: %v", err)
	}
	res := shirt(sessionWith())
	res.Checkout.Lines[0].Title = "Caf\xe9"
	if raw, err := testEncoder().Checkout(res, "pt"); err == nil {
		t.Errorf("a title that is not UTF-8 became %s", raw)
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	for rate, want := range map[int64]string{0: "0", 1: "0.00001", 668: "0.00668", 10217: "0.10217", 50000: "0.5", 100000: "1", 125000: "1.25"} {
		w := newWriter()
		w.rate("", rate)
		if got := string(w.buf); got != want {
			t.Errorf("rate %d is %s, want %s", rate, got, want)
		}
	}
}

func BenchmarkCheckout(b *testing.B) {
	e, res := testEncoder(), shirt(sessionWith(checkoutExtensions...))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Checkout(res, "pt-BR"); err != nil {
			b.Fatal(err)
		}
	}
}
