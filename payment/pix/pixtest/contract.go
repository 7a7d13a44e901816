// Package pixtest holds every pix.Provider against the one contract that the shop relies
// on, the sandbox and the adapters of banks alike.
package pixtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"sync"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
	"balcao/payment/pix"
)

// Bank is a provider with what is behind it, so that a test can be the payer.
type Bank struct {
	Provider pix.Provider
	// Statement is nil if the provider has none.
	Statement pix.Statement
	// Pay lets money arrive for a charge.
	Pay func(t *testing.T, p pix.Payment)
	// Now is the bank's time, Advance moves it.
	Now     func() time.Time
	Advance func(time.Duration)
	// Strict says that the bank takes one payment for each charge, of its amount and in its
	// time; others let more in.
	Strict bool
}

// Run holds a provider against the contract. Open makes a new, empty bank for each test.
func Run(t *testing.T, open func(t *testing.T) Bank) {
	for name, test := range map[string]func(*testing.T, *bench){
		"a charge is made once":                      chargeOnce,
		"a charge is never revised":                  chargeNeverRevised,
		"a charge that cannot be":                    chargeRefused,
		"an unknown charge":                          unknownCharge,
		"a removed charge":                           removedCharge,
		"a payment":                                  paidCharge,
		"payments that should not be":                oddPayments,
		"refunds":                                    refunds,
		"refunds that are refused":                   refundsRefused,
		"racing charges":                             racingCharges,
		"racing charges of different amounts":        racingAmounts,
		"racing refunds":                             racingRefunds,
		"a statement":                                statement,
		"a statement in pages":                       pages,
		"a context that is over refuses nothing":     overContext,
		"descriptions of any length and any letters": descriptions,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, &bench{Bank: open(t), ids: ids.NewSource(nil)})
		})
	}
}

// bench is a bank on the test bench.
type bench struct {
	Bank
	ids *ids.Source
}

const amount money.Amount = 7980

func (b *bench) request() payment.ChargeRequest {
	return payment.ChargeRequest{TXID: b.ids.TXID(), Amount: amount, ExpiresAt: b.Now().Add(time.Hour), Description: "Pedido 1"}
}

func (b *bench) charge(t *testing.T, r payment.ChargeRequest) payment.IssuedCharge {
	t.Helper()
	issued, err := b.Provider.Charge(t.Context(), r)
	if err != nil {
		t.Fatalf("charge: %v", err)
	}
	return issued
}

func (b *bench) status(t *testing.T, txid ids.TXID) payment.ChargeStatus {
	t.Helper()
	status, err := b.Provider.Status(t.Context(), txid)
	if err != nil {
		t.Fatalf("status: %v", err)
	}
	return status
}

// paid makes a charge and pays it.
func (b *bench) paid(t *testing.T) payment.Receipt {
	t.Helper()
	r := b.request()
	b.charge(t, r)
	b.Pay(t, pix.Payment{TXID: r.TXID})
	status := b.status(t, r.TXID)
	if len(status.Receipts) != 1 {
		t.Fatalf("%d receipts of a charge that was paid once", len(status.Receipts))
	}
	return status.Receipts[0]
}

func wantRefused(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, checkout.ErrRefused) {
		t.Errorf("%s: got %v, want a refusal", what, err)
	}
}

func chargeOnce(t *testing.T, b *bench) {
	r := b.request()
	first := b.charge(t, r)
	if err := pix.ValidateCharge(first.CopyPaste, r.Amount); err != nil {
		t.Errorf("the code %q: %v", first.CopyPaste, err)
	}
	if _, err := png.Decode(bytes.NewReader(first.QRCode)); err != nil {
		t.Errorf("the image: %v", err)
	}
	if off := first.ExpiresAt.Sub(r.ExpiresAt); off > 0 || off < -2*time.Second {
		t.Errorf("asked to expire at %s, expires at %s", r.ExpiresAt, first.ExpiresAt)
	}
	b.Advance(10 * time.Second)
	r.ExpiresAt = r.ExpiresAt.Add(time.Minute)
	again := b.charge(t, r)
	if again.CopyPaste != first.CopyPaste || !again.ExpiresAt.Equal(first.ExpiresAt) || !bytes.Equal(again.QRCode, first.QRCode) {
		t.Errorf("asked twice, got two charges: %s until %s, %s until %s", first.CopyPaste, first.ExpiresAt, again.CopyPaste, again.ExpiresAt)
	}
	status := b.status(t, r.TXID)
	if !status.Found || status.Removed || len(status.Receipts) != 0 || len(status.Refunds) != 0 {
		t.Errorf("an unpaid charge: %+v", status)
	}
	if status.Issued.CopyPaste != first.CopyPaste || !status.Issued.ExpiresAt.Equal(first.ExpiresAt) {
		t.Errorf("status tells of another charge: %q until %s", status.Issued.CopyPaste, status.Issued.ExpiresAt)
	}
}

