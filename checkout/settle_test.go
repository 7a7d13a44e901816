package checkout

import (
	"errors"
	"strings"
	"testing"
	"time"

	"balcao/internal/brazil"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/order"
	"balcao/payment"
	"balcao/platform"
)

// TestReceipts: whatever comes in whatever sequence, the first good payment places the
// order and every other one is given back.
func TestReceipts(t *testing.T) {
	t.Parallel()
	type pay struct {
		id     string
		amount money.Amount
		after  time.Duration
	}
	for _, tt := range []struct {
		name     string
		pays     []pay
		status   Status
		accepted string
		refunded []string
	}{
		{"good", []pay{{"A", 10000, 0}}, Completed, "A", nil},
		{"at the last instant", []pay{{"A", 10000, 30 * time.Minute}}, Completed, "A", nil},
		{"an instant too late", []pay{{"A", 10000, 30*time.Minute + 1}}, ReadyForComplete, "", []string{"A"}},
		{"a centavo short", []pay{{"A", 9999, 0}}, ReadyForComplete, "", []string{"A"}},
		{"a centavo over", []pay{{"A", 10001, 0}}, ReadyForComplete, "", []string{"A"}},
		{"twice", []pay{{"A", 10000, 0}, {"B", 10000, 0}}, Completed, "A", []string{"B"}},
		{"short, then good", []pay{{"A", 9999, 0}, {"B", 10000, 0}}, Completed, "B", []string{"A"}},
		{"good, then short", []pay{{"A", 10000, 0}, {"B", 9999, 0}}, Completed, "A", []string{"B"}},
		{"halves", []pay{{"A", 5000, 0}, {"B", 5000, 0}}, ReadyForComplete, "", []string{"A", "B"}},
		{"without an id", []pay{{"", 10000, 0}}, ReadyForComplete, "", nil},
		{"ids differ in case", []pay{{"Ea", 10000, 0}, {"EA", 10000, 0}}, Completed, "Ea", []string{"EA"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			r, ch := open(t, b)
			for _, p := range tt.pays {
				b.bank.pay(ch.TXID, p.id, p.amount, start.Add(p.after))
			}
			for range 3 { // told again and again
				if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
					t.Fatal(err)
				}
				b.runJobs(t)
			}
			wantStatus(t, b.do(), tt.status)
			c := b.read(t, r.Checkout.ID)
			for _, receipt := range c.Receipts {
				if receipt.Accepted != (receipt.EndToEndID == tt.accepted) {
					t.Errorf("receipt %+v", receipt)
				}
			}
			for _, id := range tt.refunded {
				amount := money.Amount(0)
				for _, p := range tt.pays {
					if p.id == id {
						amount = p.amount
					}
				}
				wantRefund(t, b.shop, c.ID, id, int64(amount))
			}
			if len(b.bank.refunds) != len(tt.refunded) || b.bank.count("refund") != len(tt.refunded) {
				t.Errorf("refunds %v in %d calls, want %v", b.bank.refunds, b.bank.count("refund"), tt.refunded)
			}
			if tt.status == Completed {
				wantLevel(t, b.shop, "jeans", 10, 0)
			}
		})
	}
}

// TestOldChargeBesideANewOne: money for a charge that was given up does not pay the
// order while the buyer looks at another one.
func TestOldChargeBesideANewOne(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, old := open(t, b)
	b.clock.Advance(31 * time.Minute)
	r := b.must(StartPayment{})
	wantCharges(t, r.Checkout, payment.ChargeExpired, payment.ChargeOpen)
	b.bank.pay(old.TXID, "E1", 10000, start.Add(29*time.Minute))
	if err := b.SettleCharge(t.Context(), old.TXID); err != nil {
		t.Fatal(err)
	}
	b.runJobs(t)
	r = b.do()
	wantStatus(t, r, ReadyForComplete)
	wantCharges(t, r.Checkout, payment.ChargeExpired, payment.ChargeOpen)
	wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
}

