package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keys runs a command about the signing keys of the shop in a folder.
func keys(t *testing.T, dir string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	m := &Main{Stdout: &stdout, Stderr: &stderr}
	args = append([]string{"keys"}, args...)
	status = m.Execute(t.Context(), append(args, "--database=sqlite:"+filepath.Join(dir, "shop.db")))
	return status, stdout.String(), stderr.String()
}

// mustKeys is keys for a command that must succeed; it returns the words it printed.
func mustKeys(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	status, out, errs := keys(t, dir, args...)
	if status != 0 {
		t.Fatalf("keys %v: status %d: %s", args, status, errs)
	}
	return strings.Fields(out)
}

// keyStates lists the keys of a shop and their states, in order.
func keyStates(t *testing.T, dir string) (kids []string, states string) {
	t.Helper()
	status, out, errs := keys(t, dir, "list", "--json")
	var list struct{ Keys []listedKey }
	if err := json.Unmarshal([]byte(out), &list); err != nil || status != 0 {
		t.Fatalf("keys list: status %d, %v: %s%s", status, err, out, errs)
	}
	var all []string
	for _, k := range list.Keys {
		kids, all = append(kids, k.KID), append(all, k.State)
	}
	return kids, strings.Join(all, " ")
}

func TestKeysCommands(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	shop.stop() // the commands need no server
	first := mustKeys(t, shop.Dir, "list")[7]
	made := mustKeys(t, shop.Dir, "rotate")
	waits := made[1]
	if from, err := time.Parse(time.RFC3339, made[len(made)-1]); err != nil || time.Until(from) < 50*time.Minute {
		t.Errorf("rotate printed %v", made)
	}
	now := mustKeys(t, shop.Dir, "make", "--now")[1]
	kids, states := keyStates(t, shop.Dir)
	if len(kids) != 3 || kids[0] != first || kids[1] != waits || kids[2] != now || states != "grace grace signing" {
		t.Fatalf("%v: %s", kids, states)
	}

	for name, tc := range map[string]struct {
		args   string
		status int
		says   string
	}{
		"retire in grace":  {"retire " + first, 1, "grace is not over before 20"},
		"retire the hint":  {"retire " + first, 1, "(--force)"},
		"retire signer":    {"retire --force " + now, 1, "balcao keys make"},
		"retire nothing":   {"retire none", 1, "no such key"},
		"revoke nothing":   {"revoke none", 1, "none: there is no such key"},
		"too soon":         {"make --signs-after=5m", 2, "at least 6m0s"},
		"no time":          {"make --signs-after=soon", 2, "signs-after"},
		"no kid":           {"retire", 2, "<kid>"},
		"another database": {"list --keys-dir=" + filepath.Join(shop.Dir, "none"), 1, "no signing keys"},
	} {
		status, _, errs := keys(t, shop.Dir, strings.Fields(tc.args)...)
		if status != tc.status || !strings.Contains(errs, tc.says) {
			t.Errorf("%s: status %d, %s; want %d and %q", name, status, errs, tc.status, tc.says)
		}
	}
	if _, err := os.Stat(filepath.Join(shop.Dir, "none")); err == nil {
		t.Error("a command made a folder of keys")
	}

	mustKeys(t, shop.Dir, "retire", "--force", first)
	if got := mustKeys(t, shop.Dir, "revoke", now); got[len(got)-1] != waits {
		t.Errorf("revoke printed %v, want that %s signs", got, waits)
	}
	if status, _, errs := keys(t, shop.Dir, "revoke", waits); status != 1 || !strings.Contains(errs, "(--replace)") {
		t.Errorf("revoke the last: status %d: %s", status, errs)
	}
	mustKeys(t, shop.Dir, "revoke", "--replace", waits)
	if _, states := keyStates(t, shop.Dir); states != "retired revoked revoked signing" {
		t.Errorf("states %s", states)
	}

	status, out, _ := keys(t, shop.Dir, "list")
	raw, err := os.ReadFile(filepath.Join(shop.Dir, "keys", "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Keys []struct{ JWK struct{ D string } }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	secrets := 0
	_, asJSON, _ := keys(t, shop.Dir, "list", "--json")
	for _, k := range file.Keys {
		if k.JWK.D != "" {
			secrets++
			if strings.Contains(out+asJSON, k.JWK.D) {
				t.Error("a private key is listed")
			}
		}
	}
	if status != 0 || secrets != 1 {
		t.Errorf("status %d, %d private keys are kept, want 1", status, secrets)
	}
	startShopIn(t, shop.Dir) // such a file is good to start with
}
