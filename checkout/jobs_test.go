package checkout

import (
	"context"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

// boundedBank notes how long each call of the provider may take at most.
type boundedBank struct {
	*fakeBank
	bounds map[string]time.Duration
}

func (b *boundedBank) note(ctx context.Context, call string) {
	if until, ok := ctx.Deadline(); ok {
		b.bounds[call] = time.Until(until)
	}
}

func (b *boundedBank) Charge(ctx context.Context, h payment.Handler, r payment.ChargeRequest) (payment.IssuedCharge, error) {
	b.note(ctx, "charge")
	return b.fakeBank.Charge(ctx, h, r)
}

func (b *boundedBank) ChargeStatus(ctx context.Context, h payment.Handler, txid ids.TXID) (payment.ChargeStatus, error) {
	b.note(ctx, "status")
	return b.fakeBank.ChargeStatus(ctx, h, txid)
}

func (b *boundedBank) RemoveCharge(ctx context.Context, h payment.Handler, txid ids.TXID) error {
	b.note(ctx, "remove")
	return b.fakeBank.RemoveCharge(ctx, h, txid)
}

func (b *boundedBank) Refund(ctx context.Context, h payment.Handler, r payment.RefundRequest) (payment.RefundState, error) {
	b.note(ctx, "refund")
	return b.fakeBank.Refund(ctx, h, r)
}

func (b *boundedBank) Verdict(ctx context.Context, h ids.Handler, attempt string) (payment.Verdict, error) {
	b.note(ctx, "verdict")
	return b.fakeBank.Verdict(ctx, h, attempt)
}

func (b *boundedBank) Authorize(ctx context.Context, r payment.AuthorizationRequest) (payment.Verdict, error) {
	b.note(ctx, "authorize")
	return b.fakeBank.Authorize(ctx, r)
}

// A call ends within its lease, however much of it went by before.
func TestCallEndsWithinItsLease(t *testing.T) {
	t.Parallel()
	for call, pay := range map[string]Complete{"authorize": {Payment: card("ok")}, "charge": payByPix()} {
		for _, judged := range []time.Duration{0, 15 * time.Second} {
			b := newShop().mandated(t)
			b.must(Create{Input: lines(line("jeans", 2))})
			message := by(b.good(), pay)
			bank := &boundedBank{fakeBank: b.bank, bounds: map[string]time.Duration{}}
			b.Payments = bank
			b.mandates().during = func() { b.clock.Advance(judged) }
			b.must(message)
			if got, most := bank.bounds[call], min(callTimeout, callLease-waitForClaim-judged); got > most || got < most-5*time.Second {
				t.Errorf("judged for %s: %s may take %s, want %s", judged, call, got, most)
			}
		}
	}
}

// A provider that never answers holds up a job no longer than a message.
func TestJobCallsAreBounded(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	bank := &boundedBank{fakeBank: b.bank, bounds: map[string]time.Duration{}}
	service := *b.Service
	service.Payments = bank
	run := func(kind job.Kind, ref string) {
		t.Helper()
		if _, err := service.RunJob(context.Background(), job.Job{Kind: kind, Ref: ref}); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	bounded := func(call string) {
		t.Helper()
		if bound := bank.bounds[call]; bound <= 0 || bound > callTimeout {
			t.Errorf("%s may take %v, want up to %v", call, bound, callTimeout)
		}
	}

	r, ch := open(t, b)
	run(job.WatchCharge, string(ch.TXID))
	bounded("status")
	c := b.read(t, r.Checkout.ID)
	c.Charges[0].State = payment.ChargeCreating
	c.Version++
	if err := b.store.Commit(t.Context(), Write{Checkout: c}); err != nil {
		t.Fatal(err)
	}
	run(job.FinishCharge, string(ch.TXID))
	bounded("charge")
	b.must(Cancel{})
	b.bank.pay(ch.TXID, "E1", 10000, start)
	run(job.RemoveCharge, string(ch.TXID))
	bounded("remove")
	run(job.Refund, string(ch.TXID))
	bounded("refund")

	other := newShop().chat(t)
	service = *other.Service
	service.Payments = bank
	r, _ = open(t, other)
	c = other.read(t, r.Checkout.ID)
	c.Attempt = &Attempt{ID: "pay_1", Kind: payment.KindToken, Handler: "gpay", Amount: 10000, StartedAt: start}
	c.Version++
	if err := other.store.Commit(t.Context(), Write{Checkout: c}); err != nil {
		t.Fatal(err)
	}
	run(job.FinishAuthorization, string(c.ID))
	bounded("verdict")
}