func TestRefundJob(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r, ch := open(t, b)
	b.must(Cancel{})
	b.bank.pay(ch.TXID, "E1", 10000, start)
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	refund := job.Job{Kind: job.Refund, Ref: string(ch.TXID)}
	state := func() payment.RefundState { return b.read(t, r.Checkout.ID).Receipts[0].Refund }
	b.bank.failNext("refund", before)
	if _, err := b.RunJob(t.Context(), refund); err == nil || state() != payment.RefundQueued {
		t.Errorf("provider down: %v, %s", err, state())
	}
	b.bank.failNext("refund", after) // given back, but we do not know: the same id again
	if _, err := b.RunJob(t.Context(), refund); err == nil || state() != payment.RefundQueued {
		t.Errorf("answer lost: %v, %s", err, state())
	}
	b.bank.refundState = payment.RefundQueued
	again, err := b.RunJob(t.Context(), refund)
	if err != nil || !again.Equal(start.Add(time.Minute)) || state() != payment.RefundQueued {
		t.Errorf("still going: again %v, %v, %s", again, err, state())
	}
	b.bank.refundState = payment.RefundDone
	if again, err = b.RunJob(t.Context(), refund); err != nil || !again.IsZero() || state() != payment.RefundDone {
		t.Errorf("done: again %v, %v, %s", again, err, state())
	}
	if _, err = b.RunJob(t.Context(), refund); err != nil || b.bank.count("refund") != 4 || len(b.bank.refunds) != 1 {
		t.Errorf("%v; %d calls under %d ids", err, b.bank.count("refund"), len(b.bank.refunds))
	}
	wantStatus(t, b.do(), Canceled)
	// Refused: kept as failed for the operator.
	b.bank.pay(ch.TXID, "E2", 1, start)
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	b.bank.failNext("refund", refusedCall)
	again, err = b.RunJob(t.Context(), refund)
	if gaveUp := (*GaveUp)(nil); !errors.As(err, &gaveUp) || gaveUp.TXID != ch.TXID || gaveUp.EndToEndID != "E2" || !errors.Is(err, ErrRefused) {
		t.Errorf("refused: %v", err)
	}
	if got := b.read(t, r.Checkout.ID).Receipts[1].Refund; got != payment.RefundFailed || !again.Equal(start) {
		t.Errorf("refused: %s, again %v", got, again)
	}
	if again, err = b.RunJob(t.Context(), refund); err != nil || !again.IsZero() || b.bank.count("refund") != 5 {
		t.Errorf("refused, and asked again: %v, again %v, %d calls", err, again, b.bank.count("refund"))
	}
}

// TestRefundID: SHA-256 of the payment, the kind and the number of the refund.
// A payment whose refund the provider cannot make now does not keep those behind it waiting.
func TestRefundsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r, ch := open(t, b)
	b.must(Cancel{})
	b.bank.pay(ch.TXID, "E1", 10000, start)
	b.bank.pay(ch.TXID, "E2", 1, start)
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	b.bank.failNext("refund", before)
	if _, err := b.RunJob(t.Context(), job.Job{Kind: job.Refund, Ref: string(ch.TXID)}); err == nil {
		t.Error("a refund that failed is no failure")
	}
	receipts := b.read(t, r.Checkout.ID).Receipts
	if receipts[0].Refund != payment.RefundQueued || receipts[1].Refund != payment.RefundDone {
		t.Errorf("receipts %+v", receipts)
	}
}

func TestRefundID(t *testing.T) {
	t.Parallel()
	if got, want := refundID("E1", 100, 100, 0), "788333dcf65d9e5bc86e24feafd42da31a9"; got != want {
		t.Errorf("refund id %s, want %s", got, want)
	}
	seen := map[string]bool{}
	for _, id := range []string{
		refundID("E1", 100, 100, 0), refundID("E1", 60, 100, 0), refundID("E1", 50, 100, 0), refundID("E1", 50, 100, 50), refundID("E2", 50, 100, 50),
	} {
		if seen[id] || len(id) != 35 {
			t.Errorf("refund id %s", id)
		}
		seen[id] = true
	}
}

// TestProviderTookItBack: a charge that the provider removed cannot be paid any more.
func TestProviderTookItBack(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	b.bank.charges[ch.TXID].removed = true
	b.clock.Advance(firstLook)
	b.runJobs(t)
	r := b.do()
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "payment_expired $.payment.instruments")
	wantLevel(t, b.shop, "jeans", 12, 0)
}

