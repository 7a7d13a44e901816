package archtest

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") && name != "TestMain" || strings.HasPrefix(name, "Fuzz")
}

// Tests are the tests of a tree, named by folder: "agent.TestMessage".
func Tests(tree fs.FS) (map[string]bool, error) {
	files, err := goFiles(tree)
	if err != nil {
		return nil, err
	}
	return testsOf(files), nil
}

func testsOf(files []goFile) map[string]bool {
	tests := map[string]bool{}
	for _, f := range files {
		for _, name := range f.tests {
			tests[f.folder+"."+name] = true
		}
	}
	return tests
}

// namedTest is a test as documents name it: its folder, its function and perhaps a case.
var namedTest = regexp.MustCompile("`([a-z0-9/]+\\.(?:Test|Fuzz)[A-Za-z0-9_]+)(/[^`]*)?`")

// checkNamed names the tests that a document speaks of and that are not there.
func checkNamed(name, text string, tests map[string]bool) []string {
	var faults []string
	for _, m := range namedTest.FindAllStringSubmatch(text, -1) {
		if !tests[m[1]] {
			faults = append(faults, fmt.Sprintf("%s: speaks of the test %s, which is not there", name, m[1]))
		}
	}
	return faults
}
