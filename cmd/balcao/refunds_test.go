package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/payment"
	"balcao/payment/token"
)

// bought is the id of an order that was paid with a card, or by Pix.
func bought(t *testing.T, shop *testShop, byPix bool) ids.Order {
	t.Helper()
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	var id string
	if byPix {
		_, charge := p.follow()
		if _, err := shop.inside.bank.Settle(t.Context(), ids.TXID(charge)); err != nil {
			t.Fatal(err)
		}
		if err := shop.inside.counter.SettleCharge(t.Context(), ids.TXID(charge)); err != nil {
			t.Fatal(err)
		}
		id, _ = dig(p.do("get_checkout").checkout(), "order", "id").(string)
	} else {
		id, _ = dig(p.do("complete_checkout", card()...).checkout(), "order", "id").(string)
	}
	if id == "" {
		t.Fatal("no order")
	}
	return ids.Order(id)
}

// cutOff is a provider whose answers get lost.
type cutOff struct{ order.Refunds }

// Refund does what is asked and loses the answer.
func (c cutOff) Refund(ctx context.Context, r order.RefundRequest) (order.RefundState, error) {
	if _, err := c.Refunds.Refund(ctx, r); err != nil {
		return "", err
	}
	return "", context.DeadlineExceeded
}

// Money of an order goes back where it came from, once, also if the first answer is lost: in
// part, and then with the rest of the order the rest of the money, whose goods are sold again.
func TestOrderIsGivenBack(t *testing.T) {
	t.Parallel()
	for name, byPix := range map[string]bool{"card": false, "Pix": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, now := clockedShop(t)
			sh := shop.inside
			id := bought(t, shop, byPix)
			placed, err := sh.store.Order(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if (placed.Payment.EndToEndID != "") != byPix || (placed.Payment.Attempt != "") == byPix || placed.Buyer.Name != "Ana Silva" {
				t.Errorf("payment %+v, buyer %+v", placed.Payment, placed.Buyer)
			}
			line := placed.Lines[0]
			before, err := sh.store.Levels(t.Context(), []ids.Variant{line.Variant})
			if err != nil {
				t.Fatal(err)
			}
			now.Advance(time.Minute)
			do := func(key string, cmd order.Command) *order.Order {
				t.Helper()
				o, err := sh.orders.Do(t.Context(), id, key, cmd)
				if err != nil {
					t.Fatal(err)
				}
				return o
			}
			owed := job.Job{Kind: job.RefundOrder, Ref: string(id)}
			do("part", order.Refund{Amount: 100})
			good := sh.orders.Refunds
			sh.orders.Refunds = cutOff{good}
			if _, err := sh.runJob(t.Context(), owed); err == nil {
				t.Error("a lost answer was taken for one")
			}
			sh.orders.Refunds = good
			do("rest", order.RequestReturn{Reason: order.Withdrawal})
			if again, err := sh.runJob(t.Context(), owed); err != nil || !again.IsZero() {
				t.Fatalf("again %v, error %v", again, err)
			}
			o := do("rest", order.RequestReturn{Reason: order.Withdrawal})
			for _, a := range o.Adjustments {
				if a.Status != order.Completed {
					t.Errorf("adjustment %+v", a)
				}
			}
			if o.GivenBack() != placed.Payment.Amount || o.Stage() != order.StageCanceled {
				t.Errorf("%d given back of %d, %s", o.GivenBack(), placed.Payment.Amount, o.Stage())
			}
			after, err := sh.store.Levels(t.Context(), []ids.Variant{line.Variant})
			if err != nil || after[line.Variant] != before[line.Variant]+line.Original {
				t.Errorf("stock %v after %v: %v", after, before, err)
			}
			// Nothing is left at the provider of what was paid.
			_, err = good.Refund(t.Context(), order.RefundRequest{ID: "more", Order: id, Checkout: o.Checkout, Payment: o.Payment, Amount: 1})
			if !errors.Is(err, order.ErrRefused) {
				t.Errorf("one centavo more: %v", err)
			}
		})
	}
}

// An order from before orders told of their payment: Pix is found by the checkout.
func TestRefundOfAnOldOrder(t *testing.T) {
	t.Parallel()
	shop, _ := clockedShop(t)
	sh := shop.inside
	for _, byPix := range []bool{true, false} {
		o, err := sh.store.Order(t.Context(), bought(t, shop, byPix))
		if err != nil {
			t.Fatal(err)
		}
		old := order.RefundRequest{ID: "old", Order: o.ID, Checkout: o.Checkout, Payment: order.Payment{Amount: o.Payment.Amount}, Amount: 1}
		state, err := sh.orders.Refunds.Refund(t.Context(), old)
		if byPix && (err != nil || state != order.RefundDone) || !byPix && !errors.Is(err, order.ErrRefused) {
			t.Errorf("by Pix %t: %q, %v", byPix, state, err)
		}
	}
}

type scriptedProcessor struct {
	token.Processor
	state payment.RefundState
	err   error
}

func (p scriptedProcessor) Refund(context.Context, token.Refund) (payment.RefundState, error) {
	return p.state, p.err
}

func TestRefundAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		handler ids.Handler
		state   payment.RefundState
		err     error
		want    order.RefundState
		refused bool
		failed  bool
	}{
		{handler: "h", state: payment.RefundDone, want: order.RefundDone},
		{handler: "h", state: payment.RefundQueued, want: order.RefundUnderWay},
		{handler: "h", state: payment.RefundFailed, want: order.RefundFailed},
		{handler: "h", state: payment.RefundFailed, err: checkout.ErrRefused, want: order.RefundFailed, refused: true, failed: true},
		{handler: "h", err: context.DeadlineExceeded, failed: true},
		{handler: "h", failed: true},    // an answer that says nothing
		{handler: "gone", failed: true}, // a processor that is not set up is no refusal
	} {
		r := refunds{payments: payments{tokens: map[ids.Handler]token.Processor{"h": scriptedProcessor{state: c.state, err: c.err}}}}
		got, err := r.Refund(t.Context(), order.RefundRequest{ID: "r", Payment: order.Payment{Handler: c.handler, Kind: "token", Attempt: "a"}, Amount: 1})
		if got != c.want || (err != nil) != c.failed || errors.Is(err, order.ErrRefused) != c.refused {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}
