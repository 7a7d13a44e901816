package keyring

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Files under way to become the key file: the first one, and one in another's place. What a
// crash left of the latter is removed by the next change, under the lock; the former are
// written without it.
const (
	firstPattern = fileName + ".*.tmp"
	nextPattern  = fileName + ".*.new"
)

// create writes the key as a new file at path, whole or not at all. When
// another process was first, the error wraps fs.ErrExist and nothing changes:
// a hard link, unlike a rename, never replaces a file.
func create(path string, key *signingKey) error {
	temp, err := writeTemp(path, firstPattern, []*signingKey{key})
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := os.Link(temp, path); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// replace puts the keys in the place of those in the file at path, whole or not at all. The
// caller holds the lock.
func replace(path string, keys []*signingKey) error {
	if err := removeLeft(filepath.Dir(path)); err != nil {
		return err
	}
	temp, err := writeTemp(path, nextPattern, keys)
	if err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(fmt.Errorf("keyring: %w", err), os.Remove(temp))
	}
	return syncDir(filepath.Dir(path))
}

// removeLeft removes what changes that did not end have left in the folder.
func removeLeft(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	for _, entry := range entries {
		if ok, _ := filepath.Match(nextPattern, entry.Name()); !ok { // the pattern is a good one
			continue
		}
		if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
			return fmt.Errorf("keyring: %w", err)
		}
	}
	return nil
}

// writeTemp writes the keys, durably, to a new file beside path that belongs to whoever
// path belongs to: staff may be another user than the shop.
func writeTemp(path, pattern string, keys []*signingKey) (name string, err error) {
	raw, err := encode(keys)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(path), pattern) // mode 0600
	if err != nil {
		return "", fmt.Errorf("keyring: %w", err)
	}
	err = keepOwner(f, path)
	if err == nil {
		_, err = f.Write(raw)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("keyring: %w", err), os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// syncDir makes the new name survive a power cut. Windows cannot sync a folder.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("keyring: %w", err)
	}
	return nil
}
