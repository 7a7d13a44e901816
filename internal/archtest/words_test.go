package archtest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		root, home, temp string
		want             []string
	}{
		{"/src/shop/main", "/home/ana", "/tmp", []string{"/src/shop/main", "/src/shop", "/home/ana"}},
		{"/tmp/balcao", "/home/ana", "/tmp", []string{"/tmp/balcao", "/home/ana"}},
		{"/balcao", "", "/tmp", []string{"/balcao"}},
		{"/balcao", "/", "/tmp/", []string{"/balcao"}},
	} {
		if got := places(tc.root, tc.home, tc.temp); !slices.Equal(got, tc.want) {
			t.Errorf("places(%q, %q, %q) = %q, want %q", tc.root, tc.home, tc.temp, got, tc.want)
		}
	}
}

func TestTextRule(t *testing.T) {
	t.Parallel()
	note := "TO" + "DO"
	for _, tc := range []struct {
		text string
		want string // part of the only fault, empty for none
	}{
		{"read /den/main/go.mod", "a.md:1: names /den"},
		{"first\nin /den", "a.md:2: names /den"},
		{"`/den`", "names /den"},
		{"/dental/x", ""},
		{"internal/den/x", ""},
		{"https://example.com/den/x", ""},
		{"./den/x", ""},
		{"/den-2/x, then /den/x", "names /den"},
		{"// " + note + ": later", "unfinished"},
		{"# " + "FIX" + "ME", "unfinished"},
		{"quero " + note + "S os produtos", ""},
		{"diz // " + note + "S os dias", ""},
		{"a\n" + strings.Repeat("<", 7) + " HEAD\n", "a.md:2: a merge conflict"},
		{"a\n" + strings.Repeat("=", 7) + "\n", ""},
	} {
		got := checkText("a.md", []byte(tc.text), []string{"/den"})
		switch {
		case tc.want == "" && len(got) > 0:
			t.Errorf("%q: got %q", tc.text, got)
		case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
			t.Errorf("%q: got %q, want one with %q", tc.text, got, tc.want)
		}
	}
}

func TestTextsRule(t *testing.T) {
	t.Parallel()
	bad := []byte("see /den/x")
	tree := fstest.MapFS{
		"a.md": {Data: bad}, "docs/b.md": {Data: bad}, "testdata/c.txt": {Data: bad}, ".ci/run": {Data: bad},
		"keys/d": {Data: bad}, "balcao.db": {Data: bad}, ".git/config": {Data: bad}, "e.png": {Data: append([]byte{0}, bad...)},
	}
	got, err := checkTexts(tree, parseIgnore("/keys/\n*.db\n"), []string{"/den"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, fault := range got {
		name, _, _ := strings.Cut(fault, ":")
		names = append(names, name)
	}
	if want := []string{".ci/run", "a.md", "docs/b.md", "testdata/c.txt"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestIgnoreRules(t *testing.T) {
	t.Parallel()
	rules := parseIgnore("# shop\n/balcao\n/keys/\n\n*.db\n")
	for name, want := range map[string]bool{
		"balcao": true, "cmd/balcao": false, "keys": true, "keys/a.jwk": true, "internal/keys": false,
		"x.db": true, "a/x.db": true, "x.db.lock": false, "shop": false,
	} {
		if got := rules.match(name); got != want {
			t.Errorf("match(%q) = %t, want %t", name, got, want)
		}
	}
	if got := checkIgnored(rules); len(got) != len(leftovers)-2 {
		t.Errorf("got %q, want all but balcao.db and keys", got)
	}
	if got := checkIgnored(parseIgnore("*.db\n*.db-*\n*.db.*\n/keys/\n/fakepsp/")); len(got) != 0 {
		t.Errorf("got %q, want none", got)
	}
}

func TestPinRule(t *testing.T) {
	t.Parallel()
	good := "module balcao\n\nrequire (\n"
	for p, version := range pins {
		good += "\t" + p + " " + version + " // indirect\n"
	}
	good += ")\n"
	for _, tc := range []struct {
		what, mod string
		want      int
	}{
		{"as pinned", good, 0},
		{"one moved", strings.Replace(good, " v2.4.0 ", " v2.5.0 ", 1), 1},
		{"one gone", strings.Replace(good, "modernc.org/libc", "modernc.org/other", 1), 1},
		{"one line", good + "require example.com/x v1.0.0\n", 0},
		{"replaced", good + "replace github.com/a2aproject/a2a-go/v2 => ../a2a-go\n", 1},
		{"empty", "module balcao\n", len(pins)},
	} {
		if got := checkPins(tc.mod); len(got) != tc.want {
			t.Errorf("%s: got %q, want %d faults", tc.what, got, tc.want)
		}
	}
}
