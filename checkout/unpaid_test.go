package checkout

import (
	"testing"
	"time"

	"balcao/payment"
)

// TestFailedPaymentsLeaveTheMandateGood: whatever a completion comes to short of an order or a
// challenge, revision, nonce and seals stay, and what the buyer has signed is good for the next.
func TestFailedPaymentsLeaveTheMandateGood(t *testing.T) {
	t.Parallel()
	withPix, withCard := lines(line("jeans", 1)), lines(line("jeans", 1))
	withPix.Payment = pix()
	withCard.Payment = &PaymentInput{Instruments: []InstrumentInput{{ID: "card-1", Handler: "gpay", Type: "card"}}}
	byCard := func(token string) Complete { return Complete{Payment: card(token)} }
	expire := func(b *buyer) {
		b.clock.Advance(33 * time.Minute)
		b.runJobs(b.t)
	}
	for chosen, in := range map[string]Input{"nothing": lines(line("jeans", 1)), "pix": withPix, "card": withCard} {
		for _, tt := range []struct {
			name     string
			arrange  func(*buyer)
			complete Complete
			then     func(*buyer)
		}{
			{name: "declined", complete: byCard("fail_token")},
			{name: "refused by the processor", arrange: func(b *buyer) { b.bank.failNext("authorize", refusedCall) }, complete: byCard("ok")},
			{name: "declined later", complete: byCard("timeout_token"), then: func(b *buyer) {
				b.bank.resolve(payment.Declined)
				b.clock.Advance(time.Minute)
				b.runJobs(b.t)
			}},
			{name: "no charge", arrange: func(b *buyer) { b.bank.failNext("charge", before) }, complete: payByPix()},
			{name: "no answer for the charge", arrange: func(b *buyer) { b.bank.failNext("charge", after) }, complete: payByPix()},
			{name: "charge expired, by the job", complete: payByPix(), then: expire},
			{name: "wrong amount", complete: payByPix(), then: func(b *buyer) {
				txid := b.do().Checkout.Charge().TXID
				b.bank.pay(txid, "E-wrong", 1, b.clock.Now())
				if err := b.SettleCharge(b.t.Context(), txid); err != nil {
					b.t.Fatal(err)
				}
				b.runJobs(b.t)
			}},
			{name: "taken back by the provider", complete: payByPix(), then: func(b *buyer) {
				txid := b.do().Checkout.Charge().TXID
				b.bank.charges[txid].removed = true
				if err := b.SettleCharge(b.t.Context(), txid); err != nil {
					b.t.Fatal(err)
				}
			}},
			{name: "wrong handler", complete: Complete{Payment: PaymentInput{Instruments: []InstrumentInput{{Handler: "cash"}}}}},
			{name: "no mandate", complete: payByPix(), arrange: func(b *buyer) { b.mandates().failNext("checkout", refusedMandate(CodeMandateInvalid)) }},
		} {
			t.Run(chosen+" chosen/"+tt.name, func(t *testing.T) {
				t.Parallel()
				b := newShop().mandated(t)
				first, r := b.ask(Create{Input: in})
				was := b.read(t, r.Checkout.ID)
				mandate := "good:" + first.Hash
				if tt.arrange != nil {
					tt.arrange(b)
				}
				_, during := b.ask(by(mandate, tt.complete))
				if during.Checkout.Revision != was.Revision || during.Checkout.Nonce != was.Nonce {
					t.Errorf("during: revision %d, nonce %q; was %d, %q", during.Checkout.Revision, during.Checkout.Nonce, was.Revision, was.Nonce)
				}
				if tt.then != nil {
					tt.then(b)
				}
				_, after := b.ask()
				wantStatus(t, after, ReadyForComplete)
				now := after.Checkout
				if now.Revision != was.Revision || now.Nonce != was.Nonce || b.kept(was.ID)[0].Hash != first.Hash {
					t.Errorf("revision %d, nonce %q; was %d, %q", now.Revision, now.Nonce, was.Revision, was.Nonce)
				}
				if shown := instrumentShown(after); !equal(shown, instrumentShown(r)) {
					t.Errorf("shows instrument %+v, before it %+v", shown, instrumentShown(r))
				}
				_, paid := b.ask(by(mandate, byCard("ok")))
				wantStatus(t, paid, Completed)
				b.runJobs(t)
				b.audit(t)
			})
		}
	}
}

// TestChallengeIsNoChangeOfTerms: the buyer must come to the shop's page, which the answer says.
// What was agreed stands, so the mandate pays when the buyer has proved identity.
func TestChallengeIsNoChangeOfTerms(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	b.ask(Create{Input: lines(line("jeans", 1))})
	mandate := b.good()
	shown, r := b.ask(by(mandate, Complete{Payment: card("3ds_token")}))
	wantStatus(t, r, RequiresEscalation)
	wantStored(t, b, shown, r.Checkout.ID)
	if len(b.proofs(t)) != 0 {
		t.Error("the mandate is used up")
	}
	b.bank.prove(payment.Declined)
	if err := b.Returned(t.Context(), r.Checkout.ID, r.Checkout.Key); err != nil {
		t.Fatal(err)
	}
	shown, r = b.ask(by(mandate, Complete{Payment: card("3ds_token")}))
	wantStatus(t, r, RequiresEscalation)
	wantStored(t, b, shown, r.Checkout.ID)
	if r := b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}}); r.Checkout.Mandate != nil {
		t.Error("a mandate for other terms is kept")
	}
}
