package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"balcao/payment/fakepsp"
)

// command runs the program and returns its exit status and output.
func runCommand(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	m := &Main{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	return m.Execute(t.Context(), args), out.String()
}

// A sandbox shop's bank is reached by the commands of the fake PSP.
func TestFakePSPOfAShop(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	dir := "--dir=" + filepath.Join(shop.Dir, "shop.db.fakepsp")
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	txid := p.do("start_payment").charge()
	if status, out := runCommand(t, "fakepsp", "fault", dir, "paid_twice=next:1"); status != 0 || out != "paid_twice=next:1\n" {
		t.Errorf("fault: %d %s", status, out)
	}
	if status, out := runCommand(t, "fakepsp", "pay", dir, txid); status != 0 || !strings.HasPrefix(out, "paid: "+txid+" 50.00 E99999999") {
		t.Fatalf("pay: %d %s", status, out)
	}
	p.until("completed")
	deadline := time.Now().Add(10 * time.Second)
	for { // the second payment is given back
		status, out := runCommand(t, "fakepsp", "charges", dir)
		if status != 0 || strings.Count(out, "E99999999") != 2 {
			t.Fatalf("charges: %d %s", status, out)
		}
		if strings.Contains(out, "DEVOLVIDO ORIGINAL") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the second payment was not given back: %s", out)
		}
		time.Sleep(20 * time.Millisecond)
	}
	for _, wrong := range [][]string{
		{"pay", dir, txid}, {"pay", dir, "x"}, {"remove", dir, txid}, {"pull-back", dir, "x"}, {"finish-refund", dir, "x", "y"},
	} {
		if status, out := runCommand(t, append([]string{"fakepsp"}, wrong...)...); status != 1 {
			t.Errorf("%v: %d %s", wrong, status, out)
		}
	}
	for _, wrong := range [][]string{
		{"pay", dir, "--amount=1", txid}, {"fault", dir, "fire"}, {"charges", "--dir=" + t.TempDir()}, {"run", "--listen=0.0.0.0:0"},
		{"run", "--listen=127.0.0.1:0", "--fault=down=2"}, {"run", "--listen=127.0.0.1:0", "--token-life=0s"},
	} {
		if status, out := runCommand(t, append([]string{"fakepsp"}, wrong...)...); status != 2 {
			t.Errorf("%v: %d %s", wrong, status, out)
		}
	}
	// A wrong amount under whatever state, money pulled back: the commands at least reach the bank.
	q := shop.agent(t, "platform-checkout.json")
	q.do("add_to_checkout", "product_id", "item_123")
	other := q.do("start_payment").charge()
	status, out := runCommand(t, "fakepsp", "pay", dir, "--amount=1.00", "--late", other)
	fields := strings.Fields(out)
	if status != 0 || len(fields) != 4 || fields[2] != "1.00" {
		t.Fatalf("pay late: %d %s", status, out)
	}
}

// A shop comes through a bank that fails at everything now and then.
func TestShopThroughFaults(t *testing.T) {
	t.Parallel()
	shop := startShop(t, "--sandbox-settle-after=100ms",
		"--sandbox-fault=server_errors=next:1,method:PUT", "--sandbox-fault=error_after_commit=next:1,method:PUT",
		"--sandbox-fault=token_revoked=next:1", "--sandbox-fault=expiracao_string", "--sandbox-fault=copia_e_cola_absent",
		"--sandbox-fault=webhook_doubled", "--sandbox-fault=status_unknown=0.5")
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	p.do("start_payment").charge()
	p.until("completed")
}

// The provider as its own process, used by a shop as a bank.
func TestFakePSPAsABank(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	listening := make(chan string, 1)
	m := &Main{Stdout: io.Discard, Stderr: testLog{t}, OnListening: func(url, _ string) { listening <- url }}
	if err := m.ParseFlags([]string{"fakepsp", "--listen=127.0.0.1:0", "--dir=" + dir, "--log-level=warn"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}()
	url := <-listening
	bank := []string{
		"--pix-provider=bcb", "--pix-environment=sandbox", "--pix-url=" + url + fakepsp.PathAPI, "--pix-token-url=" + url + fakepsp.PathToken,
		"--pix-client-id=" + fakepsp.ClientID, "--pix-client-secret-file=" + filepath.Join(dir, fakepsp.FileClientSecret),
		"--pix-certificate=" + filepath.Join(dir, fakepsp.FileClient), "--pix-certificate-key=" + filepath.Join(dir, fakepsp.FileClientKey),
		"--pix-authorities=" + filepath.Join(dir, fakepsp.FileCA), "--pix-key=pix@balcao.example",
	}
	shop := startShop(t, bank...)
	if status, out := runCommand(t, append([]string{"pix", "register", "--database=sqlite:" + filepath.Join(shop.Dir, "shop.db"), "--public-url=" + shop.URL}, bank...)...); status != 0 {
		t.Fatalf("register: %d %s", status, out)
	}
	p := shop.agent(t, "platform-checkout.json")
	p.do("add_to_checkout", "product_id", "item_123")
	txid := p.do("start_payment").charge()
	if status, out := runCommand(t, "fakepsp", "pay", "--dir="+dir, txid); status != 0 {
		t.Fatalf("pay: %d %s", status, out)
	}
	p.until("completed")
	book, err := os.ReadFile(filepath.Join(dir, "book"))
	if err != nil || !json.Valid(bytes.SplitN(book, []byte("\n"), 2)[0]) || !bytes.Contains(book, []byte(txid)) {
		t.Errorf("book %s, %v", book, err)
	}
}
