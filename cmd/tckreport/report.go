package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// outcome is what became of a test.
type outcome string

const (
	passed  outcome = "passed"
	failed  outcome = "failed"
	xfailed outcome = "xfailed"
	skipped outcome = "skipped"
)

// result is one test of a report.
type result struct {
	test    string
	outcome outcome
	// why is the first line of what the kit says about it.
	why string
}

// fault is a test that fails for a fault of the kit.
type fault struct{ issue, reason string }

// parseFaults reads the known faults of a run, by test. A line has the run ("both" for
// all), the test, the public issue and the reason.
func parseFaults(text, run string) (map[string]fault, error) {
	faults := map[string]fault{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.SplitN(line, " ", 4)
		if len(words) < 4 || !slices.Contains([]string{"on", "off", "both"}, words[0]) {
			return nil, fmt.Errorf("not a known fault: %q", line)
		}
		if words[0] == "both" || words[0] == run {
			faults[words[1]] = fault{issue: words[2], reason: words[3]}
		}
	}
	return faults, nil
}

// parseResults reads a JUnit report as pytest writes it.
func parseResults(raw []byte) ([]result, error) {
	type detail struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
	}
	var report struct {
		Cases []struct {
			Class   string  `xml:"classname,attr"`
			Name    string  `xml:"name,attr"`
			Failure *detail `xml:"failure"`
			Error   *detail `xml:"error"`
			Skipped *detail `xml:"skipped"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(raw, &report); err != nil {
		return nil, err
	}
	if len(report.Cases) == 0 {
		return nil, errors.New("the report has no tests")
	}
	var results []result
	for _, c := range report.Cases {
		r := result{test: strings.TrimPrefix(c.Class, "tests.compatibility.") + "::" + c.Name, outcome: passed}
		why := &detail{}
		switch {
		case c.Failure != nil:
			r.outcome, why = failed, c.Failure
		case c.Error != nil:
			r.outcome, why = failed, c.Error
		case c.Skipped != nil && c.Skipped.Type == "pytest.xfail":
			r.outcome, why = xfailed, c.Skipped
		case c.Skipped != nil:
			r.outcome, why = skipped, c.Skipped
		}
		r.why, _, _ = strings.Cut(why.Message, "\n")
		results = append(results, r)
	}
	return results, nil
}

// reasons are why a test may be left out: there is nothing to test. Any other skip may
// hide a failure.
var reasons = []struct {
	pattern *regexp.Regexp
	short   string
}{
	{regexp.MustCompile(`(?i)^'?gRPC'? transport not configured|^Transport 'grpc' not configured`), "the gRPC binding is not served"},
	{regexp.MustCompile(`^Agent (card )?does not (support|declare)|^Streaming not supported: this operation is not supported$`), "what the card does not offer"},
	{regexp.MustCompile(`^Agent supports `), "the refusal of what the card does offer"},
	{regexp.MustCompile(`^No requirements at this level$`), "an empty list of the kit's"},
}

// verdict is what a run comes to.
type verdict struct {
	counts map[outcome]int
	// known are the kit's faults that showed, leftOut why and how often tests were skipped.
	known   []string
	leftOut map[string]int
	// wrong is what must not be.
	wrong []string
}

// judge holds the results against the known faults.
func judge(results []result, faults map[string]fault) verdict {
	v := verdict{counts: map[outcome]int{}, leftOut: map[string]int{}}
	seen := map[string]bool{}
	for _, r := range results {
		v.counts[r.outcome]++
		seen[r.test] = true
		f, known := faults[r.test]
		switch r.outcome {
		case failed, xfailed:
			if known {
				v.known = append(v.known, fmt.Sprintf("%s (%s: %s)", r.test, f.issue, f.reason))
			} else {
				v.wrong = append(v.wrong, fmt.Sprintf("%s %s: %s", r.test, r.outcome, r.why))
			}
			continue
		case skipped:
			if short := shortened(r.why); short != "" {
				v.leftOut[short]++
			} else {
				v.wrong = append(v.wrong, fmt.Sprintf("%s skipped: %s", r.test, r.why))
			}
		}
		if known {
			v.wrong = append(v.wrong, fmt.Sprintf("%s %s, but is listed as a fault of the kit (%s)", r.test, r.outcome, f.issue))
		}
	}
	for _, test := range slices.Sorted(maps.Keys(faults)) {
		if !seen[test] {
			v.wrong = append(v.wrong, test+" is listed as a fault of the kit, which has no such test")
		}
	}
	return v
}

// shortened is a reason to skip in short, empty if it is none.
func shortened(why string) string {
	for _, r := range reasons {
		if r.pattern.MatchString(why) {
			return r.short
		}
	}
	return ""
}

// print says what was found.
func (v verdict) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s: %d passed, %d failed, %d xfailed, %d skipped\n", name, v.counts[passed], v.counts[failed], v.counts[xfailed], v.counts[skipped])
	for _, k := range v.known {
		fmt.Fprintln(w, "  fault of the kit:", k)
	}
	for _, short := range slices.Sorted(maps.Keys(v.leftOut)) {
		fmt.Fprintf(w, "  skipped %d: %s\n", v.leftOut[short], short)
	}
	for _, s := range v.wrong {
		fmt.Fprintln(w, "  WRONG:", s)
	}
}