// An order is called by its buyer's language.
func TestOrderLabelLanguage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"pt-BR": "Pedido ", "en": "Order ", "es": "Pedido "} {
		b := newShop().chat(t)
		create := b.request(Create{Input: Input{Lines: []LineInput{line("cap", 1)}}}, Complete{Payment: card("ok")})
		create.Language = language
		done, err := b.Do(t.Context(), create)
		if err != nil {
			t.Fatal(err)
		}
		if done.Result.Checkout.Order == nil {
			t.Fatalf("%s: %+v", language, done.Result.Messages)
		}
		o, err := b.store.Order(t.Context(), done.Result.Checkout.Order.ID)
		if err != nil || !strings.HasPrefix(o.Label, want) {
			t.Errorf("%s: %q, %v, want %q", language, o.Label, err, want)
		}
	}
}

func TestOrderIsWhatWasBought(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t, platform.CapFulfillment, platform.CapTax)
	b.must(Create{Input: Input{
		Lines: []LineInput{line("polo", 2), line("cap", 1)}, Attribution: map[string]string{"campaign": "x"},
		Buyer:       &BuyerInput{FullName: ptr("Ana de Souza"), Email: ptr("ana@example.com"), Phone: ptr("+5511999990000")},
		Fulfillment: method(MethodInput{Type: Shipping, Destinations: []AddressInput{saoPaulo()}, Groups: choose("express")}),
	}})
	r := b.must(Complete{Payment: card("ok")})
	got, err := b.store.Order(t.Context(), r.Checkout.Order.ID)
	if err != nil {
		t.Fatal(err)
	}
	c := r.Checkout
	want := &order.Order{
		ID: c.Order.ID, Checkout: c.ID, Owner: alice.Owner(), Version: 1, Session: c.Session, Language: "pt-BR", UpdatedAt: start,
		FreightKept: 1000, Payment: order.Payment{Handler: "gpay", Kind: "token", Attempt: got.Payment.Attempt, Amount: 14980},
		Buyer: order.Buyer{Name: "Ana de Souza", Email: "ana@example.com", Phone: "+5511999990000"},
		Label: "Pedido " + string(c.Order.ID[len(c.Order.ID)-8:]), Key: c.Order.Key, CreatedAt: start, Currency: "BRL", Totals: c.Totals,
		Seller: b.Policy.Seller, Attribution: map[string]string{"campaign": "x"},
		Lines: []order.Line{
			{ID: "line_1", Variant: "polo", Title: "The polo", Price: 5990, Original: 2, Total: 2, NCM: "61051000", Taxes: c.Lines[0].Taxes, Totals: c.Lines[0].Totals, Kept: 11980},
			{ID: "line_2", Variant: "cap", Title: "The cap", Price: 2000, Original: 1, Total: 1, Totals: c.Lines[1].Totals, Kept: 2000},
		},
		Promises: []order.Expectation{{
			ID: "exp_1", Lines: []order.LineQuantity{{Line: "line_1", Quantity: 2}, {Line: "line_2", Quantity: 1}}, Method: "shipping", Description: "3 dias",
			Destination: brazil.Address{Street: "Avenida Paulista, 1000", Locality: "São Paulo", Region: "SP", PostalCode: "01310100", Country: "BR"},
		}},
	}
	if !equal(got, want) {
		t.Errorf("order\n got %+v\nwant %+v", got, want)
	}
	if got.Payment.Attempt == "" {
		t.Error("the order does not say which payment paid it")
	}
	wantLevel(t, b.shop, "polo", 98, 0)
	wantLevel(t, b.shop, "cap", 99, 0)
	b = newShop().chat(t)
	b.must(Create{Input: lines(line("cap", 1))})
	got, _ = b.store.Order(t.Context(), b.must(Complete{Payment: card("ok")}).Checkout.Order.ID)
	if p := got.Promises[0]; p.Method != "pickup" || p.Destination != *b.Policy.Counter || p.Description != "Retirada na loja" {
		t.Errorf("pickup promised as %+v", p)
	}
}

