// Command tckreport judges a run of the public A2A conformance kit by the JUnit report it
// wrote: what failed must be known as the kit's own fault, what is known must fail, and
// nothing may be left out but for what the agent does not offer. scripts/tck.sh runs it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: tckreport NAME KNOWN_FAULTS JUNIT_XML")
		os.Exit(2)
	}
	ok, err := run(os.Args[1], os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "tckreport:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run judges one report and says what it found.
func run(name, known, report string) (bool, error) {
	faults, err := os.ReadFile(known)
	if err != nil {
		return false, err
	}
	raw, err := os.ReadFile(report)
	if err != nil {
		return false, err
	}
	expected, err := parseFaults(string(faults), name)
	if err != nil {
		return false, err
	}
	results, err := parseResults(raw)
	if err != nil {
		return false, err
	}
	v := judge(results, expected)
	v.print(os.Stdout, name)
	return len(v.wrong) == 0, nil
}
