package checkout

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/job"
	"balcao/payment"
)

// challenge makes a purchase whose card payment waits for the buyer.
func challenge(t *testing.T) (*buyer, Result) {
	t.Helper()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	r := b.must(Complete{Payment: card("3ds_token")})
	wantStatus(t, r, RequiresEscalation)
	return b, r
}

// back is the buyer coming back to the shop's page.
func (b *buyer) back(t *testing.T, r Result) {
	t.Helper()
	if err := b.Returned(t.Context(), r.Checkout.ID, r.Checkout.Key); err != nil {
		t.Fatal(err)
	}
}

// TestChallengeMet: whoever asks first, the page or the job, the order is placed once.
func TestChallengeMet(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"page", "job"} {
		t.Run(by, func(t *testing.T) {
			b, r := challenge(t)
			url, err := b.ChallengeURL(t.Context(), r.Checkout.ID, r.Checkout.Key)
			if err != nil || !strings.HasSuffix(url, "?back="+string(r.Checkout.ID)+","+r.Checkout.Key) {
				t.Fatalf("the buyer goes to %q, %v", url, err)
			}
			b.back(t, r) // without having proved anything
			wantStatus(t, b.do(), RequiresEscalation)
			b.bank.prove(payment.Approved)
			if by == "page" {
				b.back(t, r)
				b.back(t, r) // the back button
			} else {
				b.clock.Advance(time.Minute)
				b.runJobs(t)
			}
			done := b.do()
			wantStatus(t, done, Completed)
			wantSaid(t, done.Messages)
			if i := done.Checkout.Instrument; i == nil || i.Handler != "gpay" || done.Checkout.Revision == 0 {
				t.Errorf("paid with %+v", i)
			}
			if _, err := b.ChallengeURL(t.Context(), r.Checkout.ID, r.Checkout.Key); !errors.Is(err, ErrNotFound) {
				t.Errorf("there is still a challenge: %v", err)
			}
			b.clock.Advance(7 * time.Hour)
			b.runJobs(t)
			if b.orders() != 1 || b.bank.captured() != 1 || b.bank.count("void") != 0 {
				t.Errorf("%d orders, %d payments, %d voids", b.orders(), b.bank.captured(), b.bank.count("void"))
			}
			wantLevel(t, b.shop, "jeans", 10, 0)
			b.audit(t)
		})
	}
}

// TestChallengeFailed: the purchase goes on with another card.
func TestChallengeFailed(t *testing.T) {
	t.Parallel()
	b, r := challenge(t)
	b.bank.prove(payment.Declined)
	b.back(t, r)
	r = b.do()
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "payment_failed $.payment.instruments")
	wantLevel(t, b.shop, "jeans", 12, 0)
	wantStatus(t, b.must(Complete{Payment: card("ok")}), Completed)
	b.audit(t)
}

// TestChallengeExpires: the goods are not held for ever, and what the buyer does after that
// takes nothing.
func TestChallengeExpires(t *testing.T) {
	t.Parallel()
	b, r := challenge(t)
	b.clock.Advance(challengeLifetime - time.Second)
	b.runJobs(t)
	wantStatus(t, b.do(), RequiresEscalation)
	wantLevel(t, b.shop, "jeans", 12, 2)
	b.clock.Advance(firstLook)
	b.runJobs(t)
	after := b.do()
	wantStatus(t, after, ReadyForComplete)
	wantSaid(t, after.Messages, "payment_expired $.payment.instruments")
	wantLevel(t, b.shop, "jeans", 12, 0)
	b.bank.prove(payment.Approved) // too late: it was voided
	b.back(t, r)
	if b.bank.captured() != 0 || b.orders() != 0 {
		t.Errorf("%d payments, %d orders", b.bank.captured(), b.orders())
	}
	b.audit(t)
}

// TestChallengeGivenUp: a change, a cancel and the end of the checkout's time give the payment
// up; an approval that came a moment before is given back.
func TestChallengeGivenUp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		by     Command
		status Status
	}{
		"change":      {SetQuantity{Item: "jeans", Quantity: 1}, ReadyForComplete},
		"other way":   {StartPayment{}, ReadyForComplete},
		"cancel":      {Cancel{}, Canceled},
		"replacement": {Update{Input: lines(line("jeans", 2))}, ReadyForComplete},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, r := challenge(t)
			b.bank.prove(payment.Approved)
			wantStatus(t, b.must(tt.by), tt.status)
			b.back(t, r)
			b.bank.failNext("void", before, after)
			for range 4 {
				b.runJobs(t)
				b.clock.Advance(20 * time.Second)
			}
			if b.bank.captured() != 0 || b.orders() != 0 || b.bank.count("void") < 3 {
				t.Errorf("%d payments kept, %d orders, asked %d times", b.bank.captured(), b.orders(), b.bank.count("void"))
			}
			if v := b.read(t, r.Checkout.ID).Voids; len(v) != 1 || v[0].State != payment.RefundDone || v[0].Amount != r.Checkout.Total() {
				t.Errorf("kept of it: %+v", v)
			}
			b.audit(t)
		})
	}
}

