package checkout

import (
	"testing"
	"time"

	"balcao/job"
	"balcao/payment"
)

// agreed makes a checkout of two jeans, completed by Pix with a mandate, which waits for its money.
func agreed(t testing.TB, b *buyer) (mandate string, was *Checkout, ch payment.Charge) {
	t.Helper()
	was = b.read(t, b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID)
	mandate = b.good()
	r := b.must(by(mandate, payByPix()))
	if wantStatus(t, r, CompleteInProgress); r.Checkout.Charge() == nil {
		t.Fatalf("no charge: %q", said(r.Messages))
	}
	return mandate, was, *r.Checkout.Charge()
}

// settle has the counter hear of a payment.
func (b *buyer) settle(ch payment.Charge, e2e string, at time.Time) {
	b.t.Helper()
	b.bank.pay(ch.TXID, e2e, ch.Amount, at)
	if err := b.SettleCharge(b.t.Context(), ch.TXID); err != nil {
		b.t.Fatal(err)
	}
	b.runJobs(b.t)
}

// wantProof checks that the order of a checkout has its evidence, and no other order has.
func wantProof(t testing.TB, b *buyer, mandate string) {
	t.Helper()
	_, r := b.ask()
	if wantStatus(t, r, Completed); r.Checkout.Order == nil {
		t.Fatal("no order")
	}
	ev := b.proof(t, r.Checkout.Order.ID)
	if ev.Mandate != mandate || ev.Checkout != r.Checkout.ID || ev.Receipt == "" || r.MandateReceipt != ev.Receipt || len(b.proofs(t)) != 1 || b.orders() != 1 {
		t.Errorf("evidence %+v, receipt %q, of %d orders", ev, r.MandateReceipt, b.orders())
	}
	if c := b.read(t, r.Checkout.ID); c.Mandate != nil || c.MandateReceipt != ev.Receipt {
		t.Errorf("the checkout keeps mandate %v, receipt %q", c.Mandate, c.MandateReceipt)
	}
}

// TestNoChargeBeforeTheMandate: money never runs ahead of what the buyer has agreed to.
func TestNoChargeBeforeTheMandate(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	in := lines(line("jeans", 2))
	in.Payment = pix()
	b.must(Create{Input: in})
	none := func(r Result) {
		t.Helper()
		wantStatus(t, r, ReadyForComplete)
		if len(r.Checkout.Charges) != 0 || r.ChargeVisible || b.bank.count("charge") != 0 {
			t.Errorf("charges %+v", r.Checkout.Charges)
		}
		if _, ok := b.store.job(job.FinishCharge, ""); ok || len(r.Checkout.Holds) != 0 {
			t.Error("something is owed or held")
		}
		wantLevel(t, b.shop, "jeans", 12, 0)
	}
	none(b.do())
	for _, handler := range []StartPayment{{}, {Handler: "pix_1", Instrument: "mine"}} {
		was := b.read(t, b.do().Checkout.ID)
		r := b.do(handler)
		wantNo(t, r, CodeMandateRequired)
		none(r)
		wantUntouched(t, b, was)
	}
	none(b.must(Update{Input: in}))
	none(b.must(StartPayment{Handler: "gpay"})) // a card may be chosen
	none(b.must(Update{Input: in}))
	none(b.do(payByPix()))
	none(b.do(Complete{}))
	none(b.do(by("bad:mandate_expired", payByPix())))
	mandate := b.good()
	r := b.must(by(mandate, Complete{})) // by the Pix that was chosen
	wantStatus(t, r, CompleteInProgress)
	wantCharges(t, r.Checkout, payment.ChargeOpen)
	if !r.ChargeVisible || b.bank.count("charge") != 1 || len(b.proofs(t)) != 0 || r.MandateReceipt != "" {
		t.Errorf("visible %v, %d calls, receipt %q", r.ChargeVisible, b.bank.count("charge"), r.MandateReceipt)
	}
	wantLevel(t, b.shop, "jeans", 12, 2)
	b.settle(*r.Checkout.Charge(), "E1", start)
	wantProof(t, b, mandate)
	wantLevel(t, b.shop, "jeans", 10, 0)
	b.audit(t)
}

