package sqlite

import (
	"context"
	"fmt"
	"time"

	"balcao/store/rows"
)

// purgeBatch is how many rows one transaction forgets, so that no request waits long
// behind it.
const purgeBatch = 500

// PurgeReplies forgets the replies whose key was first seen before the given time, and
// returns how many. What was forgotten before an error stays forgotten.
func (s *Store) PurgeReplies(ctx context.Context, before time.Time) (int, error) {
	return s.purge(ctx, "replies", before, func(t *tx, before int64) (int64, error) {
		return t.exec(`DELETE FROM replies WHERE rowid IN
			(SELECT rowid FROM replies WHERE created_at < ? LIMIT ?)`, before, purgeBatch)
	})
}

// PurgeContexts forgets the conversations that have not moved since before the given
// time, and returns how many. What was forgotten before an error stays forgotten.
func (s *Store) PurgeContexts(ctx context.Context, before time.Time) (int, error) {
	return s.purge(ctx, "contexts", before, func(t *tx, before int64) (int64, error) {
		return t.exec(`DELETE FROM contexts WHERE rowid IN
			(SELECT rowid FROM contexts WHERE touched_at < ? LIMIT ?)`, before, purgeBatch)
	})
}

// PurgeCheckouts forgets the checkouts that were canceled before the given time, with
// their charges and seals, and returns how many. One for which money came stays: it says where the
// money went. So does one of whose token payments the processor has not said that nothing is kept
// of them. What was forgotten before an error stays forgotten.
func (s *Store) PurgeCheckouts(ctx context.Context, before time.Time) (int, error) {
	const old = `(SELECT id FROM checkouts WHERE canceled_at > 0 AND canceled_at < ?1 ORDER BY canceled_at, id LIMIT ?2)`
	return s.purge(ctx, "checkouts", before, func(t *tx, before int64) (int64, error) {
		for _, table := range []string{"charges", "seals", "open_mandates"} {
			if _, err := t.exec(`DELETE FROM `+table+` WHERE checkout IN `+old, before, purgeBatch); err != nil {
				return 0, err
			}
		}
		return t.exec(`DELETE FROM checkouts WHERE id IN `+old, before, purgeBatch)
	})
}

// purge runs a deletion of at most purgeBatch rows until it finds no more.
func (s *Store) purge(ctx context.Context, what string, before time.Time, some func(t *tx, before int64) (int64, error)) (int, error) {
	purged := 0
	for {
		var n int64
		err := s.writer.do(ctx, func(t *tx) (err error) {
			n, err = some(t, rows.Nanos(before))
			return err
		})
		if err != nil {
			return purged, fmt.Errorf("sqlite: purge %s: %w", what, err)
		}
		purged += int(n)
		if n < purgeBatch {
			return purged, nil
		}
	}
}
