//go:build unix && !solaris && !aix

package keyring

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// lockDir locks the folder itself, so that no file of a lock is left for its next user,
// who may be another.
func lockDir(dir string) (io.Closer, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errHeld
		}
		return nil, err
	}
	return f, nil
}

// keepOwner gives f to the owner of the file at path, if there is one: keys that root
// rotates must stay those of the shop's user.
func keepOwner(f *os.File, path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	old, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(old.Uid) == os.Geteuid() {
		return nil
	}
	return f.Chown(int(old.Uid), int(old.Gid))
}
