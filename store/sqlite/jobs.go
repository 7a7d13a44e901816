package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"balcao/job"
	"balcao/store/rows"
)

// JobsAdded tells after a commit that added or moved jobs, or gave one back. One token
// stands for any number of commits; a worker that takes it asks when the next job is due.
func (s *Store) JobsAdded() <-chan struct{} { return s.writer.added }

// NextJobDue returns when the next job may be taken: its due time, or the end of its
// lease. It returns false if there is no job.
func (s *Store) NextJobDue(ctx context.Context) (time.Time, bool, error) {
	var next sql.NullInt64
	if err := s.reader.row(ctx, `SELECT min(free_at) FROM jobs`).Scan(&next); err != nil {
		return time.Time{}, false, readError("jobs", err)
	}
	return rows.Time(next.Int64), next.Valid, nil
}

// LeaseJobs takes at most limit jobs that are due at now, oldest first. Until the given
// time nobody else gets them; then they are taken for abandoned and may be leased again.
func (s *Store) LeaseJobs(ctx context.Context, now, until time.Time, limit int) ([]job.Job, error) {
	if !until.After(now) {
		return nil, fmt.Errorf("sqlite: lease from %v until %v", now, until)
	}
	var leased []job.Job
	err := s.writer.do(ctx, func(t *tx) (err error) {
		leased, err = t.leaseJobs(now, until, limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return leased, nil
}

func (t *tx) leaseJobs(now, until time.Time, limit int) ([]job.Job, error) {
	found, err := t.query(`UPDATE jobs SET free_at = ?1 FROM
		(SELECT kind AS k, ref AS r FROM jobs WHERE free_at <= ?2 ORDER BY free_at LIMIT ?3)
		WHERE kind = k AND ref = r RETURNING kind, ref, due, attempts`,
		rows.Nanos(until), rows.Nanos(now), limit)
	if err != nil {
		return nil, fmt.Errorf("sqlite: lease jobs: %w", err)
	}
	defer found.Close()
	var leased []job.Job
	for found.Next() {
		var j job.Job
		var due int64
		if err := found.Scan(&j.Kind, &j.Ref, &due, &j.Attempts); err != nil {
			return nil, fmt.Errorf("sqlite: lease jobs: %w", err)
		}
		j.Due = rows.Time(due)
		leased = append(leased, j)
	}
	if err := found.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: lease jobs: %w", err)
	}
	slices.SortStableFunc(leased, func(a, b job.Job) int { return a.Due.Compare(b.Due) })
	return leased, nil
}

// FinishJob takes away a leased job that is done. A job that was moved or taken away
// meanwhile stays as it is.
func (s *Store) FinishJob(ctx context.Context, j job.Job) error {
	return s.writer.do(ctx, func(t *tx) error {
		if _, err := t.exec(`DELETE FROM jobs WHERE kind = ? AND ref = ? AND due = ? AND free_at > due`,
			string(j.Kind), j.Ref, rows.Nanos(j.Due)); err != nil {
			return fmt.Errorf("sqlite: finish job: %w", err)
		}
		return nil
	})
}

// RetryJob gives a leased job back, to be run again at due, and counts the failure. A
// job that was moved or taken away meanwhile stays as it is.
func (s *Store) RetryJob(ctx context.Context, j job.Job, due time.Time) error {
	return s.giveBack(ctx, j, due, j.Attempts+1)
}

// PostponeJob gives a leased job back that ran well and wants to run again at due: the
// failures before it count no more. A job that was moved or taken away meanwhile stays
// as it is.
func (s *Store) PostponeJob(ctx context.Context, j job.Job, due time.Time) error {
	return s.giveBack(ctx, j, due, 0)
}

func (s *Store) giveBack(ctx context.Context, j job.Job, due time.Time, attempts int) error {
	return s.writer.do(ctx, func(t *tx) error {
		n, err := t.exec(`UPDATE jobs SET attempts = ?5, due = ?4, free_at = ?4
			WHERE kind = ?1 AND ref = ?2 AND due = ?3 AND free_at > due`,
			string(j.Kind), j.Ref, rows.Nanos(j.Due), rows.Nanos(due), attempts)
		if err != nil {
			return fmt.Errorf("sqlite: give job back: %w", err)
		}
		t.addedJobs = t.addedJobs || n > 0 // it may be due before what the worker waits for
		return nil
	})
}

// writeJobs takes away the jobs that are done, then adds or moves the others. A job that
// is moved while a worker has it is free again at its new time.
func (t *tx) writeJobs(done, jobs []job.Job) error {
	for _, j := range done {
		if _, err := t.exec(`DELETE FROM jobs WHERE kind = ? AND ref = ?`, string(j.Kind), j.Ref); err != nil {
			return fmt.Errorf("sqlite: take job away: %w", err)
		}
	}
	for _, j := range jobs {
		if _, err := t.exec(`INSERT INTO jobs (kind, ref, due, attempts, free_at) VALUES (?1, ?2, ?3, ?4, ?3)
			ON CONFLICT DO UPDATE SET due = ?3, attempts = ?4, free_at = ?3`,
			string(j.Kind), j.Ref, rows.Nanos(j.Due), j.Attempts); err != nil {
			return fmt.Errorf("sqlite: add job: %w", err)
		}
		t.addedJobs = true
	}
	return nil
}
