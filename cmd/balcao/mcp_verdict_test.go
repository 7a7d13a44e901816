package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// check is one thing that the conformance runner looked at.
type check struct {
	ID, Status, ErrorMessage string
	Details                  json.RawMessage
}

// The statuses of a check that are no objection; one with INFO judges nothing.
const (
	checkPassed = "SUCCESS"
	checkSays   = "INFO"
)

// wireChecks begin the names of what is checked in every scenario beside its own: what was sent
// is valid by MCP's schema. Nothing is excepted from them.
const wireChecks = "wire-schema-"

// verdict holds what the runner found against what is excepted.
type verdict struct {
	// why are the exceptions with their reason, met those that there was use for.
	why map[string]string
	met map[string]bool
	// faults are whatever must not be.
	faults []string
	// runs are those of scenarios, whole of them are excepted; single counts the checks that are
	// excepted in others.
	runs, whole, passed, single int
}

func newVerdict(exceptions []exception) *verdict {
	v := &verdict{why: map[string]string{}, met: map[string]bool{}}
	for _, e := range exceptions {
		for _, name := range e.names {
			if v.why[name] != "" {
				v.fault("%s is excepted twice", name)
			}
			v.why[name] = e.why
		}
	}
	return v
}

func (v *verdict) fault(format string, args ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, args...))
}

// take judges one run of a scenario.
func (v *verdict) take(revision, scenario string, checks []check) {
	v.runs++
	where := scenario + " at " + revision
	if len(checks) == 0 {
		v.fault("%s did not run", where)
		return
	}
	good, bad := map[string]int{}, map[string][]check{}
	for _, c := range checks {
		switch own := !strings.HasPrefix(c.ID, wireChecks); {
		case c.Status == checkPassed:
			v.passed++
			if own {
				good[c.ID]++
			}
		case !own:
			v.fault("%s: %s: %s %s", where, c.ID, c.ErrorMessage, c.Details)
		case c.Status != checkSays:
			bad[c.ID] = append(bad[c.ID], c)
		}
	}
	if why := v.why[scenario]; why != "" {
		v.whole++
		v.met[scenario] = true
		if len(good) > 0 {
			v.fault("%s is excepted (%s) and passes %v", where, why, slices.Sorted(maps.Keys(good)))
		}
		return
	}
	if len(good) == 0 && len(bad) == 0 {
		v.fault("%s checked nothing", where)
	}
	for id := range good {
		if why := v.why[scenario+":"+id]; why != "" && len(bad[id]) == 0 {
			v.fault("%s: %s is excepted (%s) and passes", where, id, why)
		}
	}
	for id, failed := range bad {
		if name := scenario + ":" + id; v.why[name] != "" {
			v.met[name] = true
			v.single += len(failed)
			continue
		}
		for _, c := range failed {
			v.fault("%s: %s: %s: %s %s", where, id, c.Status, c.ErrorMessage, c.Details)
		}
	}
}

// end returns all faults, the exceptions among them that nothing needed.
func (v *verdict) end() []string {
	for _, name := range slices.Sorted(maps.Keys(v.why)) {
		if !v.met[name] {
			v.fault("%s is excepted (%s), and nothing needs it", name, v.why[name])
		}
	}
	return v.faults
}

// The verdict passes what is passed or excepted, and nothing else.
func TestMCPConformanceVerdict(t *testing.T) {
	t.Parallel()
	exceptions := []exception{{"no such thing", []string{"whole", "some:one"}}}
	usual := map[string][]check{
		"ping":  {{ID: "ping", Status: "SUCCESS"}, {ID: "wire-schema-valid", Status: "SUCCESS"}},
		"whole": {{ID: "a", Status: "FAILURE"}, {ID: "note", Status: "INFO"}, {ID: "wire-schema-valid", Status: "SUCCESS"}},
		"some":  {{ID: "one", Status: "SKIPPED"}, {ID: "two", Status: "SUCCESS"}},
	}
	for _, test := range []struct {
		name, scenario string
		checks         []check
		want           string
	}{
		{"as usual", "ping", usual["ping"], ""},
		{"failed", "ping", []check{{ID: "ping", Status: "FAILURE"}}, "ping at 1: ping: FAILURE"},
		{"a warning", "ping", []check{{ID: "ping", Status: "SUCCESS"}, {ID: "more", Status: "WARNING"}}, "more: WARNING"},
		{"left out", "ping", []check{{ID: "ping", Status: "SKIPPED"}}, "SKIPPED"},
		{"a new status", "ping", []check{{ID: "ping", Status: "HALF"}}, "HALF"},
		{"one of two", "ping", []check{{ID: "ping", Status: "SUCCESS"}, {ID: "ping", Status: "FAILURE"}}, "FAILURE"},
		{"checked nothing", "ping", []check{{ID: "ping", Status: "INFO"}, {ID: "wire-schema-valid", Status: "SUCCESS"}}, "checked nothing"},
		{"did not run", "ping", nil, "did not run"},
		{"a new scenario", "new", []check{{ID: "new", Status: "FAILURE"}}, "new at 1"},
		{"wire", "whole", []check{{ID: "a", Status: "FAILURE"}, {ID: "wire-schema-valid", Status: "FAILURE"}}, "wire-schema-valid"},
		{"passes whole", "whole", []check{{ID: "a", Status: "SUCCESS"}}, "excepted (no such thing) and passes [a]"},
		{"passes one", "some", []check{{ID: "one", Status: "SUCCESS"}}, "one is excepted (no such thing) and passes"},
		{"one is gone", "some", []check{{ID: "two", Status: "SUCCESS"}}, "nothing needs it"},
		{"whole is excepted and did not run", "whole", nil, "whole at 1 did not run"},
	} {
		v := newVerdict(exceptions)
		found := maps.Clone(usual)
		found[test.scenario] = test.checks
		for scenario, checks := range found {
			v.take("1", scenario, checks)
		}
		got := strings.Join(v.end(), "\n")
		if (test.want == "") != (got == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	if got := newVerdict(append(exceptions, exceptions...)).faults; len(got) != 2 {
		t.Errorf("twice excepted: %q", got)
	}
}
