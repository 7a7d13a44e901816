package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"balcao/checkout"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/money"
	"balcao/payment"
	"balcao/settlement"
	"balcao/store/rows"
)

var _ settlement.Store = (*Store)(nil)

// writeReceipts makes payments findable. A payment never changes its checkout; one that was
// parked is parked no more.
func (t *tx) writeReceipts(id ids.Checkout, receipts []payment.Receipt) error {
	for _, r := range receipts {
		if err := t.must("receipt", `INSERT INTO receipts (end_to_end_id, checkout) VALUES (?, ?)
			ON CONFLICT DO UPDATE SET checkout = excluded.checkout WHERE checkout = excluded.checkout`,
			r.EndToEndID, string(id)); err != nil {
			return err
		}
		if _, err := t.exec(`DELETE FROM unmatched_payments WHERE end_to_end_id = ?`, r.EndToEndID); err != nil {
			return fmt.Errorf("sqlite: write receipt: %w", err)
		}
	}
	return nil
}

// CheckoutOfPayment implements settlement.Store.
func (s *Store) CheckoutOfPayment(ctx context.Context, endToEndID string) (ids.Checkout, error) {
	var id string
	if err := s.reader.row(ctx, `SELECT checkout FROM receipts WHERE end_to_end_id = ?`, endToEndID).Scan(&id); err != nil {
		return "", readError("receipt", err)
	}
	return ids.Checkout(id), nil
}

// Announce implements settlement.Store.
func (s *Store) Announce(ctx context.Context, a settlement.Announcement) (unknown int, err error) {
	err = s.writer.do(ctx, func(t *tx) error {
		unknown = 0
		for _, txid := range a.Charges {
			n, err := t.exec(`INSERT INTO jobs (kind, ref, due, attempts, free_at)
				SELECT ?1, txid, ?3, 0, ?3 FROM charges WHERE txid = ?2
				ON CONFLICT DO UPDATE SET due = excluded.due, attempts = 0, free_at = excluded.free_at`,
				string(job.SettleCharge), string(txid), rows.Nanos(a.Now))
			if err != nil {
				return fmt.Errorf("sqlite: announce: %w", err)
			}
			if n == 0 {
				unknown++
			}
		}
		t.addedJobs = t.addedJobs || unknown < len(a.Charges)
		if unknown == 0 && !a.Strange {
			return nil
		}
		return t.hastenReconcile(a)
	})
	if err != nil {
		return 0, err
	}
	return unknown, nil
}

func (t *tx) hastenReconcile(a settlement.Announcement) error {
	n, err := t.exec(`INSERT INTO jobs (kind, ref, due, attempts, free_at)
		SELECT ?1, ?2, due, 0, due FROM (SELECT max(?3, coalesce((SELECT at FROM statement_marks WHERE account = ?2), 0) + ?4) AS due) WHERE true
		ON CONFLICT DO UPDATE SET due = excluded.due, free_at = excluded.free_at WHERE free_at > excluded.due`,
		string(job.Reconcile), a.Account, rows.Nanos(a.Now), int64(a.Pause))
	if err != nil {
		return fmt.Errorf("sqlite: announce: %w", err)
	}
	t.addedJobs = t.addedJobs || n > 0
	return nil
}

// Mark implements settlement.Store.
func (s *Store) Mark(ctx context.Context, account string) (settlement.Mark, error) {
	m := settlement.Mark{Account: account}
	var read, from, until, at int64
	err := s.reader.row(ctx, `SELECT version, read_until, from_at, until_at, page, at FROM statement_marks WHERE account = ?`, account).
		Scan(&m.Version, &read, &from, &until, &m.Page, &at)
	if err != nil {
		if err = readError("statement mark", err); errors.Is(err, checkout.ErrNotFound) {
			return settlement.Mark{}, nil
		}
		return settlement.Mark{}, err
	}
	m.Read, m.From, m.Until, m.At = rows.Time(read), rows.Time(from), rows.Time(until), rows.Time(at)
	return m, nil
}

