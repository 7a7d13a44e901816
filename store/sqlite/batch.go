package sqlite

import (
	"context"
	"errors"
	"fmt"
)

// commit applies a batch in one transaction and tells every write what became of it.
// Nobody is told of success before COMMIT returned.
//
// If COMMIT itself fails, SQLite has undone the transaction, but after a crash in that
// very moment it may still turn up in the log: the callers get an error that is none of
// the store's own and read again when they retry.
func (w *writer) commit(batch []write) {
	outcomes := make([]error, len(batch))
	t := &tx{w: w}
	if err := t.batch(batch, outcomes); err != nil {
		for i := range outcomes {
			if outcomes[i] == nil {
				outcomes[i] = err
			}
		}
		t.addedJobs = false
	}
	if t.addedJobs {
		select {
		case w.added <- struct{}{}:
		default: // a token is waiting already
		}
	}
	for i, op := range batch {
		op.done <- outcomes[i]
		batch[i] = write{} // let go of the caller's memory
	}
}

// batch fills in the outcomes of single writes; its error is that of the transaction,
// which then was undone as a whole.
func (t *tx) batch(batch []write, outcomes []error) error {
	if err := t.begin(); err != nil {
		return err
	}
	for i, op := range batch {
		if err := op.ctx.Err(); err != nil {
			outcomes[i] = fmt.Errorf("sqlite: nothing was written: %w", err)
			continue
		}
		var err error
		if outcomes[i], err = t.one(op.apply); err != nil {
			return t.abandon(err)
		}
	}
	if _, err := t.exec(`COMMIT`); err != nil {
		return t.abandon(fmt.Errorf("sqlite: commit: %w", err))
	}
	return nil
}

// begin begins the transaction. One that is open already is left of a batch whose ROLLBACK
// failed, and nobody was told that it succeeded: it is undone now, or else nothing could be
// written any more.
func (t *tx) begin() error {
	_, err := t.exec(`BEGIN IMMEDIATE`)
	if err != nil && t.rollback() == nil {
		_, err = t.exec(`BEGIN IMMEDIATE`)
	}
	if err != nil {
		return fmt.Errorf("sqlite: begin: %w", err)
	}
	return nil
}

// one applies a change in a savepoint. failed is the change's own outcome; lost says
// that the savepoint could not be kept or undone, and with it the whole transaction.
// SQLite drops a transaction by itself on a full disk, for one, and what ran after that
// would stand alone.
func (t *tx) one(apply func(*tx) error) (failed, lost error) {
	if _, err := t.exec(`SAVEPOINT one`); err != nil {
		return nil, fmt.Errorf("sqlite: savepoint: %w", err)
	}
	had := t.addedJobs
	if failed = apply(t); failed != nil {
		t.addedJobs = had
		if _, err := t.exec(`ROLLBACK TO one`); err != nil {
			return failed, fmt.Errorf("sqlite: the transaction was lost: %w", errors.Join(failed, err))
		}
	}
	if _, err := t.exec(`RELEASE one`); err != nil {
		return failed, fmt.Errorf("sqlite: release: %w", err)
	}
	return failed, nil
}

// abandon undoes what is left of a transaction after cause. That there is none left to
// undo is the usual case; where undoing fails, the next batch tries again before it begins.
func (t *tx) abandon(cause error) error {
	_ = t.rollback()
	return cause
}

func (t *tx) rollback() error {
	_, err := t.w.conn.ExecContext(context.Background(), `ROLLBACK`)
	return err
}
