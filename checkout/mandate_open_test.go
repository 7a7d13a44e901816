package checkout

import (
	"fmt"
	"sync"
	"testing"

	"balcao/internal/ids"
	"balcao/payment"
)

// TestOpenMandateIsForOnePurchase: what an agent may buy under one open mandate it buys once,
// whatever closed mandates it signs under it.
func TestOpenMandateIsForOnePurchase(t *testing.T) {
	t.Parallel()
	begin := func(b *buyer) string {
		b.must(Create{Input: lines(line("jeans", 1))})
		return b.good()
	}
	s := newShop(mandatesOnly)
	one, two := s.mandated(t), s.mandated(t)
	two.context = "other"
	first, second := begin(one)+" under A", begin(two)+" under A"
	// A decline uses up nothing, and the checkout may try again; another one may not.
	wantSaid(t, one.do(by(first, Complete{Payment: card("fail_token")})).Messages, "payment_failed $.payment.instruments")
	refused := two.do(by(second, Complete{Payment: card("ok")}))
	wantSaid(t, refused.Messages, "mandate_scope_mismatch $.ap2.checkout_mandate")
	wantStatus(t, one.must(by(first, Complete{Payment: card("ok")})), Completed)
	wantSaid(t, two.do(by(second, Complete{Payment: card("ok")})).Messages, "mandate_scope_mismatch $.ap2.checkout_mandate")
	wantStatus(t, two.must(by(begin(two)+" under B", Complete{Payment: card("ok")})), Completed)
	one.audit(t)
}

// TestCanceledPurchaseFreesItsOpenMandate: what came to nothing for good was no purchase.
func TestCanceledPurchaseFreesItsOpenMandate(t *testing.T) {
	t.Parallel()
	s := newShop()
	one, two := s.mandated(t), s.mandated(t)
	two.context = "other"
	one.must(Create{Input: lines(line("jeans", 1))})
	two.must(Create{Input: lines(line("jeans", 1))})
	wantStatus(t, one.must(by(one.good()+" under A", payByPix())), CompleteInProgress)
	second := by(two.good()+" under A", payByPix())
	wantSaid(t, two.do(second).Messages, "mandate_scope_mismatch $.ap2.checkout_mandate")
	one.must(Cancel{})
	wantStatus(t, two.must(second), CompleteInProgress)
	one.runJobs(t)
	one.audit(t)
}

// TestOpenMandateRace: of checkouts completed at once under one open mandate one gets its order.
func TestOpenMandateRace(t *testing.T) {
	t.Parallel()
	for range 100 {
		s := newShop(mandatesOnly)
		var buyers []*buyer
		var mandates []string
		for range 3 {
			b := s.mandated(t)
			b.context = ids.Context(fmt.Sprint("ctx", len(buyers)))
			b.must(Create{Input: lines(line("jeans", 1))})
			buyers, mandates = append(buyers, b), append(mandates, b.good()+" under A")
		}
		var wg sync.WaitGroup
		for i, b := range buyers {
			wg.Go(func() { b.do(by(mandates[i], Complete{Payment: card("ok")})) })
		}
		wg.Wait()
		if n := buyers[0].orders(); n != 1 || len(s.proofs(t)) != 1 || buyers[0].bank.captured() != 1 {
			t.Fatalf("%d orders, %d proofs, %d payments", n, len(s.proofs(t)), buyers[0].bank.captured())
		}
	}
}

// TestOpenPaymentMandateIsForOnePurchase: so it is with what an agent may pay.
func TestOpenPaymentMandateIsForOnePurchase(t *testing.T) {
	t.Parallel()
	s := newShop()
	begin := func(context ids.Context) (*buyer, string) {
		b := s.mandated(t)
		b.context = context
		r := b.request(Create{Input: lines(line("jeans", 1))})
		r.Handlers = []payment.Handler{pixHandler, payMandate()}
		done, err := b.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return b, b.opened(done.Reply).Hash
	}
	pay := func(hash string) Complete {
		return by("good:"+hash, Complete{Payment: card("pay:" + hash + " under P")})
	}
	one, first := begin("one")
	two, second := begin("two")
	wantStatus(t, one.must(pay(first)), Completed)
	wantSaid(t, two.do(pay(second)).Messages, "mandate_scope_mismatch $.payment.instruments[0].credential.token")
	if n := s.bank.captured(); n != 1 {
		t.Errorf("%d payments", n)
	}
	one.audit(t)
}
