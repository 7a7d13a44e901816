package bcptest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// nodeTimeout bounds one run of a script.
const nodeTimeout = 2 * time.Minute

// JavaScript runs a script of testdata/clients/js beside the packages that scripts/clients
// installed. It reads the question from its standard input and writes the answer to its
// standard output, both JSON. Without the packages the test ends as one with something
// Missing.
func JavaScript(t testing.TB, script string, question, answer any) {
	t.Helper()
	installed := Clients(t)
	root, err := repositoryRoot()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(root, "testdata", "clients", "js", script))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // Node.js looks for packages beside the script
	if err := os.WriteFile(filepath.Join(dir, script), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(installed, "js", "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	in, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), nodeTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", filepath.Join(dir, script))
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, stderr.Bytes())
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatalf("%s: %v\n%s%s", script, err, out, stderr.Bytes())
	}
}
