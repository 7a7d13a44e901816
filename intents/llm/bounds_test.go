package llm

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A call that ends after midnight was paid from the budget of the day before.
func TestBudgetOfAnotherDay(t *testing.T) {
	t.Parallel()
	b := budget{most: 1000}
	late := time.Date(2026, 11, 29, 23, 59, 59, 0, time.UTC)
	yesterdays, ok := b.take(late, 900)
	if !ok {
		t.Fatal("900 of 1000 refused")
	}
	todays, ok := b.take(late.Add(2*time.Second), 900)
	if !ok {
		t.Fatal("the next day has no budget of its own")
	}
	b.settle(yesterdays, 100)
	if _, ok := b.take(late.Add(3*time.Second), 200); ok {
		t.Error("what was left of yesterday is spent today")
	}
	b.settle(todays, 100)
	if _, ok := b.take(late.Add(4*time.Second), 200); !ok {
		t.Error("what was reserved and not used is lost")
	}
}

func TestTitlesAreCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, title := range []string{strings.Repeat("ã", 200), strings.Repeat("a", 200), "Café", ""} {
		got := bound(title)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > maxTitle || !strings.HasPrefix(title, got) {
			t.Errorf("%.20q: cut to %q", title, got)
		}
	}
}

// A phrase of the parser and one of the model are the same with other accents and capitals.
func TestPhrasesOverlap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"fogao", "o Fogão", true}, {"MAÇÃ", "maca", true}, {"fogão", "geladeira", false}, {"", "fogão", false},
	} {
		if overlap(c.a, c.b) != c.want || overlap(c.b, c.a) != c.want {
			t.Errorf("%q and %q: want %t", c.a, c.b, c.want)
		}
	}
}
