package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
)

// compacted replays content and returns the last line of each key, in the order in which
// the keys first came.
func compacted(content []byte, replay func([]byte) (string, error)) ([]byte, error) {
	var keys []string
	last := make(map[string][]byte)
	for number := 1; len(content) > 0; number++ {
		line, rest, whole := bytes.Cut(content, []byte{'\n'})
		content = rest
		key, err := replay(line)
		if err != nil && !whole {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w %d: %w", ErrLine, number, err)
		}
		if _, known := last[key]; !known {
			keys = append(keys, key)
		}
		last[key] = line
	}
	var out []byte
	for _, key := range keys {
		out = append(append(out, last[key]...), '\n')
	}
	return out, nil
}

// replaceFile puts content at path in one step: a crash leaves the old file or the new
// one. Unlike Append it waits for the disk, since it stakes the whole book.
func replaceFile(path string, content []byte) (err error) {
	draft := path + ".new"
	file, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(draft, path)
}
