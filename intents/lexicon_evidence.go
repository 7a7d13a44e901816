package intents

import (
	_ "embed"
	"strings"
)

//go:embed lexicon/evidence.txt
var evidenceList string

// borne are the words that bear out what a second reader read.
var borne = sections(evidenceList)

// sections compiles a list whose parts have headings. What only a second reader's answer is held
// against changes nothing for the parser.
func sections(list string) map[string]phrases {
	lines, heading := map[string][]string{}, ""
	for line := range dataLines(list) {
		if name, ok := strings.CutPrefix(line, "["); ok {
			heading = strings.TrimSuffix(name, "]")
			continue
		}
		lines[heading] = append(lines[heading], line)
	}
	out := make(map[string]phrases, len(lines))
	for name, said := range lines {
		out[name] = compiled(strings.Join(said, "|"))
	}
	return out
}