// TestMandatedChargeExpires: the attempt ends, the terms and what was signed of them stay.
func TestMandatedChargeExpires(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"job", "provider"} {
		b := newShop().mandated(t)
		mandate, was, first := agreed(t, b)
		b.clock.Advance(33 * time.Minute)
		if how == "job" {
			b.bank.failNext("status", before, before, before)
			for range 3 {
				b.runJobs(t)
				b.clock.Advance(time.Minute)
			}
			b.runJobs(t)
		} else if err := b.tell(t.Context(), was.ID, ExpireCharge{TXID: first.TXID}); err != nil {
			t.Fatal(err)
		}
		r := b.do()
		wantStatus(t, r, ReadyForComplete)
		wantSaid(t, r.Messages, "payment_expired $.payment.instruments")
		if r.Checkout.Revision != was.Revision || r.Checkout.Nonce != was.Nonce {
			t.Errorf("revision %d, nonce %q; was %d %q", r.Checkout.Revision, r.Checkout.Nonce, was.Revision, was.Nonce)
		}
		wantLevel(t, b.shop, "jeans", 12, 0)
		r = b.must(by(mandate, payByPix()))
		wantStatus(t, r, CompleteInProgress)
		wantCharges(t, r.Checkout, payment.ChargeExpired, payment.ChargeOpen)
		b.bank.pay(first.TXID, "E-late", first.Amount, start) // in time for a charge that has been replaced
		if err := b.SettleCharge(t.Context(), first.TXID); err != nil {
			t.Fatal(err)
		}
		wantStatus(t, b.do(), CompleteInProgress)
		b.settle(*r.Checkout.Charge(), "E1", b.clock.Now())
		wantProof(t, b, mandate)
		wantRefund(t, b.shop, was.ID, "E-late", 10000)
		b.audit(t)
	}
}

// TestMandatedPaidInTime: what counts is when it was paid; the mandate that the charge was made
// by is still there when we hear of it, unless the terms have changed.
func TestMandatedPaidInTime(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		meanwhile func(*testing.T, *buyer)
		placed    bool
	}{
		"nothing":           {func(*testing.T, *buyer) {}, true},
		"a read":            {func(_ *testing.T, b *buyer) { b.do() }, true},
		"a refused command": {func(_ *testing.T, b *buyer) { b.do(Add{Item: "nix", Quantity: 1}) }, true},
		"start payment":     {func(_ *testing.T, b *buyer) { b.do(StartPayment{}) }, true},
		"a completion without mandate": {func(t *testing.T, b *buyer) {
			wantSaid(t, b.do(payByPix()).Messages[:1], "mandate_required $.ap2.checkout_mandate")
		}, true},
		"a refused mandate":  {func(_ *testing.T, b *buyer) { b.do(by("bad:mandate_expired", payByPix())) }, true},
		"other terms":        {func(_ *testing.T, b *buyer) { b.must(SetQuantity{Item: "jeans", Quantity: 1}) }, false},
		"cancel":             {func(_ *testing.T, b *buyer) { b.must(Cancel{}) }, false},
		"the goods are gone": {func(_ *testing.T, b *buyer) { b.store.stock["jeans"] = level{OnHand: 1} }, false},
		"another try":        {func(_ *testing.T, b *buyer) { b.must(by(b.good(), payByPix())) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t)
			mandate, was, ch := agreed(t, b)
			b.clock.Advance(33 * time.Minute)
			if err := b.tell(t.Context(), was.ID, ExpireCharge{TXID: ch.TXID}); err != nil {
				t.Fatal(err)
			}
			tt.meanwhile(t, b)
			b.settle(ch, "E1", start.Add(29*time.Minute))
			if tt.placed {
				wantProof(t, b, mandate)
				wantLevel(t, b.shop, "jeans", 10, 0)
				return
			}
			wantRefund(t, b.shop, was.ID, "E1", 10000)
			if len(b.proofs(t)) != 0 || b.orders() != 0 {
				t.Error("an order for money that was given back")
			}
		})
	}
}

// TestMandatedPaidLateIsByPix: what had been chosen before does not take the place of what was
// paid with, even under one id.
func TestMandatedPaidLateIsByPix(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	in := lines(line("jeans", 2))
	in.Payment = &PaymentInput{Instruments: []InstrumentInput{{ID: "mine", Handler: "gpay", Type: "card"}}}
	id := b.must(Create{Input: in}).Checkout.ID
	mandate := b.good()
	complete := by(mandate, payByPix())
	complete.Payment.Instruments[0].ID = "mine"
	ch := *b.must(complete).Checkout.Charge()
	b.clock.Advance(33 * time.Minute)
	if err := b.tell(t.Context(), id, ExpireCharge{TXID: ch.TXID}); err != nil {
		t.Fatal(err)
	}
	if i := b.do().Checkout.Instrument; i == nil || i.Handler != "gpay" {
		t.Errorf("after the attempt %+v", i)
	}
	b.settle(ch, "E1", start)
	wantProof(t, b, mandate)
	if i := b.read(t, id).Instrument; i == nil || i.Handler != "pix_1" || i.ID != "mine" || i.Type != "pix" {
		t.Errorf("paid with %+v", i)
	}
	b.audit(t)
}

