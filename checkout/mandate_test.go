package checkout

import (
	"slices"
	"testing"
	"time"

	"balcao/platform"
)

// wantNo checks that a completion was refused with one recoverable code at the mandate's path.
func wantNo(t testing.TB, r Result, code Code) {
	t.Helper()
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, string(code)+" $.ap2.checkout_mandate")
	if r.Messages[0].Severity != Recoverable || r.Outcomes[len(r.Outcomes)-1].Applied {
		t.Errorf("severity %s, outcomes %+v", r.Messages[0].Severity, r.Outcomes)
	}
}

func TestMandateRequired(t *testing.T) {
	t.Parallel()
	for name, complete := range map[string]Complete{
		"pix": payByPix(), "card": {Payment: card("ok")}, "nothing": {}, "unknown handler": {Payment: PaymentInput{Instruments: []InstrumentInput{{Handler: "cash"}}}},
		"two instruments": {Payment: PaymentInput{Instruments: append(pix().Instruments, card("ok").Instruments...)}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(mandatesOnly).mandated(t)
			was := b.read(t, b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID)
			r := b.do(complete)
			wantNo(t, r, CodeMandateRequired)
			wantUntouched(t, b, was)
			if r.MandateReceipt != "" || b.mandates().judged() != 0 {
				t.Errorf("receipt %q of %d mandates", r.MandateReceipt, b.mandates().judged())
			}
			wantSaid(t, b.do().Messages) // told once
		})
	}
}

func TestMandateRefused(t *testing.T) {
	t.Parallel()
	for _, code := range []Code{CodeMandateInvalid, CodeMandateExpired, CodeMandateScope, CodeAgentMissingKey, CodeAuthorizationInvalid, CodeMandateRequired} {
		for _, complete := range []Complete{payByPix(), {Payment: card("ok")}, {}} {
			b := newShop().mandated(t)
			was := b.read(t, b.must(Create{Input: lines(line("jeans", 2))}).Checkout.ID)
			shown, r := b.ask(by("bad:"+string(code), complete))
			wantNo(t, r, code)
			if want := "refused:" + string(code); r.MandateReceipt != want || shown.Receipt != want {
				t.Errorf("receipt %q, shown %q, want %q", r.MandateReceipt, shown.Receipt, want)
			}
			wantUntouched(t, b, was)
			shown, r = b.ask()
			wantSaid(t, r.Messages)
			if r.MandateReceipt != "" || shown.Receipt != "" || r.Checkout.Mandate != nil {
				t.Errorf("a read shows receipt %q", r.MandateReceipt)
			}
			if got := b.mandates().judged(); got != 1 {
				t.Errorf("%d mandates were judged", got)
			}
		}
	}
}

// TestMandateQuery: the judge is told all that the mandate is held against.
func TestMandateQuery(t *testing.T) {
	t.Parallel()
	b := newShop().mandated(t)
	r := b.must(Create{Input: lines(line("jeans", 1))})
	b.do(StartPayment{Handler: "none"})
	mandate := b.good()
	kept := b.kept(r.Checkout.ID)
	b.clock.Advance(time.Minute)
	b.must(by(mandate, Complete{Payment: card("ok")}))
	q := b.mandates().asked[0]
	q.Used = nil
	want := MandateQuery{
		Platform: alice.Profile, Checkout: r.Checkout.ID, Mandate: mandate, Seals: kept, Nonce: r.Checkout.Nonce, Now: start.Add(time.Minute),
	}
	if len(kept) != 2 || !equal(q, want) {
		t.Errorf("asked %+v, want %+v", q, want)
	}
}

