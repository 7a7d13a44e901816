package bcptest

import (
	"os"
	"path/filepath"
	"testing"
)

// The checker must tell the protocol's own valid samples from its invalid ones, or the
// tests that lean on it would hold by accident.
func TestCheckAcceptsAndRefuses(t *testing.T) {
	t.Parallel()
	Shared(t)
	Check(t, "error", []byte(`{"ucp":{"version":"2026-07-28","status":"error"},"messages":[{"type":"info","content":"x"}]}`))

	empty := []byte(`{"ucp":{"version":"2026-07-28","status":"error"},"messages":[]}`)
	Refuse(t, "error", empty)
	refusing := &recorder{TB: t}
	Check(refusing, "error", empty)
	if !refusing.failed {
		t.Error("an error response without messages was accepted")
	}
}

func TestSharedFollowsTheEnvironment(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bcp", "schemas"), 0o750); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BALCAO_SHARED", dir)
	if got := Shared(t); got != dir {
		t.Errorf("Shared() = %q, want %q", got, dir)
	}
	if got, want := Shared(t, "bcp", "schemas"), filepath.Join(dir, "bcp", "schemas"); got != want {
		t.Errorf("Shared() = %q, want %q", got, want)
	}
}

// recorder notes a failure instead of failing the test that it wraps.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Logf(string, ...any)   {}
