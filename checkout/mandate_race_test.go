package checkout

import (
	"fmt"
	"testing"
	"time"
)

// mandateRounds is how often a race for a mandate is run.
func mandateRounds() int {
	if testing.Short() {
		return 50
	}
	return 1000
}

// raceOf runs the messages of one purchase at once, each under its own key, and then lets money
// and jobs come. Every answer is sealed. It returns the answers that a message got first.
func raceOf(t *testing.T, b *buyer, messages ...Command) []Done {
	t.Helper()
	got := make([]Done, len(messages))
	var all []func()
	for i, m := range messages {
		all = append(all, func() {
			done, err := b.keyed(fmt.Sprint("m", i), m)
			if err != nil {
				t.Errorf("message %d: %v", i, err)
				return
			}
			b.opened(done.Reply)
			got[i] = done
		})
	}
	atOnce(all...)
	if t.Failed() {
		t.FailNow()
	}
	for txid, ch := range b.bank.charges {
		b.bank.pay(txid, "E-"+string(txid), ch.request.Amount, b.clock.Now())
		if err := b.SettleCharge(t.Context(), txid); err != nil {
			t.Fatal(err)
		}
	}
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	b.audit(t)
	return got
}

// TestTwoCompletesOneMandate: one of them buys, the other is told the same.
func TestTwoCompletesOneMandate(t *testing.T) {
	t.Parallel()
	for round := range mandateRounds() {
		b := newShop().mandated(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		mandate := b.good()
		complete := by(mandate, Complete{Payment: card("ok")})
		if round%2 == 1 {
			complete = by(mandate, payByPix())
		}
		for i, done := range raceOf(t, b, complete, complete) {
			if s := done.Result.Status; s != Completed && s != CompleteInProgress {
				t.Errorf("answer %d: %s %q", i, s, said(done.Result.Messages))
			}
		}
		wantProof(t, b, mandate)
		wantLevel(t, b.shop, "jeans", 10, 0)
		if n := b.bank.count("authorize") + b.bank.count("charge"); n != 1 || t.Failed() {
			t.Fatalf("round %d: %d calls", round, n)
		}
	}
}

// TestTwoMandatesOneCheckout: two answers were signed, by card and by Pix. One is used.
func TestTwoMandatesOneCheckout(t *testing.T) {
	t.Parallel()
	won := map[string]int{}
	for round := range mandateRounds() {
		b := newShop().mandated(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		first := b.good()
		shown, _ := b.ask(StartPayment{Handler: "none"})
		second := "good:" + shown.Hash
		if first == second {
			t.Fatal("one seal for two answers")
		}
		messages := []Command{by(first, Complete{Payment: card("ok")}), by(second, payByPix())}
		if round%2 == 1 {
			messages[0], messages[1] = messages[1], messages[0]
		}
		raceOf(t, b, messages...)
		proofs := b.proofs(t)
		if len(proofs) != 1 || b.orders() != 1 {
			t.Fatalf("round %d: %d proofs of %d orders", round, len(proofs), b.orders())
		}
		wantProof(t, b, proofs[0].Mandate)
		won[proofs[0].Mandate[:5]+string(b.do().Checkout.Instrument.Handler)]++
		want := map[string]string{first: "gpay", second: "pix_1"}[proofs[0].Mandate]
		if got := string(b.do().Checkout.Instrument.Handler); got != want || t.Failed() {
			t.Fatalf("round %d: paid by %s, agreed to %s", round, got, want)
		}
		wantLevel(t, b.shop, "jeans", 10, 0)
	}
	t.Log("won:", won)
}

// TestMandateAndCancelRace: bought and proved, or canceled and given back.
func TestMandateAndCancelRace(t *testing.T) {
	t.Parallel()
	ends := map[Status]int{}
	for round := range mandateRounds() {
		b := newShop().mandated(t)
		id := b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID
		mandate := b.good()
		complete := by(mandate, Complete{Payment: card("ok")})
		if round%2 == 1 {
			complete = by(mandate, payByPix())
		}
		raceOf(t, b, complete, Cancel{})
		r := b.do()
		ends[r.Status]++
		switch r.Status {
		case Completed:
			wantProof(t, b, mandate)
			wantLevel(t, b.shop, "jeans", 10, 0)
		case Canceled:
			if len(b.proofs(t)) != 0 || b.orders() != 0 || b.read(t, id).Mandate != nil {
				t.Errorf("canceled with %d proofs, %d orders", len(b.proofs(t)), b.orders())
			}
			wantLevel(t, b.shop, "jeans", 12, 0)
		default:
			t.Errorf("status %s", r.Status)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Log("ends:", ends)
}
