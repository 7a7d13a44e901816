package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"balcao/internal/archtest"
)

// requirement is one of the public kit's, by its id, in our words.
type requirement struct {
	id string
	// what is checked, or why there is nothing to check.
	what string
	// check checks it; p speaks to a server that offers all, off to one that offers no
	// option. Over limits it to a binding, "jsonrpc" or "http_json"; else it runs over both.
	check func(p, off peer)
	over  string
	// elsewhere are tests of other packages that check it, as folder.Test.
	elsewhere []string
}

var requirements = slices.Concat(coreRequirements, modelRequirements, streamRequirements, pushRequirements, bindingRequirements, cardRequirements)

// TestRequirements checks what the public kit checks, without it.
func TestRequirements(t *testing.T) {
	t.Parallel()
	on := start(t, options{streaming: true, push: true, extendedCard: true})
	off := start(t, options{})
	for _, r := range requirements {
		if r.check == nil {
			continue
		}
		t.Run(r.id, func(t *testing.T) {
			for _, over := range []string{"jsonrpc", "http_json"} {
				if r.over == "" || r.over == over {
					t.Run(over, func(t *testing.T) {
						t.Parallel()
						rest := over == "http_json"
						r.check(peer{t: t, url: on, rest: rest}, peer{t: t, url: off, rest: rest})
					})
				}
			}
		})
	}
}

// TestEveryRequirement holds the table against the kit's list: each is checked here or
// elsewhere, or it is said why there is nothing to check.
func TestEveryRequirement(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../../testdata/tck/requirements.txt")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := archtest.Tests(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	var wanted []string
	for line := range strings.Lines(string(list)) {
		if id, _, ok := strings.Cut(line, " "); ok && id != "#" {
			wanted = append(wanted, id)
		}
	}
	var have []string
	for _, r := range requirements {
		have = append(have, r.id)
		if r.what == "" {
			t.Errorf("%s: nothing is said about it", r.id)
		}
		for _, test := range r.elsewhere {
			if !tests[test] {
				t.Errorf("%s: there is no test %s", r.id, test)
			}
		}
	}
	slices.Sort(wanted)
	slices.Sort(have)
	if !slices.Equal(wanted, have) {
		t.Errorf("the table has\n%s\nthe kit\n%s", fmt.Sprint(have), fmt.Sprint(wanted))
	}
	if len(wanted) < 100 {
		t.Errorf("the list has %d requirements only", len(wanted))
	}
}

// TestDocumentNamesRequirements holds docs/A2A.md against the table: what it says is
// checked is.
func TestDocumentNamesRequirements(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/A2A.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`TestRequirements/([A-Za-z0-9_-]+)`).FindAllStringSubmatch(string(text), -1)
	for _, m := range named {
		if !slices.ContainsFunc(requirements, func(r requirement) bool { return r.id == m[1] && r.check != nil }) {
			t.Errorf("the document names %s, which is not checked", m[1])
		}
	}
	if len(named) < 20 {
		t.Errorf("the document names %d requirements only", len(named))
	}
}
