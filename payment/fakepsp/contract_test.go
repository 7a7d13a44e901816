package fakepsp

import (
	"context"
	"errors"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/payment"
	"balcao/payment/pix"
	"balcao/payment/pix/pixtest"
)

var noon = time.Date(2026, 7, 28, 12, 0, 0, 0, time.UTC)

// The shop's client and the provider, over the wire, keep the contract of all providers.
func TestContract(t *testing.T) {
	t.Parallel()
	for name, takes := range map[string]time.Duration{"refunds at once": 0, "refunds that take a while": 30 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pixtest.Run(t, func(t *testing.T) pixtest.Bank {
				now := clock.NewFake(noon)
				r := newRig(t, func(c *Config) { c.Clock, c.RefundAfter = now, takes })
				return pixtest.Bank{
					Provider: r.client, Statement: r.client, Now: now.Now, Advance: now.Advance,
					Pay: func(t *testing.T, p pix.Payment) {
						t.Helper()
						if _, err := r.bank.Pay(t.Context(), Payment{Payment: p}); err != nil {
							t.Fatal(err)
						}
					},
				}
			})
		})
	}
}

// Every fault is met by the shop's client, which comes through it with the truth.
func TestEveryFaultIsMet(t *testing.T) {
	t.Parallel()
	met := map[Fault]func(*testing.T, *rig){
		WebhookLost: func(t *testing.T, r *rig) {
			r.set(t, WebhookLost, Setting{Next: 1})
			lost := r.paid(t)
			time.Sleep(50 * time.Millisecond)
			told := r.paid(t)
			if got := r.ear.wait(t, 1); got[0].pix[0].EndToEndID != told.EndToEndID {
				t.Errorf("heard of %+v", got)
			}
			if got := r.status(t, lost.TXID).Receipts; len(got) != 1 || got[0].EndToEndID != lost.EndToEndID {
				t.Errorf("status %+v", got)
			}
			page, err := r.client.Received(t.Context(), pix.Window{From: lost.PaidAt.Add(-time.Minute), To: time.Now().Add(time.Minute)})
			if err != nil || len(page.Receipts) != 2 {
				t.Errorf("statement %+v, %v", page, err)
			}
		},
		WebhookDoubled: func(t *testing.T, r *rig) {
			r.set(t, WebhookDoubled, Setting{Next: 1})
			paid := r.paid(t)
			for _, c := range r.ear.wait(t, 2) {
				if len(c.pix) != 1 || c.pix[0].EndToEndID != paid.EndToEndID {
					t.Errorf("heard %+v", c)
				}
			}
		},
		WebhookEarly: func(t *testing.T, r *rig) {
			r.set(t, WebhookEarly, Setting{Next: 1})
			txid := r.ids.TXID()
			var early payment.ChargeStatus
			r.ear.during = func(call) { early = r.status(t, txid) } // as a shop does: it re-reads
			issued, err := r.client.Charge(t.Context(), r.request(txid))
			if err != nil || issued.CopyPaste == "" {
				t.Fatalf("Charge: %+v, %v", issued, err)
			}
			if n := len(r.ear.calls()); n != 1 || len(early.Receipts) != 1 {
				t.Errorf("%d callbacks before the charge was answered, status %+v", n, early)
			}
			r.ear.wait(t, 1)
		},
		WebhookLate: func(t *testing.T, r *rig) {
			r.set(t, WebhookLate, Setting{Next: 1, Delay: 300 * time.Millisecond})
			from := time.Now()
			r.paid(t)
			if after := r.ear.wait(t, 1)[0].at.Sub(from); after < 300*time.Millisecond {
				t.Errorf("heard after %s", after)
			}
		},
		WebhookReordered: func(t *testing.T, r *rig) {
			r.set(t, WebhookReordered, Setting{Next: 1})
			first := r.paid(t)
			time.Sleep(50 * time.Millisecond)
			second := r.paid(t)
			got := r.ear.wait(t, 2)
			if got[0].pix[0].EndToEndID != second.EndToEndID || got[1].pix[0].EndToEndID != first.EndToEndID {
				t.Errorf("heard %+v, paid %s then %s", got, first.EndToEndID, second.EndToEndID)
			}
		},
		WebhookBatched: func(t *testing.T, r *rig) {
			r.set(t, WebhookBatched, Setting{Probability: 1, Delay: 500 * time.Millisecond})
			for range 3 {
				r.paid(t)
			}
			if got := r.ear.wait(t, 1); len(got[0].pix) != 3 {
				t.Errorf("heard %+v", got)
			}
		},
		WrongAmount: func(t *testing.T, r *rig) {
			r.set(t, WrongAmount, Setting{Next: 1, Amount: -100})
			if got := r.status(t, r.paid(t).TXID).Receipts; len(got) != 1 || got[0].Amount != price-100 {
				t.Errorf("receipts %+v", got)
			}
		},
		PaidTwice: func(t *testing.T, r *rig) {
			r.set(t, PaidTwice, Setting{Next: 1})
			got := r.status(t, r.paid(t).TXID).Receipts
			if len(got) != 2 || got[0].EndToEndID == got[1].EndToEndID || got[1].Amount != price {
				t.Errorf("receipts %+v", got)
			}
		},
		PaidLate: func(t *testing.T, r *rig) {
			r.set(t, PaidLate, Setting{Next: 1})
			txid, issued := r.charge(t)
			if _, err := r.bank.Settle(t.Context(), txid); err != nil {
				t.Fatal(err)
			}
			if got := r.status(t, txid).Receipts; len(got) != 1 || !got[0].PaidAt.After(issued.ExpiresAt) {
				t.Errorf("receipts %+v, expired %s", got, issued.ExpiresAt)
			}
		},
		RefundsAsObject: func(t *testing.T, r *rig) {
			paid := r.paid(t)
			r.refund(t, paid, "r1", payment.RefundDone)
			r.set(t, RefundsAsObject, Setting{Next: 1})
			if got := r.status(t, paid.TXID).Refunds; len(got) != 1 || got[0].ID != "r1" || got[0].State != payment.RefundDone {
				t.Errorf("refunds %+v", got)
			}
			r.spent(t)
		},
		ExpiryAsString: func(t *testing.T, r *rig) {
			r.set(t, ExpiryAsString, Setting{Next: 1})
			before := time.Now()
			if _, issued := r.charge(t); issued.ExpiresAt.Sub(before.Add(chargeLife)).Abs() > 5*time.Second {
				t.Errorf("expires %s", issued.ExpiresAt)
			}
			r.spent(t)
		},
		CopyPasteAbsent: func(t *testing.T, r *rig) {
			r.set(t, CopyPasteAbsent, Setting{Next: 1})
			txid, issued := r.charge(t)
			r.spent(t)
			if err := pix.ValidateCharge(issued.CopyPaste, price); err != nil || issued.CopyPaste != r.status(t, txid).Issued.CopyPaste {
				t.Errorf("code %q: %v", issued.CopyPaste, err)
			}
		},
		StatusUnknown: func(t *testing.T, r *rig) {
			paid := r.paid(t)
			r.set(t, StatusUnknown, Setting{Next: 1})
			if got := r.status(t, paid.TXID); !got.Found || got.Removed || len(got.Receipts) != 1 {
				t.Errorf("status %+v", got)
			}
			r.spent(t)
		},
		Down: func(t *testing.T, r *rig) {
			r.set(t, Down, Setting{Probability: 1})
			txid := r.ids.TXID()
			if _, err := r.client.Charge(t.Context(), r.request(txid)); err == nil || errors.Is(err, checkout.ErrRefused) {
				t.Errorf("Charge while it is down: %v", err)
			}
			r.switches.Clear()
			r.set(t, Down, Setting{Next: 2}) // fewer than the client's attempts
			if _, err := r.client.Charge(t.Context(), r.request(txid)); err != nil {
				t.Errorf("Charge after it was down: %v", err)
			}
		},
		Slow: func(t *testing.T, r *rig) {
			r.set(t, Slow, Setting{Next: 1, Method: "PUT"})
			txid := r.ids.TXID()
			r.tooSlow(t, txid)
			if r.status(t, txid).Found {
				t.Error("it was made before the wait was over")
			}
		},
		SlowAfterCommit: func(t *testing.T, r *rig) {
			r.set(t, SlowAfterCommit, Setting{Next: 1, Method: "PUT"})
			txid := r.ids.TXID()
			r.tooSlow(t, txid)
			made := r.status(t, txid)
			issued, err := r.client.Charge(t.Context(), r.request(txid))
			if err != nil || !made.Found || issued.CopyPaste != made.Issued.CopyPaste {
				t.Errorf("made %+v, asked again %+v, %v", made, issued, err)
			}
			r.unrevised(t, txid)
		},
		ServerErrors: func(t *testing.T, r *rig) {
			r.set(t, ServerErrors, Setting{Probability: 1})
			txid := r.ids.TXID()
			if _, err := r.client.Charge(t.Context(), r.request(txid)); err == nil || errors.Is(err, checkout.ErrRefused) {
				t.Errorf("Charge in the storm: %v", err)
			}
			r.switches.Clear()
			r.set(t, ServerErrors, Setting{Next: 1, Method: "PUT"}) // it is made by the second PUT
			if _, err := r.client.Charge(t.Context(), r.request(txid)); err != nil {
				t.Errorf("Charge after it: %v", err)
			}
			r.unrevised(t, txid)
		},
		ErrorAfterCommit: func(t *testing.T, r *rig) {
			r.set(t, ErrorAfterCommit, Setting{Next: 1, Method: "PUT"})
			txid, _ := r.charge(t)
			r.unrevised(t, txid)
			paid, err := r.bank.Settle(t.Context(), txid)
			if err != nil {
				t.Fatal(err)
			}
			r.set(t, ErrorAfterCommit, Setting{Next: 1, Method: "PUT"})
			r.refund(t, paid, "r1", payment.RefundDone)
			if got := r.status(t, txid).Refunds; len(got) != 1 {
				t.Errorf("refunds %+v", got)
			}
			r.spent(t)
		},
		TokenExpired: func(t *testing.T, r *rig) {
			r.set(t, TokenExpired, Setting{Next: 1})
			r.client = r.newClient(t, nil) // one that has no token yet
			r.charge(t)
			r.spent(t)
		},
		TokenRevoked: func(t *testing.T, r *rig) {
			r.set(t, TokenRevoked, Setting{Next: 1})
			r.charge(t)
			r.spent(t)
		},
		RefundFails: func(t *testing.T, r *rig) {
			paid := r.paid(t)
			r.ear.wait(t, 1)
			r.set(t, RefundFails, Setting{Next: 1})
			state, err := r.client.Refund(t.Context(), r.back(paid, "r1"))
			if state != payment.RefundFailed || !errors.Is(err, checkout.ErrRefused) {
				t.Errorf("Refund: %q, %v", state, err)
			}
			if got := r.ear.wait(t, 2)[1].pix[0].Devolucoes; len(got) != 1 || got[0].Status != "NAO_REALIZADO" {
				t.Errorf("heard %+v", got)
			}
			r.refund(t, paid, "r2", payment.RefundDone) // all of it: what failed does not count
		},
		RefundStuck: func(t *testing.T, r *rig) {
			paid := r.paid(t)
			r.ear.wait(t, 1)
			r.set(t, RefundStuck, Setting{Next: 1})
			r.refund(t, paid, "r1", payment.RefundQueued)
			r.refund(t, paid, "r1", payment.RefundQueued)
			if state, err := r.client.Refund(t.Context(), r.back(paid, "r2")); state != payment.RefundFailed || !errors.Is(err, checkout.ErrRefused) {
				t.Errorf("the same money again: %q, %v", state, err)
			}
			if err := r.bank.FinishRefund(t.Context(), paid.EndToEndID, "r1", true); err != nil {
				t.Fatal(err)
			}
			r.refund(t, paid, "r1", payment.RefundDone)
			if got := r.ear.wait(t, 2)[1].pix[0].Devolucoes; len(got) != 1 || got[0].Status != "DEVOLVIDO" {
				t.Errorf("heard %+v", got)
			}
		},
		RefundSlow: func(t *testing.T, r *rig) {
			paid := r.paid(t)
			r.ear.wait(t, 1)
			r.set(t, RefundSlow, Setting{Next: 1, Delay: 300 * time.Millisecond})
			r.refund(t, paid, "r1", payment.RefundQueued)
			if got := r.ear.wait(t, 2)[1].pix[0].Devolucoes; len(got) != 1 || got[0].Status != "DEVOLVIDO" {
				t.Errorf("heard %+v", got)
			}
			r.refund(t, paid, "r1", payment.RefundDone)
		},
		PulledBack: func(t *testing.T, r *rig) {
			r.set(t, PulledBack, Setting{Next: 1})
			paid := r.paid(t)
			got := r.status(t, paid.TXID)
			if len(got.Refunds) != 1 || !got.Refunds[0].Unasked || got.Refunds[0].Amount != price {
				t.Errorf("refunds %+v", got.Refunds)
			}
			if state, err := r.client.Refund(t.Context(), r.back(paid, "r1")); state != payment.RefundFailed || !errors.Is(err, checkout.ErrRefused) {
				t.Errorf("what the bank took is given back again: %q, %v", state, err)
			}
		},
	}
	for _, f := range Faults() {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			meet, known := met[f]
			if !known {
				t.Fatal("no test meets this fault")
			}
			meet(t, newRig(t, nil))
		})
	}
}

