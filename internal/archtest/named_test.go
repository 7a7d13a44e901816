package archtest

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestTests(t *testing.T) {
	t.Parallel()
	tree := fstest.MapFS{
		"a/b/x_test.go": {Data: []byte("package b\nfunc TestOne(t *testing.T) {}\nfunc (s S) TestMethod() {}\nfunc TestMain(m *testing.M) {}\nfunc FuzzTwo(f *testing.F) {}\nfunc helper() {}\n")},
		"a/b/x.go":      {Data: []byte("package b\nfunc TestNot() {}\n")},
	}
	tests, err := Tests(tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) != 2 || !tests["a/b.TestOne"] || !tests["a/b.FuzzTwo"] {
		t.Errorf("found %v", tests)
	}
	text := "`a/b.TestOne`, `a/b.TestOne/a case, in words`, `a/b.FuzzTwo`; `a/b.TestGone/x` and `c.TestOne`, not a/b.TestBare."
	want := []string{"d.md: speaks of the test a/b.TestGone, which is not there", "d.md: speaks of the test c.TestOne, which is not there"}
	if got := checkNamed("d.md", text, tests); !slices.Equal(got, want) {
		t.Errorf("checkNamed found %q, want %q", got, want)
	}
}
