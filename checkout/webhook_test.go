package checkout

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"balcao/internal/bcptest"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

// webhookCase is one callback in the Central Bank's form.
type webhookCase struct {
	ID   string
	Body struct {
		Pix []struct {
			EndToEndID, TXID, Valor string
			Horario                 time.Time
		}
	}
}

func webhookCases(t *testing.T) map[string]webhookCase {
	t.Helper()
	raw, err := os.ReadFile(bcptest.Shared(t, "vectors", "pix", "webhook_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []webhookCase }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	cases := map[string]webhookCase{}
	for _, c := range file.Cases {
		cases[c.ID] = c
	}
	return cases
}

func centavos(t *testing.T, valor string) money.Amount {
	t.Helper()
	n, err := strconv.ParseInt(strings.Replace(valor, ".", "", 1), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return money.Amount(n)
}

// The transaction ids of the cases.
const (
	tx1 = ids.TXID("bcp0checkout0000000000000000001a")
	tx2 = ids.TXID("bcp0checkout0000000000000000002b")
)

// cashier is a shop with a charge of R$ 79,80 open, as most cases begin.
type cashier struct {
	*buyer
	t  *testing.T
	id ids.Checkout
}

func newCashier(t *testing.T) *cashier {
	b := newShop(func(s *shop) { s.ids.txids = []ids.TXID{tx1, tx2} }).chat(t)
	b.must(Create{Input: lines(line("shirt-p", 2))})
	r := b.must(StartPayment{})
	if ch := r.Checkout.Charge(); ch == nil || ch.TXID != tx1 || ch.Amount != 7980 {
		t.Fatalf("charge %+v", ch)
	}
	return &cashier{buyer: b, t: t, id: r.Checkout.ID}
}

// money makes the payments of a callback known to the bank, whom the shop asks.
func (c *cashier) money(w webhookCase) {
	for _, p := range w.Body.Pix {
		c.bank.pay(ids.TXID(p.TXID), p.EndToEndID, centavos(c.t, p.Valor), p.Horario)
	}
}

// deliver handles the callback: one trigger for each element that names a charge.
func (c *cashier) deliver(w webhookCase) {
	c.t.Helper()
	for _, p := range w.Body.Pix {
		if err := c.SettleCharge(c.t.Context(), ids.TXID(p.TXID)); err != nil && !errors.Is(err, ErrNotFound) {
			c.t.Fatal(err)
		}
	}
	c.runJobs(c.t)
}

// want compares the checkout's status, the accepted and the refunded payments.
func (c *cashier) want(status Status, accepted, refunded []string) Result {
	c.t.Helper()
	r := c.on(c.id)
	wantStatus(c.t, r, status)
	var got, back []string
	for _, receipt := range r.Checkout.Receipts {
		if receipt.Accepted {
			got = append(got, receipt.EndToEndID[30:])
		}
		if receipt.Refund != payment.RefundNone {
			back = append(back, receipt.EndToEndID[30:])
			wantRefund(c.t, c.shop, c.id, receipt.EndToEndID, int64(receipt.Amount))
		}
	}
	if !equal(got, accepted) || !equal(back, refunded) {
		c.t.Errorf("accepted %q refunded %q, want %q %q", got, back, accepted, refunded)
	}
	if placed := status == Completed; placed != (r.Checkout.Order != nil) || placed && c.store.ordered[c.id] != r.Checkout.Order.ID {
		c.t.Errorf("order %+v", r.Checkout.Order)
	}
	left := int64(100)
	if status == Completed {
		left = 98
	}
	if got := c.store.level("shirt-p"); got.OnHand != left {
		c.t.Errorf("stock %+v, want %d on hand", got, left)
	}
	return r
}

// TestWebhookCases plays every published callback against the state it is for. The body
// is only a trigger: what counts is what the bank says when asked.
func TestWebhookCases(t *testing.T) {
	t.Parallel()
	cases := webhookCases(t)
	one := func(ids ...string) []string { return ids }
	paid := func(c *cashier) { // TX1 settled by a1
		c.money(cases["settle-after-complete"])
		c.deliver(cases["settle-after-complete"])
	}
	plays := map[string]func(*testing.T, *cashier, webhookCase){
		"settle-after-complete": func(_ *testing.T, c *cashier, w webhookCase) {
			wantStatus(t, c.must(payByPix()), CompleteInProgress)
			c.money(w)
			c.deliver(w)
			c.want(Completed, one("a1"), nil)
		},
		"duplicate-same-e2e": func(t *testing.T, c *cashier, w webhookCase) {
			c.must(payByPix())
			paid(c)
			was := c.read(t, c.id)
			c.deliver(w)
			if !equal(was, c.read(t, c.id)) {
				t.Error("changed")
			}
		},
		"settle-before-complete": func(t *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			c.deliver(w)
			r := c.want(Completed, one("b1"), nil)
			in := payByPix()
			in.Payment.Instruments[0].ID = r.Checkout.Instrument.ID
			if again := c.must(in); *again.Checkout.Order != *r.Checkout.Order {
				t.Error("another order")
			}
		},
		"batch-two-checkouts": func(t *testing.T, c *cashier, w webhookCase) {
			second := c.shop.chat(t)
			second.context = "second"
			in := lines(line("pin", 1))
			in.Payment = pix()
			other := second.must(Create{Input: in}).Checkout
			if other.Charge().TXID != tx2 || other.Charge().Amount != 1000 {
				t.Fatalf("charge %+v", other.Charge())
			}
			c.money(w)
			c.bank.failNext("status", before) // the first element fails
			if err := c.SettleCharge(t.Context(), tx1); err == nil {
				t.Error("no error")
			}
			if err := c.SettleCharge(t.Context(), tx2); err != nil {
				t.Error(err)
			}
			wantStatus(t, second.do(), Completed)
			c.deliver(w)
			c.want(Completed, one("c1"), nil)
		},
		"underpaid": func(t *testing.T, c *cashier, w webhookCase) {
			c.must(payByPix())
			c.money(w)
			c.deliver(w)
			r := c.want(ReadyForComplete, nil, one("d1"))
			wantSaid(t, r.Messages, "payment_failed $.payment.instruments")
			wantCharges(t, r.Checkout, payment.ChargeMismatch)
			wantLevel(t, c.shop, "shirt-p", 100, 0)
		},
		"overpaid": func(t *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			c.deliver(w)
			r := c.want(ReadyForComplete, nil, one("d2"))
			wantSaid(t, r.Messages, "payment_failed $.payment.instruments")
		},
		"double-pay": func(t *testing.T, c *cashier, w webhookCase) {
			paid(c)
			was := c.read(t, c.id).Order
			c.money(w)
			c.deliver(w)
			r := c.want(Completed, one("a1"), one("e1"))
			if *was != *r.Checkout.Order {
				t.Error("the order changed")
			}
			if _, ok := c.bank.refunds["3470397cad6c20d157bdad51aacdcf1e257"]; !ok {
				t.Error("the refund's id is not fixed")
			}
		},
		"late-after-expiry": func(t *testing.T, c *cashier, w webhookCase) {
			c.clock.Advance(31 * time.Minute)
			c.money(w)
			c.deliver(w)
			c.want(ReadyForComplete, nil, one("f1")) // paid at 16:31, after the end
		},
		"paid-in-time-webhook-late": func(t *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			c.clock.Advance(33 * time.Minute) // the sweeper asks before it ends the charge
			c.runJobs(t)
			c.want(Completed, one("f2"), nil)
		},
		"canceled-then-paid": func(t *testing.T, c *cashier, w webhookCase) {
			c.bank.failNext("remove", before)
			c.must(Cancel{})
			c.runJobs(t)
			c.money(w)
			c.deliver(w)
			c.want(Canceled, nil, one("g1"))
		},
		"superseded-charge": func(t *testing.T, c *cashier, w webhookCase) {
			if ch := c.must(Add{Item: "cap", Quantity: 1}).Checkout.Charge(); ch.TXID != tx2 || ch.Amount != 9980 {
				t.Errorf("charge %+v", ch)
			}
			c.money(w)
			c.deliver(w)
			r := c.want(ReadyForComplete, nil, one("h1"))
			wantCharges(t, r.Checkout, payment.ChargeSuperseded, payment.ChargeOpen)
			wantLevel(t, c.shop, "shirt-p", 100, 2)
		},
		"unknown-txid": func(t *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			if err := c.SettleCharge(t.Context(), ids.TXID(w.Body.Pix[0].TXID)); !errors.Is(err, ErrNotFound) {
				t.Errorf("err %v, want not found", err)
			}
			c.want(ReadyForComplete, nil, nil)
		},
		"refund-final": func(t *testing.T, c *cashier, w webhookCase) {
			paid(c)
			c.deliver(w)
			c.want(Completed, one("a1"), nil) // not a second payment
		},
		"refund-before-payment": func(t *testing.T, c *cashier, w webhookCase) {
			in := lines(line("pin", 1))
			in.Payment = pix()
			c.id = c.must(Create{Input: in}).Checkout.ID
			c.money(w)
			c.deliver(w)
			r := c.on(c.id)
			wantStatus(t, r, Completed)
			if len(r.Checkout.Receipts) != 1 || !r.Checkout.Receipts[0].Accepted {
				t.Errorf("receipts %+v", r.Checkout.Receipts)
			}
		},
		"devolucoes-as-object": func(_ *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			c.deliver(w)
			c.want(Completed, one("k1"), nil)
		},
		"partial-refund-elsewhere": func(_ *testing.T, c *cashier, w webhookCase) {
			paid(c)
			c.deliver(w)
			c.want(Completed, one("a1"), nil)
		},
		"empty-probe": func(_ *testing.T, c *cashier, w webhookCase) {
			c.deliver(w)
			c.want(ReadyForComplete, nil, nil)
		},
		"no-txid": func(_ *testing.T, c *cashier, w webhookCase) {
			c.deliver(w)
			c.want(ReadyForComplete, nil, nil)
		},
		"extra-fields": func(_ *testing.T, c *cashier, w webhookCase) {
			c.money(w)
			c.deliver(w)
			c.want(Completed, one("m1"), nil)
		},
		"forged": func(_ *testing.T, c *cashier, w webhookCase) {
			c.deliver(w) // the bank knows of no such payment
			c.want(ReadyForComplete, nil, nil)
		},
	}
	if len(cases) != len(plays) {
		t.Errorf("%d cases, %d plays", len(cases), len(plays))
	}
	for id, w := range cases {
		t.Run(id, func(t *testing.T) {
			play, ok := plays[id]
			if !ok {
				t.Fatal("nobody plays this case")
			}
			play(t, newCashier(t), w)
		})
	}
}
