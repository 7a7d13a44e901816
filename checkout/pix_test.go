package checkout

import (
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
	"balcao/platform"
)

// open makes a checkout of jeans with an open Pix charge.
func open(t testing.TB, b *buyer) (Result, payment.Charge) {
	t.Helper()
	b.must(Create{Input: lines(line("jeans", 2))})
	r := b.must(StartPayment{})
	if r.Checkout.Charge() == nil {
		t.Fatalf("no charge: %q", said(r.Messages))
	}
	return r, *r.Checkout.Charge()
}

func TestChargeIsMadeWhenReady(t *testing.T) {
	t.Parallel()
	t.Run("by start_payment", func(t *testing.T) {
		b := newShop().chat(t)
		r, ch := open(t, b)
		wantStatus(t, r, ReadyForComplete)
		want := payment.Charge{
			TXID: ch.TXID, Handler: "pix_1", Instrument: r.Checkout.Instrument.ID, State: payment.ChargeOpen, Amount: 10000,
			CreatedAt: start, ExpiresAt: start.Add(30 * time.Minute), CopyPaste: copyPaste(ch.TXID), QRCode: []byte("png"),
		}
		if !equal(ch, want) || !r.ChargeVisible {
			t.Errorf("charge %+v, visible %v; want %+v", ch, r.ChargeVisible, want)
		}
		wantLevel(t, b.shop, "jeans", 12, 2)
		if _, ok := b.store.job(job.WatchCharge, string(ch.TXID)); !ok {
			t.Error("nobody watches the charge")
		}
	})
	t.Run("by update", func(t *testing.T) {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		in := lines(line("jeans", 2))
		in.Payment = &PaymentInput{Instruments: []InstrumentInput{{ID: "mine", Handler: "pix_1", Type: "pix"}}}
		r := b.must(Update{Input: in})
		if ch := r.Checkout.Charge(); ch == nil || ch.Instrument != "mine" || r.Checkout.Instrument.ID != "mine" {
			t.Errorf("charge %+v", ch)
		}
	})
	t.Run("by create", func(t *testing.T) {
		b := newShop().chat(t)
		in := lines(line("jeans", 2))
		in.Payment = pix()
		if r := b.must(Create{Input: in}); r.Checkout.Charge() == nil || b.do().Checkout.ID != r.Checkout.ID {
			t.Errorf("no charge, or not the current checkout")
		}
	})
	t.Run("not before", func(t *testing.T) {
		b := newShop().chat(t, platform.CapFulfillment)
		b.must(Create{Input: lines(line("jeans", 2))})
		r := b.must(StartPayment{})
		wantStatus(t, r, Incomplete)
		if len(r.Checkout.Charges) != 0 || b.bank.count("charge") != 0 {
			t.Error("a charge for a total that will change")
		}
		b.must(SetAddress{Address: saoPaulo()})
		if r := b.must(SelectOption{Option: "standard"}); r.Checkout.Charge() == nil || r.Checkout.Charge().Amount != 10500 {
			t.Errorf("no charge once ready: %+v", r.Checkout.Charges)
		}
	})
}

func TestSameTotalSameCharge(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	in := lines(line("jeans", 2))
	in.Buyer = &BuyerInput{FirstName: ptr("Ana")}
	withPix := in
	withPix.Payment = &PaymentInput{Instruments: []InstrumentInput{{ID: "other", Handler: "pix_1", Type: "pix"}}}
	for _, cmd := range []Command{Update{Input: in}, Update{Input: withPix}, SetBuyer{Buyer: BuyerInput{LastName: ptr("Silva")}}, StartPayment{}} {
		r := b.must(cmd)
		if got := r.Checkout.Charge(); got == nil || got.TXID != ch.TXID || r.Checkout.Instrument.ID != ch.Instrument {
			t.Errorf("%T: charge %+v instrument %+v", cmd, got, r.Checkout.Instrument)
		}
	}
	if n := b.bank.count("charge"); n != 1 {
		t.Errorf("%d charges asked for", n)
	}
}

func TestOtherTotalSupersedes(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, old := open(t, b)
	r := b.must(SetQuantity{Item: "jeans", Quantity: 3})
	wantCharges(t, r.Checkout, payment.ChargeSuperseded, payment.ChargeOpen)
	if ch := r.Checkout.Charge(); ch.Amount != 15000 || ch.TXID == old.TXID || r.Checkout.Charges[0].CopyPaste != "" {
		t.Errorf("charges %+v", r.Checkout.Charges)
	}
	wantLevel(t, b.shop, "jeans", 12, 3)
	b.runJobs(t)
	if !b.bank.charge(old.TXID).removed || b.bank.charge(r.Checkout.Charge().TXID).removed {
		t.Error("the old charge has to be withdrawn, and only that")
	}
	// Not ready any more: no charge at all.
	r = b.must(Remove{All: true})
	wantStatus(t, r, Incomplete)
	wantCharges(t, r.Checkout, payment.ChargeSuperseded, payment.ChargeSuperseded)
	wantLevel(t, b.shop, "jeans", 12, 0)
	// Another handler: no charge either.
	b.must(Add{Item: "jeans", Quantity: 1})
	r = b.must(StartPayment{Handler: "gpay"})
	if r.Checkout.Charge() != nil || r.Checkout.Instrument.Handler != "gpay" {
		t.Errorf("charge %+v beside a card", r.Checkout.Charge())
	}
	wantLevel(t, b.shop, "jeans", 12, 0)
}

