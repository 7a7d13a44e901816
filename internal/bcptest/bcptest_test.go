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

// What is missing may skip a test on somebody's machine and fails it under CI=true.
func TestMissing(t *testing.T) {
	t.Setenv("BALCAO_SHARED", t.TempDir()) // no schemas
	for _, tc := range []struct {
		ci   string
		fail bool
	}{{"", false}, {"false", false}, {"true", true}} {
		t.Setenv("CI", tc.ci)
		for what, ask := range map[string]func(testing.TB){
			"Missing": func(t testing.TB) { Missing(t, "no %s", "program") },
			"Shared":  func(t testing.TB) { Shared(t) },
		} {
			r := &recorder{TB: t}
			if ask(r); r.failed != tc.fail || r.skipped == tc.fail {
				t.Errorf("%s under CI=%s: failed %v, skipped %v", what, tc.ci, r.failed, r.skipped)
			}
		}
		r := &recorder{TB: t}
		if Available(r) || r.failed != tc.fail || r.skipped {
			t.Errorf("Available under CI=%s: failed %v, skipped %v", tc.ci, r.failed, r.skipped)
		}
	}
}

// recorder notes a failure or a skip instead of ending the test that it wraps.
type recorder struct {
	testing.TB
	failed, skipped bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true }
func (r *recorder) Skipf(string, ...any)  { r.skipped = true }
func (r *recorder) Logf(string, ...any)   {}
