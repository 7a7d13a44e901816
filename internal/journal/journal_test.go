package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var errUnreadable = errors.New("unreadable")

// reader replays lines of the form "key=value;".
type reader struct{ lines []string }

func (r *reader) replay(line []byte) (string, error) {
	key, value, ok := strings.Cut(string(line), "=")
	if !ok || !strings.HasSuffix(value, ";") {
		return "", errUnreadable
	}
	r.lines = append(r.lines, string(line))
	return key, nil
}

func TestOpen(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, before string
		replayed     []string
		after        string
		err          error
	}{
		{name: "empty"},
		{name: "one", before: "a=1;\n", replayed: []string{"a=1;"}, after: "a=1;\n"},
		{
			name:     "the last line of a key counts",
			before:   "a=1;\nb=1;\na=2;\n",
			replayed: []string{"a=1;", "b=1;", "a=2;"},
			after:    "a=2;\nb=1;\n",
		},
		{name: "torn", before: "a=1;\na=2", replayed: []string{"a=1;"}, after: "a=1;\n"},
		{name: "nothing but torn", before: "a=", after: ""},
		{name: "only the line break is missing", before: "a=1;", replayed: []string{"a=1;"}, after: "a=1;\n"},
		{name: "bad in the middle", before: "a=1;\nrot\na=2;\n", err: ErrLine},
		{name: "bad at the end", before: "a=1;\nrot\n", err: ErrLine},
		{name: "blank line", before: "a=1;\n\n", err: ErrLine},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "book")
			write(t, path, c.before)
			var r reader
			j, err := Open(path, r.replay)
			if !errors.Is(err, c.err) {
				t.Fatalf("Open: %v, want %v", err, c.err)
			}
			if err != nil {
				if !errors.Is(err, errUnreadable) {
					t.Errorf("%v does not wrap the reason", err)
				}
				if got := read(t, path); got != c.before {
					t.Errorf("the file became %q, want it untouched", got)
				}
				return
			}
			defer j.Close()
			if !slices.Equal(r.lines, c.replayed) {
				t.Errorf("replayed %q, want %q", r.lines, c.replayed)
			}
			if got := read(t, path); got != c.after {
				t.Errorf("file %q, want %q", got, c.after)
			}
			if err := j.Append([]byte("z=9;")); err != nil {
				t.Fatal(err)
			}
			if got := read(t, path); got != c.after+"z=9;\n" {
				t.Errorf("after Append %q", got)
			}
		})
	}
}

func TestOpenSaysWhere(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book")
	write(t, path, "a=1;\nrot\n")
	_, err := Open(path, new(reader).replay)
	if want := path + ": journal: bad line 2: unreadable"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"folder missing": filepath.Join(t.TempDir(), "missing", "book"),
		"a folder":       t.TempDir(),
	} {
		if _, err := Open(path, new(reader).replay); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book")
	open(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o600 {
		t.Errorf("mode %o, want 600", got)
	}
}

func TestLeftoverDraft(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book")
	write(t, path, "a=1;\na=2;\n")
	write(t, path+".new", "a=1;\nsomething longer that a crash left")
	open(t, path)
	if got := read(t, path); got != "a=2;\n" {
		t.Errorf("file %q", got)
	}
}

func TestAppendRefuses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book")
	j := open(t, path)
	if err := j.Append([]byte("a=1;\nb=1;")); !errors.Is(err, ErrLine) {
		t.Errorf("two lines: %v", err)
	}
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Append([]byte("a=1;")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if got := read(t, path); got != "" {
		t.Errorf("file %q, want it empty", got)
	}
}

// A write that fails where the file cannot be mended stops the journal for good.
func TestBrokenStaysBroken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "book")
	j := open(t, path)
	readOnly, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	j.file.Close()
	j.file = readOnly
	if err := j.Append([]byte("a=1;")); err == nil || errors.Is(err, ErrBroken) {
		t.Errorf("first: %v, want the write's own error", err)
	}
	if err := j.Append([]byte("a=1;")); !errors.Is(err, ErrBroken) {
		t.Errorf("second: %v, want ErrBroken", err)
	}
}

func TestWithoutFile(t *testing.T) {
	t.Parallel()
	j := open(t, "")
	if err := j.Append([]byte("a=1;")); err != nil {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if err := j.Append([]byte("a=1;")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(path, new(reader).replay)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
