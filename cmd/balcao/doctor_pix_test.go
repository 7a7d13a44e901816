package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What the doctor says of a bank, before and after the webhook is registered, and of one
// that grants no token.
func TestDoctorPix(t *testing.T) {
	t.Parallel()
	bank := newSmallBank(t)
	database := "--database=sqlite:" + filepath.Join(t.TempDir(), "shop.db")
	flags := append(bank.bankFlags(t), database, "--public-url=https://loja.example")
	ask := func(command ...string) (string, error) {
		var out bytes.Buffer
		m := &Main{Stdout: &out, Stderr: io.Discard}
		if err := m.ParseFlags(append(command, flags...)); err != nil {
			t.Fatal(err)
		}
		err := m.Run(t.Context())
		return out.String(), err
	}
	told := func(what, out string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if !strings.Contains(out, line) {
				t.Errorf("%s: %q is not said:\n%s", what, line, out)
			}
		}
		if strings.Contains(out, "segredo") {
			t.Errorf("%s: a secret is told:\n%s", what, out)
		}
	}
	out, err := ask("doctor", "pix")
	told("before", out, "ok    token", "ok    payments", "ok    charges", "ok    key", "BAD   webhook", "balcao pix register", "note  certificate")
	if err == nil {
		t.Error("nothing was found")
	}
	out, err = ask("pix", "register")
	if told("register", out, "registered: "); err != nil || bank.webhook != "https://loja.example/webhooks/pix/segredo-do-webhook" {
		t.Errorf("registered %q, %v", bank.webhook, err)
	}
	out, err = ask("doctor", "pix")
	if told("after", out, "ok    webhook"); err != nil {
		t.Errorf("after: %v\n%s", err, out)
	}
	bank.webhook = "https://outra.example"
	out, _ = ask("doctor", "pix")
	told("another's", out, "BAD   webhook    another address")
	flags = append(flags, "--pix-client-id=x")
	out, _ = ask("doctor", "pix")
	told("no token", out, "BAD   token      none was granted", "invalid_client")
}

// Without a public URL the webhook is where the shop listens, as the running shop has it; a port
// of the system's choice says nothing.
func TestRegisterOnLoopback(t *testing.T) {
	t.Parallel()
	bank := newSmallBank(t)
	flags := append(bank.bankFlags(t), "--pix-environment=sandbox", "--database=sqlite:"+filepath.Join(t.TempDir(), "shop.db"))
	ask := func(command ...string) (string, error) {
		var out bytes.Buffer
		m := &Main{Stdout: &out, Stderr: io.Discard}
		if err := m.ParseFlags(append(command, flags...)); err != nil {
			t.Fatal(err)
		}
		err := m.Run(t.Context())
		return out.String(), err
	}
	if out, err := ask("pix", "register", "--listen=127.0.0.1:0"); err == nil || bank.webhook != "" {
		t.Errorf("no address, and registered %q: %s", bank.webhook, out)
	}
	if out, err := ask("pix", "register", "--listen=127.0.0.1:8123"); err != nil || bank.webhook != "http://127.0.0.1:8123/webhooks/pix/segredo-do-webhook" {
		t.Errorf("registered %q, %v: %s", bank.webhook, err, out)
	}
	out, _ := ask("doctor", "pix", "--listen=127.0.0.1:8123")
	if !strings.Contains(out, "ok    webhook    this shop's address is registered") {
		t.Errorf("the doctor does not know it:\n%s", out)
	}
}

// The certificate's end is told in time.
func TestDoctorCertificate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		life time.Duration
		line string
		bad  bool
	}{
		"long":  {90 * 24 * time.Hour, "ok    certificate it is good until ", false},
		"short": {10*24*time.Hour + time.Hour, "in 10 days: get a new one", true},
		"over":  {-time.Hour, "BAD   certificate it ended on ", true},
	} {
		var out bytes.Buffer
		r := &report{out: &out}
		cert, key := certificateFor(t, tc.life)
		checkCertificate(r, pixSettings{Certificate: cert, CertKey: key})
		if r.bad != tc.bad || !strings.Contains(out.String(), tc.line) {
			t.Errorf("%s: %s", name, out.String())
		}
	}
	var out bytes.Buffer
	r := &report{out: &out}
	cert, _ := certificateFor(t, time.Hour)
	_, other := certificateFor(t, time.Hour)
	if checkCertificate(r, pixSettings{Certificate: cert, CertKey: other}); !r.bad {
		t.Errorf("another's key: %s", out.String())
	}
}

// certificateFor makes files of a certificate that is good for so long.
func certificateFor(t *testing.T, life time.Duration) (cert, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(life)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}
