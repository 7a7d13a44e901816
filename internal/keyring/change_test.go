package keyring

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func version(r *Ring) Version { v, _ := r.Version(); return v }

func trouble(r *Ring) error { _, err := r.Version(); return err }

func content(t *testing.T, r *Ring) string {
	t.Helper()
	raw, err := os.ReadFile(r.path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestKeyOldFile: a file without states has the newest key sign and the others in grace,
// from when the next one was made. The next change keeps them all.
func TestKeyOldFile(t *testing.T) {
	t.Parallel()
	var keys []*signingKey
	for day := range 3 {
		key, err := generate(fixedNow().Add(time.Duration(day)*24*time.Hour), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	dir := t.TempDir()
	raw, err := encode(keys)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fileName), raw, 0o600)
	}
	if err != nil || strings.Contains(string(raw), "signs_from") {
		t.Fatalf("not an old file: %v\n%s", err, raw)
	}
	w := &watch{keys[1].created.Add(GracePeriod)}
	ring, err := Load(dir, w.now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if got := states(ring); got != "grace grace signing" {
		t.Fatal(got)
	}
	list := ring.List()
	for i := range 2 {
		if want := keys[i+1].created.Add(GracePeriod); !list[i].GraceEnds.Equal(want) {
			t.Errorf("grace of %d ends %s, want %s", i, list[i].GraceEnds, want)
		}
	}
	if err := refused(ring.Retire(keys[1].kid, false), ErrGrace); err != nil {
		t.Error(err)
	}
	if err := ring.Retire(keys[0].kid, false); err != nil {
		t.Error(err)
	}
	rotate(t, ring, time.Hour)
	if got := states(ring); got != "retired grace signing published" {
		t.Error(got)
	}
	if kids := kidsOf(ring); !slices.Equal(kids[:3], []string{keys[0].kid, keys[1].kid, keys[2].kid}) {
		t.Errorf("keys %v", kids)
	}
}

// TestKeyFollowsFile: a ring sees what another process has changed, and keeps what it
// knows while the file cannot be used.
func TestKeyFollowsFile(t *testing.T) {
	t.Parallel()
	ring, w := ringAt(t)
	staff, err := Load(filepath.Dir(ring.path), w.now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	first := version(ring)
	if version(ring) != first {
		t.Error("the version moves by itself")
	}
	second := rotate(t, staff, time.Hour)
	published := version(ring)
	if published == first || len(ring.PublicJWKs()) != 2 || signedBy(t, ring) == second {
		t.Errorf("after the making: %s", states(ring))
	}
	w.at = w.at.Add(time.Hour)
	if version(ring) == published || signedBy(t, ring) != second {
		t.Errorf("after an hour: %s", states(ring))
	}
	good := content(t, ring)
	for name, spoil := range map[string]func() error{
		"gone":   func() error { return os.Remove(ring.path) },
		"broken": func() error { return os.WriteFile(ring.path, []byte("{"), 0o600) },
		"open":   func() error { return os.Chmod(ring.path, 0o644) },
	} {
		before := version(ring)
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if trouble(ring) == nil || version(ring) != before || signedBy(t, ring) != second {
			t.Errorf("%s: %v, %s", name, trouble(ring), states(ring))
		}
		if _, err := staff.Make(0); err == nil {
			t.Errorf("%s: a key was made", name)
		}
		if err := errors.Join(os.WriteFile(ring.path, []byte(good), 0o600), os.Chmod(ring.path, 0o600)); err != nil {
			t.Fatal(err)
		}
		if err := trouble(ring); err != nil || signedBy(t, ring) != second {
			t.Errorf("%s, mended: %v", name, err)
		}
	}
}

// TestKeyConcurrentChanges: of those that change keys at once, each does it whole or is told
// that another was faster, and no key is lost.
func TestKeyConcurrentChanges(t *testing.T) {
	t.Parallel()
	first, w := ringAt(t)
	want := kidsOf(first)
	const processes = 12
	made := make([]string, processes)
	var wg sync.WaitGroup
	for i := range processes {
		ring, err := Load(filepath.Dir(first.path), w.now, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			key, err := ring.Make(time.Hour)
			if err != nil && !errors.Is(err, ErrBusy) {
				t.Error(err)
			}
			if err == nil {
				made[i] = key.KID
			}
			signedBy(t, ring)
		})
	}
	wg.Wait()
	for _, kid := range made {
		if kid != "" {
			want = append(want, kid)
		}
	}
	got := kidsOf(first)
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 2 || !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	onlyKeyFile(t, first)
}

func onlyKeyFile(t *testing.T, r *Ring) {
	t.Helper()
	if names := list(t, filepath.Dir(r.path)); len(names) != 1 {
		t.Errorf("files left over: %v", names)
	}
	if info, err := os.Stat(r.path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file: %v, %v", info, err)
	}
}

// TestKeyLock: while somebody else changes the keys, nothing is changed.
func TestKeyLock(t *testing.T) {
	t.Parallel()
	ring, _ := ringAt(t)
	unlock, err := lock(filepath.Dir(ring.path))
	if err != nil {
		t.Fatal(err)
	}
	before := content(t, ring)
	_, made := ring.Make(0)
	_, revoked := ring.Revoke(kidsOf(ring)[0], true)
	for _, err := range []error{made, revoked, ring.Retire(kidsOf(ring)[0], true)} {
		if !errors.Is(err, ErrBusy) {
			t.Errorf("got %v, want %v", err, ErrBusy)
		}
	}
	if content(t, ring) != before {
		t.Error("the file was changed")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	rotate(t, ring, 0)
}

// TestKeyCrash: a change that died before its rename has changed nothing; the next one takes
// its leavings away, but not those of a first run that is under way.
func TestKeyCrash(t *testing.T) {
	t.Parallel()
	ring, w := ringAt(t)
	keys, err := ring.add(ring.current().keys, w.at, 0)
	if err != nil {
		t.Fatal(err)
	}
	left, err := writeTemp(ring.path, nextPattern, keys)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(left); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want mode 0600", info, err)
	}
	if got := states(ring); got != "signing" || trouble(ring) != nil {
		t.Errorf("after the crash: %s, %v", got, trouble(ring))
	}
	running, err := writeTemp(ring.path, firstPattern, keys)
	if err != nil {
		t.Fatal(err)
	}
	rotate(t, ring, 0)
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the leavings: %v", err)
	}
	if err := os.Remove(running); err != nil {
		t.Error(err)
	}
	onlyKeyFile(t, ring)
}

// TestKeyWriteFails: a folder that takes no file keeps the old one.
func TestKeyWriteFails(t *testing.T) {
	t.Parallel()
	ring, _ := ringAt(t)
	before := content(t, ring)
	if err := replace(filepath.Join(filepath.Dir(ring.path), "none", fileName), ring.current().keys); err == nil {
		t.Error("written into a folder that is not there")
	}
	// The rename fails: a folder with something in it stands in the way.
	inTheWay := filepath.Join(t.TempDir(), fileName)
	if err := os.MkdirAll(filepath.Join(inTheWay, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := replace(inTheWay, ring.current().keys); err == nil {
		t.Error("a folder was replaced")
	}
	if names := list(t, filepath.Dir(inTheWay)); len(names) != 1 {
		t.Errorf("files left over: %v", names)
	}
	if content(t, ring) != before {
		t.Error("the file was changed")
	}
}

// TestKeyLoad: to look at keys makes none.
func TestKeyLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := Load(dir, fixedNow, rand.Reader); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if names := list(t, dir); len(names) != 0 {
		t.Errorf("made %v", names)
	}
}
