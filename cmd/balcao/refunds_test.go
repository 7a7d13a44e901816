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

// What the bank took back is told to people also where a refund of the shop's own then fails,
// and that is tried again.
func TestTakenBackBesideAFailure(t *testing.T) {
	t.Parallel()
	shop, now := clockedShop(t)
	sh := shop.inside
	id := bought(t, shop, true)
	o, err := sh.store.Order(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	owed := job.Job{Kind: job.RefundOrder, Ref: string(id)}
	good := sh.orders.Refunds
	for key, broken := range map[string]order.Refunds{"lost": cutOff{good}, "refused": refusing{}} {
		now.Advance(time.Minute)
		if _, err := sh.bank.bank.PullBack(t.Context(), o.Payment.EndToEndID, 100); err != nil {
			t.Fatal(err)
		}
		if _, err := sh.orders.Do(t.Context(), id, key, order.Refund{Amount: 200}); err != nil {
			t.Fatal(err)
		}
		sh.orders.Refunds = broken
		again, err := sh.runJob(t.Context(), owed)
		var look *checkout.GaveUp
		var refused *order.GaveUp
		if !errors.As(err, &look) || look.EndToEndID != o.Payment.EndToEndID || errors.As(err, &refused) != (key == "refused") || again.IsZero() {
			t.Errorf("%s: again %v, told %v", key, again, err)
		}
		sh.orders.Refunds = good
		if again, err := sh.runJob(t.Context(), owed); err != nil || !again.IsZero() {
			t.Errorf("%s: afterwards again %v, error %v", key, again, err)
		}
	}
}

// refusing is a provider that gives nothing back.
type refusing struct{}

func (refusing) Refund(context.Context, order.RefundRequest) (order.RefundState, error) {
	return order.RefundFailed, order.ErrRefused
}

// A processor that is not set up any more is no verdict: what it took is still to be given back.
func TestProcessorThatIsGone(t *testing.T) {
	t.Parallel()
	p := payments{back: func(ids.Checkout, string) string { return "" }}
	if state, err := p.Void(t.Context(), payment.Void{Attempt: "a", Handler: "gone"}); err == nil || errors.Is(err, checkout.ErrRefused) || state != payment.RefundQueued {
		t.Errorf("void: %q, %v", state, err)
	}
	if verdict, err := p.Verdict(t.Context(), "gone", "a"); err == nil || errors.Is(err, checkout.ErrRefused) || verdict != payment.Unknown {
		t.Errorf("verdict: %q, %v", verdict, err)
	}
	if verdict, err := p.Authorize(t.Context(), payment.AuthorizationRequest{Handler: "gone", Attempt: "a"}); !errors.Is(err, checkout.ErrRefused) || verdict != payment.Declined {
		t.Errorf("nothing was asked for: %q, %v", verdict, err)
	}
}
