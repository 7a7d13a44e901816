package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

func TestLocked(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first := open(t, folder)
	path := filepath.Join(folder, "shop ?#%.db")
	if _, err := Open(t.Context(), Options{Path: path}); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path+".lock") {
		t.Errorf("second open: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, folder).Close(); err != nil {
		t.Error(err)
	}
}

// A lock that was given up is free at once, also while the process starts commands: until they
// run they have all its files open.
func TestLockIsGivenUp(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 300 {
			_ = exec.Command("true").Run()
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		lock, err := lockFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := lock.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	garbage := filepath.Join(folder, "garbage.db")
	if err := os.WriteFile(garbage, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(folder, "shop ?#%.db")
	s := open(t, folder)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+strings.NewReplacer("?", "%3f", "#", "%23", "%", "%25").Replace(newer))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"":                                       "no path",
		filepath.Join(folder, "none", "shop.db"): "no such file",
		garbage:                                  "not a database",
		newer:                                    "newer release",
	} {
		for range 2 { // the second time shows that the lock was given up
			if _, err := Open(t.Context(), Options{Path: path}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("open %q: %v, want %q", path, err, want)
			}
		}
	}
}

func TestPragmas(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := open(t, folder)
	defer s.Close()
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "temp_store": "2", "query_only": "0",
	} {
		var got string
		if err := s.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("writer: %s is %s (error %v), want %s", pragma, got, err, want)
		}
	}
	if _, err := s.reader.db.Exec(`DELETE FROM stock`); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("a reader wrote: %v", err)
	}
	if runtime.GOOS == "windows" {
		return // it has no such modes to look at
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) < 3 {
		t.Fatalf("files %v (error %v)", files, err)
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has mode %o", filepath.Base(f), got)
		}
	}
}

// The driver is generated code for one version of modernc.org/libc, and breaks in quiet
// ways on another: the build must have the version in the driver's own go.mod.
func TestLibcVersion(t *testing.T) {
	t.Parallel()
	file, err := exec.Command("go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite").Output()
	if err != nil {
		bcptest.Missing(t, "the go command cannot say where the driver is: %v", err)
	}
	text, err := os.ReadFile(strings.TrimSpace(string(file)))
	if err != nil {
		t.Fatal(err)
	}
	var want string
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "modernc.org/libc" {
			want = f[1]
		}
	}
	if want == "" {
		t.Fatal("the driver's go.mod names no libc")
	}
	version, err := exec.Command("go", "list", "-m", "-f",
		"{{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}", "modernc.org/libc").Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.TrimSpace(string(version))
	if got != want {
		t.Errorf("modernc.org/libc is %q, the driver wants %q: pin it in go.mod with exclude or require", got, want)
	}
}