// back asks for all of a payment.
func (r *rig) back(paid payment.Receipt, id string) payment.RefundRequest {
	return payment.RefundRequest{ID: id, EndToEndID: paid.EndToEndID, TXID: paid.TXID, Amount: paid.Amount}
}

func (r *rig) refund(t *testing.T, paid payment.Receipt, id string, want payment.RefundState) {
	t.Helper()
	if state, err := r.client.Refund(t.Context(), r.back(paid, id)); err != nil || state != want {
		t.Errorf("Refund %s: %q, %v, want %q", id, state, err, want)
	}
}

// spent fails if a fault that was to happen did not.
func (r *rig) spent(t *testing.T) {
	t.Helper()
	if on := r.switches.Settings(); len(on) > 0 {
		t.Errorf("still on: %+v", on)
	}
}

// tooSlow makes a charge whose answer the shop does not wait for.
func (r *rig) tooSlow(t *testing.T, txid ids.TXID) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := r.client.Charge(ctx, r.request(txid)); err == nil || errors.Is(err, checkout.ErrRefused) {
		t.Errorf("Charge: %v, want a time-out", err)
	}
	r.spent(t)
}

// unrevised fails if the charge was put more than once.
func (r *rig) unrevised(t *testing.T, txid ids.TXID) {
	t.Helper()
	if c, _, err := r.bank.get(t.Context(), txid); err != nil || c.Revision != 0 {
		t.Errorf("revision %d, %v", c.Revision, err)
	}
}
