package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"balcao/checkout"
	"balcao/internal/ids"
)

// crashFolder is set for the process that is going to be killed.
const crashFolder = "BALCAO_TEST_CRASH_FOLDER"

// TestCrash kills a process in the middle of its commits. All that it was told to be
// committed is there afterwards, whole.
func TestCrash(t *testing.T) {
	if folder := os.Getenv(crashFolder); folder != "" {
		commitForEver(t, folder)
	}
	t.Parallel()
	folder := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestCrash$")
	child.Env = append(os.Environ(), crashFolder+"="+folder)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var told []ids.Checkout
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		told = append(told, ids.Checkout(lines.Text()))
		if len(told) == 200 {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || len(told) < 200 {
		t.Fatalf("the child ended by itself (%v) after %d commits", err, len(told))
	}
	s := open(t, folder)
	defer s.Close()
	var n int
	if err := s.reader.row(t.Context(), `SELECT count(*) FROM checkouts`).Scan(&n); err != nil || n < len(told) {
		t.Errorf("%d checkouts (error %v), %d were told", n, err, len(told))
	}
	for _, id := range told {
		c, err := s.Checkout(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Context(t.Context(), c.Owner, ids.Context(id)); err != nil {
			t.Fatal(err)
		}
	}
}

// commitForEver commits from eight goroutines and tells each commit on standard output.
func commitForEver(t *testing.T, folder string) {
	s := open(t, folder)
	told := make(chan ids.Checkout)
	for g := range int64(8) {
		go func() {
			for n := g; ; n += 8 {
				var w checkout.Write = typical(n)
				if err := s.Commit(context.Background(), w); err != nil {
					panic(err)
				}
				told <- w.Checkout.ID
			}
		}()
	}
	for id := range told {
		fmt.Println(id)
	}
}
