package archtest

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	// maxLines is the longest file; longLines is where it is time to look for a seam.
	maxLines, longLines = 700, 400
	// maxMain is where a main.go has grown logic that no test can call.
	maxMain = 60
)

// folders are the names at the top of the repository.
var folders = []string{
	"agent", "agentcard", "ap2", "bcp", "catalog", "checkout", "cmd", "conversation", "docs", "httpd", "httpsig", "intents",
	"internal", "job", "jsonrpc", "mcp", "money", "notify", "order", "payment", "platform", "profile", "prompts", "scripts",
	"settlement", "store", "testdata", "web", ".ci", ".git", ".github",
}

// checkFolders names the folders at the top that are none of these.
func checkFolders(tree fs.FS, ignore ignoreRules) ([]string, error) {
	entries, err := fs.ReadDir(tree, ".")
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(folders, e.Name()) && !ignore.match(e.Name()) {
			faults = append(faults, fmt.Sprintf("%s/: not in the layout; packages live in the folders of internal/archtest/files.go", e.Name()))
		}
	}
	return faults, nil
}

// checkLengths names the files that are too long, and those that are getting there.
func checkLengths(files []goFile) (faults, warnings []string) {
	for _, f := range files {
		switch {
		case f.lines > maxLines:
			faults = append(faults, fmt.Sprintf("%s has %d lines, at most %d; a file has one purpose", f.path, f.lines, maxLines))
		case strings.HasPrefix(f.path, "cmd/") && path.Base(f.path) == "main.go" && f.lines >= maxMain:
			faults = append(faults, fmt.Sprintf("%s has %d lines, under %d; what main does must be callable from a test", f.path, f.lines, maxMain))
		case f.lines > longLines:
			warnings = append(warnings, fmt.Sprintf("%s has %d lines", f.path, f.lines))
		}
	}
	return faults, warnings
}

// checkDocs names the packages that do not say what they are for.
func checkDocs(files []goFile) []string {
	documented := map[string]bool{}
	for _, f := range files {
		if !f.test {
			documented[f.folder] = documented[f.folder] || f.doc
		}
	}
	var faults []string
	for _, folder := range slices.Sorted(maps.Keys(documented)) {
		if !documented[folder] {
			faults = append(faults, fmt.Sprintf("%s: no package doc; say what the package is for and where its rules come from", folder))
		}
	}
	return faults
}

// checkTags names the domain's types that are bound to a format.
func checkTags(files []goFile) []string {
	var faults []string
	for _, f := range files {
		u, ok := unitOf(f.folder)
		if !ok || f.test || !(domain(u.layer) || u.kind == plain) {
			continue
		}
		for _, t := range f.tags {
			faults = append(faults, fmt.Sprintf("%s:%d: struct tag %q; the domain's types know no format, bcp and store/rows have their own", f.path, t.line, t.key))
		}
	}
	return faults
}
