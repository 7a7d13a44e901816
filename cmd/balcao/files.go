package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"balcao/internal/ids"
)

// secretFile returns the secret kept in a file, which it makes on first use, readable by
// its owner alone.
func secretFile(path string) (string, error) {
	secret := ids.NewSource(nil).Secret()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return readSecret(path)
	case err != nil:
		return "", fmt.Errorf("make secret: %w", err)
	}
	_, err = f.WriteString(secret + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write secret: %w", err), os.Remove(path))
	}
	return secret, nil
}

// readSecret reads such a file and refuses one that others may read.
func readSecret(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s can be read by others: set its mode to 0600", filepath.Base(path))
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	secret := strings.TrimSpace(string(raw))
	if secret == "" {
		return "", fmt.Errorf("%s is empty: remove it and start again", filepath.Base(path))
	}
	return secret, nil
}