// TestOrderOfChecks: session, status, mandate, handler, payment.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	cash := PaymentInput{Instruments: []InstrumentInput{{Handler: "cash"}}}
	noToken := PaymentInput{Instruments: []InstrumentInput{{Handler: "gpay", Type: "card"}}}
	resent := *pix()
	resent.Instruments[0].PaymentID = "tx-other"
	const good = "good"
	for _, tt := range []struct {
		name    string
		caps    []string
		path    []Command // before the completion; the mandates in it are good ones
		mandate string
		pay     PaymentInput
		status  Status
		said    []string
		judged  int
	}{
		{name: "not ready, no mandate", caps: []string{platform.CapFulfillment}, pay: card("ok"), status: Incomplete, said: []string{"field_required $.fulfillment.methods[0].destinations"}},
		{name: "not ready, bad mandate", caps: []string{platform.CapFulfillment}, mandate: "bad:mandate_expired", pay: cash, status: Incomplete, said: []string{"field_required $.fulfillment.methods[0].destinations"}},
		{name: "canceled, no mandate", path: []Command{Cancel{}}, pay: card("ok"), status: Canceled, said: []string{"operation_not_allowed $.status"}},
		{name: "canceled, bad mandate", path: []Command{Cancel{}}, mandate: "bad:mandate_expired", pay: card("ok"), status: Canceled, said: []string{"operation_not_allowed $.status"}},
		{name: "in progress, no mandate", path: []Command{by(good, payByPix())}, pay: *pix(), status: CompleteInProgress, said: []string{"i:awaiting_payment $.status"}, judged: 1},
		{name: "in progress, bad mandate", path: []Command{by(good, payByPix())}, mandate: "bad:mandate_expired", pay: card("ok"), status: CompleteInProgress, said: []string{"i:awaiting_payment $.status"}, judged: 1},
		{name: "completed, no mandate", path: []Command{by(good, Complete{Payment: card("ok")})}, pay: card("ok"), status: Completed, judged: 1},
		{name: "completed, bad mandate", path: []Command{by(good, Complete{Payment: card("ok")})}, mandate: "bad:mandate_expired", pay: cash, status: Completed, judged: 1},
		{name: "wrong handler, no mandate", pay: cash, status: ReadyForComplete, said: []string{"mandate_required $.ap2.checkout_mandate"}},
		{name: "wrong handler, bad mandate", mandate: "bad:mandate_expired", pay: cash, status: ReadyForComplete, said: []string{"mandate_expired $.ap2.checkout_mandate"}, judged: 1},
		{name: "wrong handler", mandate: good, pay: cash, status: ReadyForComplete, said: []string{"payment_failed $.payment.instruments[0].handler_id"}, judged: 1},
		{name: "no payment", mandate: good, status: ReadyForComplete, said: []string{"payment_required $.payment"}, judged: 1},
		{name: "no token, bad mandate", mandate: "bad:mandate_expired", pay: noToken, status: ReadyForComplete, said: []string{"mandate_expired $.ap2.checkout_mandate"}, judged: 1},
		{name: "no token", mandate: good, pay: noToken, status: ReadyForComplete, said: []string{"payment_failed $.payment.instruments[0].credential"}, judged: 1},
		{name: "another charge", mandate: good, pay: resent, status: ReadyForComplete, said: []string{"payment_failed $.payment.instruments[0].credential"}, judged: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t, tt.caps...)
			b.must(Create{Input: lines(line("jeans", 1))})
			signed := func(c Complete) Complete {
				if c.Mandate == good {
					c.Mandate = b.good()
				}
				return c
			}
			for _, cmd := range tt.path {
				if c, ok := cmd.(Complete); ok {
					cmd = signed(c)
				}
				b.must(cmd)
			}
			_, r := b.ask(signed(by(tt.mandate, Complete{Payment: tt.pay})))
			wantStatus(t, r, tt.status)
			if got := said(r.Messages[:len(tt.said)]); !slices.Equal(got, tt.said) || len(tt.said) == 0 && len(said(r.Messages)) != 0 {
				t.Errorf("said %q, want %q first", said(r.Messages), tt.said)
			}
			if b.mandates().judged() != tt.judged {
				t.Errorf("%d mandates were judged, want %d", b.mandates().judged(), tt.judged)
			}
			if n := b.bank.count("charge") + b.bank.count("authorize"); n > len(tt.path) {
				t.Errorf("%d calls of the provider", n)
			}
			if tt.status == ReadyForComplete && (r.Checkout.Mandate != nil || r.Checkout.Attempt != nil) {
				t.Error("a refused completion has left something")
			}
		})
	}
}

// TestLaterSessions: whether a mandate is needed was settled when the checkout was made.
func TestLaterSessions(t *testing.T) {
	t.Parallel()
	t.Run("without AP2 do not unlock", func(t *testing.T) {
		t.Parallel()
		b := newShop().mandated(t)
		was := b.read(t, b.must(Create{Input: lines(line("jeans", 1))}).Checkout.ID)
		mandate := b.good()
		b.session = session()
		for _, complete := range []Complete{payByPix(), {Payment: card("ok")}} {
			_, r := b.ask(complete) // sealed all the same
			wantNo(t, r, CodeMandateRequired)
			_, r = b.ask(by("bad:mandate_expired", complete))
			wantNo(t, r, CodeMandateExpired)
		}
		if o := b.do(StartPayment{}).Outcomes[0]; o.Applied {
			t.Error("a charge for a session without AP2")
		}
		wantUntouched(t, b, was)
		_, r := b.ask(by(mandate, Complete{Payment: card("ok")}))
		wantStatus(t, r, Completed)
		b.proof(t, r.Checkout.Order.ID)
	})
	t.Run("with AP2 do not lock", func(t *testing.T) {
		t.Parallel()
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		b.session = session(platform.CapAP2Mandate)
		r := b.must(by("bad:mandate_expired", Complete{Payment: card("ok")}))
		wantStatus(t, r, Completed)
		if r.Seals != nil || len(b.proofs(t)) != 0 || b.mandates().judged() != 0 {
			t.Error("AP2 in a session without")
		}
	})
	t.Run("make the next checkout", func(t *testing.T) {
		t.Parallel()
		b := newShop().mandated(t)
		first := b.must(Create{Input: lines(line("jeans", 1))}).Checkout
		b.session = session()
		second := b.must(Create{Input: lines(line("cap", 1))}).Checkout
		if !first.Mandated() || second.Mandated() || second.Nonce != "" {
			t.Errorf("mandated %v, then %v", first.Mandated(), second.Mandated())
		}
		wantStatus(t, b.must(Complete{Payment: card("ok")}), Completed)
		wantNo(t, b.on(first.ID, Complete{Payment: card("ok")}), CodeMandateRequired)
	})
}

