package checkout

import (
	"errors"
	"testing"
	"time"

	"balcao/job"
	"balcao/order"
	"balcao/payment"
)

// TestEvidence: what was admitted is stored as it was, with the order and its receipt, in the
// transaction that places the order.
func TestEvidence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		complete Complete
		finish   func(*buyer, Result)
	}{
		"card": {Complete{Payment: card("ok")}, func(*buyer, Result) {}},
		"card, by the job": {Complete{Payment: card("timeout_token")}, func(b *buyer, _ Result) {
			b.bank.resolve(payment.Approved)
			b.runJobs(b.t)
		}},
		"pix": {payByPix(), func(b *buyer, r Result) { b.settle(*r.Checkout.Charge(), "E1", b.clock.Now()) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop(mandatesOnly).mandated(t)
			shown, r := b.ask(Create{Input: lines(line("jeans", 2))})
			id := r.Checkout.ID
			mandate := "good:" + shown.Hash
			placed := 0
			b.store.beforeCommit = func(w Write) {
				if (w.Order != nil) != (w.Evidence != nil) {
					t.Error("order and evidence are not of one write")
				}
				if w.Order != nil {
					placed++
				}
			}
			b.clock.Advance(time.Minute)
			_, r = b.ask(by(mandate, tt.complete))
			if r.Status == CompleteInProgress {
				if got := b.read(t, id).Mandate; got == nil || got.Mandate != mandate || got.Order != "" || got.Receipt != "" {
					t.Errorf("the completion under way has %+v", got)
				}
			}
			b.clock.Advance(time.Minute)
			tt.finish(b, r)
			b.clock.Advance(time.Hour)
			b.runJobs(t)
			wantProof(t, b, mandate)
			c := b.read(t, id)
			want := order.Evidence{
				Order: c.Order.ID, Checkout: id, Platform: alice.Profile, AdmittedAt: start.Add(time.Minute), CheckoutHash: shown.Hash,
				Terms: []byte(shown.Shown), Authorization: shown.Authorization, Mandate: mandate, Nonce: shown.Nonce, MerchantID: "balcao-demo",
				Audiences: []string{"https://shop.example"}, IssuerKeys: []byte("[1]"), MerchantKeys: []byte("[2]"), SkewSeconds: 60, Chains: true,
				Receipt: "receipt:" + string(c.Order.ID) + ":" + shown.Hash + ":" + c.CompletedAt.Format(time.RFC3339),
			}
			if got := b.proof(t, c.Order.ID); !equal(got, want) {
				t.Errorf("evidence\n got %+v\nwant %+v", got, want)
			}
			for range 2 {
				if shown, _ := b.ask(); shown.Receipt != want.Receipt {
					t.Errorf("a later read shows receipt %q", shown.Receipt)
				}
			}
			if used, err := b.store.MandateUsed(t.Context(), want.CheckoutHash); !used || err != nil || placed != 1 {
				t.Errorf("used %v (%v), placed %d times", used, err, placed)
			}
			b.audit(t)
		})
	}
}

// TestDeclineUsesNoMandate: it is used up by an order and by nothing else.
func TestDeclineUsesNoMandate(t *testing.T) {
	t.Parallel()
	b := newShop(mandatesOnly).mandated(t)
	b.must(Create{Input: lines(line("jeans", 1))})
	mandate := b.good()
	for range 3 {
		shown, r := b.ask(by(mandate, Complete{Payment: card("fail_token")}))
		wantStatus(t, r, ReadyForComplete)
		wantSaid(t, r.Messages, "payment_failed $.payment.instruments")
		if shown.Receipt != "" || len(b.proofs(t)) != 0 {
			t.Errorf("receipt %q, %d proofs", shown.Receipt, len(b.proofs(t)))
		}
		wantLevel(t, b.shop, "jeans", 12, 0)
	}
	shown, _ := b.ask(StartPayment{Handler: "none"}) // another answer, which may be signed instead
	other := "good:" + shown.Hash
	b.must(by(other, Complete{Payment: card("ok")}))
	wantProof(t, b, other)
}

