package settlement

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/checkout"
	"balcao/job"
	"balcao/payment"
)

const (
	// Every is how often the statement is read, Overlap how much of what was read before is
	// read again: providers book late, and clocks differ.
	Every   = 10 * time.Minute
	Overlap = 30 * time.Minute
	// maxWindow is how much time one window has beside the overlap, so that a shop that was
	// away for long comes forward step by step; stepPause is the pause after each page.
	maxWindow = 6 * time.Hour
	stepPause = time.Second
	// maxPages is how many pages a window may have before it is halved, down to minWindow:
	// providers page only so deep.
	maxPages  = 50
	minWindow = time.Minute
	// deepest is the page at which a window ends that cannot be halved, whatever the provider
	// says: so many payments in a minute are none, and it would be read for ever.
	deepest = 1000
)

var errEndless = errors.New("settlement: the statement has no end")

// reconcile reads one page of the statement. A shop that is behind comes back soon for the
// next one.
func (s *Service) reconcile(ctx context.Context) (time.Time, error) {
	mark, err := s.Store.Mark(ctx, s.Account)
	if err != nil {
		return time.Time{}, fmt.Errorf("settlement: %w", err)
	}
	now := s.Clock.Now()
	mark = mark.begin(s.Account, now)
	page, err := s.Statement.Received(ctx, payment.Window{From: mark.From, To: mark.Until, Page: mark.Page})
	if err != nil {
		return time.Time{}, fmt.Errorf("settlement: read statement: %w", err)
	}
	step := Step{Mark: mark.after(page.More, now)}
	if err := s.sort(ctx, page, now, &step); err != nil {
		return time.Time{}, err
	}
	err = s.Store.Advance(ctx, step)
	if errors.Is(err, checkout.ErrConflict) {
		return now.Add(stepPause), nil // another process reads it too
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("settlement: keep statement: %w", err)
	}
	again := now.Add(Every)
	if step.Mark.behind(now) {
		again = now.Add(stepPause)
	}
	if n := len(page.Unread); n > 0 { // for people, and no reason to stop
		return again, &checkout.GaveUp{What: fmt.Sprintf("%d payments of the statement", n), Err: page.Unread[0]}
	}
	if page.More && mark.last() {
		return again, &checkout.GaveUp{What: "the rest of the statement until " + mark.Until.Format(time.RFC3339), Err: errEndless}
	}
	return again, nil
}

// begin is the mark with a window that is to be read. A shop that never read its statement
// begins a little while ago: what came before is not its own.
func (m Mark) begin(account string, now time.Time) Mark {
	if !m.Until.IsZero() {
		return m
	}
	if m.Read.IsZero() {
		m.Read = now
	}
	if m.From.IsZero() || now.Sub(m.At) > Every {
		m.From = m.Read.Add(-Overlap)
	}
	m.Account, m.Page, m.Until = account, 0, now
	if end := m.Read.Add(maxWindow); end.Before(now) {
		m.Until = end
	}
	if m.Until.Before(m.Read) { // the clock was put back
		m.From = m.Until.Add(-Overlap)
	}
	return m
}

// after is the mark once a page was read.
func (m Mark) after(more bool, now time.Time) Mark {
	m.Version++
	m.At = now
	switch long := m.Until.Sub(m.From); {
	case !more, m.last():
		m.Read, m.From, m.Until, m.Page = m.Until, time.Time{}, time.Time{}, 0
		if m.behind(now) {
			m.From = m.Read // the same reading goes on
		}
	case m.Page+1 >= maxPages && long > minWindow:
		m.Until, m.Page = m.From.Add(long/2), 0
	default:
		m.Page++
	}
	return m
}

// last reports whether no page is read behind the one that the mark names.
func (m Mark) last() bool { return m.Page+1 >= deepest && m.Until.Sub(m.From) <= minWindow }

// behind reports whether there is more to be read at once.
func (m Mark) behind(now time.Time) bool { return !m.Until.IsZero() || now.Sub(m.Read) >= minWindow }

// sort tells what is the shop's from what is not.
func (s *Service) sort(ctx context.Context, page payment.Page, now time.Time, step *Step) error {
	back := map[string][]payment.RefundRecord{}
	for _, r := range page.Refunds {
		back[r.EndToEndID] = append(back[r.EndToEndID], r)
	}
	seen := map[job.Job]bool{}
	for _, r := range page.Receipts {
		booked, err := found(s.Store.CheckoutOfPayment(ctx, r.EndToEndID))
		if err != nil {
			return err
		}
		ours := false
		if r.TXID != "" {
			if ours, err = found(s.Store.CheckoutOfCharge(ctx, r.TXID)); err != nil {
				return err
			}
		}
		look := job.Job{Kind: job.SettleCharge, Ref: string(r.TXID), Due: now}
		switch {
		case ours && (!booked || len(back[r.EndToEndID]) > 0) && !seen[look]:
			seen[look] = true
			step.Jobs = append(step.Jobs, look)
		case !ours && !booked && r.EndToEndID != "":
			step.Parked = append(step.Parked, payment.Unmatched{
				EndToEndID: r.EndToEndID, TXID: r.TXID, Amount: r.Amount, Returned: payment.Returned(back[r.EndToEndID]), PaidAt: r.PaidAt, FoundAt: now,
			})
		}
	}
	return nil
}

// found tells a row that is not there from a failure.
func found[T any](_ T, err error) (bool, error) {
	if errors.Is(err, checkout.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("settlement: %w", err)
	}
	return true, nil
}
