package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// root is the repository, seen from this package's folder.
const root = "../.."

func repository(t *testing.T) (fs.FS, []goFile) {
	t.Helper()
	tree := os.DirFS(root)
	files, err := goFiles(tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 { // or the rules below would hold for want of anything to break them
		t.Fatalf("found %d source files; is this the repository?", len(files))
	}
	return tree, files
}

func ignored(t *testing.T) ignoreRules {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	return parseIgnore(string(text))
}

func report(t *testing.T, faults []string) {
	t.Helper()
	for _, fault := range faults {
		t.Error(fault)
	}
}

func TestLayout(t *testing.T) {
	t.Parallel()
	tree, files := repository(t)
	faults, err := checkFolders(tree, ignored(t))
	if err != nil {
		t.Fatal(err)
	}
	report(t, faults)
	report(t, checkPlaces(files))
}

func TestImports(t *testing.T) {
	t.Parallel()
	_, files := repository(t)
	report(t, checkImports(files))
}

func TestDomainKnowsNoFormat(t *testing.T) {
	t.Parallel()
	_, files := repository(t)
	report(t, checkTags(files))
}

func TestFileLengths(t *testing.T) {
	t.Parallel()
	_, files := repository(t)
	faults, warnings := checkLengths(files)
	report(t, faults)
	for _, w := range warnings {
		t.Log("getting long:", w)
	}
}

func TestPackageDocs(t *testing.T) {
	t.Parallel()
	_, files := repository(t)
	report(t, checkDocs(files))
}

func TestCommittedText(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // a system user without one
	}
	faults, err := checkTexts(os.DirFS(root), ignored(t), places(here, home, os.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	report(t, faults)
}

func TestIgnored(t *testing.T) {
	t.Parallel()
	report(t, checkIgnored(ignored(t)))
}

func TestPins(t *testing.T) {
	t.Parallel()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	report(t, checkPins(string(mod)))
}

func TestDocsNameTests(t *testing.T) {
	t.Parallel()
	tree, files := repository(t)
	docs, err := fs.Glob(tree, "docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("found the documents %v (error %v)", docs, err)
	}
	for _, name := range docs {
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		report(t, checkNamed(name, string(text), testsOf(files)))
	}
}

func TestDocsLinks(t *testing.T) {
	t.Parallel()
	tree := os.DirFS(root)
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		docs, err := fs.Glob(tree, pattern)
		if err != nil || len(docs) == 0 {
			t.Fatalf("found the documents %v (error %v)", docs, err)
		}
		for _, name := range docs {
			text, err := fs.ReadFile(tree, name)
			if err != nil {
				t.Fatal(err)
			}
			report(t, checkLinks(tree, name, string(text)))
		}
	}
}
