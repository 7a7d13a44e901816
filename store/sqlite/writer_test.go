package sqlite

import (
	"context"
	"errors"
	"strings"
	"testing"

	"balcao/checkout"
	"balcao/internal/ids"
)

// held stops the writer in the middle of a batch, so that what is queued next becomes
// the next batch as a whole. The function it returns lets the writer go on.
func held(t *testing.T, s *Store) (release func()) {
	t.Helper()
	began, gate := make(chan struct{}), make(chan struct{})
	done, err := s.writer.submit(context.Background(), func(*tx) error {
		close(began)
		<-gate
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-began
	return func() {
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// queue queues a write that inserts a stock row and then ends with the given function.
func queue(t *testing.T, s *Store, ctx context.Context, variant string, then func(*tx) error) <-chan error {
	t.Helper()
	done, err := s.writer.submit(ctx, func(t *tx) error {
		if _, err := t.exec(`INSERT INTO stock (variant, on_hand) VALUES (?, 1)`, variant); err != nil {
			return err
		}
		return then(t)
	})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func well(*tx) error { return nil }

// variants lists what was stored, in one string.
func variants(t *testing.T, s *Store) string {
	t.Helper()
	list, err := s.StockList(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range list {
		names = append(names, string(l.Variant))
	}
	return strings.Join(names, " ")
}

func TestFailureLeavesNeighbours(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	release := held(t, s)
	bad := errors.New("bad")
	a := queue(t, s, t.Context(), "a", well)
	b := queue(t, s, t.Context(), "b", func(*tx) error { return bad })
	c := queue(t, s, t.Context(), "c", well)
	release()
	if ea, eb, ec := <-a, <-b, <-c; ea != nil || !errors.Is(eb, bad) || ec != nil {
		t.Errorf("outcomes %v, %v, %v", ea, eb, ec)
	}
	if got := variants(t, s); got != "a c" {
		t.Errorf("stored: %s", got)
	}
}

// When a batch is lost, because SQLite gave up the transaction by itself or the commit
// fails, nobody in it is told of success and nothing runs outside of a transaction.
func TestLostBatch(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(*tx) error{
		"rolled back, and the write failed": func(tx *tx) error {
			_, err := tx.exec(`ROLLBACK`)
			return errors.Join(err, errors.New("bad"))
		},
		"rolled back, unnoticed by the write": func(tx *tx) error {
			_, err := tx.exec(`ROLLBACK`)
			return err
		},
		"a violation that is only looked at when the transaction commits": func(tx *tx) error {
			if _, err := tx.exec(`PRAGMA defer_foreign_keys = ON`); err != nil {
				return err
			}
			_, err := tx.exec(`INSERT INTO charges (txid, checkout) VALUES ('t', 'none')`)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, t.TempDir())
			defer s.Close()
			release := held(t, s)
			a := queue(t, s, t.Context(), "a", well)
			b := queue(t, s, t.Context(), "b", lose)
			c := queue(t, s, t.Context(), "c", well)
			release()
			if ea, eb, ec := <-a, <-b, <-c; ea == nil || eb == nil || ec == nil {
				t.Errorf("outcomes %v, %v, %v", ea, eb, ec)
			}
			if got := variants(t, s); got != "" {
				t.Errorf("stored: %s", got)
			}
			if err := <-queue(t, s, t.Context(), "d", well); err != nil {
				t.Errorf("the next batch: %v", err)
			}
		})
	}
}

// A transaction that a failed ROLLBACK left open is undone, and writing goes on.
func TestTransactionLeftOpen(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	for _, query := range []string{`BEGIN IMMEDIATE`, `INSERT INTO stock (variant, on_hand) VALUES ('left', 1)`} {
		if _, err := s.writer.conn.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	for _, variant := range []string{"a", "b"} {
		if err := <-queue(t, s, t.Context(), variant, well); err != nil {
			t.Errorf("write %s: %v", variant, err)
		}
	}
	if got := variants(t, s); got != "a b" {
		t.Errorf("stored: %s", got)
	}
}

// A writer that has lost its connection says so, to every write and to the probe.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	if err := s.writer.conn.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.SetStock(t.Context(), "a", 1); err == nil || !strings.Contains(err.Error(), "begin") {
		t.Errorf("write: error %v", err)
	}
	if err := s.Ping(t.Context()); err == nil {
		t.Error("the probe found nothing wrong")
	}
}

// The probe is a write: where the database takes none it fails, and it recovers with it.
func TestPingWrites(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	pragma := func(query string) {
		t.Helper()
		if _, err := s.writer.conn.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	fails := func(why string) {
		t.Helper()
		if err := s.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("the probe says %v, want %q", err, why)
		}
	}
	last := ""
	works := func() {
		t.Helper()
		if err := s.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		var body string
		if err := s.reader.row(t.Context(), `SELECT body FROM probe`).Scan(&body); err != nil || len(body) != 64<<10 || body == last {
			t.Errorf("%d bytes, the same as before: %v (error %v)", len(body), body == last, err)
		}
		last = body
	}
	pragma(`PRAGMA max_page_count = 1`) // SQLite takes what it has for the least
	fails("full")
	pragma(`PRAGMA max_page_count = 1000000`)
	works()
	pragma(`PRAGMA query_only = ON`)
	fails("readonly")
	pragma(`PRAGMA query_only = OFF`)
	works()
}

// A caller who gives up while queued wrote nothing; one who gives up later learns what
// became of the write.
func TestCanceled(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	release := held(t, s)
	early, cancelEarly := context.WithCancel(t.Context())
	late, cancelLate := context.WithCancel(t.Context())
	a := queue(t, s, early, "a", well)
	b := queue(t, s, late, "b", func(*tx) error { cancelLate(); return nil })
	cancelEarly()
	release()
	if ea, eb := <-a, <-b; !errors.Is(ea, context.Canceled) || eb != nil {
		t.Errorf("outcomes %v, %v", ea, eb)
	}
	if got := variants(t, s); got != "b" {
		t.Errorf("stored: %s", got)
	}
}

// With a full queue a caller waits no longer than its context.
func TestQueueFull(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	release := held(t, s)
	for range maxBatch {
		if _, err := s.writer.submit(context.Background(), well); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Commit(ctx, checkout.Write{Stock: []checkout.StockMove{{Variant: "v", OnHand: 1}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := s.Ping(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("ping: error %v", err)
	}
	release()
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

// Close carries out what is queued and refuses what comes later.
func TestCloseDrains(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, folder)
	release := held(t, s)
	a := queue(t, s, t.Context(), "a", well)
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	release()
	if ea, ec := <-a, <-closed; ea != nil || ec != nil {
		t.Errorf("outcome %v, close %v", ea, ec)
	}
	if err := s.SetStock(t.Context(), "b", 1); !errors.Is(err, ErrClosed) {
		t.Errorf("after the close: error %v", err)
	}
	s = open(t, folder)
	defer s.Close()
	if got := variants(t, s); got != "a" {
		t.Errorf("stored: %s", got)
	}
}

// The writer's statements are prepared once.
func TestStatementsReused(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	for i := range 3 {
		w := typical(int64(i))
		w.Checkout.ID = ids.Checkout(rune('a' + i))
		if err := s.Commit(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := len(s.writer.stmts); got != 7 { // begin, savepoint, three inserts, release, commit
		t.Errorf("%d statements", got)
	}
}
