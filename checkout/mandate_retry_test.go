package checkout

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/order"
	"balcao/payment"
)

// TestReplayNeedsNoJudge: a retry gets its bytes, whatever has become of its mandate or of those
// who judge it.
func TestReplayNeedsNoJudge(t *testing.T) {
	t.Parallel()
	for name, complete := range map[string]func(good string) Complete{
		"refused":   func(string) Complete { return by("bad:mandate_expired", payByPix()) },
		"required":  func(string) Complete { return payByPix() },
		"declined":  func(m string) Complete { return by(m, Complete{Payment: card("fail_token")}) },
		"completed": func(m string) Complete { return by(m, Complete{Payment: card("ok")}) },
		"unknown":   func(m string) Complete { return by(m, Complete{Payment: card("timeout_token")}) },
		"pix":       func(m string) Complete { return by(m, payByPix()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t)
			b.must(Create{Input: lines(line("jeans", 1))})
			message := complete(b.good())
			first := b.send(t, "m1", message)
			b.opened(first.Reply)
			judged := b.mandates().judged()
			was := b.store.everything()
			b.mandates().failNext("checkout", errNoProfile, errNoProfile, refusedMandate(CodeMandateExpired))
			for range 3 {
				again, err := b.keyed("m1", message)
				if err != nil || !again.Replayed || !bytes.Equal(again.Reply, first.Reply) {
					t.Errorf("%v:\n%s\n%s", err, first.Reply, again.Reply)
				}
			}
			if b.store.everything() != was {
				t.Error("a retry changed something")
			}
			if n := b.mandates().judged(); n != judged {
				t.Errorf("judged %d times again", n-judged)
			}
			b.bank.resolve(payment.Approved)
			for range 3 {
				b.clock.Advance(time.Minute)
				b.runJobs(t)
			}
			if again := b.send(t, "m1", message); !bytes.Equal(again.Reply, first.Reply) {
				t.Error("other bytes after the jobs")
			}
		})
	}
}

// TestSecondCompletion: it gets the same order, whatever mandate it comes with.
func TestSecondCompletion(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	mandate := b.good()
	first := b.send(t, "m1", by(mandate, Complete{Payment: card("ok")})).Result
	receipt := first.MandateReceipt
	for i, m := range []string{mandate, "bad:mandate_expired", ""} {
		r := b.send(t, "again-"+string(rune('a'+i)), by(m, Complete{Payment: card("ok")})).Result
		if wantSaid(t, r.Messages); *r.Checkout.Order != *first.Checkout.Order || r.Checkout.Version != first.Checkout.Version || r.MandateReceipt != receipt {
			t.Errorf("%q: order %v, receipt %q", m, r.Checkout.Order, r.MandateReceipt)
		}
	}
	if b.orders() != 1 || len(b.proofs(t)) != 1 || b.bank.captured() != 1 || b.mandates().judged() != 1 {
		t.Errorf("%d orders, %d proofs, %d payments, %d judged", b.orders(), len(b.proofs(t)), b.bank.captured(), b.mandates().judged())
	}
	if !strings.HasPrefix(receipt, "receipt:") {
		t.Errorf("receipt %q", receipt)
	}
}

// TestMandateCannotBeJudged: the request fails, nothing is done, and the same may be sent again.
func TestMandateCannotBeJudged(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	was := b.read(t, b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID)
	complete := by(b.good(), Complete{Payment: card("ok")})
	b.mandates().failNext("checkout", errNoProfile, &Error{Reason: Unavailable, RetryAfter: time.Second, Err: errNoProfile})
	for _, want := range []Reason{Internal, Unavailable} {
		if _, err := b.keyed("m1", complete); reason(err) != want || !errors.Is(err, errNoProfile) {
			t.Errorf("err %v, want %s", err, want)
		}
		wantUntouched(t, b, was)
	}
	// What was used before cannot be looked up: that is the store's, as any other read.
	b.Store = &mortal{memStore: b.store, bank: b.bank, left: 6} // reply, context, checkout, seals, stock, evidence
	if _, err := b.keyed("m1", complete); reason(err) != Unavailable || !errors.Is(err, errCrash) {
		t.Errorf("err %v", err)
	}
	b.Store = b.store
	wantUntouched(t, b, was)
	wantStatus(t, b.send(t, "m1", complete).Result, Completed)
}

// lateSeals does something else before it reads the seals, once.
type lateSeals struct {
	*memStore
	meanwhile func()
}

func (s *lateSeals) Seals(ctx context.Context, id ids.Checkout, revision int64) ([]Seal, error) {
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
	}
	return s.memStore.Seals(ctx, id, revision)
}

// TestOrderedMeanwhile: a completion whose mandate was used by an order placed since it began is
// told of the order, not that the mandate is bad.
func TestOrderedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(b *buyer, other func()){
		"while it is judged":        func(b *buyer, other func()) { b.mandates().during = other },
		"before the seals are read": func(b *buyer, other func()) { b.Store = &lateSeals{b.store, other} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t)
			b.must(Create{Input: lines(line("jeans", 1))})
			mandate := b.good()
			complete := by(mandate, Complete{Payment: card("ok")})
			var first Done
			at(b, func() { first = b.send(t, "m1", complete) })
			second := b.send(t, "m2", complete)
			wantStatus(t, second.Result, Completed)
			wantSaid(t, second.Result.Messages)
			if *second.Result.Checkout.Order != *first.Result.Checkout.Order || second.Result.MandateReceipt != first.Result.MandateReceipt {
				t.Errorf("order %v, receipt %q", second.Result.Checkout.Order, second.Result.MandateReceipt)
			}
			wantProof(t, b, mandate)
		})
	}
	b := newShop().mandated(t)
	// A hash that is used although this checkout has no order is refused.
	b.must(Create{Input: lines(line("jeans", 1))})
	again := b.good()
	hash, _ := strings.CutPrefix(again, "good:")
	b.store.evidence[hash] = encode(order.Evidence{})
	wantNo(t, b.do(by(again, Complete{Payment: card("ok")})), CodeMandateScope)
}