func TestProviderDown(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]failure{"before": before, "after": after, "refused": refusedCall} {
		t.Run(name, func(t *testing.T) {
			b := newShop().chat(t)
			was := b.must(Create{Input: lines(line("jeans", 2))})
			b.bank.failNext("charge", how)
			r := b.do(StartPayment{})
			wantStatus(t, r, ReadyForComplete)
			wantSaid(t, r.Messages, "processor_unavailable $.payment.instruments")
			if r.Checkout.Revision != was.Checkout.Revision || r.Checkout.Instrument != nil || r.Checkout.Charge() != nil {
				t.Errorf("revision %d -> %d, instrument %v", was.Checkout.Revision, r.Checkout.Revision, r.Checkout.Instrument)
			}
			wantCharges(t, r.Checkout, payment.ChargeFailed)
			wantLevel(t, b.shop, "jeans", 12, 0)
			wantSaid(t, b.do().Messages) // told once
			b.runJobs(t)
			if how == after && !b.bank.charge(r.Checkout.Charges[0].TXID).removed {
				t.Error("the charge that was made after all stays open at the provider")
			}
			// The same for a completion that had to make the charge.
			b.bank.failNext("charge", how)
			r = b.do(payByPix())
			wantStatus(t, r, ReadyForComplete)
			wantSaid(t, r.Messages, "processor_unavailable $.payment.instruments")
			if r = b.must(payByPix()); r.Status != CompleteInProgress || r.Checkout.Charge().State != payment.ChargeOpen {
				t.Errorf("a new try: %s %+v", r.Status, r.Checkout.Charges)
			}
		})
	}
}

func TestTooManyCharges(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("cap", 1))})
	b.must(StartPayment{})
	for n := range int64(maxCharges - 1) {
		b.must(SetQuantity{Item: "cap", Quantity: n + 2})
	}
	r := b.do(SetQuantity{Item: "cap", Quantity: 50})
	wantStatus(t, r, ReadyForComplete)
	wantSaid(t, r.Messages, "limit_exceeded $.payment.instruments")
	if r.Checkout.Charge() != nil || r.Checkout.Instrument != nil || len(r.Checkout.Charges) != maxCharges {
		t.Errorf("charge %+v of %d", r.Checkout.Charge(), len(r.Checkout.Charges))
	}
	wantLevel(t, b.shop, "cap", 100, 0)
}

func TestCompleteBeforeSettlement(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	was, ch := open(t, b)
	in := payByPix()
	in.Payment.Instruments[0].ID = "another id"
	r := b.must(in)
	wantStatus(t, r, CompleteInProgress)
	wantSaid(t, r.Messages, "i:awaiting_payment $.status")
	if r.Checkout.Order != nil || r.Checkout.Revision != was.Checkout.Revision || !r.ChargeVisible {
		t.Errorf("order %v, revision %d -> %d, visible %v", r.Checkout.Order, was.Checkout.Revision, r.Checkout.Revision, r.ChargeVisible)
	}
	if got := r.Checkout.Charge(); got.TXID != ch.TXID || got.Instrument != ch.Instrument || r.Checkout.Instrument.ID != ch.Instrument {
		t.Errorf("the open charge is meant: %+v", got)
	}
	again := b.must(in) // not a second attempt
	if again.Checkout.Version != r.Checkout.Version || again.Status != CompleteInProgress {
		t.Errorf("complete again: version %d -> %d, %s", r.Checkout.Version, again.Checkout.Version, again.Status)
	}
	b.bank.pay(ch.TXID, "E1", 10000, start.Add(time.Minute))
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	r = b.do()
	wantStatus(t, r, Completed)
	if r.Checkout.Order == nil || b.orders() != 1 {
		t.Error("no order")
	}
	wantLevel(t, b.shop, "jeans", 10, 0)
	if n := b.bank.count("charge"); n != 1 {
		t.Errorf("%d charges", n)
	}
}

