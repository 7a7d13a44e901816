package checkout

import (
	"strings"
	"testing"
	"time"

	"balcao/job"
	"balcao/payment"
)

// secretToken is a credential that must not be found anywhere.
const secretToken = "tok-4f1b-never-stored"

func TestTokenApproved(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	in := Complete{Payment: PaymentInput{Instruments: []InstrumentInput{{ID: "card-1", Handler: "gpay", Type: "card", Token: secretToken}}}}
	r := b.must(in)
	wantStatus(t, r, Completed)
	wantSaid(t, r.Messages)
	if i := r.Checkout.Instrument; i == nil || i.ID != "card-1" || i.Handler != "gpay" || i.Type != "card" {
		t.Errorf("instrument %+v", i)
	}
	if r.Checkout.Order == nil || b.orders() != 1 || b.bank.captured() != 1 {
		t.Errorf("%d orders, %d payments", b.orders(), b.bank.captured())
	}
	wantLevel(t, b.shop, "jeans", 10, 0)
	b.clock.Advance(time.Hour)
	b.runJobs(t)
	if again := b.must(in); *again.Checkout.Order != *r.Checkout.Order || b.bank.captured() != 1 {
		t.Error("completed twice")
	}
}

func TestTokenDeclined(t *testing.T) {
	t.Parallel()
	for name, arrange := range map[string]func(*buyer) string{
		"declined": func(*buyer) string { return "fail_token" },
		"refused":  func(b *buyer) string { b.bank.failNext("authorize", refusedCall); return "ok" },
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop().chat(t)
			was := b.must(Create{Input: lines(line("jeans", 2))})
			r := b.do(Complete{Payment: card(arrange(b))})
			wantStatus(t, r, ReadyForComplete)
			wantSaid(t, r.Messages, "payment_failed $.payment.instruments")
			if m := r.Messages[0]; m.Severity != Recoverable {
				t.Errorf("severity %s", m.Severity)
			}
			if r.Checkout.Revision != was.Checkout.Revision || r.Checkout.Instrument != nil || r.Checkout.Attempt != nil {
				t.Errorf("revision %d -> %d, instrument %v", was.Checkout.Revision, r.Checkout.Revision, r.Checkout.Instrument)
			}
			wantLevel(t, b.shop, "jeans", 12, 0)
			wantSaid(t, b.do().Messages) // told once
			wantStatus(t, b.must(Complete{Payment: card("ok")}), Completed)
			wantLevel(t, b.shop, "jeans", 10, 0)
		})
	}
}

func TestTokenChallenged(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	r := b.must(Complete{Payment: card("3ds_token")})
	wantStatus(t, r, RequiresEscalation)
	wantSaid(t, r.Messages, "requires_3ds $.payment")
	if m := r.Messages[0]; m.Severity != RequiresBuyerInput {
		t.Errorf("severity %s", m.Severity)
	}
	wantLevel(t, b.shop, "jeans", 12, 2)
	wantStatus(t, b.do(), RequiresEscalation) // it holds
	if r = b.do(Complete{Payment: card("ok")}); r.Outcomes[0].Applied || b.bank.captured() != 0 {
		t.Error("completed while the buyer has to come to the shop")
	}
	wantStatus(t, b.must(SetBuyer{Buyer: BuyerInput{FirstName: ptr("Ana")}}), ReadyForComplete)
	wantLevel(t, b.shop, "jeans", 12, 0)
}

