package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"balcao/checkout"
)

// Store implements checkout.Store on a SQLite file, and what jobs and staff need beside
// it. It is safe for concurrent use.
type Store struct {
	now     func() time.Time
	lock    io.Closer
	writeDB *sql.DB
	writer  *writer
	reader  *reader
	// catalogs is held by who replaces the catalogue.
	catalogs sync.Mutex

	closing  sync.Once
	closeErr error
}

var _ checkout.Store = (*Store)(nil)

// Options are what Open needs.
type Options struct {
	// Path is the database file. It is made if it is not there, readable by its owner
	// alone. Beside it appear Path-wal, Path-shm and Path.lock.
	Path string
	// Now tells the time in UTC; nil for the machine's clock.
	Now func() time.Time
	// Logger is told of migrations; nil for none.
	Logger *slog.Logger
}

// Open opens the database, brings its schema up to date and starts the writer. It
// returns ErrLocked if another process has the database.
func Open(ctx context.Context, o Options) (_ *Store, err error) {
	if o.Path == "" {
		return nil, errors.New("sqlite: no path given")
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Now().UTC() }
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	s := &Store{now: o.Now}
	if s.lock, err = lockFile(path + ".lock"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
		}
	}()
	if err = touch(path); err != nil {
		return nil, err
	}
	if s.writeDB, err = connect(path, writing, 1); err != nil {
		return nil, err
	}
	if err = migrate(ctx, s.writeDB, o.Logger); err != nil {
		return nil, err
	}
	readDB, err := connect(path, reading, readers())
	if err != nil {
		return nil, err
	}
	s.reader = &reader{db: readDB}
	conn, err := s.writeDB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("sqlite: open the writer: %w", err)
	}
	s.writer = startWriter(conn)
	return s, nil
}

// Close carries out what is queued, then closes the database and gives up the lock.
// Calls that come later get ErrClosed.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.closeErr = s.writer.close()
		s.closeErr = errors.Join(s.closeErr, s.release())
	})
	return s.closeErr
}

// release closes what was opened so far. The writing connection goes last of the
// database's, for the last one moves the log into the file.
func (s *Store) release() error {
	var errs []error
	if s.reader != nil {
		errs = append(errs, s.reader.db.Close())
	}
	if s.writeDB != nil {
		errs = append(errs, s.writeDB.Close())
	}
	return errors.Join(append(errs, s.lock.Close())...)
}

// Ping reports whether the database can be read and a write reaches the disk before
// ctx ends: an empty transaction would succeed on a disk that is full or read-only.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	if err := s.reader.row(ctx, `SELECT 1`).Scan(&one); err != nil {
		return fmt.Errorf("sqlite: ping: %w", err)
	}
	done, err := s.writer.submit(ctx, (*tx).probe)
	if err != nil {
		return err
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("sqlite: the writer does not answer: %w", ctx.Err())
	}
}

// probeSize is how many bytes a probe writes. It is more than most messages do, for a few
// bytes still fit into what the log has left when nothing else can be written.
const probeSize = 64 << 10

// probe replaces the probe's row, by random bytes since SQLite does not write what stays
// as it was.
func (t *tx) probe() error {
	return t.must("probe", `INSERT INTO probe (id, body) VALUES (1, randomblob(?1))
		ON CONFLICT DO UPDATE SET body = excluded.body`, probeSize)
}

// touch makes the file if it is not there, for its owner alone: it holds personal data.
// SQLite gives the files beside it the same permissions.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return f.Close()
}
