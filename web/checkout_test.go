package web_test

import (
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/internal/brazil"
	"balcao/payment"
	"balcao/platform"
)

const checkoutPage = "/checkouts/chk_1?key=KEY"

func TestCheckoutPage(t *testing.T) {
	t.Parallel()
	r, body := ask(t, newShop().handler(t), "GET", checkoutPage)
	if r.StatusCode != 200 {
		t.Fatalf("status %d", r.StatusCode)
	}
	wantHeaders(t, r, "Content-Type", "text/html; charset=UTF-8", "Cache-Control", "no-store",
		"X-Robots-Tag", "noindex, nofollow", "Content-Language", "pt-BR")
	wantParts(t, body,
		`<html lang="pt-BR">`, `<title>Tudo pronto para concluir · Balcão Demonstração</title>`,
		`Camiseta &lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;`, `<td class="number">2</td>`, "R$\u00a059,90", "R$\u00a0119,80",
		`<dt>Subtotal</dt>`, `<dt>BEMVINDO10</dt><dd>-R$`+"\u00a0"+`11,98</dd>`, `<dt>Entrega</dt>`, `<dt>gift_wrap</dt>`,
		`<div class="grand"><dt>Total</dt><dd>R$`+"\u00a0"+`117,82</dd>`,
		`<li class="warning">O cupom NATAL-20&lt;script&gt;`,
		`src="data:image/png;base64,iVBORw0K"`, `alt="QR Code do Pix para pagar R$`+"\u00a0"+`117,82"`,
		`readonly>00020126BR.GOV.BCB.PIX&lt;6304ABCD</textarea>`, `Pague até 30/11/2026 12:30 (horário de Brasília).`,
		`SEDEX`, `Até 3 dias úteis`, `Ana Souza<br>Av. Paulista, 1000, ap. 12<br>São Paulo – SP, CEP 01310-100`,
		`a•••@example.com`, `CPF ***.533.447-**`,
		`Balcão Demonstração Comércio Ltda<br>CNPJ 99.887.766/0001-05`,
		`Você pode desistir da compra em até 7 dias após o recebimento`,
		`Esta compra fica guardada até 30/11/2026 18:00`,
	)
	wantNone(t, body, "<script", "39053344705", "390.533", "ana@example.com", "88887777", "PAC")
	if strings.Count(body, "em até 7 dias") != 1 {
		t.Error("the withdrawal notice is not shown exactly once")
	}
	wellFormed(t, body)
}

func TestCheckoutPageIsForTheHolderOfTheKey(t *testing.T) {
	t.Parallel()
	h := newShop().handler(t)
	_, unknown := ask(t, h, "GET", "/checkouts/chk_9?key=KEY")
	for _, target := range []string{
		"/checkouts/chk_1", "/checkouts/chk_1?key=", "/checkouts/chk_1?key=WRONG", "/checkouts/chk_1?Key=KEY",
		"/checkouts/chk_9?key=KEY", "/checkouts/%3Cscript%3E?key=KEY", "/checkouts/" + strings.Repeat("a", 65),
	} {
		r, body := ask(t, h, "GET", target)
		if r.StatusCode != 404 || body != unknown {
			t.Errorf("%s: status %d, or another page than for an unknown id", target, r.StatusCode)
		}
		wantHeaders(t, r, "Cache-Control", "no-store", "X-Robots-Tag", "noindex, nofollow")
	}
	wantParts(t, unknown, "Não encontramos esta página")
	wellFormed(t, unknown)
}

