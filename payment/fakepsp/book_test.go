package fakepsp

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
)

// The sandbox that is left behind is not closed: a restart must not depend on it.
func TestRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pix.journal")
	fake := clock.NewFake(noon)
	before := openBank(t, bookConfig(path, fake))
	for n := 1; n <= 3; n++ {
		charge1(t, before, n)
	}
	paid, err := before.Settle(t.Context(), txid(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := before.giveBack(t.Context(), paid.EndToEndID, refund{ID: "r1", Amount: price, Nature: natureOriginal}); err != nil {
		t.Fatal(err)
	}
	if err := before.register(t.Context(), testKey, "https://loja.example/pix"); err != nil {
		t.Fatal(err)
	}
	if err := before.Remove(t.Context(), txid(2)); err != nil {
		t.Fatal(err)
	}
	var want []charge
	for n := 1; n <= 3; n++ {
		want = append(want, stands(t, before, n))
	}

	tear(t, path, `{"txid":"bcp0000000000000000000000`)
	for restart := range 3 {
		config := bookConfig(path, fake)
		config.PayeeName, config.SettleAfter = "Outro Nome", time.Second // for new charges alone
		after := openBank(t, config)
		for n := 1; n <= 3; n++ {
			if got := stands(t, after, n); !reflect.DeepEqual(got, want[n-1]) {
				t.Errorf("restart %d, charge %d: %+v, want %+v", restart, n, got, want[n-1])
			}
		}
		if h, err := after.registered(t.Context(), testKey); err != nil || h.URL != "https://loja.example/pix" {
			t.Errorf("restart %d: webhook %+v, %v", restart, h, err)
		}
		if got := lines(t, path); got != 4 {
			t.Errorf("restart %d: %d lines, want one for each charge and one for the webhook", restart, got)
		}
	}
}

// A charge settles at its time, although the process is down and its expiry passes too.
func TestSettlesWhileDown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pix.journal")
	fake := clock.NewFake(noon)
	config := bookConfig(path, fake)
	config.SettleAfter = 3 * time.Second
	before := openBank(t, config)
	charge1(t, before, 1)

	fake.Advance(24 * time.Hour)
	first := stands(t, openBank(t, config), 1)
	if len(first.Payments) != 1 || first.Payments[0].PaidAt != noon.Add(3*time.Second) {
		t.Fatalf("receipts %+v, want one of 12:00:03", first.Payments)
	}
	if again := stands(t, openBank(t, config), 1); !reflect.DeepEqual(again, first) {
		t.Errorf("after one more restart %+v, want %+v", again, first)
	}
}

func TestBookUnreadable(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"rot", "{}", `{"txid":7}`} {
		path := filepath.Join(t.TempDir(), "pix.journal")
		tear(t, path, line+"\n")
		if _, err := Open(bookConfig(path, clock.NewFake(noon))); err == nil || !strings.Contains(err.Error(), "bad line 1") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestKilled runs itself as another process, kills that in the middle of its work and
// looks for everything it had confirmed.
func TestKilled(t *testing.T) {
	const childEnv = "BALCAO_TEST_FAKEPSP_JOURNAL"
	if path := os.Getenv(childEnv); path != "" {
		s := openBank(t, bookConfig(path, clock.NewFake(noon)))
		for n := 0; ; n++ {
			charge1(t, s, n)
			receipt, err := s.Settle(t.Context(), txid(n))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Println("confirmed", txid(n), receipt.EndToEndID)
		}
	}
	path := filepath.Join(t.TempDir(), "pix.journal")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), childEnv+"="+path)
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	confirmed := make(map[ids.TXID]string)
	for scanner := bufio.NewScanner(output); scanner.Scan(); {
		if fields := strings.Fields(scanner.Text()); len(fields) == 3 && fields[0] == "confirmed" {
			confirmed[ids.TXID(fields[1])] = fields[2]
		}
		if len(confirmed) == 20 {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || len(confirmed) < 20 {
		t.Fatalf("the child ended by itself with %d charges: %v", len(confirmed), err)
	}
	s := openBank(t, bookConfig(path, clock.NewFake(noon)))
	for id, endToEndID := range confirmed {
		got, _, err := s.get(t.Context(), id)
		if err != nil || len(got.Payments) != 1 || got.Payments[0].EndToEndID != endToEndID {
			t.Errorf("%s: %+v, %v; want a payment %s", id, got.Payments, err, endToEndID)
		}
	}
}

// tear adds text to a file.
func tear(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func lines(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(content), "\n")
}