func chargeNeverRevised(t *testing.T, b *bench) {
	r := b.request()
	first := b.charge(t, r)
	other := r
	other.Amount++
	_, err := b.Provider.Charge(t.Context(), other)
	wantRefused(t, "another amount under the txid", err)
	b.Pay(t, pix.Payment{TXID: r.TXID})
	status := b.status(t, r.TXID)
	if len(status.Receipts) != 1 || status.Receipts[0].Amount != r.Amount {
		t.Errorf("the charge asks for another amount now: %+v", status.Receipts)
	}
	if paid := b.charge(t, r); !paid.ExpiresAt.Equal(first.ExpiresAt) {
		t.Errorf("a paid charge is another one: until %s, was %s", paid.ExpiresAt, first.ExpiresAt)
	}
}

func chargeRefused(t *testing.T, b *bench) {
	for what, spoil := range map[string]func(*payment.ChargeRequest){
		"a short txid":          func(r *payment.ChargeRequest) { r.TXID = r.TXID[:25] },
		"a long txid":           func(r *payment.ChargeRequest) { r.TXID += "aaaa" },
		"a txid with a path":    func(r *payment.ChargeRequest) { r.TXID = "../../pix/" + r.TXID[:20] },
		"no amount":             func(r *payment.ChargeRequest) { r.Amount = 0 },
		"a negative amount":     func(r *payment.ChargeRequest) { r.Amount = -1 },
		"more than Pix can say": func(r *payment.ChargeRequest) { r.Amount = 1_000_000_000_000 },
		"a time that has gone":  func(r *payment.ChargeRequest) { r.ExpiresAt = b.Now().Add(-time.Second) },
	} {
		r := b.request()
		spoil(&r)
		_, err := b.Provider.Charge(t.Context(), r)
		wantRefused(t, what, err)
		if status, err := b.Provider.Status(t.Context(), r.TXID); err != nil || status.Found {
			t.Errorf("%s: it was made all the same: %+v, %v", what, status, err)
		}
	}
}

func unknownCharge(t *testing.T, b *bench) {
	for _, txid := range []ids.TXID{b.ids.TXID(), "x", ""} {
		if status := b.status(t, txid); status.Found {
			t.Errorf("%q was found", txid)
		}
		if err := b.Provider.Remove(t.Context(), txid); err != nil {
			t.Errorf("remove %q: %v", txid, err)
		}
	}
}

func removedCharge(t *testing.T, b *bench) {
	r := b.request()
	b.charge(t, r)
	for range 2 {
		if err := b.Provider.Remove(t.Context(), r.TXID); err != nil {
			t.Fatalf("remove: %v", err)
		}
	}
	if status := b.status(t, r.TXID); !status.Found || !status.Removed {
		t.Errorf("after it was removed: %+v", status)
	}
	_, err := b.Provider.Charge(t.Context(), r)
	wantRefused(t, "a removed charge", err)
}

func paidCharge(t *testing.T, b *bench) {
	r := b.request()
	b.charge(t, r)
	before := b.Now()
	b.Pay(t, pix.Payment{TXID: r.TXID})
	if err := b.Provider.Remove(t.Context(), r.TXID); err != nil {
		t.Errorf("remove a paid charge: %v", err)
	}
	status := b.status(t, r.TXID)
	if !status.Found || status.Removed || len(status.Receipts) != 1 {
		t.Fatalf("a paid charge: %+v", status)
	}
	got := status.Receipts[0]
	if got.EndToEndID == "" || got.TXID != r.TXID || got.Amount != r.Amount || got.Accepted || got.Refund != payment.RefundNone {
		t.Errorf("its receipt: %+v", got)
	}
	if got.PaidAt.Before(before.Add(-time.Second)) || got.PaidAt.After(b.Now().Add(time.Second)) {
		t.Errorf("paid at %s, not between %s and %s", got.PaidAt, before, b.Now())
	}
	if again := b.status(t, r.TXID).Receipts[0]; again.EndToEndID != got.EndToEndID {
		t.Errorf("one payment has two ids, %s and %s", got.EndToEndID, again.EndToEndID)
	}
}

