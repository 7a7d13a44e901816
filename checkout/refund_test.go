package checkout

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/payment"
)

// ledgerBank keeps the refunds of one payment as a provider does: once for each id, never more
// than was paid, at first on their way if slow.
type ledgerBank struct {
	*fakeBank
	paid money.Amount
	// nameless says that it keeps no id of the shop's, as Mercado Pago; lagging that what the shop
	// asked for is shown from the second look on.
	nameless, slow, lagging bool
	// asked runs once before a refund is made: the shop has looked by then.
	asked   func()
	refunds []ledgerRefund
}

type ledgerRefund struct {
	// key is the shop's id; empty for what others gave back.
	key    string
	record payment.RefundRecord
	looks  int
}

func (b *ledgerBank) add(key, id string, amount money.Amount, state payment.RefundState, unasked bool) {
	b.refunds = append(b.refunds, ledgerRefund{key: key, record: payment.RefundRecord{
		EndToEndID: "E1", ID: id, Amount: amount, State: state, Unasked: unasked, Anonymous: b.nameless && !unasked,
	}})
}

// sum is what went back and, with all, what is on its way.
func (b *ledgerBank) sum(all bool) (sum money.Amount) {
	for _, r := range b.refunds {
		if r.record.State == payment.RefundDone || all && r.record.State == payment.RefundQueued {
			sum += r.record.Amount
		}
	}
	return sum
}

func (b *ledgerBank) ChargeStatus(ctx context.Context, h payment.Handler, txid ids.TXID) (payment.ChargeStatus, error) {
	status, err := b.fakeBank.ChargeStatus(ctx, h, txid)
	for i := range b.refunds {
		r := &b.refunds[i]
		if r.looks++; r.looks > 1 || r.key == "" || !b.lagging {
			status.Refunds = append(status.Refunds, r.record)
		}
	}
	return status, err
}

func (b *ledgerBank) Refund(_ context.Context, _ payment.Handler, r payment.RefundRequest) (payment.RefundState, error) {
	if asked := b.asked; asked != nil {
		b.asked = nil
		asked()
	}
	for _, old := range b.refunds {
		switch {
		case old.key != r.ID:
		case old.record.Amount != r.Amount || old.record.State == payment.RefundFailed:
			return payment.RefundFailed, ErrRefused
		default:
			return old.record.State, nil
		}
	}
	if r.Amount < 1 || b.sum(true)+r.Amount > b.paid {
		return payment.RefundFailed, ErrRefused
	}
	id, state := r.ID, payment.RefundDone
	if b.nameless {
		id = fmt.Sprint(len(b.refunds) + 1)
	}
	if b.slow {
		state = payment.RefundQueued
	}
	b.add(r.ID, id, r.Amount, state, false)
	return state, nil
}

// ledger is a checkout with a payment that is to be given back.
func ledger(t *testing.T, paid money.Amount, nameless bool) (*cashier, *ledgerBank) {
	t.Helper()
	c := newCashier(t)
	b := &ledgerBank{fakeBank: c.bank, paid: paid, nameless: nameless}
	c.Payments = b
	c.bank.pay(tx1, "E1", paid, start.Add(time.Minute))
	if err := c.SettleCharge(t.Context(), tx1); err != nil {
		t.Fatal(err)
	}
	return c, b
}

// goOn runs the job of the refund until it is at rest, and reports whether it gave up.
func (c *cashier) goOn(t *testing.T) (gaveUp bool) {
	t.Helper()
	for range 20 {
		again, err := c.RunJob(t.Context(), job.Job{Kind: job.Refund, Ref: string(tx1)})
		var look *GaveUp
		if errors.As(err, &look) {
			gaveUp = true
		} else if err != nil {
			t.Fatal(err)
		}
		pause := again.Sub(c.clock.Now())
		if again.IsZero() || pause > firstLook {
			return gaveUp
		}
		c.clock.Advance(pause)
	}
	t.Fatal("the refund does not come to rest")
	return gaveUp
}

