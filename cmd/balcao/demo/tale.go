package demo

import (
	"fmt"
	"io"
	"strings"
)

// tale tells the play to a reader, in Portuguese: who says what, and each fact that was
// checked.
type tale struct {
	out   io.Writer
	facts int
	err   error // the first failed write
}

func (t *tale) line(format string, args ...any) {
	if _, err := fmt.Fprintf(t.out, format+"\n", args...); err != nil && t.err == nil {
		t.err = fmt.Errorf("demo: write: %w", err)
	}
}

// act opens an act.
func (t *tale) act(n int, title string) { t.line("\n%d. %s", n, title) }

// says tells what somebody said, further lines under the first.
func (t *tale) says(who, text string) {
	for _, l := range strings.Split(text, "\n") {
		t.line("   %-11s %s", who, l)
		who = ""
	}
}

// check is a fact and, if it does not hold, what is wrong.
type check struct{ fact, wrong string }

// is checks that a value is what it must be.
func is[T comparable](fact string, got, want T) check {
	if got == want {
		return check{fact: fact}
	}
	return check{fact: fact, wrong: fmt.Sprintf("got %v, want %v", got, want)}
}

// holds checks a condition.
func holds(fact string, ok bool) check {
	if ok {
		return check{fact: fact}
	}
	return check{fact: fact, wrong: "does not hold"}
}

// passes checks that something went without an error.
func passes(fact string, err error) check {
	if err == nil {
		return check{fact: fact}
	}
	return check{fact: fact, wrong: err.Error()}
}

// verify tells each fact and returns the first that does not hold.
func (t *tale) verify(checks ...check) error {
	for _, c := range checks {
		if c.wrong != "" {
			t.line("   %-11s ✗ %s: %s", "", c.fact, c.wrong)
			return fmt.Errorf("%q: %s", c.fact, c.wrong)
		}
		t.facts++
		t.line("   %-11s ✓ %s", "", c.fact)
	}
	return nil
}

// reais is an amount in centavos.
type reais int64

// String writes an amount as Brazilians do: R$ 1.234,56.
func (r reais) String() string {
	sign := ""
	if r < 0 {
		sign, r = "-", -r
	}
	whole := fmt.Sprint(int64(r) / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "." + whole[i:]
	}
	return fmt.Sprintf("%sR$ %s,%02d", sign, whole, int64(r)%100)
}