func TestJobsOfTheGone(t *testing.T) {
	t.Parallel()
	s := newShop()
	for _, kind := range []job.Kind{job.ExpireCheckout, job.FinishAuthorization, job.FinishCharge, job.WatchCharge, job.RemoveCharge, job.Refund} {
		if again, err := s.RunJob(t.Context(), job.Job{Kind: kind, Ref: "gone"}); err != nil || !again.IsZero() {
			t.Errorf("%s: %v, %v", kind, again, err)
		}
	}
	if _, err := s.RunJob(t.Context(), job.Job{Kind: "nonsense"}); err == nil {
		t.Error("an unknown job is done")
	}
	if err := s.SettleCharge(t.Context(), "gone"); !errors.Is(err, ErrNotFound) {
		t.Errorf("settle: %v", err)
	}
}

func TestWatchCharge(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	watch := job.Job{Kind: job.WatchCharge, Ref: string(ch.TXID)}
	for _, tt := range []struct{ age, pause time.Duration }{
		{0, 5 * time.Second}, {5 * time.Second, 5 * time.Second}, {10 * time.Second, 10 * time.Second}, {20 * time.Second, 20 * time.Second},
		{40 * time.Second, 40 * time.Second}, {80 * time.Second, time.Minute}, {20 * time.Minute, time.Minute},
		{31*time.Minute + 30*time.Second, 30*time.Second + time.Millisecond}, {32 * time.Minute, time.Millisecond},
	} {
		b.clock.Advance(start.Add(tt.age).Sub(b.clock.Now()))
		again, err := b.RunJob(t.Context(), watch)
		if err != nil || !again.Equal(b.clock.Now().Add(tt.pause)) {
			t.Errorf("at %s: again in %s, %v; want %s", tt.age, again.Sub(b.clock.Now()), err, tt.pause)
		}
	}
	b.bank.failNext("status", before)
	b.clock.Advance(time.Second)
	if _, err := b.RunJob(t.Context(), watch); err == nil {
		t.Error("the provider was down")
	}
	wantCharges(t, b.read(t, b.do().Checkout.ID), payment.ChargeExpired) // the read, not the job, gave it up
	if again, err := b.RunJob(t.Context(), watch); err != nil || !again.IsZero() {
		t.Errorf("nothing to watch: %v, %v", again, err)
	}
}

func TestRemoveChargeJob(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r, ch := open(t, b)
	b.must(Cancel{})
	remove := job.Job{Kind: job.RemoveCharge, Ref: string(ch.TXID)}
	b.bank.failNext("remove", before)
	if _, err := b.RunJob(t.Context(), remove); err == nil {
		t.Error("the provider was down")
	}
	b.bank.pay(ch.TXID, "E1", 10000, start) // paid before it could be removed
	if _, err := b.RunJob(t.Context(), remove); err != nil {
		t.Fatal(err)
	}
	b.runJobs(t)
	wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
}