func TestCompleteMakesTheCharge(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	b.must(Create{Input: lines(line("jeans", 2))})
	in := payByPix()
	in.Payment.Instruments[0].ID = "mine"
	r := b.must(in)
	wantStatus(t, r, CompleteInProgress)
	if ch := r.Checkout.Charge(); ch == nil || ch.State != payment.ChargeOpen || ch.Instrument != "mine" || !r.ChargeVisible {
		t.Errorf("charge %+v", ch)
	}
	wantLevel(t, b.shop, "jeans", 12, 2)
}

func TestSettlementBeforeComplete(t *testing.T) {
	t.Parallel()
	b := newShop().chat(t)
	_, ch := open(t, b)
	b.bank.pay(ch.TXID, "E1", 10000, start.Add(time.Minute))
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	first := b.do()
	wantStatus(t, first, Completed)
	if !first.ChargeVisible {
		t.Error("a paid instrument keeps its credential")
	}
	in := payByPix()
	in.Payment.Instruments[0].ID = ch.Instrument
	r := b.must(in)
	if r.Checkout.Order == nil || *r.Checkout.Order != *first.Checkout.Order || r.Checkout.Version != first.Checkout.Version {
		t.Errorf("complete after settlement: %+v, want %+v", r.Checkout.Order, first.Checkout.Order)
	}
	wantSaid(t, r.Messages)
}

// TestResentCredential: what the platform resends is compared, never trusted.
func TestResentCredential(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		edit func(*InstrumentInput, payment.Charge)
		ok   bool
	}{
		{"the same", func(i *InstrumentInput, ch payment.Charge) { i.PaymentID, i.CopyPaste = string(ch.TXID), ch.CopyPaste }, true},
		{"only the id", func(i *InstrumentInput, ch payment.Charge) { i.PaymentID = string(ch.TXID) }, true},
		{"another id", func(i *InstrumentInput, ch payment.Charge) { i.PaymentID = "tx-other" }, false},
		{"another code", func(i *InstrumentInput, ch payment.Charge) {
			i.PaymentID, i.CopyPaste = string(ch.TXID), "BR.CODE.other"
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newShop().chat(t)
			_, ch := open(t, b)
			in := payByPix()
			tt.edit(&in.Payment.Instruments[0], ch)
			r := b.do(in)
			if tt.ok {
				wantStatus(t, r, CompleteInProgress)
				return
			}
			wantStatus(t, r, ReadyForComplete)
			wantSaid(t, r.Messages, "payment_failed $.payment.instruments[0].credential")
			if r.Checkout.Charge().TXID != ch.TXID {
				t.Error("the charge is another one")
			}
		})
	}
	t.Run("without a charge", func(t *testing.T) {
		b := newShop().chat(t)
		b.must(Create{Input: lines(line("jeans", 1))})
		in := payByPix()
		in.Payment.Instruments[0].PaymentID = "tx-expired"
		r := b.do(in)
		wantStatus(t, r, ReadyForComplete)
		wantSaid(t, r.Messages, "payment_failed $.payment.instruments[0].credential")
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(*buyer){
		"charge open":     func(*buyer) {},
		"pix in progress": func(b *buyer) { b.must(payByPix()) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop().chat(t)
			_, ch := open(t, b)
			prepare(b)
			r := b.must(Cancel{})
			wantStatus(t, r, Canceled)
			if r.Checkout.Charge() != nil || r.ChargeVisible || !r.Checkout.CanceledAt.Equal(start) {
				t.Errorf("charge %+v", r.Checkout.Charge())
			}
			wantLevel(t, b.shop, "jeans", 12, 0)
			b.runJobs(t)
			if !b.bank.charge(ch.TXID).removed {
				t.Error("the charge is not withdrawn")
			}
			// Money that comes all the same is given back.
			b.bank.pay(ch.TXID, "E1", 10000, start.Add(time.Minute))
			if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
				t.Fatal(err)
			}
			b.runJobs(t)
			wantStatus(t, b.do(), Canceled)
			wantRefund(t, b.shop, r.Checkout.ID, "E1", 10000)
		})
	}
}

// wantRefund checks that a payment was given back once, under its own id.
func wantRefund(t testing.TB, s *shop, id ids.Checkout, e2e string, amount int64) {
	t.Helper()
	got, ok := s.bank.refunds[refundID(e2e, amountOf(amount), amountOf(amount), 0)]
	want := payment.RefundRequest{ID: refundID(e2e, amountOf(amount), amountOf(amount), 0), EndToEndID: e2e, TXID: got.TXID, Amount: amountOf(amount)}
	if !ok || got != want {
		t.Errorf("refund %+v, want %+v", got, want)
	}
	for _, r := range s.read(t, id).Receipts {
		if r.EndToEndID == e2e && (r.Accepted || r.Refund != payment.RefundDone) {
			t.Errorf("receipt %+v", r)
		}
	}
	if s.orders() != 0 && s.read(t, id).Order == nil {
		t.Error("an order for money that was given back")
	}
}