// A part that is given back twice over is two refunds, also where the provider keeps no ids.
func TestSamePartTwice(t *testing.T) {
	t.Parallel()
	for _, nameless := range []bool{true, false} {
		c, b := ledger(t, 7900, nameless)
		b.add("", "hand", 3950, payment.RefundQueued, false)
		if c.goOn(t); b.sum(false) != 3950 {
			t.Fatalf("given back %d beside the other's", b.sum(false))
		}
		b.refunds[0].record.State = payment.RefundFailed
		if c.goOn(t) || b.sum(false) != 7900 {
			t.Errorf("nameless %v: given back %d of 7900: %+v", nameless, b.sum(false), b.refunds)
		}
		if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundDone {
			t.Errorf("nameless %v: %+v", nameless, r)
		}
	}
}

// What the bank takes between the shop's look and its wish is found out; so is what it takes
// while the shop's refund is on its way, which then fails.
func TestPulledBackMeanwhile(t *testing.T) {
	t.Parallel()
	for _, nameless := range []bool{true, false} {
		c, b := ledger(t, 7900, nameless)
		b.asked = func() { b.add("", "med", 900, payment.RefundDone, true) }
		if c.goOn(t) || b.sum(true) != 7900 || c.read(t, c.id).Receipts[0].Refund != payment.RefundDone {
			t.Errorf("nameless %v: given back %+v, %+v", nameless, b.refunds, c.read(t, c.id).Receipts[0])
		}
		c, b = ledger(t, 7900, nameless)
		b.slow = true
		c.goOn(t)
		b.slow = false
		b.asked = func() {
			b.refunds[0].record.State = payment.RefundFailed
			b.add("", "med", 900, payment.RefundDone, true)
		}
		if nameless {
			b.asked() // it is not asked for again
			b.asked = nil
		}
		if c.goOn(t) || b.sum(true) != 7900 {
			t.Errorf("nameless %v: failed meanwhile: %+v", nameless, b.refunds)
		}
	}
}

// TestRefundStory: whatever others do meanwhile, the payment counts as given back only when all
// of it has gone; and all of it goes without people.
func TestRefundStory(t *testing.T) {
	t.Parallel()
	const paid = money.Amount(8)
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		c, b := ledger(t, paid, random.IntN(2) == 0)
		b.lagging = random.IntN(3) == 0
		var story []string
		act := func() {
			i := slices.IndexFunc(b.refunds, func(r ledgerRefund) bool { return r.record.State == payment.RefundQueued })
			switch n := random.IntN(6); {
			case n == 0 && b.sum(true) < paid:
				state := []payment.RefundState{payment.RefundQueued, payment.RefundDone}[random.IntN(2)]
				b.add("", fmt.Sprint(100+len(b.refunds)), 1+money.Amount(random.IntN(int(paid-b.sum(true)))), state, random.IntN(2) == 0)
			case n == 1:
				b.slow = !b.slow
			case n == 2 && i >= 0 && b.refunds[i].key == "": // one of the shop's that fails is for people
				b.refunds[i].record.State = payment.RefundFailed
			case n <= 4 && i >= 0:
				b.refunds[i].record.State = payment.RefundDone
			case n == 5:
				random.Shuffle(len(b.refunds), func(i, j int) { b.refunds[i], b.refunds[j] = b.refunds[j], b.refunds[i] })
			}
		}
		run := func() {
			gaveUp := c.goOn(t)
			r := c.read(t, c.id).Receipts[0]
			story = append(story, fmt.Sprintf("%s, %+v", r.Refund, b.refunds))
			if gaveUp || r.Refund != payment.RefundQueued && b.sum(false) < paid {
				t.Fatalf("seed %d: gave up %v, %s\n%q", seed, gaveUp, r.Refund, story)
			}
		}
		for range 8 {
			act()
			if b.asked = nil; random.IntN(3) == 0 {
				b.asked = act
			}
			run()
		}
		for range 8 { // all that is on its way arrives
			b.slow, b.asked = false, nil
			for i := range b.refunds {
				if b.refunds[i].record.State == payment.RefundQueued {
					b.refunds[i].record.State = payment.RefundDone
				}
			}
			run()
		}
		if r := c.read(t, c.id).Receipts[0]; r.Refund != payment.RefundDone || b.sum(false) != paid {
			t.Fatalf("seed %d: %+v\n%q", seed, r, story)
		}
	}
}
