package main

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"testing"
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
