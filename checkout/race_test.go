package checkout

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"balcao/internal/ids"
)

// atOnce runs all functions at the same time and waits for them.
func atOnce(fs ...func()) {
	var wg sync.WaitGroup
	gate := make(chan struct{})
	for _, f := range fs {
		wg.Go(func() {
			<-gate
			f()
		})
	}
	close(gate)
	wg.Wait()
}

// rounds is how often a race is run.
const rounds = 100

func TestTwoCompletesRace(t *testing.T) {
	t.Parallel()
	for range rounds {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		complete := func() { b.do(Complete{Payment: card("ok")}) }
		atOnce(complete, complete, complete)
		wantStatus(t, b.do(), Completed)
		wantLevel(t, b.shop, "jeans", 10, 0)
		b.audit(t)
	}
}

func TestCompleteAndCancelRace(t *testing.T) {
	t.Parallel()
	for _, complete := range []Complete{{Payment: card("ok")}, payByPix()} {
		for range rounds {
			b := newShop().chat(t)
			b.must(Create{Input: lines(line("jeans", 2))})
			atOnce(func() { b.do(complete) }, func() { b.do(Cancel{}) })
			b.clock.Advance(time.Minute)
			b.runJobs(t)
			if s := b.do().Status; s != Completed && s != Canceled {
				t.Errorf("status %s", s)
			}
			b.audit(t)
		}
	}
}

func TestCompleteAndSettleRace(t *testing.T) {
	t.Parallel()
	for range rounds {
		b := newShop().chat(t)
		_, ch := open(t, b)
		b.bank.pay(ch.TXID, "E1", 10000, start)
		settle := func() {
			if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
				t.Error(err)
			}
		}
		atOnce(func() { b.do(payByPix()) }, settle, settle)
		wantStatus(t, b.do(), Completed)
		wantLevel(t, b.shop, "jeans", 10, 0)
		b.audit(t)
	}
}

func TestSettleAndExpireRace(t *testing.T) {
	t.Parallel()
	for range rounds {
		b := newShop().chat(t)
		r, ch := open(t, b)
		b.bank.pay(ch.TXID, "E1", 10000, start.Add(29*time.Minute))
		b.clock.Advance(33 * time.Minute)
		atOnce(
			func() { _ = b.SettleCharge(t.Context(), ch.TXID) },
			func() { _ = b.tell(t.Context(), r.Checkout.ID, ExpireCharge{TXID: ch.TXID}) },
			func() { b.do() },
		)
		b.runJobs(t)
		wantStatus(t, b.do(), Completed) // paid in time, and the goods are there
		b.audit(t)
	}
}

func TestSettleAndCancelRace(t *testing.T) {
	t.Parallel()
	for range rounds {
		b := newShop().chat(t)
		_, ch := open(t, b)
		b.bank.pay(ch.TXID, "E1", 10000, start)
		atOnce(func() { _ = b.SettleCharge(t.Context(), ch.TXID) }, func() { b.do(Cancel{}) })
		b.runJobs(t)
		b.audit(t) // sold, or given back
	}
}

// TestFirstMessagesRace: two first messages of one conversation make one checkout.
func TestFirstMessagesRace(t *testing.T) {
	t.Parallel()
	for _, more := range [][]Command{nil, {StartPayment{}}} {
		for range rounds {
			b := newShop().chat(t)
			add := func(item string) func() {
				return func() { b.do(append([]Command{Add{Item: item, Quantity: 1}}, more...)...) }
			}
			atOnce(add("jeans"), add("cap"))
			if n := len(b.store.checkouts); n != 1 {
				t.Fatalf("%d checkouts", n)
			}
			if c := b.do().Checkout; len(c.Lines) != 2 || c.Total() != 7000 {
				t.Errorf("lines %q", basket(c))
			}
			b.clock.Advance(time.Minute)
			b.runJobs(t)
			b.audit(t)
		}
	}
}

// TestRetriesRace: one message that arrives several times is done once, and all get the
// same bytes.
func TestRetriesRace(t *testing.T) {
	t.Parallel()
	for range rounds / 10 {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		var mu sync.Mutex
		replies := map[string]int{}
		send := func() {
			done, err := b.keyed("m1", Complete{Payment: card("ok")})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			replies[string(done.Reply)]++
		}
		atOnce(send, send, send, send)
		if len(replies) != 1 || b.bank.count("authorize") != 1 {
			t.Errorf("%d different replies, %d authorisations", len(replies), b.bank.count("authorize"))
		}
	}
}

// TestLastUnit: of fifty buyers one gets it, whatever they pay with.
func TestLastUnit(t *testing.T) {
	t.Parallel()
	const buyers = 50
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		s := newShop()
		var mu sync.Mutex
		got := map[Status]int{}
		var fs []func()
		for n := range buyers {
			b := s.chat(t)
			b.context = ids.Context(fmt.Sprint("ctx-", n))
			b.must(Create{Input: lines(line("last", 1))})
			pay := Command(Complete{Payment: card("ok")})
			if n%2 == 0 {
				pay = payByPix()
			}
			fs = append(fs, func() {
				r := b.do(pay)
				mu.Lock()
				defer mu.Unlock()
				got[r.Status]++
			})
		}
		atOnce(fs...)
		if got[Completed]+got[CompleteInProgress] != 1 || got[Incomplete] != buyers-1 {
			t.Fatalf("round %d: %v", round, got)
		}
		for txid, ch := range s.bank.charges {
			s.bank.pay(txid, "E1", ch.request.Amount, start)
			if err := s.SettleCharge(t.Context(), txid); err != nil {
				t.Fatal(err)
			}
		}
		if s.orders() != 1 {
			t.Fatalf("round %d: %d orders", round, s.orders())
		}
		wantLevel(t, s, "last", 0, 0)
	}
}
