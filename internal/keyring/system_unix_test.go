//go:build unix && !solaris && !aix

package keyring

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestKeyOwner: keys that root rotates stay those of the shop's user.
func TestKeyOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	ring, _ := ringAt(t)
	const user, group = 12345, 23456
	for _, path := range []string{filepath.Dir(ring.path), ring.path} {
		if err := os.Chown(path, user, group); err != nil {
			t.Fatal(err)
		}
	}
	rotate(t, ring, 0)
	info, err := os.Stat(ring.path)
	if err != nil {
		t.Fatal(err)
	}
	if now := info.Sys().(*syscall.Stat_t); now.Uid != user || now.Gid != group || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is of %d:%d with mode %v", now.Uid, now.Gid, info.Mode())
	}
}
