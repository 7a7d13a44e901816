package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

const sample = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest">
<testcase classname="tests.compatibility.core.test_a" name="test_good" />
<testcase classname="tests.compatibility.core.test_a.TestB" name="test_bad[X-001-jsonrpc]"><failure message="AssertionError: X-001&#10;more">trace</failure></testcase>
<testcase classname="tests.compatibility.core.test_a" name="test_crash"><error message="boom">trace</error></testcase>
<testcase classname="tests.compatibility.core.test_a" name="test_should"><skipped type="pytest.xfail" message="Y-001 failed" /></testcase>
<testcase classname="tests.compatibility.core.test_a" name="test_grpc"><skipped type="pytest.skip" message="Transport 'grpc' not configured" /></testcase>
<testcase classname="tests.compatibility.core.test_a" name="test_hidden"><skipped type="pytest.skip" message="send_message failed: oh" /></testcase>
</testsuite></testsuites>`

const (
	bad    = "core.test_a.TestB::test_bad[X-001-jsonrpc]"
	crash  = "core.test_a::test_crash"
	should = "core.test_a::test_should"
	hidden = "core.test_a::test_hidden"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	results, err := parseResults([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		known []string
		wrong []string
	}{
		"nothing known":                  {nil, []string{bad + " failed", crash + " failed", should + " xfailed", hidden + " skipped"}},
		"all known":                      {[]string{bad, crash, should}, []string{hidden + " skipped"}},
		"a known one passes":             {[]string{bad, crash, should, "core.test_a::test_good"}, []string{"core.test_a::test_good passed, but", hidden + " skipped"}},
		"a known one is skipped":         {[]string{bad, crash, should, "core.test_a::test_grpc"}, []string{"core.test_a::test_grpc skipped, but", hidden + " skipped"}},
		"a known one is not in the kit":  {[]string{bad, crash, should, "core::gone"}, []string{hidden + " skipped", "core::gone is listed"}},
		"a skip for no reason is not ok": {[]string{bad, crash, should, hidden}, []string{hidden + " skipped: send_message", hidden + " skipped, but"}},
	} {
		faults := map[string]fault{}
		for _, k := range tt.known {
			faults[k] = fault{"a2a-tck#1", "reason"}
		}
		v := judge(results, faults)
		if !slices.EqualFunc(v.wrong, tt.wrong, strings.HasPrefix) {
			t.Errorf("%s: wrong are %q, want %q", name, v.wrong, tt.wrong)
		}
		if want := map[outcome]int{passed: 1, failed: 2, xfailed: 1, skipped: 2}; !maps.Equal(v.counts, want) {
			t.Errorf("%s: counted %v, want %v", name, v.counts, want)
		}
		if v.leftOut["the gRPC binding is not served"] != 1 {
			t.Errorf("%s: left out %v", name, v.leftOut)
		}
	}
}

func TestParseFaults(t *testing.T) {
	t.Parallel()
	const text = "# a comment\n\nboth a::b a2a-tck#1 the reason\noff c::d a2a-tck#2 another\n"
	on, err := parseFaults(text, "on")
	if want := map[string]fault{"a::b": {"a2a-tck#1", "the reason"}}; err != nil || !maps.Equal(on, want) {
		t.Errorf("on: %v (error %v), want %v", on, err, want)
	}
	if off, err := parseFaults(text, "off"); err != nil || len(off) != 2 {
		t.Errorf("off: %v (error %v)", off, err)
	}
	for _, bad := range []string{"both a::b a2a-tck#1", "sometimes a::b a2a-tck#1 reason"} {
		if got, err := parseFaults(bad, "on"); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}

func TestReportWithoutTests(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "<testsuites></testsuites>", "not xml"} {
		if got, err := parseResults([]byte(bad)); err == nil {
			t.Errorf("%q was read as %v", bad, got)
		}
	}
}