// Advance implements settlement.Store.
func (s *Store) Advance(ctx context.Context, step settlement.Step) error {
	return s.writer.do(ctx, func(t *tx) error {
		m := step.Mark
		if err := t.must("statement mark", `INSERT INTO statement_marks (account, version, read_until, from_at, until_at, page, at)
			SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM statement_marks WHERE account = ?1)
			ON CONFLICT DO UPDATE SET version = ?2, read_until = ?3, from_at = ?4, until_at = ?5, page = ?6, at = ?7 WHERE version = ?2 - 1`,
			m.Account, m.Version, rows.Nanos(m.Read), rows.Nanos(m.From), rows.Nanos(m.Until), m.Page, rows.Nanos(m.At)); err != nil {
			return err
		}
		for _, u := range step.Parked {
			if err := t.park(u); err != nil {
				return err
			}
		}
		return t.writeJobs(nil, step.Jobs)
	})
}

func (t *tx) park(u payment.Unmatched) error {
	if _, err := t.exec(`INSERT INTO unmatched_payments (end_to_end_id, txid, amount, returned, paid_at, found_at, closed_at, note)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, 0, '' WHERE NOT EXISTS (SELECT 1 FROM receipts WHERE end_to_end_id = ?1)
		ON CONFLICT DO UPDATE SET returned = ?4`,
		u.EndToEndID, string(u.TXID), int64(u.Amount), int64(u.Returned), rows.Nanos(u.PaidAt), rows.Nanos(u.FoundAt)); err != nil {
		return fmt.Errorf("sqlite: park payment: %w", err)
	}
	return nil
}

// Unmatched lists the money that no charge asked for, the oldest first, at most limit: what
// people must look at, or with all also what they have dealt with.
func (s *Store) Unmatched(ctx context.Context, all bool, limit int) ([]payment.Unmatched, error) {
	query := `SELECT end_to_end_id, txid, amount, returned, paid_at, found_at, closed_at, note FROM unmatched_payments`
	if !all {
		query += ` WHERE closed_at = 0 AND returned < amount`
	}
	found, err := s.reader.rows(ctx, query+` ORDER BY paid_at, end_to_end_id LIMIT ?`, limit)
	if err != nil {
		return nil, readError("unmatched payments", err)
	}
	defer found.Close()
	var out []payment.Unmatched
	for found.Next() {
		var u payment.Unmatched
		var amount, returned, paid, seen, closed int64
		if err := found.Scan(&u.EndToEndID, &u.TXID, &amount, &returned, &paid, &seen, &closed, &u.Note); err != nil {
			return nil, readError("unmatched payments", err)
		}
		u.Amount, u.Returned = money.Amount(amount), money.Amount(returned)
		u.PaidAt, u.FoundAt, u.ClosedAt = rows.Time(paid), rows.Time(seen), rows.Time(closed)
		out = append(out, u)
	}
	if err := found.Err(); err != nil {
		return nil, readError("unmatched payments", err)
	}
	return out, nil
}

// CountUnmatched is how many payments people must look at.
func (s *Store) CountUnmatched(ctx context.Context) (int, error) {
	var n int
	err := s.reader.row(ctx, `SELECT count(*) FROM unmatched_payments WHERE closed_at = 0 AND returned < amount`).Scan(&n)
	if err != nil {
		return 0, readError("unmatched payments", err)
	}
	return n, nil
}

// CloseUnmatched notes that the staff have dealt with a payment, and how.
// checkout.ErrNotFound says that no such payment is open.
func (s *Store) CloseUnmatched(ctx context.Context, endToEndID, note string, now time.Time) error {
	return s.writer.do(ctx, func(t *tx) error {
		n, err := t.exec(`UPDATE unmatched_payments SET closed_at = ?, note = ? WHERE end_to_end_id = ? AND closed_at = 0`,
			rows.Nanos(now), note, endToEndID)
		if err != nil {
			return fmt.Errorf("sqlite: close payment: %w", err)
		}
		if n == 0 {
			return fmt.Errorf("sqlite: close payment: %w", checkout.ErrNotFound)
		}
		return nil
	})
}
