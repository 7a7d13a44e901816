package checkout

import (
	"bytes"
	"context"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

// abandon sends a message that dies while the provider is asked: the intent is stored,
// nothing after it.
func abandon(b *buyer, key string, commands ...Command) {
	b.store.beforeCommit = func(w Write) {
		if w.Reply != nil && w.Reply.Done {
			panic("crash")
		}
	}
	defer func() {
		b.store.beforeCommit = nil
		_ = recover()
	}()
	_, _ = b.keyed(key, commands...)
}

// TestTakeover: when the lease is over a retry finishes at the call and writes the reply
// from the outcomes that were stored, whether a job was there before it or not.
func TestTakeover(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		commands []Command
		said     []string
		status   Status
	}{
		{"token", []Command{SetQuantity{Item: "jeans", Quantity: 20}, Complete{Payment: card("ok")}}, []string{"~quantity_adjusted $.line_items[0].quantity"}, Completed},
		{"declined", []Command{Complete{Payment: card("fail_token")}}, []string{"payment_failed $.payment.instruments"}, ReadyForComplete},
		{"pix", []Command{SetQuantity{Item: "jeans", Quantity: 20}, StartPayment{}}, []string{"~quantity_adjusted $.line_items[0].quantity"}, ReadyForComplete},
		{"complete by pix", []Command{SetQuantity{Item: "jeans", Quantity: 20}, payByPix()}, []string{"~quantity_adjusted $.line_items[0].quantity", "i:awaiting_payment $.status"}, CompleteInProgress},
	} {
		for _, jobs := range []bool{false, true} {
			name := tt.name
			if jobs {
				name += ", after the jobs"
			}
			t.Run(name, func(t *testing.T) {
				b := newShop().chat(t)
				b.must(Create{Input: lines(line("jeans", 1))})
				abandon(b, "m1", tt.commands...)
				b.clock.Advance(callLease + time.Second)
				if jobs {
					b.runJobs(t)
				}
				done := b.send(t, "m1", tt.commands...)
				if done.Replayed {
					t.Error("there was no reply to replay")
				}
				wantStatus(t, done.Result, tt.status)
				wantSaid(t, done.Result.Messages, tt.said...)
				if n := len(done.Result.Outcomes); n < len(tt.commands) {
					t.Errorf("%d outcomes for %d commands", n, len(tt.commands))
				}
				again := b.send(t, "m1", tt.commands...)
				if !again.Replayed || !bytes.Equal(again.Reply, done.Reply) {
					t.Error("the reply was not stored")
				}
				b.clock.Advance(time.Minute)
				b.runJobs(t)
				c := done.Result.Checkout
				if len(b.bank.charges) > 1 || len(b.bank.taken) > 1 || len(c.Charges) > 1 {
					t.Errorf("%d charges, %d payments", len(b.bank.charges), len(b.bank.taken))
				}
				if c.Call != nil {
					t.Error("the call is still marked as open")
				}
				if n := b.bank.count("charge") + b.bank.count("authorize"); n > 2 {
					t.Errorf("%d calls: what a job has finished is asked for again", n)
				}
			})
		}
	}
}

// TestTakeoverOfItsOwnCall: a message resumes its own call, not that of another message
// that began meanwhile.
func TestTakeoverOfItsOwnCall(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	abandon(b, "m1", Complete{Payment: card("fail_token")})
	b.clock.Advance(callLease + time.Second)
	b.runJobs(t) // declined, told to nobody yet
	abandon(b, "m2", Complete{Payment: card("ok")})
	wantStatus(t, b.do(), CompleteInProgress)
	done := b.send(t, "m1", Complete{Payment: card("fail_token")})
	wantStatus(t, done.Result, CompleteInProgress)
	if n := b.bank.count("authorize"); n != 2 {
		t.Errorf("%d authorisations", n)
	}
	b.clock.Advance(callLease + time.Second)
	done = b.send(t, "m2", Complete{Payment: card("ok")})
	wantStatus(t, done.Result, Completed)
}

// TestTwoTakeOver: both retries may call, one reply is stored and both get it.
func TestTwoTakeOver(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	abandon(b, "m1", Complete{Payment: card("ok")})
	b.clock.Advance(callLease + time.Second)
	var inner Done
	b.bank.during["authorize"] = func() {
		b.clock.Advance(callLease + time.Second)
		inner = b.send(t, "m1", Complete{Payment: card("ok")})
	}
	outer := b.send(t, "m1", Complete{Payment: card("ok")})
	if !bytes.Equal(inner.Reply, outer.Reply) || !outer.Replayed || inner.Replayed {
		t.Errorf("inner replayed %v, outer replayed %v", inner.Replayed, outer.Replayed)
	}
	if b.orders() != 1 || b.bank.captured() != 1 {
		t.Errorf("%d orders, %d payments", b.orders(), b.bank.captured())
	}
}

