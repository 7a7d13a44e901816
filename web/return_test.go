package web_test

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"balcao/order"
)

const returnPage = "/orders/ord_1/return?key=OKEY"

// delivered is a shop whose order was sent and arrived at noon.
func delivered() *shop {
	s := newShop()
	o := s.order
	o.Version, o.Payment.Amount, o.Lines[0].Kept = 1, 11980, 11980
	o.Lines[0].Fulfilled, o.Lines[0].Delivered = 2, 2
	parcel := order.Tracking{Number: "AA1BR", Carrier: "Correios", URL: "https://rastreio.example/?o=AA1BR&x=1"}
	o.Events = []order.Event{
		{ID: "evt_1", Type: order.EventShipped, At: noon.Add(-time.Hour), Lines: []order.LineQuantity{{Line: "li_1", Quantity: 2}}, Tracking: parcel},
		{ID: "evt_2", Type: order.EventDelivered, At: noon, Lines: []order.LineQuantity{{Line: "li_1", Quantity: 2}}, Description: evil},
	}
	o.NFe = &order.NFe{AccessKey: "35261111222333000181550010000000011000000014", DANFEURL: "https://nfe.example/1"}
	return s
}

// fields are what a browser sends of a page's form when its first button is pressed.
func fields(t *testing.T, page string) url.Values {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	out := url.Values{}
	for n := range root.Descendants() {
		attr := map[string]string{}
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
		}
		_, checked := attr["checked"]
		switch {
		case n.Data == "input" && (attr["type"] != "radio" || checked):
			out.Add(attr["name"], attr["value"])
		case n.Data == "textarea":
			out.Add(attr["name"], "")
		}
	}
	return out
}

