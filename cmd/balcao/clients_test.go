package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/internal/bcptest"
)

// clientTime bounds one run of a client.
const clientTime = 2 * time.Minute

// without are the flags of a shop that offers nothing of A2A but messages and tasks.
var without = []string{"--no-streaming", "--no-push-notifications"}

// Clients that others wrote buy from a shop by what its card says.
func TestClients(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		command []string
		flags   []string
	}{
		{"JavaScript", []string{"purchase.mjs", "JSONRPC"}, nil},
		{"JavaScript over HTTP+JSON", []string{"purchase.mjs", "HTTP+JSON"}, nil},
		{"JavaScript without streams", []string{"purchase.mjs", "JSONRPC"}, without},
		{"JavaScript verifies", []string{"verify-card.mjs"}, nil},
		{"Python", []string{"purchase.py", "JSONRPC"}, nil},
		{"Python over HTTP+JSON", []string{"purchase.py", "HTTP+JSON"}, nil},
		{"Python without streams", []string{"purchase.py", "JSONRPC"}, without},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			installed := bcptest.Clients(t)
			script, args := test.command[0], test.command[1:]
			run := python(installed, script, args...)
			if filepath.Ext(script) == ".mjs" {
				run = append([]string{"node", filepath.Join(javaScript(t, installed), script)}, args...)
			}
			play(t, startShop(t, test.flags...), run...)
		})
	}
}

// javaScript is a folder with the scripts and the installed packages beside them, which is
// where Node.js looks for what a module imports.
func javaScript(t *testing.T, installed string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/clients/js")); err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(dir, "node_modules")
	if err := os.RemoveAll(modules); err != nil { // somebody ran npm in the repository
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(installed, "js", "node_modules"), modules); err != nil {
		t.Fatal(err)
	}
	return dir
}

// python runs a script beside the installed packages.
func python(installed, script string, args ...string) []string {
	return append([]string{filepath.Join(installed, "python", "bin", "python"), "-B", "../../testdata/clients/python/" + script}, args...)
}

// play runs a client against a shop and pays the charges that it asks to be paid.
func play(t *testing.T, shop *testShop, command ...string) {
	t.Helper()
	err := watch(t, append(command, shop.URL), func(line string) {
		if txid, ok := strings.CutPrefix(line, "settle: "); ok {
			shop.settle(txid)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// watch runs a client and is told each line that it prints. The error is that it failed, or
// did nothing.
func watch(t *testing.T, command []string, each func(line string)) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), clientTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	steps := 0
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		line := lines.Text()
		t.Log(line)
		each(line)
		if strings.HasPrefix(line, "ok") {
			steps++
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s ended with: %w\n%s", command[0], err, stderr.Bytes())
	}
	if steps == 0 {
		return errors.New("the client did nothing")
	}
	return nil
}
