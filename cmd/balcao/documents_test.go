package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"balcao/cmd/balcao/demo"
)

// TestCardSignatureLeadsToKeys follows a signed card to its key: the address comes from the
// shop's public URL, whatever Host a request names, and the keys there are the profile's.
func TestCardSignatureLeadsToKeys(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	read := func(path string, into any) {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, shop.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = "ladrao.example"
		resp, err := shop.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", path, resp.Status, err)
		}
		if err := json.Unmarshal(body, into); err != nil {
			t.Fatalf("%s: %v in %s", path, err, body)
		}
	}
	var card struct {
		Signatures []struct{ Protected, Signature string }
	}
	read("/.well-known/agent-card.json", &card)
	if len(card.Signatures) != 1 {
		t.Fatalf("signatures %v, want one", card.Signatures)
	}
	raw, err := base64.RawURLEncoding.DecodeString(card.Signatures[0].Protected)
	if err != nil {
		t.Fatal(err)
	}
	var header struct{ Alg, KID, Typ, JKU string }
	if err := json.Unmarshal(raw, &header); err != nil {
		t.Fatal(err)
	}
	if header.JKU != shop.URL+"/.well-known/jwks.json" || header.Alg != "ES256" || header.Typ != "JOSE" {
		t.Errorf("header %+v", header)
	}
	var set, profile struct{ Keys []map[string]string }
	read("/.well-known/jwks.json", &set)
	read("/.well-known/bcp", &profile)
	if len(set.Keys) != 1 || set.Keys[0]["kid"] != header.KID || !reflect.DeepEqual(set, profile) {
		t.Errorf("key set %v, profile %v, signed with %s", set, profile, header.KID)
	}
	if _, private := set.Keys[0]["d"]; private {
		t.Error("a private key is published")
	}
}

// A platform to try AP2 with, whose key everybody knows: only a shop on this machine may
// vouch for it.
func TestSandboxPlatformsOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	paths := []string{"/sandbox/platform.json", "/sandbox/platform-ap2.json", "/sandbox/platform-checkout.json"}
	shop := startShop(t)
	resp, err := shop.client.Get(shop.URL + paths[1])
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var platform struct {
		UCP  struct{ Capabilities map[string]any }
		Keys []map[string]string
	}
	if err := json.NewDecoder(resp.Body).Decode(&platform); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v", resp.Status, err)
	}
	key, err := demo.PlatformJWK()
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{{"kid": key.KID, "kty": "EC", "crv": "P-256", "x": key.X, "y": key.Y, "use": "sig", "alg": "ES256"}}
	if !reflect.DeepEqual(platform.Keys, want) || platform.UCP.Capabilities["br.dev.bcp.shopping.ap2_mandate"] == nil {
		t.Errorf("keys %v, want %v; capabilities %v", platform.Keys, want, platform.UCP.Capabilities)
	}

	s := defaultSettings(t)
	s.Database = "sqlite:" + filepath.Join(t.TempDir(), "shop.db")
	s.MandateIssuers = []string{"https://platform.example/profile.json"}
	public, err := newShop(context.Background(), &s, addresses{"https://loja.example", "http://127.0.0.1:1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := public.close(); err != nil {
			t.Error(err)
		}
	}()
	documents, err := public.documents()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(documents["/.well-known/bcp"].Body), "ap2_mandate") {
		t.Fatal("the public shop does not offer AP2, so nothing was tested")
	}
	for _, path := range paths {
		if _, shown := documents[path]; shown {
			t.Errorf("a shop on the internet shows %s", path)
		}
	}
	for path, document := range documents {
		if strings.Contains(string(document.Body), demo.PlatformKeyID) {
			t.Errorf("a shop on the internet names the sandbox platform's key in %s", path)
		}
	}
}
