package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// ErrClosed says that the store was closed.
var ErrClosed = errors.New("sqlite: the store is closed")

// maxBatch is how many writes share one transaction at most. It bounds how long the
// first of them waits for the others.
const maxBatch = 256

// writer is the one goroutine that writes, and its queue.
type writer struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
	// added holds a token after a commit that added jobs or gave some back.
	added   chan struct{}
	stopped chan struct{}

	// mu guards closed: a send holds it shared, so that none comes after the close.
	mu     sync.RWMutex
	closed bool
	queue  chan write
}

// write is one queued change.
type write struct {
	ctx   context.Context
	apply func(*tx) error
	// done gets the outcome.
	done chan error
}

func startWriter(conn *sql.Conn) *writer {
	w := &writer{
		conn: conn, stmts: make(map[string]*sql.Stmt),
		added: make(chan struct{}, 1), stopped: make(chan struct{}),
		queue: make(chan write, maxBatch),
	}
	go w.run()
	return w
}

// do queues a change and waits for its outcome.
//
// A ctx that ends before the change is begun makes it be dropped, and do returns its
// error: nothing was done. Once begun, the outcome is waited for whatever becomes of
// ctx, so a caller never takes for failed what was committed.
func (w *writer) do(ctx context.Context, apply func(*tx) error) error {
	done, err := w.submit(ctx, apply)
	if err != nil {
		return err
	}
	return <-done
}

// submit queues a change and returns where its outcome will be told.
func (w *writer) submit(ctx context.Context, apply func(*tx) error) (<-chan error, error) {
	done := make(chan error, 1)
	return done, w.enqueue(ctx, write{ctx: ctx, apply: apply, done: done})
}

func (w *writer) enqueue(ctx context.Context, op write) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return ErrClosed
	}
	select {
	case w.queue <- op:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("sqlite: nothing was written: %w", ctx.Err())
	}
}

// close stops taking writes, waits for those queued and closes the connection.
func (w *writer) close() error {
	w.mu.Lock()
	w.closed = true
	close(w.queue)
	w.mu.Unlock()
	<-w.stopped
	var errs []error
	for _, stmt := range w.stmts {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// run commits batches until the queue is closed and empty.
func (w *writer) run() {
	defer close(w.stopped)
	batch := make([]write, 0, maxBatch)
	for first := range w.queue {
		batch = append(batch[:0], first)
		for more := true; more && len(batch) < maxBatch; {
			select {
			case op, ok := <-w.queue:
				if more = ok; ok {
					batch = append(batch, op)
				}
			default:
				more = false
			}
		}
		w.commit(batch)
	}
}
