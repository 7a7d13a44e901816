package sqlite

import (
	"context"
	"fmt"

	"balcao/job"
	"balcao/store/rows"
)

// TakeOver makes free at once what an earlier process was working on when it died: claims
// on replies and leases on jobs. It is for the process that has just opened the database:
// its lock says that nobody else is at work. Calls that were cut short are finished now.
func (s *Store) TakeOver(ctx context.Context) error {
	now := rows.Nanos(s.now())
	return s.writer.do(ctx, func(t *tx) error {
		for _, query := range []string{
			`UPDATE replies SET lease_until = 0 WHERE done = 0`,
			`UPDATE jobs SET free_at = due WHERE free_at > due`,
		} {
			if _, err := t.exec(query); err != nil {
				return fmt.Errorf("sqlite: take over: %w", err)
			}
		}
		for _, kind := range []job.Kind{job.FinishCharge, job.FinishAuthorization} {
			if _, err := t.exec(`UPDATE jobs SET due = ?1, free_at = ?1 WHERE kind = ?2 AND due > ?1`, now, string(kind)); err != nil {
				return fmt.Errorf("sqlite: take over: %w", err)
			}
		}
		t.addedJobs = true
		return nil
	})
}
