package checkout

import (
	"testing"
	"time"

	"balcao/payment"
)

// TestChargeExpires: by the job or by a read, the answer is the same.
func TestChargeExpires(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"job", "read"} {
		t.Run(by, func(t *testing.T) {
			b := newShop().chat(t)
			_, ch := open(t, b)
			b.clock.Advance(32*time.Minute + time.Second)
			if by == "job" {
				b.runJobs(t)
			}
			r := b.do()
			wantStatus(t, r, ReadyForComplete)
			wantSaid(t, r.Messages, "payment_expired $.payment.instruments")
			wantCharges(t, r.Checkout, payment.ChargeExpired)
			if r.Checkout.Instrument != nil || r.ChargeVisible {
				t.Error("an expired instrument is removed")
			}
			wantLevel(t, b.shop, "jeans", 12, 0)
			b.runJobs(t)
			if !b.bank.charge(ch.TXID).removed {
				t.Error("the charge is not withdrawn at the provider")
			}
			wantSaid(t, b.do().Messages, "payment_expired $.payment.instruments") // until a command succeeds
			r = b.must(StartPayment{})
			wantSaid(t, r.Messages)
			wantCharges(t, r.Checkout, payment.ChargeExpired, payment.ChargeOpen)
		})
	}
}

// TestLapsedInTheGrace: once its time is over a charge is not shown any more, but the
// goods are kept until the provider's word; whoever wants to pay gets a new charge.
func TestLapsedInTheGrace(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	open(t, b)
	b.clock.Advance(30*time.Minute + time.Second)
	r := b.do()
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "payment_expired $.payment.instruments")
	if r.ChargeVisible {
		t.Error("the charge is still shown")
	}
	wantLevel(t, b.shop, "jeans", 12, 2)
	r = b.must(StartPayment{})
	wantSaid(t, r.Messages)
	wantCharges(t, r.Checkout, payment.ChargeExpired, payment.ChargeOpen)
	wantLevel(t, b.shop, "jeans", 12, 2)
}

// TestInProgressWaitsForTheProvider: a read does not end an attempt, the job does.
func TestInProgressWaitsForTheProvider(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	open(t, b)
	b.must(payByPix())
	b.clock.Advance(31 * time.Minute)
	wantStatus(t, b.do(), CompleteInProgress)
	b.runJobs(t)
	wantStatus(t, b.do(), CompleteInProgress) // the grace is not over
	b.bank.failNext("status", before, before, before)
	b.clock.Advance(2 * time.Minute)
	b.runJobs(t)
	wantStatus(t, b.do(), CompleteInProgress) // the provider could not be asked
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	r := b.do()
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "payment_expired $.payment.instruments")
	wantLevel(t, b.shop, "jeans", 12, 0)
}

// TestPaidInTimeWebhookLate: what counts is when it was paid, not when we hear of it.
func TestPaidInTimeWebhookLate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		paidAt   time.Duration
		hear     func(*buyer) // what happens before we hear of it
		want     Status
		sold     int64
		takeAway bool // somebody else gets the goods meanwhile
	}{
		{name: "in the grace", paidAt: 30 * time.Minute, hear: func(b *buyer) { b.clock.Advance(31 * time.Minute) }, want: Completed, sold: 2},
		{name: "after a read gave it up", paidAt: 29 * time.Minute, hear: func(b *buyer) {
			b.clock.Advance(33 * time.Minute)
			b.do()
		}, want: Completed, sold: 2},
		{name: "after a read in the grace", paidAt: 29 * time.Minute, hear: func(b *buyer) {
			b.clock.Advance(31 * time.Minute)
			b.do()
			b.store.stock["jeans"] = level{OnHand: 2, Reserved: 2} // all the rest is sold meanwhile
		}, want: Completed, sold: 12},
		{name: "goods gone", paidAt: 29 * time.Minute, hear: func(b *buyer) {
			b.clock.Advance(33 * time.Minute)
			b.do()
			b.store.stock["jeans"] = level{OnHand: 1}
		}, want: Incomplete, takeAway: true},
		{name: "too late", paidAt: 30*time.Minute + time.Second, hear: func(b *buyer) { b.clock.Advance(31 * time.Minute) }, want: ReadyForComplete},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			r, ch := open(t, b)
			b.bank.failNext("status", before) // the first look fails
			b.bank.pay(ch.TXID, "E1", 10000, start.Add(tt.paidAt))
			tt.hear(b)
			if err := b.SettleCharge(t.Context(), ch.TXID); err == nil {
				t.Fatal("the provider was down")
			}
			if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
				t.Fatal(err)
			}
			b.runJobs(t)
			now := b.do()
			wantStatus(t, now, tt.want)
			if tt.want == Completed {
				if got := now.Checkout.Charge(); !now.ChargeVisible || got.CopyPaste != copyPaste(ch.TXID) || now.Checkout.Instrument.ID != ch.Instrument {
					t.Errorf("a paid instrument shows its credential: %+v", got)
				}
				wantLevel(t, b.shop, "jeans", 12-tt.sold, 0)
				return
			}
			wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
		})
	}
}

func TestCheckoutExpires(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"job", "read"} {
		b := newShop().chat(t)
		r := b.must(Create{Input: lines(line("jeans", 1))})
		if !r.Checkout.ExpiresAt.Equal(start.Add(6 * time.Hour)) {
			t.Errorf("expires at %s", r.Checkout.ExpiresAt)
		}
		b.clock.Advance(6 * time.Hour)
		wantStatus(t, b.do(), ReadyForComplete) // its last instant
		b.clock.Advance(time.Millisecond)
		if by == "job" {
			b.runJobs(t)
		}
		r = b.do()
		wantStatus(t, r, Canceled)
		wantSaid(t, r.Messages)
	}
}

// TestCheckoutWithOpenChargeExpires: the provider has the last word.
func TestCheckoutWithOpenChargeExpires(t *testing.T) {
	t.Parallel()
	for _, paid := range []bool{false, true} {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		b.clock.Advance(6*time.Hour - 10*time.Minute)
		b.runJobs(t)
		ch := b.must(StartPayment{}).Checkout.Charge()
		if !ch.ExpiresAt.Equal(start.Add(6 * time.Hour)) {
			t.Errorf("the charge outlives the checkout: %s", ch.ExpiresAt)
		}
		b.clock.Advance(11 * time.Minute) // both are over, nobody has asked yet
		for range 3 {                     // however often it is read
			r := b.do()
			if r.Status == Canceled || r.ChargeVisible {
				t.Fatalf("paid %v: read past the end: %s, visible %v", paid, r.Status, r.ChargeVisible)
			}
		}
		for _, cmd := range []Command{SetQuantity{Item: "jeans", Quantity: 2}, StartPayment{}, payByPix()} {
			if o := b.do(cmd).Outcomes[0]; o.Applied {
				t.Errorf("%T applied past the end", cmd)
			}
		}
		want := Canceled
		if paid {
			b.bank.pay(ch.TXID, "E1", 5000, start.Add(6*time.Hour-time.Minute))
			want = Completed
		}
		for range 10 {
			b.runJobs(t)
			b.clock.Advance(time.Minute)
		}
		wantStatus(t, b.do(), want)
		if paid {
			wantLevel(t, b.shop, "jeans", 11, 0)
		} else {
			wantLevel(t, b.shop, "jeans", 12, 0)
		}
	}
}