func oddPayments(t *testing.T, b *bench) {
	if b.Strict {
		t.Skip("this bank lets none in")
	}
	r := b.request()
	b.charge(t, r)
	b.Pay(t, pix.Payment{TXID: r.TXID, Amount: r.Amount - 1})
	b.Pay(t, pix.Payment{TXID: r.TXID})
	late := b.Now().Add(2 * time.Hour)
	b.Advance(3 * time.Hour)
	b.Pay(t, pix.Payment{TXID: r.TXID, PaidAt: late})
	receipts := b.status(t, r.TXID).Receipts
	if len(receipts) != 3 {
		t.Fatalf("got %d payments, want 3", len(receipts))
	}
	seen := map[string]bool{}
	amounts, times := map[money.Amount]int{}, 0
	for _, p := range receipts {
		seen[p.EndToEndID] = true
		amounts[p.Amount]++
		if p.PaidAt.Equal(late) {
			times++
		}
	}
	if len(seen) != 3 || amounts[r.Amount] != 2 || amounts[r.Amount-1] != 1 || times != 1 {
		t.Errorf("the payments are %+v", receipts)
	}
}

// overContext: who does not wait learns nothing of what the provider would have said.
func overContext(t *testing.T, b *bench) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := b.request()
	_, chargeErr := b.Provider.Charge(ctx, r)
	_, statusErr := b.Provider.Status(ctx, r.TXID)
	paid := b.paid(t)
	state, refundErr := b.Provider.Refund(ctx, payment.RefundRequest{ID: "r1", EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: 1})
	for what, err := range map[string]error{"charge": chargeErr, "status": statusErr, "refund": refundErr} {
		if err == nil || errors.Is(err, checkout.ErrRefused) {
			t.Errorf("%s: got %v, want an error that leaves all open", what, err)
		}
	}
	if state != payment.RefundNone {
		t.Errorf("a refund that nobody heard of is %q", state)
	}
}

func descriptions(t *testing.T, b *bench) {
	for _, text := range []string{"", "Pedido São João 🎁", string(bytes.Repeat([]byte("ção "), 100))} {
		r := b.request()
		r.Description = text
		b.charge(t, r)
	}
}

// race runs n calls at once and gathers what they answer.
func race[T any](n int, call func(i int) (T, error)) (answers []T, errs []error) {
	answers, errs = make([]T, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i], errs[i] = call(i) })
	}
	all.Wait()
	return answers, errs
}

func racingCharges(t *testing.T, b *bench) {
	r := b.request()
	issued, errs := race(8, func(int) (payment.IssuedCharge, error) { return b.Provider.Charge(t.Context(), r) })
	for i, err := range errs {
		if err != nil || issued[i].CopyPaste != issued[0].CopyPaste {
			t.Errorf("call %d: %q, %v", i, issued[i].CopyPaste, err)
		}
	}
}

func racingAmounts(t *testing.T, b *bench) {
	r := b.request()
	_, errs := race(8, func(i int) (payment.IssuedCharge, error) {
		r := r
		r.Amount += money.Amount(i)
		return b.Provider.Charge(t.Context(), r)
	})
	winner := money.Amount(0)
	for i, err := range errs {
		if err == nil && winner == 0 {
			winner = r.Amount + money.Amount(i)
		} else if err == nil {
			t.Errorf("two amounts won, %d and %d", winner, r.Amount+money.Amount(i))
		} else {
			wantRefused(t, fmt.Sprintf("loser %d", i), err)
		}
	}
	r.Amount = winner
	if _, err := b.Provider.Charge(t.Context(), r); err != nil {
		t.Errorf("the winner's charge is another one: %v", err)
	}
}
