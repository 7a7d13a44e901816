package token

import (
	"context"
	"maps"

	"balcao/money"
	"balcao/payment"
)

// voidID is the id under which the refund of a void is booked. No wish has it: it has a sign
// that ids do not.
const voidID = "*void"

// Void implements Processor.
func (s *Sandbox) Void(ctx context.Context, id string) (payment.RefundState, error) {
	if err := ctx.Err(); err != nil {
		return payment.RefundQueued, err
	}
	if id == "" {
		return payment.RefundFailed, refused("no attempt")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a, known := s.attempts[id]
	switch {
	case !known:
		a = attempt{ID: id, Verdict: payment.Declined} // too late for the request to arrive
	case a.Verdict == payment.Approved:
		left := a.Amount - a.refunded()
		if left == 0 {
			return payment.RefundDone, nil
		}
		a.book(voidID, left)
	case a.Verdict == payment.Declined:
		return payment.RefundDone, nil
	default:
		a.Verdict = payment.Declined
	}
	if err := s.write(a); err != nil {
		return payment.RefundQueued, err
	}
	return payment.RefundDone, nil
}

// Refund implements Processor.
func (s *Sandbox) Refund(ctx context.Context, r Refund) (payment.RefundState, error) {
	if err := ctx.Err(); err != nil {
		return payment.RefundQueued, err
	}
	if r.ID == "" || r.ID == voidID || r.Amount <= 0 {
		return payment.RefundFailed, refused("no id, or no amount")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.attempts[r.Attempt]
	if before, known := a.Refunds[r.ID]; known {
		if before != r.Amount {
			return payment.RefundFailed, refused("refund " + r.ID + " was of another amount")
		}
		return payment.RefundDone, nil
	}
	if a.Verdict != payment.Approved || r.Amount > a.Amount-a.refunded() {
		return payment.RefundFailed, refused("attempt " + r.Attempt + " did not take as much")
	}
	a.book(r.ID, r.Amount)
	if err := s.write(a); err != nil {
		return payment.RefundQueued, err
	}
	return payment.RefundDone, nil
}

func (a attempt) refunded() money.Amount {
	var sum money.Amount
	for _, amount := range a.Refunds {
		sum += amount
	}
	return sum
}

// book notes a refund on a copy of the map, so that one that cannot be written is not there.
func (a *attempt) book(id string, amount money.Amount) {
	refunds := maps.Clone(a.Refunds)
	if refunds == nil {
		refunds = map[string]money.Amount{}
	}
	refunds[id] = amount
	a.Refunds = refunds
}
