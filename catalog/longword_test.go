package catalog

import (
	"runtime"
	"strings"
	"testing"
)

// A slip is looked for in words of any length that people write, and in none that only
// somebody who wants the shop to work would.
func TestSlipsInLongWords(t *testing.T) {
	longest := strings.Repeat("lampada", 7)[:mostLetters]
	c := mustNew(t, plain("A", longest, 100), plain("B", "Porta "+longest+"s", 100), plain("C", "power bank", 100))
	for text, want := range map[string]int{
		longest:                     2,
		longest[1:]:                 2,
		longest[:20] + longest[21:]: 2,
		"x" + longest[1:]:           2,
		"xx" + longest[2:]:          0,
		longest + "porta":           1,
		"powerbank":                 1,
		longest + longest + "x":     0,
		strings.Repeat("ab", 1000):  0,
	} {
		page, err := c.Search(Query{Text: text})
		if err != nil || page.Total != want {
			t.Errorf("Search(%q) found %d, %v, want %d", text, page.Total, err, want)
		}
	}
}

// What one word costs must not grow by the square of its length: not in a query, which
// anybody writes, nor in a product, of which a supplier's file may have many.
func TestLongWordsCostLittle(t *testing.T) {
	c := small(t)
	const most = 2 << 20 // bytes allocated; the square of the shortest of these is 4 MB
	for name, word := range map[string]string{
		"letters":   strings.Repeat("a", 2000),
		"syllables": strings.Repeat("가", 2000),
		"ligatures": strings.Repeat("ﬃ", 2000),
		"digits":    strings.Repeat("1a", 1000),
	} {
		got := allocated(func() {
			if _, err := c.Search(Query{Text: word}); err != nil {
				t.Error(err)
			}
		})
		if got > most {
			t.Errorf("Search for %s allocated %d bytes, at most %d", name, got, most)
		}
	}
	p := plain("LONG", "Longo", 100)
	p.Description = strings.Repeat("x", 50_000)
	if got := allocated(func() { mustNew(t, p) }); got > most {
		t.Errorf("indexing a long word allocated %d bytes, at most %d", got, most)
	}
}

func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