// TestMandateInsteadOfReview: a shop that takes tokens with a mandate alone hands nobody over who
// brings one.
func TestMandateInsteadOfReview(t *testing.T) {
	t.Parallel()
	for _, option := range []func(*shop){mandatesOnly, func(*shop) {}} {
		b := newShop(option).mandated(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		wantNo(t, b.do(Complete{Payment: card("ok")}), CodeMandateRequired) // and no escalation
		mandate := b.good()
		wantStatus(t, b.must(by(mandate, Complete{Payment: card("ok")})), Completed)
		wantProof(t, b, mandate)
	}
}

// TestReceiptCannotBeSigned: the money is taken, so the order comes, as soon as it can.
func TestReceiptCannotBeSigned(t *testing.T) {
	t.Parallel()
	broken := errors.New("no key")
	for name, tt := range map[string]struct {
		token string
		fails int
	}{"at once": {"ok", 1}, "for a while": {"ok", 4}, "in the job": {"timeout_token", 2}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t)
			b.must(Create{Input: lines(line("jeans", 1))})
			mandate := b.good()
			for range tt.fails {
				b.mandates().failNext("receipt", broken)
			}
			complete := by(mandate, Complete{Payment: card(tt.token)})
			_, err := b.keyed("m1", complete)
			if tt.token == "ok" && !errors.Is(err, broken) {
				t.Errorf("err %v", err)
			}
			b.bank.resolve(payment.Approved)
			for range 8 {
				b.clock.Advance(callLease + time.Second)
				b.runJobs(t)
			}
			wantProof(t, b, mandate)
			b.opened(b.send(t, "m1", complete).Reply)
			if b.bank.captured() != 1 {
				t.Errorf("%d payments", b.bank.captured())
			}
			b.audit(t)
		})
	}
}

// payMandate is the card handler of a shop that wants payment mandates for it.
func payMandate() payment.Handler {
	h := cardHandler
	h.PaymentMandate = true
	return h
}