// TestTokenUnknown: the processor gave no answer; a job finds out.
func TestTokenUnknown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		arrange func(*fakeBank)
		token   string
		verdict payment.Verdict
		status  Status
		said    []string
		left    int64
		held    int64
	}{
		{"approved later", func(*fakeBank) {}, "timeout_token", payment.Approved, Completed, nil, 10, 0},
		{"declined later", func(*fakeBank) {}, "timeout_token", payment.Declined, ReadyForComplete, []string{"payment_failed $.payment.instruments"}, 12, 0},
		{"challenged later", func(*fakeBank) {}, "timeout_token", payment.Challenge, RequiresEscalation, []string{"requires_3ds $.payment"}, 12, 2},
		{"answer lost", func(b *fakeBank) { b.failNext("authorize", after) }, "ok", "", Completed, nil, 10, 0},
		{"never arrived", func(b *fakeBank) { b.failNext("authorize", before) }, "ok", "", ReadyForComplete, []string{"payment_failed $.payment.instruments"}, 12, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			was := b.must(Create{Input: lines(line("jeans", 2))})
			tt.arrange(b.bank)
			r := b.must(Complete{Payment: card(tt.token)})
			wantStatus(t, r, CompleteInProgress)
			wantSaid(t, r.Messages, "i:awaiting_payment $.status")
			if r.Checkout.Revision != was.Checkout.Revision || r.Checkout.Order != nil {
				t.Error("an attempt is no change of terms")
			}
			wantLevel(t, b.shop, "jeans", 12, 2)
			b.bank.failNext("verdict", before) // the first time it is asked it is down
			b.clock.Advance(time.Minute)
			b.runJobs(t)
			wantStatus(t, b.do(), CompleteInProgress)
			b.bank.resolve(tt.verdict)
			b.clock.Advance(time.Minute)
			b.runJobs(t)
			r = b.do()
			wantStatus(t, r, tt.status)
			wantSaid(t, r.Messages, tt.said...)
			wantLevel(t, b.shop, "jeans", tt.left, tt.held)
			if tt.status == ReadyForComplete {
				if r.Checkout.Revision != was.Checkout.Revision {
					t.Error("a decline is no change of terms")
				}
				wantSaid(t, b.do().Messages, tt.said...) // it stays until a command succeeds
				wantSaid(t, b.do(Add{Item: "nix", Quantity: 1}).Messages, append([]string{"item_unavailable $.line_items"}, tt.said...)...)
				wantSaid(t, b.must(Add{Item: "cap", Quantity: 1}).Messages)
			}
		})
	}
}

// A processor that does not know yet is asked ever less often.
func TestTokenStaysUnknown(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	id := b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID
	b.must(Complete{Payment: card("timeout_token")})
	b.clock.Advance(callLease)
	for age := callLease; age < 5*maxLook; {
		again, err := b.RunJob(t.Context(), job.Job{Kind: job.FinishAuthorization, Ref: string(id)})
		pause := again.Sub(b.clock.Now())
		if err != nil || pause != min(age, maxLook) {
			t.Fatalf("%v old, again after %v, %v", age, pause, err)
		}
		b.clock.Advance(pause)
		age += pause
	}
}

func TestTokenNeedsAMandate(t *testing.T) {
	t.Parallel()
	b := newShop(mandatesOnly).chat(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	r := b.must(Complete{Payment: card("ok")})
	wantStatus(t, r, RequiresEscalation)
	wantSaid(t, r.Messages, "buyer_review_required $.payment")
	if r.Messages[0].Severity != RequiresBuyerReview || b.bank.count("authorize") != 0 {
		t.Errorf("severity %s, %d calls", r.Messages[0].Severity, b.bank.count("authorize"))
	}
}

// TestTokenWithdrawsTheCharge: or the buyer might pay twice.
func TestTokenWithdrawsTheCharge(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	r := b.must(Complete{Payment: card("timeout_token")})
	wantStatus(t, r, CompleteInProgress)
	wantCharges(t, r.Checkout, payment.ChargeSuperseded)
	b.bank.pay(ch.TXID, "E1", 10000, start)
	b.runJobs(t)
	wantStatus(t, b.do(), CompleteInProgress)
	wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
	b.bank.resolve(payment.Approved)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	wantStatus(t, b.do(), Completed)
	wantLevel(t, b.shop, "jeans", 10, 0)
}

// TestLatePixDuringToken: money for an expired charge does not place an order beside a
// token payment that may have been taken.
func TestLatePixDuringToken(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r, ch := open(t, b)
	b.clock.Advance(31 * time.Minute)
	b.do() // gives the charge up
	b.must(Complete{Payment: card("timeout_token")})
	b.bank.pay(ch.TXID, "E1", 10000, start)
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, b.do(), CompleteInProgress)
	b.bank.resolve(payment.Approved)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	wantStatus(t, b.do(), Completed)
	wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
}

