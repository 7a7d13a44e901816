package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"balcao/internal/ids"
	"balcao/order"
)

// bought has an agent with rights buy two shirts with a card, and returns the order's id.
func (p *buyerAgent) bought() string {
	p.t.Helper()
	p.readyShirts()
	id, _ := dig(p.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	if id == "" {
		p.t.Fatal("nothing was bought")
	}
	return id
}

// rightful is an agent with a key that may buy and read orders.
func (s *testShop) rightful(t testing.TB) *buyerAgent {
	return s.keyed(t, "Bearer "+s.apiKey(s.URL+"/sandbox/platform.json", "checkout", "order"))
}

// stored is an order as staff see it.
func (s *testShop) stored(id string) string {
	s.t.Helper()
	status, body := s.admin(http.MethodGet, "/orders/"+id, "")
	if status != http.StatusOK {
		s.t.Fatalf("order %s: %d %s", id, status, body)
	}
	return string(body)
}

// A message that asks for a return does it once, however often and however many at a time it
// comes, and every answer is the same to the byte.
func TestReturnByActionOnce(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.rightful(t)
	id := p.bought()
	body := p.message(map[string]any{"data": map[string]any{
		"action": "request_return", "order_id": id, "line_items": []any{map[string]any{"id": "line_1", "quantity": 1}},
	}})
	answers := make([][]byte, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = p.post(body).Body })
	}
	all.Wait()
	for _, a := range append(answers, p.post(body).Body) {
		if !bytes.Equal(a, answers[0]) {
			t.Errorf("two answers:\n%s\n%s", a, answers[0])
		}
	}
	first := p.post(body)
	if o := first.data("a2a.bcp.order"); dig(o, "id") != id || len(dig(o, "adjustments").([]any)) < 2 {
		t.Errorf("the answer has no order with its adjustments: %s", first.Body)
	}
	if !strings.Contains(first.text(), "Protocolo: adj_") {
		t.Errorf("it is not acknowledged: %s", first.text())
	}
	if got := shop.stored(id); strings.Count(got, `"type":"cancellation"`) != 1 || strings.Count(got, `"type":"refund"`) != 1 {
		t.Errorf("not once: %s", got)
	}
	// Other content under the same name is refused, and so is what is another's.
	other := bytes.Replace(body, []byte(`"quantity":1`), []byte(`"quantity":2`), 1)
	if r := p.post(other); r.Error == nil || r.Error.Code != -32602 {
		t.Errorf("other content: %s", r.Body)
	}
	stranger := shop.agent(t, "platform-ap2.json")
	stranger.Header.Set("Authorization", "Bearer "+shop.apiKey(shop.URL+"/sandbox/platform-ap2.json", "checkout", "order"))
	stranger.do("request_return", "order_id", id).tells(final("not_found", ""))
	if r := shop.agent(t, "platform.json").do("request_return", "order_id", id); r.Status != http.StatusUnauthorized {
		t.Errorf("without a key: %d %s", r.Status, r.Body)
	}
	if got := shop.stored(id); strings.Count(got, `"type":"refund"`) != 1 {
		t.Errorf("something was done for them: %s", got)
	}
}

// A yes that comes again after its answer was stored never confirms a later question.
func TestOldYesDoesNotReturn(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.rightful(t)
	id := p.bought()
	yes := func() []byte { return p.message(map[string]any{"text": "sim"}) }
	old := yes()
	before := p.post(old)
	if r := p.say("quero devolver o pedido"); !strings.Contains(r.text(), "Responda sim") {
		t.Fatalf("it is not asked: %s", r.text())
	}
	if again := p.post(old); !bytes.Equal(again.Body, before.Body) || strings.Contains(shop.stored(id), `"type":"refund"`) {
		t.Fatalf("an old yes was taken: %s", again.Body)
	}
	if r := p.post(yes()); !strings.Contains(r.text(), "Protocolo: adj_") {
		t.Errorf("a new yes: %s", r.text())
	}
}

var hiddenFields = regexp.MustCompile(`name="([^"]+)" value="([^"]*)"`)

// On the page of a shop that runs, a return is asked for, confirmed and acknowledged; two
// confirmations at once are one.
func TestReturnOnThePage(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.rightful(t)
	id := p.bought()
	o, err := url.Parse(shop.URL + regexp.MustCompile(`"page":"([^"]+)"`).FindStringSubmatch(shop.stored(id))[1])
	if err != nil {
		t.Fatal(err)
	}
	form := *o
	form.Path += "/return"
	send := func(fields url.Values) (int, string) {
		r, err := shop.client.PostForm(form.String(), fields)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		return r.StatusCode, string(body)
	}
	status, page := send(url.Values{"units.line_1": {"2"}, "reason": {"withdrawal"}})
	if status != http.StatusOK || !strings.Contains(page, "Confira antes de confirmar") {
		t.Fatalf("status %d: %s", status, page)
	}
	confirmed := url.Values{}
	for _, f := range hiddenFields.FindAllStringSubmatch(page, -1) {
		confirmed.Set(f[1], f[2])
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if status, body := send(confirmed); status != http.StatusOK || !strings.Contains(body, "Protocolo adj_") {
				t.Errorf("status %d: %s", status, body)
			}
		})
	}
	all.Wait()
	if got := shop.stored(id); strings.Count(got, `"type":"refund"`) != 1 || !strings.Contains(got, `"stage":"canceled"`) {
		t.Errorf("not once: %s", got)
	}
}

// Staff, the page and the conversation want the same goods back at once: one of them has them.
func TestReturnsRace(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.rightful(t)
	id := p.bought()
	running := openRunning(t, shop)
	var all sync.WaitGroup
	done := make(chan string, 8)
	for i := range 4 {
		all.Go(func() {
			if _, err := running.ChangeOrder(t.Context(), ids.Order(id), fmt.Sprintf("k%d", i), order.Cancel{}); err == nil {
				done <- "staff"
			}
		})
		all.Go(func() {
			if r := p.do("request_return", "order_id", id); strings.Contains(r.text(), "Protocolo") {
				done <- "buyer"
			}
		})
	}
	all.Wait()
	if len(done) != 1 {
		t.Errorf("%d got the goods", len(done))
	}
	if got := shop.stored(id); strings.Count(got, `"type":"refund"`) != 1 || !strings.Contains(got, `"refundable":0`) {
		t.Errorf("%s", got)
	}
}

// openRunning is the desk of a running shop.
func openRunning(t *testing.T, shop *testShop) staffDesk {
	t.Helper()
	desk, err := (staffFlags{AdminListen: strings.TrimPrefix(shop.Admin, "http://")}).running(t.Context(), shop.Dir+"/shop.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = desk.Close() })
	return desk
}
