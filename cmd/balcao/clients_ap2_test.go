package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"balcao/internal/bcptest"
)

// The platform of mandates.mjs has no code of ours: jose verifies what the shop signs, and
// @sd-jwt/sd-jwt-vc makes the mandates. What is left of its orders convinces joserfc and
// "ap2 verify" when the shop is gone, unless it was changed.
func TestClientsWithMandates(t *testing.T) {
	t.Parallel()
	installed := bcptest.Clients(t)
	shop := startShop(t, "--shop-id=loja-1", "--payment-mandate="+string(handlerDelegate))
	bought, exported := t.TempDir(), t.TempDir()
	play(t, shop, "node", filepath.Join(javaScript(t, installed), "mandates.mjs"), bought, "loja-1")
	play(t, shop, python(installed, "seals.py", bought)...)

	checkouts, err := filepath.Glob(filepath.Join(bought, "*.json"))
	if err != nil || len(checkouts) != 5 {
		t.Fatalf("%d checkouts were bought, want 5 (%v)", len(checkouts), err)
	}
	evidence := map[string][]byte{}
	for _, file := range checkouts {
		evidence[filepath.Base(file)] = exportedEvidence(t, shop, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	shop.stop()
	for name, file := range evidence {
		if again := exportedEvidence(t, shop, strings.TrimSuffix(name, ".json")); !bytes.Equal(again, file) {
			t.Errorf("the stopped shop exports other evidence of %s:\n%s", name, again)
		}
		path := filepath.Join(exported, name)
		writeEvidence(t, path, file)
		if out, problems, status := verifyMandate(t, path); out != `{"verdict":"accept"}`+"\n" || status != 0 {
			t.Errorf("%s: %s(status %d, %s)", name, out, status, problems)
		}
	}
	if err := watch(t, python(installed, "evidence.py", exported), func(string) {}); err != nil {
		t.Error(err)
	}
	for name, file := range evidence {
		refusedEvidence(t, installed, name, file)
	}
}

// exportedEvidence is the evidence of an order as the staff export it.
func exportedEvidence(t *testing.T, shop *testShop, order string) []byte {
	t.Helper()
	status, out, problems := staff(t, shop.Dir, strings.TrimPrefix(shop.Admin, "http://"), "orders", "evidence", order)
	if status != 0 {
		t.Fatalf("orders evidence %s: status %d: %s", order, status, problems)
	}
	return []byte(out)
}

// refusedEvidence holds that the evidence no longer verifies with one digit of the total
// changed: one file for both verifiers.
func refusedEvidence(t *testing.T, installed, name string, evidence []byte) {
	t.Helper()
	const total = `"amount": 15470,`
	if !bytes.Contains(evidence, []byte(total)) {
		t.Fatalf("the evidence of %s has no %s", name, total)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	writeEvidence(t, path, bytes.Replace(evidence, []byte(total), []byte(`"amount": 15471,`), 1))
	var got mandateVerdict
	out, problems, status := verifyMandate(t, path)
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Verdict != "reject" || status != 0 {
		t.Errorf("%s with another total: %s(status %d, %s)", name, out, status, problems)
	}
	err := watch(t, python(installed, "evidence.py", dir), func(string) {})
	if err == nil || !strings.Contains(err.Error(), "current_checkout has other terms") {
		t.Errorf("evidence.py about %s with another total: %v", name, err)
	}
}

func writeEvidence(t *testing.T, path string, evidence []byte) {
	t.Helper()
	if err := os.WriteFile(path, evidence, 0o600); err != nil {
		t.Fatal(err)
	}
}