func TestCheckoutPageByStatus(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		change func(*checkout.Result)
		parts  []string
		none   []string
	}{
		{"incomplete, nothing chosen yet", func(r *checkout.Result) {
			r.Status, r.ChargeVisible = checkout.Incomplete, false
			r.Checkout.Lines, r.Checkout.Buyer, r.Checkout.Fulfillment = nil, nil, checkout.Fulfillment{Method: checkout.Shipping}
		}, []string{"Sua compra está em andamento", "Ainda não há itens.", "volte à conversa"}, []string{"Pix", "Comprador", `id="delivery"`, "<table>"}},
		{"handoff", func(r *checkout.Result) {
			r.Status = checkout.RequiresEscalation
			r.Messages = append(r.Messages, checkout.Message{Type: checkout.TypeError, Code: checkout.CodeHandoff})
		}, []string{"Sua compra precisa de você", `href="mailto:oi@balcao.example"`, `<li class="error">Para combinar a entrega`}, []string{"volte à conversa"}},
		{"waiting", func(r *checkout.Result) { r.Status = checkout.CompleteInProgress }, []string{"Aguardando o pagamento", "copia e cola"}, nil},
		{"charge without a picture", func(r *checkout.Result) { r.Checkout.Charges[0].QRCode = nil }, []string{"copia e cola"}, []string{"<img"}},
		{"charge that may not be shown", func(r *checkout.Result) { r.ChargeVisible = false }, nil, []string{"copia e cola", "<img", "BR.GOV"}},
		{"completed", func(r *checkout.Result) {
			r.Status = checkout.Completed
			r.Checkout.Charges[0].State = payment.ChargePaid
			r.Checkout.Order = &checkout.OrderRef{ID: "ord_1", Key: "O&KEY"}
		}, []string{"Compra concluída", `href="/orders/ord_1?key=O%26KEY"`, "Pix de R$\u00a0117,82 recebido.", "em até 7 dias"},
			[]string{"BR.GOV", "<img", "fica guardada", "volte à conversa"}},
		{"canceled", func(r *checkout.Result) { r.Status, r.ChargeVisible = checkout.Canceled, false },
			[]string{"Esta compra foi cancelada"}, []string{"BR.GOV", "fica guardada", "volte à conversa"}},
		{"pickup, negotiated", func(r *checkout.Result) {
			r.Checkout.Fulfillment.Method, r.Checkout.Fulfillment.Counter = checkout.Pickup, &seller.Address
		}, []string{"Retirada no balcão da loja", "Rua do Balcão, 100"}, []string{"Paulista", "SEDEX"}},
		{"pickup, fulfilment not negotiated", func(r *checkout.Result) {
			r.Checkout.Session = platform.Session{Version: "2026-07-28"}
			r.Checkout.Fulfillment = checkout.Fulfillment{Method: checkout.Shipping, Counter: &brazil.Address{Street: "Rua A", PostalCode: "01310100"}}
		}, []string{"Retirada no balcão da loja", "Rua A<br>CEP 01310-100"}, nil},
		{"company", func(r *checkout.Result) {
			r.Checkout.Buyer = &checkout.Buyer{TaxpayerID: &checkout.TaxpayerID{Kind: "cnpj", Value: "12ABC34501DE35"}}
		}, []string{"CNPJ 12.ABC.345/01DE-35"}, nil},
		{"foreigner", func(r *checkout.Result) {
			r.Checkout.Buyer = &checkout.Buyer{TaxpayerID: &checkout.TaxpayerID{Kind: "id_estrangeiro", Value: "PASSPORT1"}}
		}, nil, []string{"PASSPORT1", "Comprador"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := newShop()
			tc.change(&s.result)
			r, body := ask(t, s.handler(t), "GET", checkoutPage)
			if r.StatusCode != 200 {
				t.Fatalf("status %d", r.StatusCode)
			}
			wantParts(t, body, tc.parts...)
			wantNone(t, body, tc.none...)
			wellFormed(t, body)
		})
	}
}

func TestCheckoutPageLanguage(t *testing.T) {
	t.Parallel()
	cases := []struct{ own, browser, lang, part string }{
		{"pt-BR", "en", "pt-BR", "Tudo pronto para concluir"}, // the checkout's own wins
		{"en-US", "", "en", "R$\u00a0117.82"},
		{"en", "", "en", "Pay by 30 Nov 2026, 12:30 (Brasília time)."},
		{"es", "pt", "es", "Puede desistir de la compra"},
		{"", "en-GB,en;q=0.9", "en", "Everything is ready to complete"},
		{"fr", "es-419", "es", "Todo listo para concluir"},
		{"fr", "fr", "pt-BR", "Tudo pronto para concluir"},
	}
	for _, tc := range cases {
		s := newShop()
		s.result.Checkout.Language = tc.own
		r, body := ask(t, s.handler(t), "GET", checkoutPage, "Accept-Language", tc.browser)
		wantHeaders(t, r, "Content-Language", tc.lang)
		wantParts(t, body, `<html lang="`+tc.lang+`">`, tc.part)
		wellFormed(t, body)
	}
}

func TestCheckoutFailureIsNotShown(t *testing.T) {
	t.Parallel()
	s := newShop()
	s.broken = true
	if r, body := ask(t, s.handler(t), "GET", checkoutPage); r.StatusCode != 500 || strings.Contains(body, "secret") {
		t.Errorf("status %d, body %s", r.StatusCode, body)
	}
}
