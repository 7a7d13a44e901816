package archtest

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// link is a link of a document to another file; addresses with a scheme and places within
// the same document are not meant.
var link = regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`)

// checkLinks names the links of a document that lead nowhere.
func checkLinks(tree fs.FS, name, text string) []string {
	var faults []string
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		target := path.Join(path.Dir(name), strings.TrimSuffix(m[1], "/"))
		if _, err := fs.Stat(tree, target); err != nil {
			faults = append(faults, fmt.Sprintf("%s: links to %s, which is not there", name, m[1]))
		}
	}
	return faults
}