// TestLandingBesideAnother: the outcome of a call lands although the checkout changed
// while the provider was asked.
func TestLandingBesideAnother(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	raced := false
	b.store.beforeCommit = func(w Write) { // between reading and committing the outcome
		if raced || w.Reply == nil || !w.Reply.Done {
			return
		}
		raced = true
		txid := w.Checkout.Charges[0].TXID
		b.bank.pay(txid, "E1", 10000, start)
		if err := b.SettleCharge(t.Context(), txid); err != nil {
			t.Error(err)
		}
	}
	done := b.send(t, "m1", payByPix())
	wantStatus(t, done.Result, Completed)
	wantLevel(t, b.shop, "jeans", 10, 0)
	if ch := done.Result.Checkout.Charge(); ch == nil || ch.State != payment.ChargePaid {
		t.Errorf("charge %+v", ch)
	}
}

// TestProvedRequestIsNoRetry: what a request without proof left under a message's id is
// no reply to a proved one: a stranger could have put it there.
func TestProvedRequestIsNoRetry(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	strong := *b
	strong.caller.Authenticated = true
	b.send(t, "m1", Add{Item: "cap", Quantity: 1})
	if own := strong.send(t, "m1", Add{Item: "jeans", Quantity: 1}); own.Replayed || len(own.Result.Checkout.Lines) != 1 {
		t.Errorf("the proved message got %s", own.Reply)
	}
}

// slowVerdict does something else between the processor's answer and its arrival.
type slowVerdict struct {
	*fakeBank
	meanwhile func()
}

func (s slowVerdict) Verdict(ctx context.Context, h ids.Handler, attempt string) (payment.Verdict, error) {
	verdict, err := s.fakeBank.Verdict(ctx, h, attempt)
	s.meanwhile()
	return verdict, err
}

// TestJobBesideTakeover: a job that hears "never arrived" while a retry is about to pay
// must not turn the attempt down: the money would be taken for nothing.
func TestJobBesideTakeover(t *testing.T) {
	t.Parallel()
	// lost makes a checkout whose completion died before it reached the processor.
	lost := func(t *testing.T) (*buyer, job.Job) {
		b := newShop().chat(t)
		id := b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID
		process := &mortal{memStore: b.store, bank: b.bank, left: 4, effect: true}
		doomed := *b
		doomed.shop = &shop{Service: ptr(*b.Service), store: b.store, bank: b.bank, products: b.products, clock: b.clock, ids: b.ids}
		doomed.Store, doomed.Payments = process, process
		if _, err := doomed.keyed("m1", Complete{Payment: card("ok")}); err == nil || b.bank.count("authorize") != 0 {
			t.Fatalf("did not die in time: %v", err)
		}
		b.clock.Advance(callLease + time.Second)
		return b, job.Job{Kind: job.FinishAuthorization, Ref: string(id)}
	}
	check := func(t *testing.T, b *buyer, done Done) {
		wantStatus(t, done.Result, Completed)
		b.clock.Advance(time.Minute)
		b.runJobs(t)
		wantStatus(t, b.do(), Completed)
		b.audit(t)
	}
	t.Run("the job begins later", func(t *testing.T) {
		b, j := lost(t)
		b.bank.during["authorize"] = func() {
			if again, err := b.RunJob(t.Context(), j); err != nil || !again.Equal(b.clock.Now().Add(callLease)) {
				t.Errorf("again %s, %v", again, err)
			}
		}
		check(t, b, b.send(t, "m1", Complete{Payment: card("ok")}))
	})
	t.Run("the job began before", func(t *testing.T) {
		b, j := lost(t)
		var done Done
		b.Payments = slowVerdict{b.bank, func() {
			b.Payments = b.bank
			done = b.send(t, "m1", Complete{Payment: card("ok")})
		}}
		if _, err := b.RunJob(t.Context(), j); err != nil {
			t.Fatal(err)
		}
		check(t, b, done)
	})
	t.Run("the job's word comes while the processor is asked", func(t *testing.T) {
		b, j := lost(t)
		asked, told, finished := make(chan struct{}), make(chan struct{}), make(chan struct{})
		b.bank.during["authorize"] = func() {
			close(asked)
			<-told
		}
		retry := *b
		retry.shop = &shop{Service: ptr(*b.Service), store: b.store, bank: b.bank, products: b.products, clock: b.clock, ids: b.ids}
		var done Done
		b.Payments = slowVerdict{b.bank, func() {
			go func() {
				defer close(finished)
				done = retry.send(t, "m1", Complete{Payment: card("ok")})
			}()
			<-asked
		}}
		if _, err := b.RunJob(t.Context(), j); err != nil {
			t.Error(err)
		}
		close(told)
		<-finished
		b.Payments = b.bank
		check(t, b, done)
	})
}
