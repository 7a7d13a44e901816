// Package bcptest is for tests alone: it finds the protocol's schemas and samples, which
// lie beside the repository, and holds documents against them with their schema checker.
// It also decides what becomes of a test whose needs are not met.
package bcptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Missing ends a test for want of something that is no part of the repository, as a file or
// a program. Where somebody works such a test is skipped; under CI=true it fails, for there
// all must be present, and a skip that nobody reads would pass for a test that holds.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if mustRunAll() {
		t.Fatalf("under CI=true no test may skip: "+format, args...)
	} else {
		t.Skipf(format, args...)
	}
}

// Clients returns the folder where scripts/clients put the clients and libraries of other
// projects, which BALCAO_CLIENTS names. Without it the test ends as one with something
// Missing.
func Clients(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("BALCAO_CLIENTS")
	if dir == "" {
		Missing(t, "no clients of other projects: run scripts/clients DIR and set BALCAO_CLIENTS=DIR")
	}
	return dir
}

func mustRunAll() bool { return os.Getenv("CI") == "true" }

// Shared returns the folder of the protocol's schemas, samples and tools, or the path of
// what the elements name in it. The folder is BALCAO_SHARED, or else ../shared beside the
// repository. Without it the test ends as one with something Missing.
func Shared(t testing.TB, elements ...string) string {
	t.Helper()
	path, err := shared()
	if err == nil {
		path = filepath.Join(append([]string{path}, elements...)...)
		_, err = os.Stat(path)
	}
	if err != nil {
		Missing(t, "no protocol schemas and samples (set BALCAO_SHARED): %v", err)
	}
	return path
}

// Available reports whether that folder is here, for tests that hold something without it
// too. Under CI=true it fails the test if not.
func Available(t testing.TB) bool {
	t.Helper()
	_, err := shared()
	if err != nil && mustRunAll() {
		t.Errorf("under CI=true the protocol's schemas and samples must be here: %v", err)
	}
	return err == nil
}

func shared() (string, error) {
	dir := os.Getenv("BALCAO_SHARED")
	if dir == "" {
		root, err := repositoryRoot()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(root, "..", "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "bcp", "schemas"))
	return dir, err
}

// checkTimeout bounds one run of the checker, its compilation included.
const checkTimeout = 2 * time.Minute

// Check fails the test for each fault of the documents. Kind is checkout, order,
// catalog-search, catalog-lookup, product, error, profile, or a schema path with an
// optional fragment. All documents go into one run of the checker.
func Check(t testing.TB, kind string, docs ...[]byte) {
	t.Helper()
	if faults := faultsOf(t, kind, docs...); faults != "" {
		t.Errorf("not a valid %s:\n%s", kind, faults)
		for i, doc := range docs {
			t.Logf("%d.json: %s", i, doc)
		}
	}
}

// Refuse fails the test if the checker finds no fault in the document, as a test of what
// Check is worth.
func Refuse(t testing.TB, kind string, doc []byte) {
	t.Helper()
	if faultsOf(t, kind, doc) == "" {
		t.Errorf("taken for a valid %s: %s", kind, doc)
	}
}

// faultsOf runs the checker: the built one that BALCAO_BCPCHECK names, otherwise from its
// source.
func faultsOf(t testing.TB, kind string, docs ...[]byte) string {
	t.Helper()
	shared := Shared(t)
	args := []string{"-schemas", filepath.Join(shared, "bcp"), kind}
	dir := t.TempDir()
	for i, doc := range docs {
		file := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(file, doc, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout) // it may run in a Cleanup
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", append([]string{"run", "."}, args...)...)
	cmd.Dir = filepath.Join(shared, "tools", "bcpcheck")
	if built := os.Getenv("BALCAO_BCPCHECK"); built != "" {
		cmd = exec.CommandContext(ctx, built, args...)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &failed) && stdout.Len() > 0:
		return stdout.String()
	}
	t.Fatalf("the schema checker does not run: %v\n%s", err, stderr.String())
	return ""
}

// repositoryRoot is the folder of go.mod, at or above the test's own folder.
func repositoryRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("bcptest: no go.mod above the test's folder")
		}
		dir = parent
	}
}