func TestPaymentMandate(t *testing.T) {
	t.Parallel()
	yes, no := ptr(true), ptr(false)
	// make begins a purchase and returns the hash of its first seal.
	begin := func(t *testing.T, handler payment.Handler, ap2 bool) (*buyer, string) {
		b := newShop().chat(t)
		if ap2 {
			b = newShop().mandated(t)
		}
		r := b.request(Create{Input: lines(line("jeans", 2))})
		r.Handlers = []payment.Handler{pixHandler, handler}
		done, err := b.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if !ap2 {
			return b, ""
		}
		return b, b.opened(done.Reply).Hash
	}
	inst := func(token string, selected *bool) InstrumentInput {
		return InstrumentInput{ID: "card-1", Handler: "gpay", Type: "card", Selected: selected, Token: payment.Secret(token)}
	}
	const refusedCode = "mandate_scope_mismatch $.payment.instruments"
	for name, tt := range map[string]struct {
		in   func(hash string) []InstrumentInput
		want string // what is said; empty if it completes
		at   int    // the instrument that was judged, -1 for none
	}{
		"good":             {func(h string) []InstrumentInput { return []InstrumentInput{inst("pay:"+h, nil)} }, "", 0},
		"opaque":           {func(string) []InstrumentInput { return []InstrumentInput{inst("tok_1", nil)} }, refusedCode + "[0].credential.token", 0},
		"of another":       {func(string) []InstrumentInput { return []InstrumentInput{inst("pay:other", yes)} }, refusedCode + "[0].credential.token", 0},
		"none":             {func(string) []InstrumentInput { return []InstrumentInput{inst("", nil)} }, refusedCode + "[0].credential.token", 0},
		"the second, bad":  {func(h string) []InstrumentInput { return []InstrumentInput{inst("pay:"+h, no), inst("tok_1", yes)} }, refusedCode + "[1].credential.token", 1},
		"the second, good": {func(h string) []InstrumentInput { return []InstrumentInput{inst("tok_1", no), inst("pay:"+h, yes)} }, "", 1},
		"equal but selected": {func(string) []InstrumentInput {
			return []InstrumentInput{inst("tok_1", no), inst("tok_1", no), inst("tok_1", yes)}
		}, refusedCode + "[2].credential.token", 2},
		"none is selected": {func(h string) []InstrumentInput { return []InstrumentInput{inst("pay:"+h, no), inst("pay:"+h, no)} }, "payment_failed $.payment.instruments", -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, hash := begin(t, payMandate(), true)
			was := b.read(t, b.do().Checkout.ID)
			in := tt.in(hash)
			_, r := b.ask(by("good:"+hash, Complete{Payment: PaymentInput{Instruments: in}}))
			if n := len(b.mandates().paid); (tt.at < 0) != (n == 0) || n > 1 {
				t.Fatalf("%d payment mandates were judged", n)
			}
			if tt.at >= 0 {
				want := order.PaymentEvidence{
					Mandate: in[tt.at].Token.Reveal(), Amount: 10000, Currency: "BRL", InstrumentID: "card-1", InstrumentType: "card",
				}
				if got := b.mandates().paid[0]; !equal(got, want) {
					t.Errorf("judged %+v, want %+v", got, want)
				}
			}
			if tt.want != "" {
				wantStatus(t, r, ReadyForComplete)
				wantSaid(t, r.Messages, tt.want)
				wantUntouched(t, b, was)
				if tt.at >= 0 && r.MandateReceipt != "refused:mandate_scope_mismatch" {
					t.Errorf("receipt %q", r.MandateReceipt)
				}
				return
			}
			wantProof(t, b, "good:"+hash)
			want := &order.PaymentEvidence{
				Mandate: "pay:" + hash, Audiences: []string{"https://psp.example"}, Amount: 10000, Currency: "BRL", InstrumentID: "card-1", InstrumentType: "card",
			}
			if got := b.proofs(t)[0].Payment; !equal(got, want) {
				t.Errorf("evidence of the payment %+v, want %+v", got, want)
			}
		})
	}
	t.Run("the checkout mandate comes first", func(t *testing.T) {
		t.Parallel()
		b, _ := begin(t, payMandate(), true)
		wantNo(t, b.do(by("bad:mandate_expired", Complete{Payment: card("tok_1")})), CodeMandateExpired)
		wantNo(t, b.do(Complete{Payment: card("tok_1")}), CodeMandateRequired)
		if len(b.mandates().paid) != 0 {
			t.Error("a payment mandate was judged")
		}
	})
	t.Run("not asked for", func(t *testing.T) {
		t.Parallel()
		for _, tt := range []struct {
			handler payment.Handler
			ap2     bool
			pay     Complete
		}{{cardHandler, true, Complete{Payment: card("tok_1")}}, {payMandate(), true, payByPix()}, {payMandate(), false, Complete{Payment: card("tok_1")}}} {
			b, hash := begin(t, tt.handler, tt.ap2)
			r := b.must(by("good:"+hash, tt.pay))
			if r.Status == CompleteInProgress {
				b.settle(*r.Checkout.Charge(), "E1", start)
			}
			if len(b.mandates().paid) != 0 {
				t.Error("a payment mandate was judged")
			}
			if wantStatus(t, b.do(), Completed); !tt.ap2 {
				continue
			}
			if wantProof(t, b, "good:"+hash); b.proofs(t)[0].Payment != nil {
				t.Error("evidence of a payment mandate")
			}
		}
	})
	t.Run("cannot be judged", func(t *testing.T) {
		t.Parallel()
		b, hash := begin(t, payMandate(), true)
		was := b.read(t, b.do().Checkout.ID)
		b.mandates().failNext("payment", errNoProfile)
		complete := by("good:"+hash, Complete{Payment: card("pay:" + hash)})
		if _, err := b.keyed("m1", complete); !errors.Is(err, errNoProfile) {
			t.Errorf("err %v", err)
		}
		wantUntouched(t, b, was)
		wantStatus(t, b.send(t, "m1", complete).Result, Completed)
	})
}

// TestTokenBesideAChosenPix: the card is charged, and no Pix charge is made.
func TestTokenBesideAChosenPix(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	in := lines(line("jeans", 1))
	in.Payment = pix()
	b.must(Create{Input: in})
	mandate := b.good()
	r := b.must(by(mandate, Complete{Payment: card("timeout_token")}))
	wantStatus(t, r, CompleteInProgress)
	if b.bank.count("charge") != 0 || b.bank.count("authorize") != 1 || len(r.Checkout.Charges) != 0 {
		t.Errorf("%d charges, %d authorisations", b.bank.count("charge"), b.bank.count("authorize"))
	}
	if _, ok := b.store.job(job.FinishAuthorization, string(r.Checkout.ID)); !ok {
		t.Error("nobody finds out how it ends")
	}
	b.bank.resolve(payment.Approved)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	wantProof(t, b, mandate)
	if i := b.do().Checkout.Instrument; i == nil || i.Handler != "gpay" {
		t.Errorf("paid with %+v", i)
	}
	b.audit(t)
}
