package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/payment/fakepsp"
	"balcao/payment/pix"
	"balcao/payment/pix/bcb"
)

// account is a shop that serves, with the bank that it reaches over the Central Bank's API and
// that never calls back by itself: the test does.
type account struct {
	*testShop
	t       *testing.T
	bank    *fakepsp.Remote
	client  *bcb.Client
	webhook string
}

const testWebhookSecret = "segredo-do-webhook"

func openAccount(t *testing.T, flags ...string) *account {
	t.Helper()
	shop := startShop(t, append([]string{"--sandbox-fault=webhook_lost=1", "--pix-webhook-secret=" + testWebhookSecret}, flags...)...)
	identity, err := fakepsp.ReadIdentity(filepath.Join(shop.Dir, "shop.db.fakepsp"))
	if err != nil {
		t.Fatal(err)
	}
	bank, err := fakepsp.Dial(identity)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bank.Close)
	url, err := identity.Address()
	if err != nil {
		t.Fatal(err)
	}
	client, err := bcb.New(bcb.Config{
		BaseURL: url + fakepsp.PathAPI, TokenURL: url + fakepsp.PathToken, ClientID: fakepsp.ClientID, ClientSecret: identity.ClientSecret,
		Key: sandboxPixKey, Payee: pix.Payee{Name: "Loja", City: "SAO PAULO"}, TLS: identity.ClientTLS(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &account{testShop: shop, t: t, bank: bank, client: client, webhook: shop.URL + "/webhooks/pix/" + testWebhookSecret + "/pix"}
}

// cart is a checkout with an open charge.
type cart struct {
	*buyerAgent
	a     *account
	txid  ids.TXID
	total int64
	until time.Time
}

// open brings a checkout as far as an open charge.
func (a *account) open() *cart {
	a.t.Helper()
	p := a.agent(a.t, "platform.json")
	p.readyShirts()
	r := p.do("start_payment")
	c := &cart{buyerAgent: p, a: a, txid: ids.TXID(r.charge()), total: r.total("total")}
	for _, i := range dig(r.checkout(), "payment", "instruments").([]any) {
		if text, ok := dig(i, "credential", "expires_at").(string); ok {
			c.until, _ = time.Parse(time.RFC3339, text)
		}
	}
	return c
}

// progress is open, and completed as far as it goes without money.
func (a *account) progress() *cart {
	a.t.Helper()
	c := a.open()
	if r := c.do("complete_checkout", payByPix...); r.status() != "complete_in_progress" {
		a.t.Fatalf("status %s", r.status())
	}
	return c
}

// pay has money come in for a charge, whatever state it is in, and returns its id.
func (c *cart) pay(order fakepsp.PayOrder) string {
	c.a.t.Helper()
	order.Anyway = true
	paid, err := c.a.bank.Pay(c.a.t.Context(), c.txid, order)
	if err != nil {
		c.a.t.Fatal(err)
	}
	return paid.EndToEndID
}

// callback is a case of the published ones: its elements name these charges and payments.
type callback struct {
	ID   string
	Body map[string]any
}

func (w callback) element(i int) map[string]any { return w.Body["pix"].([]any)[i].(map[string]any) }

func (w callback) name(i int, txid ids.TXID, payment string) {
	e := w.element(i)
	e["endToEndId"] = payment
	if _, has := e["txid"]; has {
		e["txid"] = string(txid)
	}
}

// call brings a callback to the shop.
func (a *account) call(w callback) {
	a.t.Helper()
	if status := a.callAt(a.webhook, w); status != http.StatusOK {
		a.t.Errorf("answered with %d", status)
	}
}

func (a *account) callAt(url string, w callback) int {
	a.t.Helper()
	body, err := json.Marshal(w.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return callBack(a.t, url, nil, string(body))
}

// waitFor tries again until it holds.
func (a *account) waitFor(what string, long time.Duration, holds func() bool) {
	a.t.Helper()
	for deadline := time.Now().Add(long); !holds(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			a.t.Fatalf("%s: not in %v", what, long)
		}
	}
}

const soonEnough = 15 * time.Second

// refunded waits until the bank has given a payment back in full, once and under the id that
// follows from it.
func (c *cart) refunded(payment string) {
	c.a.t.Helper()
	c.a.waitFor("refund", soonEnough, func() bool {
		back := c.returns(payment)
		return len(back) == 1 && back[0].Status == "DEVOLVIDO"
	})
	if back := c.returns(payment)[0]; back.ID != fullRefundID(payment) || back.Amount != c.arrival(payment).Amount || back.Nature != "ORIGINAL" {
		c.a.t.Errorf("given back %+v", back)
	}
}

func (c *cart) arrival(payment string) fakepsp.Arrival {
	c.a.t.Helper()
	charges, err := c.a.bank.Charges(c.a.t.Context())
	if err != nil {
		c.a.t.Fatal(err)
	}
	for _, ch := range charges {
		for _, p := range ch.Payments {
			if p.EndToEndID == payment {
				return p
			}
		}
	}
	c.a.t.Fatalf("the bank has no payment %s", payment)
	return fakepsp.Arrival{}
}

func (c *cart) returns(payment string) []fakepsp.Return { return c.arrival(payment).Refunds }

// staffOrder is an order as the staff see it.
type staffOrder struct {
	ID          string `json:"id"`
	Adjustments []struct {
		ID, Type, Status string
		Amount           int64
	} `json:"adjustments"`
}

// order is what the checkout became, and fails if it became none.
func (c *cart) order() staffOrder {
	c.a.t.Helper()
	id, _ := dig(c.do("get_checkout").checkout(), "order", "id").(string)
	var o staffOrder
	status, body := c.a.admin("GET", "/orders/"+id, "")
	if err := json.Unmarshal(body, &o); err != nil || status != 200 || id == "" {
		c.a.t.Fatalf("order %q: %d %s", id, status, body)
	}
	return o
}

// orders is how many orders the shop has.
func (a *account) orders() int {
	a.t.Helper()
	_, body := a.admin("GET", "/orders", "")
	var list struct{ Orders []any }
	if err := json.Unmarshal(body, &list); err != nil {
		a.t.Fatal(err)
	}
	return len(list.Orders)
}

// stays fails if a status is not this one for a while.
func (c *cart) stays(status string) {
	c.a.t.Helper()
	for range 10 {
		if got := c.do("get_checkout").status(); got != status {
			c.a.t.Fatalf("status %s, want %s", got, status)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// parked waits for a payment to be among the unmatched.
func (a *account) parked(payment string, amount int64) {
	a.t.Helper()
	a.waitFor("parked", 30*time.Second, func() bool {
		_, body := a.admin("GET", "/pix/unmatched", "")
		return strings.Contains(string(body), fmt.Sprintf(`"end_to_end_id":%q`, payment)) && strings.Contains(string(body), fmt.Sprintf(`"amount":%d`, amount))
	})
}

// refund has staff give money of an order back.
func (a *account) refund(order, key string, amount int64) {
	a.t.Helper()
	token, err := os.ReadFile(filepath.Join(a.Dir, "shop.db.admin-token"))
	if err != nil {
		a.t.Fatal(err)
	}
	header := http.Header{"Authorization": {"Bearer " + strings.TrimSpace(string(token))}, "Idempotency-Key": {key}, "Content-Type": {"application/json"}}
	if status := callBack(a.t, a.Admin+"/orders/"+order+"/refund", header, fmt.Sprintf(`{"amount":%d}`, amount)); status != http.StatusOK {
		a.t.Fatalf("refund: %d", status)
	}
}

// level is what is on hand of a variant.
func (a *account) level(variant string) int64 {
	a.t.Helper()
	_, body := a.admin("GET", "/stock", "")
	var list struct {
		Stock []struct {
			Variant string
			OnHand  int64 `json:"on_hand"`
		}
	}
	if err := json.Unmarshal(body, &list); err != nil {
		a.t.Fatal(err)
	}
	for _, l := range list.Stock {
		if l.Variant == variant {
			return l.OnHand
		}
	}
	a.t.Fatalf("no stock of %s", variant)
	return 0
}

// fullRefundID is the id of a full refund: it follows from the payment alone.
func fullRefundID(payment string) string {
	sum := sha256.Sum256([]byte(payment + "|full|1"))
	return hex.EncodeToString(sum[:])[:35]
}
