package archtest

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestCheckLinks(t *testing.T) {
	t.Parallel()
	tree := fstest.MapFS{"README.md": {}, "docs/A.md": {}, "docs/adr/1.md": {}}
	for text, want := range map[string]int{
		"[a](A.md) [b](adr/1.md#x) [c](../README.md) [d](adr/) [e](https://example.com/x) [f](#here) [g](adr)": 0,
		"[a](B.md)": 1, "[a](../A.md) and [b](adr/2.md#x)": 2,
	} {
		if got := checkLinks(tree, "docs/A.md", text); len(got) != want {
			t.Errorf("%s: %v, want %d faults", text, got, want)
		}
	}
}

func TestLargeFile(t *testing.T) {
	t.Parallel()
	got, err := checkTexts(fstest.MapFS{"x.test": {Data: make([]byte, maxFile+1)}, "ok": {Data: make([]byte, maxFile)}}, parseIgnore(""), nil)
	if err != nil || !slices.Equal(got, []string{"x.test: 1024 KiB; is this meant to be committed?"}) {
		t.Errorf("got %v (%v)", got, err)
	}
}
