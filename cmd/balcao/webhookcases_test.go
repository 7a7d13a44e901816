package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/internal/bcptest"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/fakepsp"
)

// TestWebhookCases plays the published callbacks against a shop that serves, whose bank is
// reached as a real one is.
func TestWebhookCases(t *testing.T) {
	t.Parallel()
	plays := map[string]func(t *testing.T, a *account, w callback){
		"settle-after-complete": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			a.call(w)
			c.buyerAgent.until("completed")
			if a.orders() != 1 || a.level("camiseta-vermelha-m") != 98 {
				t.Errorf("%d orders, %d shirts", a.orders(), a.level("camiseta-vermelha-m"))
			}
		},
		"duplicate-same-e2e": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			a.call(w)
			before := c.buyerAgent.until("completed").terms()
			a.call(w)
			a.call(w)
			c.stays("completed")
			c.do("get_checkout").unchanged(before)
			if a.orders() != 1 {
				t.Errorf("%d orders", a.orders())
			}
		},
		"settle-before-complete": func(t *testing.T, a *account, w callback) {
			c := a.open()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			a.call(w)
			order := dig(c.buyerAgent.until("completed").checkout(), "order", "id")
			if again := c.do("complete_checkout", payByPix...); again.status() != "completed" || dig(again.checkout(), "order", "id") != order {
				t.Errorf("completed late: %s", again.Body)
			}
		},
		"batch-two-checkouts": func(t *testing.T, a *account, w callback) {
			c, d := a.progress(), a.progress()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			w.name(1, d.txid, d.pay(fakepsp.PayOrder{}))
			w.Body["pix"] = []any{w.element(0), "no payment", map[string]any{"endToEndId": 5}, w.element(1)}
			a.call(w)
			c.buyerAgent.until("completed")
			d.buyerAgent.until("completed")
		},
		"underpaid": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			paid := c.pay(fakepsp.PayOrder{Amount: c.total - 80})
			w.name(0, c.txid, paid)
			a.call(w)
			if r := c.buyerAgent.until("ready_for_complete"); r.codes()["payment_failed"] == "" {
				t.Errorf("told %v", r.codes())
			}
			c.refunded(paid)
			if a.orders() != 0 {
				t.Error("an order")
			}
		},
		"overpaid": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			paid := c.pay(fakepsp.PayOrder{Amount: c.total + 1800})
			w.name(0, c.txid, paid)
			a.call(w)
			c.refunded(paid)
			c.stays("ready_for_complete")
			if a.orders() != 0 {
				t.Error("an order")
			}
		},
		"double-pay": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			a.call(w)
			c.buyerAgent.until("completed")
			second := c.pay(fakepsp.PayOrder{})
			w.name(0, c.txid, second)
			a.call(w)
			c.refunded(second)
			if o := c.order(); a.orders() != 1 || len(o.Adjustments) != 0 {
				t.Errorf("order %+v", o)
			}
		},
		"canceled-then-paid": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			if err := a.bank.SetFault(t.Context(), fakepsp.ServerErrors, fakepsp.Setting{Probability: 1, Method: "PATCH"}); err != nil {
				t.Fatal(err)
			}
			c.do("cancel_checkout")
			paid := c.pay(fakepsp.PayOrder{})
			w.name(0, c.txid, paid)
			a.call(w)
			c.refunded(paid)
			c.stays("canceled")
		},
		"superseded-charge": func(t *testing.T, a *account, w callback) {
			c := a.open()
			if err := a.bank.SetFault(t.Context(), fakepsp.ServerErrors, fakepsp.Setting{Probability: 1, Method: "PATCH"}); err != nil {
				t.Fatal(err)
			}
			c.do("add_to_checkout", "product_id", "camiseta-vermelha-m", "quantity", 1)
			r := c.do("start_payment")
			second := r.charge()
			if second == string(c.txid) || r.total("total") == c.total {
				t.Fatalf("the charge was not replaced: %s", r.Body)
			}
			paid := c.pay(fakepsp.PayOrder{})
			w.name(0, c.txid, paid)
			a.call(w)
			c.refunded(paid)
			if r := c.do("get_checkout"); r.charge() != second || r.status() != "ready_for_complete" || a.orders() != 0 {
				t.Errorf("the second charge: %s", r.Body)
			}
		},
		"unknown-txid": func(t *testing.T, a *account, w callback) {
			strange := ids.TXID("naoexistenadanaoexistenada00001")
			if _, err := a.client.Charge(t.Context(), payment.ChargeRequest{TXID: strange, Amount: 500, ExpiresAt: time.Now().Add(time.Hour)}); err != nil {
				t.Fatal(err)
			}
			paid := (&cart{a: a, txid: strange}).pay(fakepsp.PayOrder{})
			w.name(0, strange, paid)
			a.call(w)
			a.call(w)
			a.parked(paid, 500)
			if status, out := runCommand(t, "pix", "unmatched", "--database=sqlite:"+filepath.Join(a.Dir, "shop.db"), "--admin-listen="+strings.TrimPrefix(a.Admin, "http://")); status != 0 || !strings.Contains(out, paid) || !strings.Contains(out, "5.00") {
				t.Errorf("pix unmatched: %d %s", status, out)
			}
			if _, body := a.admin("GET", "/metrics", ""); !strings.Contains(string(body), "balcao_pix_unmatched 1") {
				t.Error("the metric does not tell")
			}
			if status, out := runCommand(t, "pix", "unmatched", "close", paid, "--note=devolvido no banco", "--database=sqlite:"+filepath.Join(a.Dir, "shop.db"), "--admin-listen="+strings.TrimPrefix(a.Admin, "http://")); status != 0 {
				t.Errorf("close: %d %s", status, out)
			}
			if _, body := a.admin("GET", "/pix/unmatched", ""); strings.Contains(string(body), paid) {
				t.Errorf("still open: %s", body)
			}
			if _, body := a.admin("GET", "/pix/unmatched?all=true", ""); !strings.Contains(string(body), "devolvido no banco") {
				t.Errorf("gone: %s", body)
			}
		},
		"refund-final": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			paid := c.pay(fakepsp.PayOrder{})
			w.name(0, c.txid, paid)
			a.call(w)
			c.buyerAgent.until("completed")
			if err := a.bank.SetFault(t.Context(), fakepsp.RefundStuck, fakepsp.Setting{Probability: 1}); err != nil {
				t.Fatal(err)
			}
			o := c.order()
			a.refund(o.ID, "r1", c.total)
			a.waitFor("refund asked for", soonEnough, func() bool { return len(c.returns(paid)) == 1 })
			if err := a.bank.FinishRefund(t.Context(), paid, c.returns(paid)[0].ID, true); err != nil {
				t.Fatal(err)
			}
			a.call(w)
			a.waitFor("refund completed", 3*time.Second, func() bool { return c.order().Adjustments[0].Status == "completed" })
			if o := c.order(); len(o.Adjustments) != 1 || o.Adjustments[0].Amount != -c.total || a.orders() != 1 {
				t.Errorf("order %+v", o)
			}
		},
		"refund-before-payment": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			paid := c.pay(fakepsp.PayOrder{})
			if _, err := a.client.Refund(t.Context(), payment.RefundRequest{ID: "r2", EndToEndID: paid, TXID: c.txid, Amount: money.Amount(c.total)}); err != nil {
				t.Fatal(err)
			}
			w.name(0, c.txid, paid)
			a.call(w)
			c.buyerAgent.until("completed")
			if o := c.order(); len(o.Adjustments) != 1 || o.Adjustments[0].Type != "refund" || o.Adjustments[0].Status != "completed" || o.Adjustments[0].Amount != -c.total {
				t.Errorf("order %+v", o)
			}
		},
		"devolucoes-as-object": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			for _, f := range []fakepsp.Fault{fakepsp.RefundsAsObject, fakepsp.RefundStuck} {
				if err := a.bank.SetFault(t.Context(), f, fakepsp.Setting{Probability: 1}); err != nil {
					t.Fatal(err)
				}
			}
			paid := c.pay(fakepsp.PayOrder{})
			if _, err := a.client.Refund(t.Context(), payment.RefundRequest{ID: "123ABC", EndToEndID: paid, TXID: c.txid, Amount: 1000}); err != nil {
				t.Fatal(err)
			}
			w.name(0, c.txid, paid)
			a.call(w)
			c.buyerAgent.until("completed")
			if o := c.order(); len(o.Adjustments) != 1 || o.Adjustments[0].Status != "pending" || o.Adjustments[0].Amount != -1000 {
				t.Errorf("order %+v", o)
			}
		},
		"partial-refund-elsewhere": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			paid := c.pay(fakepsp.PayOrder{})
			w.name(0, c.txid, paid)
			a.call(w)
			c.buyerAgent.until("completed")
			if _, err := a.bank.PullBack(t.Context(), paid, 3000); err != nil {
				t.Fatal(err)
			}
			a.call(w)
			a.waitFor("adjustment", soonEnough, func() bool { return len(c.order().Adjustments) == 1 })
			if o := c.order(); o.Adjustments[0].Type != "refund" || o.Adjustments[0].Status != "completed" || o.Adjustments[0].Amount != -3000 {
				t.Errorf("order %+v", o)
			}
			if _, body := a.admin("GET", "/orders?attention=true", ""); !strings.Contains(string(body), c.order().ID) {
				t.Errorf("nobody is told: %s", body)
			}
			if _, body := a.admin("GET", "/metrics", ""); !strings.Contains(string(body), `balcao_job_runs_total{kind="settle_charge",outcome="gave_up"} 1`) {
				t.Error("the metric does not tell")
			}
			// What is left, and no more, can be given back.
			a.refund(c.order().ID, "rest", c.total-3000)
			a.waitFor("rest", soonEnough, func() bool { return len(c.returns(paid)) == 2 })
		},
		"empty-probe": func(t *testing.T, a *account, w callback) {
			for _, path := range []string{"", "/pix"} {
				if status := a.callAt(a.URL+"/webhooks/pix/"+testWebhookSecret+path, w); status != 200 {
					t.Errorf("%q: %d", path, status)
				}
			}
		},
		"no-txid": func(t *testing.T, a *account, w callback) {
			paid, err := a.bank.Receive(t.Context(), 100)
			if err != nil {
				t.Fatal(err)
			}
			w.name(0, "", paid.EndToEndID)
			a.call(w)
			a.parked(paid.EndToEndID, 100)
		},
		"extra-fields": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{}))
			a.call(w)
			c.buyerAgent.until("completed")
		},
		"forged": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			w.name(0, c.txid, "E00000000202607171600000000000z9")
			for _, path := range []string{"/webhooks/pix/guess", "/webhooks/pix/guess/pix", "/webhooks/pix//pix"} {
				if status := a.callAt(a.URL+path, w); status != 401 {
					t.Errorf("%s: %d", path, status)
				}
			}
			a.call(w) // by somebody who knows the secret
			c.stays("complete_in_progress")
			if a.orders() != 0 {
				t.Error("an order")
			}
		},
	}
	// Those for which a charge must have expired, at a bank whose charges live half a minute.
	late := map[string]func(t *testing.T, a *account, w callback){
		"late-after-expiry": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			c.expired()
			paid := c.pay(fakepsp.PayOrder{PaidAt: c.until.Add(time.Minute)})
			w.name(0, c.txid, paid)
			a.call(w)
			c.refunded(paid)
			if a.orders() != 0 {
				t.Error("an order")
			}
		},
		"paid-in-time-webhook-late": func(t *testing.T, a *account, w callback) {
			c := a.progress()
			c.expired()
			w.name(0, c.txid, c.pay(fakepsp.PayOrder{PaidAt: c.until.Add(-2 * time.Second)}))
			a.call(w)
			c.buyerAgent.until("completed")
		},
	}
	for _, w := range publishedCallbacks(t) {
		play, flags := plays[w.ID], []string(nil)
		if play == nil {
			play, flags = late[w.ID], []string{"--pix-lifetime=30s", "--pix-grace=0s"}
		}
		if play == nil {
			t.Errorf("nobody plays %q", w.ID)
			continue
		}
		t.Run(w.ID, func(t *testing.T) {
			t.Parallel()
			play(t, openAccount(t, flags...), w)
		})
	}
}

// publishedCallbacks reads all twenty.
func publishedCallbacks(t *testing.T) []callback {
	t.Helper()
	raw, err := os.ReadFile(bcptest.Shared(t, "vectors", "pix", "webhook_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []callback }
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Cases) != 20 {
		t.Fatalf("%d cases: %v", len(file.Cases), err)
	}
	return file.Cases
}

// expired waits until the shop has given the charge up.
func (c *cart) expired() {
	c.a.t.Helper()
	c.a.waitFor("expiry", time.Minute, func() bool { return c.do("get_checkout").codes()["payment_expired"] != "" })
}
