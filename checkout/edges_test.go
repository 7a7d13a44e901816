package checkout

import (
	"testing"
	"time"

	"balcao/job"
	"balcao/platform"
)

// TestReadInTheGraceKeepsTheGoods: a charge is paid in its last second; before the
// callback comes the platform merely reads, and somebody else asks for the last piece.
func TestReadInTheGraceKeepsTheGoods(t *testing.T) {
	t.Parallel()
	s := newShop(stock("last", 1))
	b := s.chat(t)
	b.must(Create{Input: lines(line("last", 1))})
	r := b.must(StartPayment{})
	ch := *r.Checkout.Charge()
	s.bank.pay(ch.TXID, "E1", ch.Amount, ch.ExpiresAt.Add(-time.Second))
	s.clock.Advance(ch.ExpiresAt.Sub(start) + 5*time.Second)
	b.do()
	other := s.chat(t)
	other.caller, other.context = bob, "other"
	other.do(Create{Input: lines(line("last", 1))}, StartPayment{})
	if err := s.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	if c := s.read(t, r.Checkout.ID); c.Order == nil {
		t.Errorf("paid in time and given back: %+v", c.Receipts)
	}
}

// TestReadAfterTheEnd: a read past the end says what it says after the job.
func TestReadAfterTheEnd(t *testing.T) {
	t.Parallel()
	after := func(byJob bool) Result {
		s := newShop()
		b := s.chat(t)
		r, ch := open(t, b)
		s.clock.Advance(33 * time.Minute)
		if _, err := s.RunJob(t.Context(), job.Job{Kind: job.WatchCharge, Ref: string(ch.TXID)}); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(6 * time.Hour)
		if byJob {
			if _, err := s.RunJob(t.Context(), job.Job{Kind: job.ExpireCheckout, Ref: string(r.Checkout.ID)}); err != nil {
				t.Fatal(err)
			}
		}
		return b.do()
	}
	for _, r := range []Result{after(true), after(false)} {
		wantStatus(t, r, Canceled)
		wantSaid(t, r.Messages)
	}
}

// TestCodeTakesTheHandlerAway: an instrument of a handler that is no longer offered goes.
func TestCodeTakesTheHandlerAway(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapDiscount)
	b.must(Create{Input: lines(line("jeans", 2))})
	b.must(StartPayment{Handler: "gpay"})
	r := b.must(ApplyDiscount{Code: "PIX15"})
	if r.Checkout.Instrument != nil || len(r.Handlers) != 1 {
		t.Errorf("instrument %+v with handlers %v", r.Checkout.Instrument, r.Handlers)
	}
	wantSaid(t, r.Messages, "payment_required $.payment")
}

// TestSquattedConversation: a stranger who knows only a platform's profile URL lays out a
// conversation under an id that the platform will use. What the proved platform says
// there is its own, and the stranger sees nothing of it.
func TestSquattedConversation(t *testing.T) {
	t.Parallel()
	s := newShop()
	stranger := s.chat(t)
	squat := stranger.must(Create{Input: lines(line("jeans", 1))})
	proved := *stranger
	proved.caller.Authenticated = true
	r := proved.must(Add{Item: "cap", Quantity: 1}, SetBuyer{Buyer: BuyerInput{FullName: ptr("Ana Silva")}})
	if r.Checkout.ID == squat.Checkout.ID || len(r.Checkout.Lines) != 1 {
		t.Errorf("the proved platform was led into %+v", r.Checkout)
	}
	if now := stranger.do(); now.Checkout == nil || now.Checkout.ID != squat.Checkout.ID || now.Checkout.Buyer != nil {
		t.Errorf("the stranger sees %+v", now.Checkout)
	}
	if r := stranger.on(r.Checkout.ID); r.Checkout != nil {
		t.Error("the stranger sees the proved platform's checkout")
	}
}

// TestLateMoneyForChangedTerms: money that was paid in time and heard of late pays only
// for the terms it was asked for.
func TestLateMoneyForChangedTerms(t *testing.T) {
	t.Parallel()
	s := newShop()
	b := s.chat(t)
	r, ch := open(t, b)
	s.bank.pay(ch.TXID, "E1", ch.Amount, ch.ExpiresAt.Add(-time.Second))
	s.clock.Advance(33 * time.Minute)
	b.do() // gives the charge up
	b.must(SetBuyer{Buyer: BuyerInput{FullName: ptr("Somebody Else")}})
	if err := s.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	if c := s.read(t, r.Checkout.ID); c.Order != nil {
		t.Error("an order for terms that changed after the charge ended")
	}
	b.runJobs(t)
	wantRefund(t, s, r.Checkout.ID, "E1", int64(ch.Amount))
}

// TestCreateBesideANamedOne: the new checkout becomes the current one.
func TestCreateBesideANamedOne(t *testing.T) {
	t.Parallel()
	s := newShop()
	b := s.chat(t)
	first := b.must(Create{Input: lines(line("jeans", 1))})
	r := b.request(Create{Input: lines(line("cap", 1))})
	r.Target.Checkout = first.Checkout.ID
	done, err := s.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if now := b.do(); now.Checkout.ID != done.Result.Checkout.ID {
		t.Errorf("current is %s, made was %s", now.Checkout.ID, done.Result.Checkout.ID)
	}
}

// TestRefusedCodeSaidAgain: the reason is the same as before.
func TestRefusedCodeSaidAgain(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapDiscount)
	b.must(Create{Input: lines(line("jeans", 1))})
	first := b.do(ApplyDiscount{Code: "NOPE"})
	again := b.do(ApplyDiscount{Code: "nope"})
	for _, r := range []Result{first, again} {
		found := false
		for _, m := range r.Messages {
			found = found || m.Code == CodeDiscountInvalid
			if m.Code == CodeDiscountApplied {
				t.Error("said to be applied")
			}
		}
		if !found {
			t.Errorf("messages %v", said(r.Messages))
		}
	}
}