// TestCheckoutEndsDuringChallenge: the checkout's time bounds the buyer's.
func TestCheckoutEndsDuringChallenge(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	b.clock.Advance(6*time.Hour - time.Minute)
	b.must(Complete{Payment: card("3ds_token")})
	b.clock.Advance(2 * time.Minute)
	for range 3 {
		b.runJobs(t)
		b.clock.Advance(time.Minute)
	}
	b.bank.prove(payment.Approved)
	wantStatus(t, b.do(), Canceled)
	if b.bank.captured() != 0 {
		t.Error("money is kept")
	}
	wantLevel(t, b.shop, "jeans", 12, 0)
	b.audit(t)
}

// TestVoidRefused: people must look, once.
func TestVoidRefused(t *testing.T) {
	t.Parallel()
	b, r := challenge(t)
	b.must(Cancel{})
	b.bank.failNext("void", refusedCall)
	_, err := b.voidPayments(t.Context(), r.Checkout.ID)
	if gaveUp := (*GaveUp)(nil); !errors.As(err, &gaveUp) || gaveUp.Attempt == "" || gaveUp.What != "void" {
		t.Errorf("got %v", err)
	}
	if again, err := b.voidPayments(t.Context(), r.Checkout.ID); err != nil || !again.IsZero() {
		t.Errorf("again: %s, %v", again, err)
	}
}

// TestLateApproval: an answer that comes after the attempt was concluded without it is no
// reason to keep the money.
func TestLateApproval(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r := b.must(Create{Input: lines(line("jeans", 2))})
	var attempt string
	b.bank.during["authorize"] = func() { // a job is told that nothing has arrived, against the rule
		c := b.read(t, r.Checkout.ID)
		attempt = c.Attempt.ID
		if err := b.tell(t.Context(), c.ID, conclude{Attempt: attempt, Since: c.Attempt.StartedAt, Verdict: payment.Declined}); err != nil {
			t.Error(err)
		}
	}
	wantStatus(t, b.do(Complete{Payment: card("ok")}), ReadyForComplete)
	if b.bank.captured() != 1 {
		t.Fatal("nothing was taken")
	}
	b.runJobs(t)
	if b.bank.captured() != 0 || b.orders() != 0 {
		t.Error("the money is kept and there is no order")
	}
	b.audit(t)
}

// TestVoidsAreBounded: nobody has the processor asked without end.
func TestVoidsAreBounded(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	for range maxVoids {
		wantStatus(t, b.must(Complete{Payment: card("3ds_token")}), RequiresEscalation)
		b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}})
	}
	r := b.do(Complete{Payment: card("ok")})
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "limit_exceeded $.payment.instruments")
	b.runJobs(t)
	b.audit(t)
}

// TestVoidsDoNotWaitForEachOther: what one processor does not answer holds up no other.
func TestVoidsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	id := b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID
	for range 2 {
		b.must(Complete{Payment: card("3ds_token")})
		b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}})
	}
	b.bank.failNext("void", before)
	if _, err := b.RunJob(t.Context(), job.Job{Kind: job.VoidPayment, Ref: string(id)}); err == nil {
		t.Error("one is not done: the job has to come again")
	}
	if v := b.read(t, id).Voids; len(v) != 2 || v[0].State != payment.RefundQueued || v[1].State != payment.RefundDone {
		t.Errorf("voids %+v", v)
	}
}

// TestChallengeIsForTheHolderOfTheKey: nobody else learns where the buyer goes, or that there
// is a challenge.
func TestChallengeIsForTheHolderOfTheKey(t *testing.T) {
	t.Parallel()
	b, r := challenge(t)
	for _, key := range []string{"", "WRONG", r.Checkout.Key + "x"} {
		if url, err := b.ChallengeURL(t.Context(), r.Checkout.ID, key); url != "" || !errors.Is(err, ErrNotFound) {
			t.Errorf("key %q: %q, %v", key, url, err)
		}
		if err := b.Returned(t.Context(), r.Checkout.ID, key); !errors.Is(err, ErrNotFound) {
			t.Errorf("key %q: %v", key, err)
		}
	}
	if _, err := b.ChallengeURL(t.Context(), "chk_none", r.Checkout.Key); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown checkout: %v", err)
	}
}

// TestChallengeRaces: the buyer comes back while the platform changes, cancels and completes.
// Whoever wins, goods, money and orders add up.
func TestChallengeRaces(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]Command{
		"cancel": Cancel{}, "change": SetQuantity{Item: "jeans", Quantity: 1}, "complete": Complete{Payment: card("ok")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 20 {
				b, r := challenge(t)
				b.bank.prove(payment.Approved)
				var wg sync.WaitGroup
				for range 2 {
					wg.Go(func() { _ = b.Returned(t.Context(), r.Checkout.ID, r.Checkout.Key) })
					wg.Go(func() { _, _ = b.Do(t.Context(), b.request(other)) })
				}
				wg.Wait()
				b.runJobs(t)
				b.clock.Advance(time.Minute)
				b.runJobs(t)
				if b.bank.captured() != b.orders() {
					t.Fatalf("%d payments for %d orders", b.bank.captured(), b.orders())
				}
				b.audit(t)
			}
		})
	}
}