func TestMandatedCancelWhileWaiting(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	_, was, ch := agreed(t, b)
	shown, r := b.ask(Cancel{})
	wantStatus(t, r, Canceled)
	wantStored(t, b, shown, was.ID)
	wantLevel(t, b.shop, "jeans", 12, 0)
	if c := b.read(t, was.ID); c.Mandate != nil || c.Attempt != nil {
		t.Error("a canceled checkout keeps the mandate")
	}
	b.settle(ch, "E1", start)
	wantStatus(t, b.do(), Canceled)
	wantRefund(t, b.shop, was.ID, "E1", 10000)
	if len(b.proofs(t)) != 0 || b.do().MandateReceipt != "" {
		t.Error("evidence without an order")
	}
	b.audit(t)
}

// TestNotPaidForWithoutAMandate: if money came for a charge that nobody has agreed to, it would
// go back: not the charge but the mandate makes the purchase.
func TestNotPaidForWithoutAMandate(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	_, was, ch := agreed(t, b)
	c := b.read(t, was.ID)
	c.Mandate = nil
	b.store.checkouts[c.ID] = encode(c)
	b.settle(ch, "E1", start)
	if b.orders() != 0 {
		t.Error("an order without a mandate")
	}
	wantRefund(t, b.shop, was.ID, "E1", 10000)
}

// TestTooManyMandatedCharges: at the limit the attempt ends, and the mandate is good for a card.
func TestTooManyMandatedCharges(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	b.must(StartPayment{Handler: "gpay"})
	mandate := b.good()
	b.bank.failNext("charge", make20(refusedCall)...)
	for range maxCharges {
		wantSaid(t, b.do(by(mandate, payByPix())).Messages, "processor_unavailable $.payment.instruments")
	}
	r := b.do(by(mandate, payByPix()))
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "limit_exceeded $.payment.instruments")
	if i := r.Checkout.Instrument; i == nil || i.Handler != "gpay" || r.Checkout.Attempt != nil {
		t.Errorf("instrument %+v, attempt %+v", i, r.Checkout.Attempt)
	}
	b.must(by(mandate, Complete{Payment: card("ok")}))
	wantProof(t, b, mandate)
}

func make20(f failure) (out []failure) {
	for range maxCharges {
		out = append(out, f)
	}
	return out
}

// TestMandatedPaidLateAfterCard: the payment mandate of a card that was declined is no evidence
// of an order that late money pays.
func TestMandatedPaidLateAfterCard(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	r := b.request(Create{Input: lines(line("jeans", 2))})
	r.Handlers = []payment.Handler{pixHandler, payMandate()}
	done, err := b.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	hash := b.opened(done.Reply).Hash
	ch := *b.must(by("good:"+hash, payByPix())).Checkout.Charge()
	b.clock.Advance(33 * time.Minute)
	if err := b.tell(t.Context(), done.Result.Checkout.ID, ExpireCharge{TXID: ch.TXID}); err != nil {
		t.Fatal(err)
	}
	b.bank.failNext("authorize", refusedCall)
	declined := b.do(by("good:"+hash, Complete{Payment: card("pay:" + hash)}))
	wantSaid(t, declined.Messages, "payment_failed $.payment.instruments")
	if m := b.read(t, done.Result.Checkout.ID).Mandate; m == nil || m.Payment != nil || len(b.mandates().paid) != 1 {
		t.Fatalf("after the decline: %+v", m)
	}
	b.settle(ch, "E1", start)
	wantProof(t, b, "good:"+hash)
	if got := b.proofs(t)[0].Payment; got != nil {
		t.Errorf("paid by Pix, with the payment mandate %+v", got)
	}
	b.audit(t)
}

// TestOrderSaysTheLastWord: of two completions in one message, a refused one before one that is
// not, the receipt is that of the order.
func TestOrderSaysTheLastWord(t *testing.T) {
	t.Parallel()
	b := newShop(mandatesOnly).mandated(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	mandate := b.good()
	shown, r := b.ask(by("bad:mandate_expired", Complete{Payment: card("ok")}), by(mandate, Complete{Payment: card("ok")}))
	wantStatus(t, r, Completed)
	if shown.Receipt != b.proofs(t)[0].Receipt {
		t.Errorf("receipt %q", shown.Receipt)
	}
	wantProof(t, b, mandate)
}
