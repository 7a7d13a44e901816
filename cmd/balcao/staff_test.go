package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// staff runs a staff command of a shop and returns its exit status and what it printed.
func staff(t *testing.T, dir, admin string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	m := &Main{Stdout: &stdout, Stderr: &stderr}
	status = m.Execute(t.Context(), append(args, "--database=sqlite:"+filepath.Join(dir, "shop.db"), "--admin-listen="+admin))
	return status, stdout.String(), stderr.String()
}

// A staff command does the same whether the shop runs or not.
func TestStaffCommands(t *testing.T) {
	t.Parallel()
	running := startShop(t)
	stopped := startShop(t)
	txids := map[string]string{}
	for name, shop := range map[string]*testShop{"running": running, "stopped": stopped} {
		p := shop.agent(t, "platform.json")
		p.readyShirts()
		txids[name] = p.do("start_payment").charge()
	}
	stopped.stop()
	for name, shop := range map[string]*testShop{"running": running, "stopped": stopped} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := func(args ...string) (int, string, string) {
				return staff(t, shop.Dir, strings.TrimPrefix(shop.Admin, "http://"), args...)
			}
			if status, _, errs := run("stock", "set", "item_123", "77"); status != 0 {
				t.Errorf("stock set: status %d: %s", status, errs)
			}
			for _, unknown := range []string{"nothing", "../item_123", "item_123?x"} {
				if status, _, _ := run("stock", "set", unknown, "1"); status != 1 {
					t.Errorf("stock set %s: status %d, want 1", unknown, status)
				}
			}
			status, out, errs := run("stock", "list")
			if status != 0 || !strings.Contains(out, "item_123") || !strings.Contains(strings.Join(strings.Fields(out), " "), "item_123 77 0") {
				t.Errorf("stock list: status %d, %s%s", status, out, errs)
			}
			if strings.Contains(out, "nothing") {
				t.Errorf("the stock has a row for nothing:\n%s", out)
			}

			status, out, errs = run("keys", "platform", "add", "--profile=https://platform.example/p", "--rights=order")
			id := strings.Fields(out + " - -")[1]
			if status != 0 || !strings.Contains(out, "profile: https://platform.example/p\nkey:     ") {
				t.Fatalf("keys add: status %d, %s%s", status, out, errs)
			}
			if status, out, _ := run("keys", "platform", "list"); status != 0 || !strings.Contains(out, id) || !strings.HasSuffix(strings.TrimSpace(out), "-") {
				t.Errorf("keys list: status %d, %s", status, out)
			}
			for _, wrong := range []string{"none", id + "/../" + id} {
				if status, _, _ := run("keys", "platform", "revoke", wrong); status != 1 {
					t.Errorf("revoke %s: status %d, want 1", wrong, status)
				}
			}
			if status, _, errs := run("keys", "platform", "revoke", id); status != 0 {
				t.Errorf("revoke: status %d: %s", status, errs)
			}
			if status, out, _ := run("keys", "platform", "list"); status != 0 || strings.HasSuffix(strings.TrimSpace(out), "-") {
				t.Errorf("keys list after the revocation: status %d, %s", status, out)
			}

			if status, out, errs := run("pix", "settle", txids[name]); status != 0 || out != "paid: "+txids[name]+"\n" {
				t.Errorf("pix settle: status %d, %s%s", status, out, errs)
			}
			for _, wrong := range []string{txids[name], "none"} { // paid before, unknown
				if status, _, _ := run("pix", "settle", wrong); status != 1 {
					t.Errorf("pix settle %s: status %d, want 1", wrong, status)
				}
			}
		})
	}
}

// A shop without an admin listener is not to be reached, and its database is locked.
func TestStaffWithoutAdmin(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--admin-listen=")
	if status, _, errs := staff(t, shop.Dir, "", "stock", "list"); status != 1 || !strings.Contains(errs, "in use by another process") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// When the staff's address is taken, nothing was served and all is let go.
func TestServeFailsBeforeItServes(t *testing.T) {
	t.Parallel()
	first := startShop(t)
	taken := strings.TrimPrefix(first.Admin, "http://")
	dir := t.TempDir()
	m := &Main{Stdout: io.Discard, Stderr: testLog{t}, OnListening: func(string, string) { t.Error("it said that it serves") }}
	status := m.Execute(t.Context(), []string{
		"serve", "--listen=127.0.0.1:0", "--admin-listen=" + taken, "--database=sqlite:" + filepath.Join(dir, "shop.db"),
	})
	if status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	startShopIn(t, dir) // the database is free
}

// A command in the wrong folder makes no second shop there.
func TestStaffInTheWrongFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	status, _, errs := staff(t, dir, "", "keys", "platform", "list")
	if status == 0 || !strings.Contains(errs, "--database: there is no shop at") {
		t.Errorf("status %d: %s", status, errs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("it left %v (%v)", left, err)
	}
}