func TestFinishChargeJob(t *testing.T) {
	t.Parallel()
	// dead makes a shop whose message died before the provider answered.
	dead := func(t *testing.T) (*buyer, ids.TXID, job.Job) {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		b.store.beforeCommit = func(w Write) {
			if w.Checkout != nil && w.Checkout.Call == nil {
				panic("crash")
			}
		}
		func() {
			defer func() { _ = recover() }()
			b.do(StartPayment{})
		}()
		b.store.beforeCommit = nil
		for txid := range b.store.charges {
			return b, txid, job.Job{Kind: job.FinishCharge, Ref: string(txid)}
		}
		t.Fatal("no charge was decided on")
		return nil, "", job.Job{}
	}
	t.Run("finishes", func(t *testing.T) {
		b, txid, j := dead(t)
		b.bank.failNext("charge", before)
		if _, err := b.RunJob(t.Context(), j); err == nil {
			t.Error("the provider was down: the job has to come again")
		}
		wantCharges(t, b.do().Checkout, payment.ChargeCreating)
		if _, err := b.RunJob(t.Context(), j); err != nil {
			t.Fatal(err)
		}
		r := b.do()
		if ch := r.Checkout.Charge(); ch.TXID != txid || ch.CopyPaste != copyPaste(txid) || len(b.bank.charges) != 1 {
			t.Errorf("charge %+v", ch)
		}
		calls := b.bank.count("charge")
		if _, err := b.RunJob(t.Context(), j); err != nil || b.bank.count("charge") != calls {
			t.Errorf("finished twice: %v", err)
		}
	})
	t.Run("removes what was given up", func(t *testing.T) {
		b, txid, j := dead(t)
		c := b.must(Cancel{}).Checkout
		b.runJobs(t) // nothing is there yet
		again, err := b.RunJob(t.Context(), j)
		if want := c.Charges[0].CreatedAt.Add(callLease); err != nil || !again.Equal(want) {
			t.Fatalf("again at %v, want %v: %v", again, want, err)
		}
		b.clock.Advance(callLease)
		h, _ := c.Handler("pix_1")
		if _, err := b.bank.Charge(t.Context(), h, payment.ChargeRequest{TXID: txid, Amount: 10000, ExpiresAt: c.Charges[0].ExpiresAt}); err != nil {
			t.Fatal(err) // which the dead message's call was
		}
		b.bank.failNext("remove", before)
		if _, err := b.RunJob(t.Context(), j); err == nil {
			t.Error("the provider was down: the job has to come again")
		}
		if again, err := b.RunJob(t.Context(), j); err != nil || !again.IsZero() || !b.bank.charge(txid).removed {
			t.Errorf("removed %v, again at %v: %v", b.bank.charge(txid).removed, again, err)
		}
	})
	t.Run("gives up", func(t *testing.T) {
		b, _, j := dead(t)
		j.Attempts = finishTries
		b.bank.failNext("charge", before)
		_, err := b.RunJob(t.Context(), j)
		if gaveUp := (*GaveUp)(nil); !errors.As(err, &gaveUp) || string(gaveUp.TXID) != j.Ref {
			t.Fatalf("error %v", err)
		}
		r := b.do()
		wantStatus(t, r, ReadyForComplete)
		wantSaid(t, r.Messages, "processor_unavailable $.payment.instruments") // it waited for an answer
		wantCharges(t, r.Checkout, payment.ChargeFailed)
		wantLevel(t, b.shop, "jeans", 12, 0)
	})
	t.Run("not wanted any more", func(t *testing.T) {
		b, txid, j := dead(t)
		b.must(Cancel{})
		if _, err := b.RunJob(t.Context(), j); err != nil || b.bank.count("charge") > 1 {
			t.Errorf("asked for a charge of a canceled checkout: %v", err)
		}
		b.runJobs(t)
		if ch := b.bank.charge(txid); ch.request.TXID != "" && !ch.removed {
			t.Error("left at the provider")
		}
	})
}

// TestSupersededInFlight: a charge that was superseded while the provider was asked is
// not left behind.
func TestSupersededInFlight(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r := b.must(Create{Input: lines(line("jeans", 2))})
	b.bank.during["charge"] = func() {
		other := *b
		other.must(SetQuantity{Item: "jeans", Quantity: 3})
		b.runJobs(t) // its removal finds nothing there yet
	}
	b.must(StartPayment{})
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	c := b.read(t, r.Checkout.ID)
	wantCharges(t, c, payment.ChargeSuperseded, payment.ChargeOpen)
	if !b.bank.charge(c.Charges[0].TXID).removed || b.bank.charge(c.Charges[1].TXID).removed {
		t.Error("the superseded charge can still be paid")
	}
	wantLevel(t, b.shop, "jeans", 12, 3)
}

// A provider that does not withdraw a charge is asked again until nobody can pay it any more. What
// came for it goes back all the same.
func TestRemovalRefused(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	b.must(Cancel{})
	b.bank.pay(ch.TXID, "E1", ch.Amount, start.Add(time.Second))
	b.bank.failNext("remove", refusedCall, refusedCall)
	remove := job.Job{Kind: job.RemoveCharge, Ref: string(ch.TXID)}
	if again, err := b.RunJob(t.Context(), remove); !errors.Is(err, ErrRefused) || !again.IsZero() {
		t.Errorf("it can still be paid: %v, again at %v", err, again)
	}
	if got := b.read(t, b.do().Checkout.ID).Receipts; len(got) != 1 || got[0].Refund != payment.RefundQueued {
		t.Errorf("receipts %+v", got)
	}
	b.clock.Advance(ch.ExpiresAt.Add(b.Policy.ChargeGrace).Sub(start) + 1)
	if again, err := b.RunJob(t.Context(), remove); err != nil || !again.IsZero() {
		t.Errorf("nobody can pay it: %v, again at %v", err, again)
	}
}