// TestTokenIsNeverStored searches all that is kept, in every way a payment can end and
// at the moment it is under way.
func TestTokenIsNeverStored(t *testing.T) {
	t.Parallel()
	for _, script := range [][]failure{nil, {before}, {after}, {refusedCall}} {
		b := newShop().chat(t)
		search := func(when string) {
			if strings.Contains(b.store.everything(), secretToken) {
				t.Errorf("script %v: the token is stored %s", script, when)
			}
		}
		b.bank.failNext("authorize", script...)
		b.bank.during["authorize"] = func() { search("while the processor is asked") }
		b.must(Create{Input: lines(line("jeans", 1))})
		if _, err := b.keyed("pay", Complete{Payment: card(secretToken)}); err != nil {
			t.Fatal(err)
		}
		search("after the answer")
		b.clock.Advance(time.Minute)
		b.runJobs(t)
		search("after the jobs")
	}
}

func TestInstruments(t *testing.T) {
	t.Parallel()
	yes, no := ptr(true), ptr(false)
	for _, tt := range []struct {
		name string
		in   []InstrumentInput
		want Status
		said []string
	}{
		{"none", nil, ReadyForComplete, []string{"payment_required $.payment"}},
		{"one not selected", []InstrumentInput{{Handler: "gpay", Type: "card", Token: "ok", Selected: no}}, Completed, nil},
		{"no type", []InstrumentInput{{Handler: "gpay", Token: "ok"}}, Completed, nil},
		{"two, one selected", []InstrumentInput{{Handler: "pix_1", Type: "pix", Selected: no}, {Handler: "gpay", Type: "card", Token: "ok", Selected: yes}}, Completed, nil},
		{"two, none selected", []InstrumentInput{{Handler: "pix_1", Type: "pix"}, {Handler: "gpay", Type: "card", Token: "ok"}}, ReadyForComplete, []string{"payment_failed $.payment.instruments"}},
		{"two selected", []InstrumentInput{{Handler: "pix_1", Type: "pix", Selected: yes}, {Handler: "gpay", Type: "card", Token: "ok", Selected: yes}}, ReadyForComplete, []string{"payment_failed $.payment.instruments"}},
		{"unknown handler", []InstrumentInput{{Handler: "cash", Type: "card", Token: "ok"}}, ReadyForComplete, []string{"payment_failed $.payment.instruments[0].handler_id"}},
		{"wrong type", []InstrumentInput{{Handler: "gpay", Type: "pix", Token: "ok"}}, ReadyForComplete, []string{"payment_failed $.payment.instruments[0].type"}},
		{"no token", []InstrumentInput{{Handler: "gpay", Type: "card"}}, ReadyForComplete, []string{"payment_failed $.payment.instruments[0].credential"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			b.must(Create{Input: lines(line("jeans", 1))})
			r := b.do(Complete{Payment: PaymentInput{Instruments: tt.in}})
			wantStatus(t, r, tt.want)
			wantSaid(t, r.Messages, tt.said...)
		})
	}
	t.Run("none, with a charge open", func(t *testing.T) {
		b := newShop().chat(t)
		_, ch := open(t, b)
		r := b.must(Complete{})
		if r.Status != CompleteInProgress || r.Checkout.Charge().TXID != ch.TXID {
			t.Errorf("%s, charge %+v", r.Status, r.Checkout.Charge())
		}
	})
}

// TestFinishAuthorizationOfTheGone: jobs whose work is done or gone do nothing.
func TestFinishAuthorizationOfTheGone(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	r := b.must(Create{Input: lines(line("jeans", 1))})
	for _, ref := range []string{string(r.Checkout.ID), "chk_gone"} {
		again, err := b.RunJob(t.Context(), job.Job{Kind: job.FinishAuthorization, Ref: ref})
		if err != nil || !again.IsZero() || b.bank.count("verdict") != 0 {
			t.Errorf("%s: again %v, %v", ref, again, err)
		}
	}
}