func read(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// A buyer without JavaScript withdraws: a form, a page to confirm, and an acknowledgement with
// date and number. Sending the confirmation twice is one request.
func TestWithdrawOnThePage(t *testing.T) {
	t.Parallel()
	s := delivered()
	h := s.handler(t)
	_, body := ask(t, h, "GET", orderPage)
	wantParts(t, body, "entregue", "Você pode desistir até 07/12/2026 23:59", `href="https://rastreio.example/?o=AA1BR&amp;x=1"`,
		"Correios AA1BR", "3526 1111 2223", `href="https://nfe.example/1"`, `href="/orders/ord_1/return?key=OKEY"`)
	wantNone(t, body, "<script")
	wellFormed(t, body)

	r, form := ask(t, h, "GET", returnPage)
	wantHeaders(t, r, "Cache-Control", "no-store")
	if !strings.Contains(r.Header.Get("Content-Security-Policy"), "form-action 'self'") {
		t.Error("the form may not be sent")
	}
	wantNone(t, form, "<script")
	wellFormed(t, form)
	first := fields(t, form)
	if first.Get("units.li_1") != "2" || first.Get("reason") != "withdrawal" {
		t.Errorf("the form begins with %v", first)
	}
	first.Set("note", "não serviu\r\nobrigada")
	check := post(t, h, returnPage, first.Encode())
	page := read(t, check)
	wantParts(t, page, "Confira antes de confirmar", "2 × Camiseta", "o reembolso é solicitado")
	wellFormed(t, page)
	if len(s.asked) != 0 {
		t.Fatal("done before it was confirmed")
	}
	confirmed := fields(t, page)
	confirmed.Set("note", "não serviu\r\nobrigada")
	s.now = noon.Add(time.Hour)
	var where []string
	for range 2 {
		r := post(t, h, returnPage, confirmed.Encode())
		if r.StatusCode != 303 {
			t.Fatalf("status %d: %s", r.StatusCode, read(t, r))
		}
		where = append(where, r.Header.Get("Location"))
	}
	if where[0] != where[1] || len(s.asked) != 1 || len(s.order.Adjustments) != 2 {
		t.Fatalf("twice: %v, %v, %+v", where, s.asked, s.order.Adjustments)
	}
	for _, cmd := range s.asked {
		if c, ok := cmd.(order.RequestReturn); !ok || c.Staff || c.Reason != order.Withdrawal || c.Note != "não serviu\nobrigada" || c.Description != "" {
			t.Errorf("asked for %+v", cmd)
		}
	}
	_, done := ask(t, h, "GET", where[0])
	id := s.order.Adjustments[0].ID
	wantParts(t, done, "Recebemos o seu pedido", "Protocolo "+id+", em 30/11/2026 13:00", "Reembolso", "R$\u00a0119,80", "em andamento", "Envie até 10/12/2026 23:59")
	wantNone(t, done, "não serviu") // that is for the shop
	wellFormed(t, done)
	confirmed.Set("reason", "defect") // the same form with something else in it
	if r := post(t, h, returnPage, confirmed.Encode()); r.StatusCode != 303 || len(s.asked) != 1 || r.Header.Get("Location") != where[0] {
		t.Errorf("another content under the same name: status %d, %s, %d requests", r.StatusCode, r.Header.Get("Location"), len(s.asked))
	}
	_, empty := ask(t, h, "GET", returnPage)
	wantParts(t, empty, "Não há unidades")
}

// What cannot be is said on the form, in the order's language, and nothing is done.
func TestReturnFormRefuses(t *testing.T) {
	t.Parallel()
	confirm := "&step=confirm&request=abc"
	for name, c := range map[string]struct {
		form, lang string
		after      time.Duration
		refuse     error
		status     int
		says       string
	}{
		"nothing chosen":    {"units.li_1=0&reason=withdrawal", "pt-BR", 0, nil, 422, "Escolha ao menos uma unidade"},
		"no number":         {"units.li_1=two&reason=withdrawal", "en", 0, nil, 422, "Something in the form is not right"},
		"no reason":         {"units.li_1=1", "es", 0, nil, 422, "Algo en el formulario"},
		"too many":          {"units.li_1=3&reason=withdrawal" + confirm, "pt-BR", 0, nil, 422, "Não há unidades"},
		"too late":          {"units.li_1=1&reason=withdrawal" + confirm, "pt-BR", 9 * 24 * time.Hour, nil, 422, "O prazo para isso terminou"},
		"no name":           {"units.li_1=1&reason=withdrawal&step=confirm", "pt-BR", 0, nil, 422, "Algo no formulário"},
		"a long note":       {"units.li_1=1&reason=withdrawal" + confirm + "&note=" + strings.Repeat("x", 501), "pt-BR", 0, nil, 422, "Algo no formulário"},
		"a card":            {"units.li_1=1&reason=withdrawal" + confirm + "&note=cart%C3%A3o+4111+1111+1111+1111", "pt-BR", 0, nil, 422, "Não escreva o número do cartão"},
		"others at it":      {"units.li_1=1&reason=withdrawal" + confirm, "pt-BR", 0, &order.Error{Code: order.CodeBusy}, 422, "está sendo atualizado"},
		"a body of a flood": {"units.li_1=1&reason=withdrawal&note=" + strings.Repeat("x", 40<<10), "pt-BR", 0, nil, 400, "Algo deu errado"},
	} {
		s := delivered()
		s.order.Language, s.now, s.refuse = c.lang, noon.Add(c.after), c.refuse
		r := post(t, s.handler(t), returnPage, c.form)
		if body := read(t, r); r.StatusCode != c.status || !strings.Contains(body, c.says) || len(s.asked) != 0 {
			t.Errorf("%s: status %d, %d requests, want %d with %q:\n%s", name, r.StatusCode, len(s.asked), c.status, c.says, body)
		} else if strings.Contains(body, "4111") {
			t.Errorf("%s: the number is shown", name)
		}
	}
}

// Goods with a fault go to the staff also when the period to withdraw is over.
func TestDefectAfterThePeriod(t *testing.T) {
	t.Parallel()
	s := delivered()
	s.now = noon.Add(30 * 24 * time.Hour)
	r := post(t, s.handler(t), returnPage, "units.li_1=1&reason=defect&step=confirm&request=abc")
	if r.StatusCode != 303 || !s.order.NeedsAttention() || len(s.order.Adjustments) != 1 {
		t.Errorf("status %d, %+v", r.StatusCode, s.order.Adjustments)
	}
	if m := regexp.MustCompile(`done=adj_[0-9a-f]+$`); !m.MatchString(r.Header.Get("Location")) {
		t.Errorf("leads to %s", r.Header.Get("Location"))
	}
}

// What came to nothing is said to be in the shop's hands only where it is.
func TestWhatCameToNothing(t *testing.T) {
	t.Parallel()
	const inHand = "sem sucesso; a loja está cuidando"
	for name, c := range map[string]struct {
		a          order.Adjustment
		says, none string
	}{
		"a refund":               {order.Adjustment{Type: order.Refunded}, inHand, "encerrada"},
		"a return":               {order.Adjustment{Type: order.Return}, "encerrada sem devolução", inHand},
		"a refund of the bank's": {order.Adjustment{Type: order.Refunded, Elsewhere: true}, "não se concretizou", inHand},
	} {
		s := delivered()
		c.a.ID, c.a.Status = "adj_1", order.Failed
		s.order.Adjustments = []order.Adjustment{c.a}
		_, body := ask(t, s.handler(t), "GET", strings.Replace(returnPage, "/return", "", 1))
		wantParts(t, body, c.says)
		wantNone(t, body, c.none)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// Nobody but the holder of the order's key can ask for a return, and no other site can send
// the form.
func TestReturnIsForTheHolderOfTheKey(t *testing.T) {
	t.Parallel()
	s := delivered()
	h := s.handler(t)
	form := "units.li_1=1&reason=withdrawal&step=confirm&request=abc"
	for _, target := range []string{"/orders/ord_1/return", "/orders/ord_1/return?key=KEY", "/orders/ord_9/return?key=OKEY"} {
		if r := post(t, h, target, form+"&key=OKEY"); r.StatusCode != 404 {
			t.Errorf("POST %s: status %d", target, r.StatusCode)
		}
		if r, _ := ask(t, h, "GET", target); r.StatusCode != 404 {
			t.Errorf("GET %s: status %d", target, r.StatusCode)
		}
	}
	for _, site := range []string{"cross-site", "same-site"} {
		if r := post(t, h, returnPage, form, "Sec-Fetch-Site", site); r.StatusCode != 403 {
			t.Errorf("from %s: status %d", site, r.StatusCode)
		}
	}
	if len(s.asked) != 0 {
		t.Fatalf("asked: %v", s.asked)
	}
	// A page without referrer sends its form with the origin null.
	if r := post(t, h, returnPage, form, "Origin", "null", "Sec-Fetch-Site", "same-origin"); r.StatusCode != 303 {
		t.Errorf("from the page itself: status %d", r.StatusCode)
	}
}
