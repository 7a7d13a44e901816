package sqlite

import (
	"context"
	"fmt"
	"time"

	"balcao/internal/ids"
	"balcao/job"
	"balcao/order"
	"balcao/store/rows"
)

// noticeColumns are what scanNotice reads.
const noticeColumns = `version, at, queued_at, next_at, dead, tries, tried_at, status, failure, body`

func scanNotice(row scanner) (order.Notice, error) {
	var n order.Notice
	var at, queued, next, tried int64
	var body []byte
	err := row.Scan(&n.Version, &at, &queued, &next, &n.Dead, &n.Tries, &tried, &n.Status, &n.Failure, &body)
	if err != nil {
		return order.Notice{}, readError("order notice", err)
	}
	n.At, n.QueuedAt, n.Next, n.TriedAt = rows.Time(at), rows.Time(queued), rows.Time(next), rows.Time(tried)
	n.Order, err = rows.DecodeOrder(body)
	return n, err
}

// writeNotice owes the platform a notice of a version of the order, if it wants any. It
// belongs to every write of an order: row is that of the order, at when it became so.
func (t *tx) writeNotice(o *order.Order, version int64, at time.Time, row []byte) error {
	if o.Session.OrderWebhook == "" {
		return nil
	}
	when := rows.Nanos(at)
	if err := t.must("order notice", `INSERT INTO order_notices
		(order_id, version, at, queued_at, next_at, dead, tries, tried_at, status, failure, body)
		VALUES (?1, ?2, ?3, ?3, 0, 0, 0, 0, 0, '', ?4) ON CONFLICT DO NOTHING`, string(o.ID), version, when, row); err != nil {
		return err
	}
	return t.writeJobs(nil, []job.Job{{Kind: job.NotifyOrder, Ref: string(o.ID), Due: at}})
}

// NextNotice returns the earliest version of an order of which its platform is to be told,
// checkout.ErrNotFound if there is none. Dead letters are passed over.
func (s *Store) NextNotice(ctx context.Context, id ids.Order) (order.Notice, error) {
	return scanNotice(s.reader.row(ctx, `SELECT `+noticeColumns+` FROM order_notices
		WHERE order_id = ? AND NOT dead ORDER BY version LIMIT 1`, string(id)))
}

// Notices lists the notices that were not taken yet, dead letters first and then the oldest,
// at most limit.
func (s *Store) Notices(ctx context.Context, limit int) ([]order.Notice, error) {
	found, err := s.reader.rows(ctx, `SELECT `+noticeColumns+` FROM order_notices
		ORDER BY dead DESC, queued_at, order_id, version LIMIT ?`, limit)
	if err != nil {
		return nil, readError("order notices", err)
	}
	defer found.Close()
	var out []order.Notice
	for found.Next() {
		n, err := scanNotice(found)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	if err := found.Err(); err != nil {
		return nil, readError("order notices", err)
	}
	return out, nil
}

// NoticeTaken forgets a notice that the platform has taken.
func (s *Store) NoticeTaken(ctx context.Context, id ids.Order, version int64) error {
	return s.writer.do(ctx, func(t *tx) error {
		if _, err := t.exec(`DELETE FROM order_notices WHERE order_id = ? AND version = ?`, string(id), version); err != nil {
			return fmt.Errorf("sqlite: forget order notice: %w", err)
		}
		return nil
	})
}

// NoticeMissed keeps what became of a try: tries, the last one's outcome, and whether and
// when there is another.
func (s *Store) NoticeMissed(ctx context.Context, n order.Notice) error {
	return s.writer.do(ctx, func(t *tx) error {
		if _, err := t.exec(`UPDATE order_notices SET next_at = ?3, dead = ?4, tries = ?5, tried_at = ?6, status = ?7, failure = ?8
			WHERE order_id = ?1 AND version = ?2 AND NOT dead`, string(n.Order.ID), n.Version,
			rows.Nanos(n.Next), n.Dead, n.Tries, rows.Nanos(n.TriedAt), n.Status, n.Failure); err != nil {
			return fmt.Errorf("sqlite: write order notice: %w", err)
		}
		return nil
	})
}

// ReplayNotices puts dead letters back into the queue, as new at that time and due at once,
// and returns how many.
func (s *Store) ReplayNotices(ctx context.Context, choice order.NoticeChoice, now time.Time) (int, error) {
	replayed := 0
	err := s.writer.do(ctx, func(t *tx) error {
		orders, err := t.reviveNotices(choice, now)
		if err != nil {
			return fmt.Errorf("sqlite: replay order notices: %w", err)
		}
		replayed = len(orders)
		jobs := make([]job.Job, len(orders))
		for i, id := range orders {
			jobs[i] = job.Job{Kind: job.NotifyOrder, Ref: id, Due: now}
		}
		return t.writeJobs(nil, jobs)
	})
	if err != nil {
		return 0, err
	}
	return replayed, nil
}

// reviveNotices returns the order of each notice that it put back.
func (t *tx) reviveNotices(choice order.NoticeChoice, now time.Time) ([]string, error) {
	found, err := t.query(`UPDATE order_notices SET dead = 0, queued_at = ?1, next_at = 0, tries = 0
		WHERE dead AND (?2 = '' OR order_id = ?2) AND (?3 = 0 OR version = ?3) RETURNING order_id`,
		rows.Nanos(now), string(choice.Order), choice.Version)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var orders []string
	for found.Next() {
		var id string
		if err := found.Scan(&id); err != nil {
			return nil, err
		}
		orders = append(orders, id)
	}
	return orders, found.Err()
}

// PurgeNotices forgets the dead letters that were last tried before the given time, and
// returns how many. What was forgotten before an error stays forgotten.
func (s *Store) PurgeNotices(ctx context.Context, before time.Time) (int, error) {
	return s.purge(ctx, "order notices", before, func(t *tx, before int64) (int64, error) {
		return t.exec(`DELETE FROM order_notices WHERE rowid IN
			(SELECT rowid FROM order_notices WHERE dead AND tried_at < ? LIMIT ?)`, before, purgeBatch)
	})
}
