package archtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func parsed(t *testing.T, name, text string) goFile {
	t.Helper()
	f, err := parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTagRule(t *testing.T) {
	t.Parallel()
	const text = "package x\n\ntype A struct {\n\tID string `json:\"id\"`\n\tN int `db:\"n\" json:\"n\"`\n\tM int `help:\"json: none\"`\n}\n"
	for name, want := range map[string]int{
		"order/a.go": 3, "checkout/a.go": 3, "money/a.go": 3, "order/a_test.go": 0, "bcp/a.go": 0, "ap2/a.go": 0,
	} {
		got := checkTags([]goFile{parsed(t, name, text)})
		if len(got) != want {
			t.Errorf("%s: got %q, want %d faults", name, got, want)
		}
		if want > 0 && !strings.HasPrefix(got[0], name+":4: ") {
			t.Errorf("got %q, want it at line 4", got[0])
		}
	}
}

func TestLengthRule(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name             string
		lines            int
		faults, warnings int
	}{
		{"bcp/a.go", 400, 0, 0},
		{"bcp/a.go", 401, 0, 1},
		{"bcp/a.go", 700, 0, 1},
		{"bcp/a.go", 701, 1, 0},
		{"bcp/a_test.go", 701, 1, 0},
		{"cmd/balcao/main.go", 59, 0, 0},
		{"cmd/balcao/main.go", 60, 1, 0},
		{"cmd/balcao/shop.go", 60, 0, 0},
	} {
		f := parsed(t, tc.name, "package x"+strings.Repeat("\n", tc.lines))
		faults, warnings := checkLengths([]goFile{f})
		if len(faults) != tc.faults || len(warnings) != tc.warnings {
			t.Errorf("%s with %d lines: faults %q, warnings %q", tc.name, tc.lines, faults, warnings)
		}
	}
}

func TestDocRule(t *testing.T) {
	t.Parallel()
	with := "// Package x is for this.\npackage x\n"
	for _, tc := range []struct {
		what  string
		files []goFile
		want  int
	}{
		{"one file of two", []goFile{parsed(t, "bcp/a.go", "package x\n"), parsed(t, "bcp/doc.go", with)}, 0},
		{"none", []goFile{parsed(t, "bcp/a.go", "package x\n")}, 1},
		{"a test's doc", []goFile{parsed(t, "bcp/a.go", "package x\n"), parsed(t, "bcp/a_test.go", with)}, 1},
		{"a comment apart", []goFile{parsed(t, "bcp/a.go", "// Something.\n\npackage x\n")}, 1},
		{"tests only", []goFile{parsed(t, "bcp/a_test.go", "package x\n")}, 0},
	} {
		if got := checkDocs(tc.files); len(got) != tc.want {
			t.Errorf("%s: got %q, want %d faults", tc.what, got, tc.want)
		}
	}
}

func TestFolderRule(t *testing.T) {
	t.Parallel()
	tree := fstest.MapFS{
		"bcp/a.go": {}, "docs/x.md": {}, ".ci/run": {}, "util/a.go": {}, "keys/a": {}, "README.md": {},
	}
	got, err := checkFolders(tree, parseIgnore("/keys/\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || !strings.HasPrefix(got[0], "util/: ") {
		t.Errorf("got %q, want util alone", got)
	}
}

func TestGoFiles(t *testing.T) {
	t.Parallel()
	src := &fstest.MapFile{Data: []byte("//go:build plan9\n\n// Package x.\npackage x\n")}
	tree := fstest.MapFS{
		"bcp/a.go": src, "bcp/testdata/b.go": src, ".hidden/c.go": src, "_old/d.go": src, "testdata/e.go": src, "bcp/f.txt": src,
	}
	files, err := goFiles(tree)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, fmt.Sprint(f.path, " ", f.folder, " ", f.doc))
	}
	if want := []string{"bcp/a.go bcp true"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if _, err := goFiles(fstest.MapFS{"bcp/a.go": {Data: []byte("not go")}}); err == nil {
		t.Error("a file that is not Go was taken")
	}
}
