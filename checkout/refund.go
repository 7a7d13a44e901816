package checkout

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"balcao/internal/ids"
	"balcao/money"
	"balcao/payment"
)

// refund gives back the payments of a charge that did not pay an order. One that the
// provider refuses is kept as failed and told at once; the others have their next run.
func (s *Service) refund(ctx context.Context, txid ids.TXID) (again time.Time, err error) {
	c, ch, err := s.chargeOf(ctx, txid)
	if err != nil {
		return time.Time{}, err
	}
	// The provider's word first: others may have given it back.
	var gaveUp *GaveUp
	status, look := s.settled(ctx, c, ch)
	if look != nil && !errors.As(look, &gaveUp) {
		return time.Time{}, look
	}
	if c, ch, err = s.chargeOf(ctx, txid); err != nil {
		return time.Time{}, err
	}
	var failures []error
	for _, r := range c.Receipts {
		if r.TXID != txid || r.Refund != payment.RefundQueued {
			continue
		}
		next, err := s.refundOne(ctx, c, ch, r, status.Refunds)
		switch {
		case errors.As(err, &gaveUp):
			return next, errors.Join(look, err)
		case err != nil:
			failures = append(failures, err) // the others need not wait for it
		case !next.IsZero() && (again.IsZero() || next.Before(again)):
			again = next
		}
	}
	switch {
	case look != nil && len(failures) > 0:
		return s.Clock.Now().Add(firstLook), look // which is told now or never
	case len(failures) > 0:
		return time.Time{}, errors.Join(failures...)
	}
	return again, look
}

// refundOne asks for what is owed of a payment, of which the provider spoke by these records.
// It returns when to see to it again, zero if all of it has gone.
func (s *Service) refundOne(ctx context.Context, c *Checkout, ch payment.Charge, r payment.Receipt, records []payment.RefundRecord) (again time.Time, err error) {
	b := backOf(r, records)
	q := b.next(r)
	now := s.Clock.Now()
	wait := now.Add(min(max(now.Sub(r.PaidAt), maxLook), longLook))
	if q.Amount <= 0 {
		return wait, nil // on its way back, and not by us
	}
	h, _ := c.Handler(ch.Handler)
	state, err := bounded(ctx, func(ctx context.Context) (payment.RefundState, error) { return s.Payments.Refund(ctx, h, q) })
	switch {
	case errors.Is(err, ErrRefused), err == nil && state == payment.RefundFailed:
		return s.refundRefused(ctx, c, ch, r, q, cmp.Or(err, ErrRefused))
	case err != nil:
		return time.Time{}, fmt.Errorf("refund: %w", err)
	case state == payment.RefundQueued, b.given+b.gone+q.Amount < r.Amount:
		return wait, nil // what others are giving back may not come to pass
	}
	return time.Time{}, s.tell(ctx, c.ID, refunded{EndToEndID: r.EndToEndID, State: state})
}

// refundRefused gives a refund up, unless the provider says by now that something else is owed
// than was asked for: others were quicker.
func (s *Service) refundRefused(ctx context.Context, c *Checkout, ch payment.Charge, r payment.Receipt, q payment.RefundRequest, why error) (time.Time, error) {
	var gaveUp *GaveUp
	status, look := s.settled(ctx, c, ch)
	if look != nil && !errors.As(look, &gaveUp) {
		return time.Time{}, look
	}
	if backOf(r, status.Refunds).next(r) != q {
		return s.Clock.Now().Add(firstLook), look
	}
	if err := s.tell(ctx, c.ID, refunded{EndToEndID: r.EndToEndID, State: payment.RefundFailed}); err != nil {
		return time.Time{}, err
	}
	return s.Clock.Now(), errors.Join(look, &GaveUp{What: "refund", TXID: r.TXID, EndToEndID: r.EndToEndID, Err: why})
}

// refundID is the id of the refund of a payment, in full or of what is left of it: the same for
// every try, so that a provider gives the money back once (the Central Bank's API: up to 35
// letters and digits, chosen by the receiver). Given is what earlier refunds gave back that were
// the shop's, or may have been, where what others were giving back did not come to pass.
func refundID(endToEndID string, amount, paid, given money.Amount) string {
	what := "|full|1"
	if amount != paid {
		what = fmt.Sprintf("|rest|%d", amount)
	}
	if given != 0 {
		what += fmt.Sprintf("|after|%d", given)
	}
	sum := sha256.Sum256([]byte(endToEndID + what))
	return hex.EncodeToString(sum[:])[:35]
}

// back is what went back of a payment that pays nothing.
type back struct {
	// given went back because the shop gave it back, giving is on its way so.
	given  money.Amount
	giving []payment.RefundRecord
	// gone went back without our asking, going is on its way so. Where nothing says whose wish
	// it was, it counts here: back is back. Nobodys is that part of gone.
	gone, going, nobodys money.Amount
}

// left is what is owed still, if all that is on its way arrives.
func (b back) left(r payment.Receipt) money.Amount {
	return r.Amount - b.given - payment.Returned(b.giving) - b.gone - b.going
}

// refundID is the id of the next refund of so much. One of the same amount that is done already
// has another id, also where the provider does not say whose it was.
func (b back) refundID(r payment.Receipt, amount money.Amount) string {
	return refundID(r.EndToEndID, amount, r.Amount, b.given+b.nobodys)
}

// next is the refund to ask for, of nothing if nothing is left. One that is on its way is asked
// for again: how it goes is its own to say.
func (b back) next(r payment.Receipt) payment.RefundRequest {
	q := payment.RefundRequest{EndToEndID: r.EndToEndID, TXID: r.TXID, Amount: b.left(r)}
	if len(b.giving) > 0 {
		q.ID, q.Amount = b.giving[0].ID, b.giving[0].Amount
		return q
	}
	q.ID = b.refundID(r, q.Amount)
	return q
}

// backOf counts what the provider says of a payment.
func backOf(r payment.Receipt, records []payment.RefundRecord) (b back) {
	var all []payment.RefundRecord
	for _, x := range records {
		if x.EndToEndID != r.EndToEndID || x.State == payment.RefundFailed {
			continue
		}
		if all = append(all, x); x.Anonymous && !x.Unasked && x.State == payment.RefundDone {
			b.nobodys += x.Amount
		}
	}
	ours := func(x payment.RefundRecord) bool { return x.ID == b.refundID(r, x.Amount) }
	for at := 0; at >= 0; { // each refund of ours is named by those before it
		at = slices.IndexFunc(all, func(x payment.RefundRecord) bool { return x.State == payment.RefundDone && ours(x) })
		if at >= 0 {
			b.given += all[at].Amount
			all = slices.Delete(all, at, at+1)
		}
	}
	for _, x := range all {
		switch done := x.State == payment.RefundDone; {
		case ours(x):
			b.giving = append(b.giving, x)
		case done:
			b.gone += x.Amount
		default:
			b.going += x.Amount
		}
	}
	return b
}
