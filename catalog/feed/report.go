package feed

import (
	"errors"
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a file.
type Problem struct {
	// Line is where it stands, 0 for the file as a whole.
	Line int
	// ID is the product or variant at fault, as far as it is known.
	ID   string
	Text string
}

func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", p.Line)
	}
	if p.ID != "" {
		fmt.Fprintf(&b, "%.64q: ", p.ID)
	}
	return b.String() + p.Text
}

const (
	// maxProblems is how many problems a report names.
	maxProblems = 200
	// maxProblem is how long the text of one is, in bytes.
	maxProblem = 1_000
)

// Counted is a number with the name of what it counts, which takes an s for several.
func Counted(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// Report is everything that is wrong with a file, by line.
type Report struct {
	// Problems are the first of them.
	Problems []Problem
	// Total counts all.
	Total int
}

func (r *Report) Error() string {
	if r.Total == 1 {
		return r.Problems[0].String()
	}
	return fmt.Sprintf("%d problems, the first: %s", r.Total, r.Problems[0])
}

// errStopped ends the reading of a file that is worth no more time; why is in the report.
var errStopped = errors.New("feed: stopped")
