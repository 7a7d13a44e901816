package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"balcao/checkout"
)

// tx is the writer's transaction. Only the writer's goroutine has it.
type tx struct {
	w *writer
	// addedJobs says that a change in it added jobs or gave some back.
	addedJobs bool
}

// exec runs a statement and returns how many rows it changed. A statement once begun is
// never interrupted: that would undo the neighbours' changes too.
func (t *tx) exec(query string, args ...any) (int64, error) {
	stmt, err := t.prepare(query)
	if err != nil {
		return 0, err
	}
	res, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// query runs a statement that returns rows.
func (t *tx) query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.prepare(query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(context.Background(), args...)
}

func (t *tx) prepare(query string) (*sql.Stmt, error) {
	if stmt, ok := t.w.stmts[query]; ok {
		return stmt, nil
	}
	stmt, err := t.w.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	t.w.stmts[query] = stmt
	return stmt, nil
}

// must runs a statement that changes a row; that it changed none is a conflict.
func (t *tx) must(what, query string, args ...any) error {
	n, err := t.exec(query, args...)
	if err != nil {
		return fmt.Errorf("sqlite: write %s: %w", what, err)
	}
	if n == 0 {
		return fmt.Errorf("sqlite: write %s: %w", what, checkout.ErrConflict)
	}
	return nil
}

// reader is the connections that only read, with their statements.
type reader struct {
	db    *sql.DB
	stmts sync.Map // query → *sql.Stmt
}

// scanner is a row, or the reason why there is none.
type scanner interface{ Scan(dest ...any) error }

// row runs a query that returns one row at most.
func (r *reader) row(ctx context.Context, query string, args ...any) scanner {
	stmt, err := r.prepare(ctx, query)
	if err != nil {
		return failed{err}
	}
	return stmt.QueryRowContext(ctx, args...)
}

// rows runs a query.
func (r *reader) rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := r.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (r *reader) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := r.stmts.Load(query); ok {
		return stmt.(*sql.Stmt), nil
	}
	stmt, err := r.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, taken := r.stmts.LoadOrStore(query, stmt); taken {
		return first.(*sql.Stmt), stmt.Close()
	}
	return stmt, nil
}

// failed is a row that could not be asked for.
type failed struct{ err error }

// Scan returns why.
func (f failed) Scan(...any) error { return f.err }
