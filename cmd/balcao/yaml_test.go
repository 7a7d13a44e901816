package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Values are taken as they are written, whatever YAML would make of them.
func TestYAMLAsWritten(t *testing.T) {
	t.Parallel()
	got, err := loadYAML(strings.NewReader("pix_webhook_secret: 01234567\nshop: {name: 1e5, cep: 01310100}\ndisable: [a, b]\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"pix-webhook-secret": "01234567", "shop-name": "1e5", "shop-cep": "01310100", "disable": "a,b"}
	flat := got.(yamlFile)
	for name, value := range want {
		if flat[name] != value {
			t.Errorf("%s is %q, want %q", name, flat[name], value)
		}
	}
	if empty, err := loadYAML(strings.NewReader("")); err != nil || len(empty.(yamlFile)) != 0 {
		t.Errorf("an empty file: %v, %v", empty, err)
	}
}

// What is not clear is refused.
func TestYAMLRefused(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"two spellings": "shop: {name: A}\nshop_name: B\n", "second document": "listen: a:1\n---\nlisten: b:2\n",
		"no value": "listen:\n", "list of maps": "disable: [{a: b}]\n", "a list": "- listen\n", "one spelling twice": "listen: a:1\nlisten: a:1\n", "nested twice": "shop: {name: A}\nshop: {name: A}\n",
		"an empty item": "disable: [a, ~]\n", "an alias": "listen: &l a:1\nadmin_listen: *l\n", "an alias as name": "listen: &log_level a:1\n*log_level : info\n",
		"a name that is none": "[a, b]: c\n", "an empty second document": "listen: a:1\n---\n", "rubbish behind it": "listen: a:1\n---\n]\n",
		"broken": "a: [\n",
	} {
		if got, err := loadYAML(strings.NewReader(file)); err == nil {
			t.Errorf("%s: taken as %v", name, got)
		}
	}
}

// A key without effect is refused by its name: one that is misspelt, at the wrong level, or
// a flag that is no setting of the shop.
func TestYAMLWithoutEffect(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"listn": "listn: 127.0.0.1:0\n", "server-listen": "server: {listen: 127.0.0.1:0}\n", "name": "name: Loja\n",
		"config": "config: other.yaml\n", "help": "help: true\n", "json": "json: true\n",
		"profile": "profile: https://a.example/\n", "rights": "rights: [order]\n", "no-shop-pickup": "no_shop_pickup: true\n",
		"serve-listen": "serve: {listen: 127.0.0.1:0}\n", "Listen": "Listen: 127.0.0.1:0\n", "a, b": "b: 1\na: 2\nlisten: 127.0.0.1:0\n",
	} {
		path := filepath.Join(t.TempDir(), "shop.yaml")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"serve", "--config=" + path}, {"keys", "platform", "list", "--config=" + path}} {
			m := &Main{Stdout: io.Discard, Stderr: io.Discard}
			if err := m.ParseFlags(args); err == nil || !strings.HasSuffix(err.Error(), "not a setting of balcao serve: "+name) {
				t.Errorf("%s for %s: %v", name, args[0], err)
			}
		}
	}
}

// Settings that cannot work are refused by name before anything starts.
func TestSettingsRefused(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{
		"--pix-handler=gpay", "--pix-webhook-secret=short", "--pix-webhook-secret=a/b?c#dddddddddddddddd", "--rate-per-second=NaN",
		"--pix-handler=handler_1", "--pix-webhook-secret=fifteen-letters", "--pix-webhook-secret=sixteen letters..", "--rate-per-second=+Inf", "--rate-per-second=-0.5", "--rate-per-second=-2", "--database=sqlite::memory:", "--listen=nowhere", "--public-url=http://loja.example",
		"--shop-cnpj=123", "--shop-cep=1", "--shop-state=XX", "--checkout-lifetime=1s",
	} {
		m := &Main{Stdout: testLog{t}, Stderr: testLog{t}}
		if err := m.ParseFlags([]string{"serve", "--listen=127.0.0.1:0", flag}); err != nil {
			continue // kong refused it
		}
		name, _, _ := strings.Cut(flag, "=")
		if err := m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