// TestAgreedToOtherTerms: what a message changes of the terms, nobody has agreed to yet.
func TestAgreedToOtherTerms(t *testing.T) {
	t.Parallel()
	yes := true
	consent := &BuyerInput{Consent: &Consent{Analytics: &yes}}
	for name, tt := range map[string]struct {
		message func(good string) []Command
		code    Code // of the last command
	}{
		"consent with it":             {func(m string) []Command { return []Command{Complete{Payment: card("ok"), Buyer: consent, Mandate: m}} }, CodeMandateScope},
		"consent with it, by pix":     {func(m string) []Command { return []Command{Complete{Payment: *pix(), Buyer: consent, Mandate: m}} }, CodeMandateScope},
		"consent with it, no mandate": {func(string) []Command { return []Command{Complete{Payment: card("ok"), Buyer: consent}} }, CodeMandateRequired},
		"quantity before it": {func(m string) []Command {
			return []Command{SetQuantity{Item: "jeans", Quantity: 2}, by(m, Complete{Payment: card("ok")})}
		}, CodeMandateScope},
		"quantity before it, no mandate": {func(string) []Command { return []Command{SetQuantity{Item: "jeans", Quantity: 2}, payByPix()} }, CodeMandateRequired},
		"another checkout before it": {func(m string) []Command {
			return []Command{Create{Input: lines(line("jeans", 1))}, by(m, Complete{Payment: card("ok")})}
		}, CodeMandateScope},
		"a refused command before it": {func(m string) []Command {
			return []Command{Add{Item: "nix", Quantity: 1}, by(m, Complete{Payment: card("ok")})}
		}, ""},
		"a command that changes nothing": {func(m string) []Command {
			return []Command{SetQuantity{Item: "jeans", Quantity: 1}, by(m, Complete{Payment: card("ok")})}
		}, ""},
		"what is known of the buyer": {func(m string) []Command {
			return []Command{Complete{Payment: card("ok"), Buyer: &BuyerInput{Consent: &Consent{Marketing: &yes}}, Mandate: m}}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newShop().mandated(t, platform.CapBuyerConsent)
			in := lines(line("jeans", 1))
			in.Buyer = &BuyerInput{Consent: &Consent{Marketing: &yes}}
			b.must(Create{Input: in})
			mandate := b.good()
			message := tt.message(mandate)
			_, r := b.ask(message...)
			if tt.code == "" {
				wantStatus(t, r, Completed)
				b.proof(t, r.Checkout.Order.ID)
				return
			}
			last := r.Outcomes[len(message)-1]
			wantStatus(t, r, ReadyForComplete)
			if last.Applied || !slices.Equal(said(last.Messages), []string{string(tt.code) + " $.ap2.checkout_mandate"}) {
				t.Errorf("said %q, applied %v", said(last.Messages), last.Applied)
			}
			if len(message) > 1 && !r.Outcomes[0].Applied {
				t.Error("the commands before it stand")
			}
			if who := r.Checkout.Buyer; who != nil && who.Consent.Analytics != nil {
				t.Error("the buyer was changed")
			}
			wantUntouched(t, b, b.read(t, r.Checkout.ID))
			if b.mandates().judged() != 0 {
				t.Error("a mandate over other terms was looked at")
			}
			if len(message) == 1 { // then what was signed is still good
				wantStatus(t, b.must(by(mandate, Complete{Payment: card("ok")})), Completed)
			}
		})
	}
	b := newShop().mandated(t) // the first message of all
	r := b.do(Add{Item: "jeans", Quantity: 1}, by("good:nothing", Complete{Payment: card("ok")}))
	wantNo(t, r, CodeMandateScope)
}
