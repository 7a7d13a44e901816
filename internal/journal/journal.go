// Package journal keeps the book of a sandbox provider: a file of lines that is only
// appended to, where the last line of a key tells how things stand.
//
// A line is handed to the operating system before Append returns, so it outlives the
// process however that ends, kill -9 included. It is not forced to the disk: a power
// failure may take the last lines, which a sandbox may lose and a real book may not.
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
)

// Errors of a journal.
var (
	// ErrLine says that a line of the file cannot be read, or that one to be written
	// contains a line break.
	ErrLine = errors.New("journal: bad line")
	// ErrBroken says that a write failed half-way and could not be taken back. Nothing
	// more is written, so that the file can be read when it is opened again.
	ErrBroken = errors.New("journal: broken by an earlier write")
)

// Journal is an open file of one process at a time. It is not safe for concurrent use:
// the lock that guards the state it tells of guards it too.
type Journal struct {
	file   *os.File // nil if nothing is kept
	size   int64    // length of the whole lines written
	closed bool
	broken bool
}

// Open reads the file at path, makes it shorter and opens it for Append. An empty path
// gives a journal that keeps nothing.
//
// replay is called with each line in order and returns its key; of the lines with one key
// only the last stays in the file. A last line that was cut off is dropped: nobody was
// told of it. Any other line that replay refuses makes Open fail with ErrLine.
func Open(path string, replay func(line []byte) (key string, err error)) (*Journal, error) {
	if path == "" {
		return &Journal{}, nil
	}
	content, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("journal: %w", err)
	}
	compact, err := compacted(content, replay)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !bytes.Equal(compact, content) {
		if err := replaceFile(path, compact); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return &Journal{file: file, size: int64(len(compact))}, nil
}

// Append adds a line, given without its line break. If it fails, the line is not in the
// file.
func (j *Journal) Append(line []byte) error {
	switch {
	case j.closed:
		return fmt.Errorf("journal: %w", os.ErrClosed)
	case j.broken:
		return ErrBroken
	case bytes.IndexByte(line, '\n') >= 0:
		return fmt.Errorf("%w: it contains a line break", ErrLine)
	case j.file == nil:
		return nil
	}
	n, err := j.file.Write(append(bytes.Clone(line), '\n'))
	if err != nil {
		// Half a line would spoil the next one.
		j.broken = j.file.Truncate(j.size) != nil
		return fmt.Errorf("journal: %w", err)
	}
	j.size += int64(n)
	return nil
}

// Close closes the file. A second call does nothing.
func (j *Journal) Close() error {
	if j.closed || j.file == nil {
		j.closed = true
		return nil
	}
	j.closed = true
	return j.file.Close()
}
