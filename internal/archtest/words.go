package archtest

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// unfinished is a note to oneself in a comment.
var unfinished = regexp.MustCompile(`(?://|/\*|#|<!--)\s*(?:` + "TO" + "DO|FIX" + "ME|X" + "XX|HA" + "CK" + `)\b`)

// conflict is what a merge leaves behind.
var conflict = regexp.MustCompile(`(?m)^(?:<{7}|>{7}) `)

// places are the folders of one machine that no committed file may name: the repository,
// the folder it lies in, and the user's own. Folders that every machine has are no secret
// and occur in examples.
func places(root, home, temp string) []string {
	var out []string
	for _, p := range []string{root, filepath.Dir(root), home} {
		p = filepath.ToSlash(filepath.Clean(p))
		if common := p == "." || p == "/" || p == filepath.ToSlash(filepath.Clean(temp)); !common {
			out = append(out, p)
		}
	}
	return out
}

// checkText names what must not stand in a committed file.
func checkText(name string, text []byte, forbidden []string) []string {
	var faults []string
	for _, p := range forbidden {
		if line := lineOfPath(text, p); line > 0 {
			faults = append(faults, fmt.Sprintf("%s:%d: names %s, a folder of one machine", name, line, p))
		}
	}
	if at := unfinished.FindIndex(text); at != nil {
		faults = append(faults, fmt.Sprintf("%s:%d: an unfinished thing; finish it or open an issue", name, lineAt(text, at[0])))
	}
	if at := conflict.FindIndex(text); at != nil {
		faults = append(faults, fmt.Sprintf("%s:%d: a merge conflict", name, lineAt(text, at[0])))
	}
	return faults
}

// lineOfPath returns the line where a file path starts with folder, 0 if none does. The
// same words inside a longer path or a URL are something else.
func lineOfPath(text []byte, folder string) int {
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(folder))
		if at < 0 {
			return 0
		}
		at += from
		from = at + len(folder)
		before := at == 0 || !partOfPath(text[at-1])
		after := from == len(text) || text[from] == '/' || !partOfPath(text[from])
		if before && after {
			return lineAt(text, at)
		}
	}
}

func partOfPath(c byte) bool {
	return c == '/' || c == '.' || c == '-' || c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

func lineAt(text []byte, offset int) int { return bytes.Count(text[:offset], []byte{'\n'}) + 1 }

// checkTexts reads every text file of the tree that is not ignored.
func checkTexts(tree fs.FS, ignore ignoreRules, forbidden []string) ([]string, error) {
	var faults []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || name != "." && ignore.match(name):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if len(text) > maxFile {
			faults = append(faults, fmt.Sprintf("%s: %d KiB; is this meant to be committed?", name, len(text)>>10))
		}
		if bytes.IndexByte(text, 0) >= 0 { // binary
			return nil
		}
		faults = append(faults, checkText(name, text, forbidden)...)
		return nil
	})
	return faults, err
}

// maxFile is the largest file that is committed, in bytes: what is larger was built.
const maxFile = 1 << 20

// pins are dependencies whose version is part of the design.
var pins = map[string]string{
	"github.com/a2aproject/a2a-go/v2": "v2.4.0",  // its types are on our wire
	"modernc.org/sqlite":              "v1.62.0", // together with the C library it was translated with
	"modernc.org/libc":                "v1.80.1",
}

// checkPins reads go.mod: each pin must be required in its version, and nothing replaced.
func checkPins(mod string) []string {
	required := map[string]string{}
	var faults []string
	for line := range strings.Lines(mod) {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(words) >= 2 && strings.Contains(path.Dir(words[0]), ".") && strings.HasPrefix(words[1], "v") {
			required[words[0]] = words[1]
		}
		if strings.Contains(line, "=>") {
			faults = append(faults, "go.mod replaces a module: "+strings.TrimSpace(line))
		}
	}
	for p, version := range pins {
		if required[p] != version {
			faults = append(faults, fmt.Sprintf("go.mod has %s %q, pinned is %s", p, required[p], version))
		}
	}
	return faults
}
