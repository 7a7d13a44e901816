package keyring

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// public is a published key as a verifier reads it.
func public(t *testing.T, k JWK) jose.JSONWebKey {
	t.Helper()
	raw, err := json.Marshal(map[string]string{"kty": k.KTY, "crv": k.CRV, "x": k.X, "y": k.Y, "kid": k.KID, "alg": k.Alg, "use": k.Use})
	if err != nil {
		t.Fatal(err)
	}
	var key jose.JSONWebKey
	if err := json.Unmarshal(raw, &key); err != nil {
		t.Fatal(err)
	}
	return key
}

func verifies(t *testing.T, protected, signature string, payload []byte, key jose.JSONWebKey) bool {
	t.Helper()
	jws, err := jose.ParseDetached(protected+".."+signature, payload, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		t.Fatal(err)
	}
	return jws.DetachedVerify(payload, key) == nil
}

func TestSign(t *testing.T) {
	t.Parallel()
	ring := open(t, t.TempDir())
	published := ring.PublicJWKs()[0]
	kid := published.KID
	for name, test := range map[string]struct {
		header map[string]string
		want   map[string]any
	}{
		"none":        {nil, map[string]any{"alg": "ES256", "kid": kid}},
		"typ and jku": {map[string]string{"typ": "JOSE", "jku": "https://loja.example/k?a=1&b=2"}, map[string]any{"alg": "ES256", "kid": kid, "typ": "JOSE", "jku": "https://loja.example/k?a=1&b=2"}},
	} {
		payload := []byte(`{"total":599900}`)
		protected, signature, err := ring.Sign(test.header, payload)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		raw, err := base64.RawURLEncoding.Strict().DecodeString(protected)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got map[string]any
		if err := json.Unmarshal(raw, &got); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: header %s, want %v", name, raw, test.want)
		}
		if rs, err := base64.RawURLEncoding.Strict().DecodeString(signature); err != nil || len(rs) != 64 {
			t.Errorf("%s: signature of %d bytes, %v; want R and S in 64", name, len(rs), err)
		}
		if !verifies(t, protected, signature, payload, public(t, published)) {
			t.Errorf("%s: not verified by the published key", name)
		}
		if verifies(t, protected, signature, []byte(`{"total":599901}`), public(t, published)) {
			t.Errorf("%s: another payload was verified", name)
		}
	}
}

// TestSignNewest: of several keys the last one signs, and each has its own place in the list.
func TestSignNewest(t *testing.T) {
	t.Parallel()
	var file keyFile
	for day := range 2 {
		key, err := generate(fixedNow().Add(time.Duration(day)*24*time.Hour), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		file.Keys = append(file.Keys, keyRecord{Created: key.created, JWK: jose.JSONWebKey{Key: key.private, KeyID: key.kid, Algorithm: "ES256"}})
	}
	raw, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, fileName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	ring := open(t, dir)
	protected, signature, err := ring.Sign(nil, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	keys := ring.PublicJWKs()
	if verifies(t, protected, signature, []byte("x"), public(t, keys[0])) || !verifies(t, protected, signature, []byte("x"), public(t, keys[1])) {
		t.Errorf("not signed by the newest of %v", keys)
	}
}

func TestSignHeaders(t *testing.T) {
	t.Parallel()
	ring := open(t, t.TempDir())
	for _, name := range []string{"alg", "kid", "jwk", "b64", "crit", "x5u", ""} {
		if _, _, err := ring.Sign(map[string]string{name: "none"}, []byte("x")); err == nil {
			t.Errorf("header %q was taken", name)
		}
	}
}
