package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// ErrLocked says that another process has the database open.
var ErrLocked = errors.New("sqlite: the database is in use by another process")

// lockFile locks the file, making it if need be, until the result is closed or the
// process ends. The file holds the process id of who has the lock, for people; it stays
// behind, since removing it would let two processes lock two files of one name.
func lockFile(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sqlite: lock: %w", err)
	}
	if err := tryLock(f); err != nil {
		owner, readErr := io.ReadAll(io.LimitReader(f, 20))
		f.Close()
		if errors.Is(err, errHeld) {
			if pid := strings.TrimSpace(string(owner)); readErr == nil && pid != "" {
				return nil, fmt.Errorf("%w (%s is held by process %s)", ErrLocked, path, pid)
			}
			return nil, fmt.Errorf("%w (%s is held)", ErrLocked, path)
		}
		return nil, fmt.Errorf("sqlite: lock %s: %w", path, err)
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("sqlite: lock: %w", err)
	}
	return heldLock{f}, nil
}

// heldLock is a locked file.
type heldLock struct{ *os.File }

// Close gives the lock up before the file: a command that is just being started still has the
// file open, until it runs, and would keep the lock.
func (l heldLock) Close() error { return errors.Join(unlock(l.File), l.File.Close()) }

// errHeld is what tryLock returns if somebody else has the lock.
var errHeld = errors.New("held")
