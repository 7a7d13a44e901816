package order

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"balcao/money"
)

// ledger keeps the refunds of an order's payment as a provider does: once for each id, never more
// than was paid.
type ledger struct {
	paid money.Amount
	// nameless says that it keeps no id of the shop's; slow that a refund is first on its way.
	nameless, slow bool
	refunds        []ledgerRefund
}

type ledgerRefund struct {
	// key is the shop's id, empty for what others gave back.
	key string
	Returned
}

func (l *ledger) sum(all bool) (sum money.Amount) {
	for _, r := range l.refunds {
		if r.Status == Completed || all && r.Status == Pending {
			sum += r.Amount
		}
	}
	return sum
}

func (l *ledger) add(key, id string, amount money.Amount, status AdjustmentStatus, unasked bool) {
	l.refunds = append(l.refunds, ledgerRefund{key, Returned{ID: id, Anonymous: l.nameless && !unasked, Amount: amount, Status: status, Unasked: unasked}})
}

func (l *ledger) records() (out []Returned) {
	for _, r := range l.refunds {
		out = append(out, r.Returned)
	}
	return out
}

func (l *ledger) Refund(_ context.Context, q RefundRequest) (RefundState, error) {
	for _, r := range l.refunds {
		switch {
		case r.key != q.ID:
		case r.Status == Failed || r.Amount != q.Amount:
			return RefundFailed, ErrRefused
		case r.Status == Pending:
			return RefundUnderWay, nil
		default:
			return RefundDone, nil
		}
	}
	if l.sum(true)+q.Amount > l.paid {
		return RefundFailed, ErrRefused
	}
	id := q.ID
	if l.nameless {
		id = fmt.Sprint(len(l.refunds) + 1)
	}
	if l.slow {
		l.add(q.ID, id, q.Amount, Pending, false)
		return RefundUnderWay, nil
	}
	l.add(q.ID, id, q.Amount, Completed, false)
	return RefundDone, nil
}

// alike reports whether a refund of the shop's of this amount is under way.
func (o *Order) alike(amount money.Amount) bool {
	return slices.ContainsFunc(o.Adjustments, func(a Adjustment) bool {
		return a.Type == Refunded && !a.Elsewhere && a.Status == Pending && -a.Amount == amount
	})
}

// TestRefundStory: whoever gives back what and however it ends, the order's books come to say
// what went back. Where the provider keeps no id of the shop's, that is so of refunds of one amount
// unless one of two fails that are under way at once.
func TestRefundStory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 1))
		s := newShop(t, shirts())
		l := &ledger{paid: s.order().Payment.Amount, nameless: random.IntN(2) == 0}
		s.Refunds = l
		var story []string
		tell := func(format string, args ...any) { story = append(story, fmt.Sprintf(format, args...)) }
		work := func() {
			s.note(t, l.records()...)
			_, err := s.refunds()
			var gaveUp *GaveUp
			if err != nil && !errors.As(err, &gaveUp) {
				t.Fatal(err)
			}
			tell("job: %v", err)
		}
		for n := range 12 {
			amount := money.Amount(1+random.IntN(3)) * 1000
			open := -1
			for i, r := range l.refunds {
				if r.Status == Pending && random.IntN(2) == 0 {
					open = i
				}
			}
			switch what := random.IntN(8); {
			case what <= 1 && !(l.nameless && s.order().alike(amount)):
				_, err := s.Do(t.Context(), "ord_1", fmt.Sprint(n), Refund{Amount: amount})
				tell("staff %d: %v", amount, err)
			case what == 2 && l.sum(true)+amount <= l.paid:
				status, unasked := []AdjustmentStatus{Pending, Completed}[random.IntN(2)], random.IntN(2) == 0
				l.add("", fmt.Sprint(100+n), amount, status, unasked)
				tell("others %d %s, unasked %v", amount, status, unasked)
			case what == 3:
				l.slow = !l.slow
			case what <= 5 && open >= 0:
				r := &l.refunds[open]
				if r.Status = Completed; random.IntN(2) == 0 && !(r.Anonymous && r.key == "") { // one that may have been taken for the shop's
					r.Status = Failed
				}
				tell("%d %s", l.refunds[open].Amount, l.refunds[open].Status)
			default:
				work()
			}
		}
		for range 12 {
			l.slow = false
			for i := range l.refunds {
				if l.refunds[i].Status == Pending {
					l.refunds[i].Status = Completed
				}
			}
			work()
			s.clock.Advance(maxLook)
		}
		o := s.order()
		for _, a := range o.Adjustments {
			if a.Type == Refunded && a.Status == Pending {
				t.Errorf("seed %d: %s is owed still", seed, a.ID)
			}
		}
		if o.GivenBack() != l.sum(false) || t.Failed() {
			t.Fatalf("seed %d: the books say %d, the provider %d\n%q\n%+v\n%+v", seed, o.GivenBack(), l.sum(false), story, o.Adjustments, l.refunds)
		}
	}
}
