package main

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// browser opens pages as a buyer does, and goes where they lead.
type browser struct {
	t    testing.TB
	shop *testShop
	url  string
	page string
}

func (b *browser) open(target string) {
	b.t.Helper()
	b.read(b.shop.client.Get(target))
}

func (b *browser) read(resp *http.Response, err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: status %d, %v", resp.Request.URL.Path, resp.StatusCode, err)
	}
	b.url, b.page = resp.Request.URL.String(), string(body)
}

var button = regexp.MustCompile(`class="button" href="([^"]+)"`)

// click follows the page's button.
func (b *browser) click() {
	b.t.Helper()
	m := button.FindStringSubmatch(b.page)
	if m == nil {
		b.t.Fatalf("no button on %s", b.page)
	}
	target, err := url.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
	if err != nil {
		b.t.Fatal(err)
	}
	at, _ := url.Parse(b.url)
	b.open(at.ResolveReference(target).String())
}

// answer sends the form of the bank's page.
func (b *browser) answer(what string) {
	b.t.Helper()
	b.read(b.shop.client.PostForm(b.url, url.Values{"answer": {what}}))
}

// proves is a buyer who follows continue_url to the bank and answers there.
func (s *testShop) proves(t testing.TB, continueURL, answer string) *browser {
	t.Helper()
	b := &browser{t: t, shop: s}
	b.open(continueURL)
	b.click()
	if !strings.Contains(b.page, "Banco de demonstração") && !strings.Contains(b.page, "Demonstration bank") {
		t.Fatalf("this is not the bank: %s", b.page)
	}
	bank := b.url
	b.answer(answer)
	if got := b.url; got != continueURL {
		t.Errorf("the buyer is back at %s, want %s", got, continueURL)
	}
	old := &browser{t: t, shop: s, url: bank}
	old.answer(map[string]string{"approve": "decline", "decline": "approve"}[answer]) // from a page that was open before
	return b
}

// TestChallengeOverA2A: approved, the purchase completes by itself; declined, another card pays.
func TestChallengeOverA2A(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	pay := func(p *buyerAgent, token string) *reply {
		return p.do("complete_checkout", "a2a.bcp.checkout.payment", map[string]any{"instruments": []any{map[string]any{
			"id": "card_1", "handler_id": "gpay", "type": "card", "selected": true,
			"credential": map[string]any{"type": "PAYMENT_GATEWAY", "token": token},
		}}})
	}
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	r := pay(p, "3ds_token")
	if r.status() != "requires_escalation" || r.codes()["requires_3ds"] != "$.payment" {
		t.Fatalf("status %s, %v", r.status(), r.codes())
	}
	at, _ := r.checkout()["continue_url"].(string)
	if again := p.do("get_checkout"); again.status() != "requires_escalation" || again.checkout()["continue_url"] != at {
		t.Errorf("polled: %s", again.Body)
	}
	b := shop.proves(t, at, "approve")
	if !strings.Contains(b.page, "Compra concluída") && !strings.Contains(b.page, "Purchase completed") {
		t.Errorf("the page says %s", b.page)
	}
	done := p.do("get_checkout")
	if done.status() != "completed" || dig(done.checkout(), "order", "id") == nil {
		t.Errorf("status %s: %s", done.status(), done.Body)
	}

	p = shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	at, _ = pay(p, "3ds_token").checkout()["continue_url"].(string)
	shop.proves(t, at, "decline")
	if r := p.do("get_checkout"); r.status() != "ready_for_complete" || r.codes()["payment_failed"] == "" {
		t.Errorf("declined: status %s, %v", r.status(), r.codes())
	}
	if r := pay(p, "success_token"); r.status() != "completed" {
		t.Errorf("with another card: %s", r.Body)
	}
}

// TestChallengeOverMCP, with a retry of the completion while and after the buyer is at the bank.
func TestChallengeOverMCP(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	u := seedUser(t, shop, "2026-07-28", "checkout", "fulfillment")
	id := u.ready()
	args := map[string]any{"meta": u.meta(keyOne), "id": id, "checkout": byToken("3ds_token")}
	r := u.call("complete_checkout", args)
	if r.text("status") != "requires_escalation" || r.codes()["requires_3ds"] != "$.payment" {
		t.Fatalf("status %s: %s", r.text("status"), r.Body)
	}
	shop.proves(t, r.text("continue_url"), "approve")
	if again := u.call("complete_checkout", args); string(again.Raw) != string(r.Raw) {
		t.Errorf("a retry is answered by %s", again.Raw)
	}
	if got := u.call("get_checkout", map[string]any{"id": id}); got.text("status") != "completed" {
		t.Errorf("status %s", got.text("status"))
	}
}
