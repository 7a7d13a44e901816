package demo

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// openJWT takes a JWT apart with nothing but the standard library, and checks its signature.
func openJWT(t *testing.T, jwt string, key *ecdsa.PublicKey, header, claims any) {
	t.Helper()
	parts := strings.Split(jwt, ".")
	if len(parts) != 3 {
		t.Fatalf("%d parts, want 3: %s", len(parts), jwt)
	}
	if err := json.Unmarshal(unbase64(parts[0]), header); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(unbase64(parts[1]), claims); err != nil {
		t.Fatal(err)
	}
	sum, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), unbase64(parts[2])
	if len(signature) != 64 || !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Errorf("not signed by the key that should: %s", jwt)
	}
}

// TestMandate makes a mandate and reads it as RFC 9901 and AP2 say, step by step.
func TestMandate(t *testing.T) {
	t.Parallel()
	const checkoutJWT, audience, nonce = "aGVhZGVy.dGVybXM.c2ln", "http://127.0.0.1:1", "n-1"
	now := time.Unix(1_790_000_000, 0)
	w, err := newWallet("http://platform.test")
	if err != nil {
		t.Fatal(err)
	}
	issued, err := w.issue(checkoutJWT, now)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := w.prove(issued, audience, nonce, now.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(whole, "~")
	if len(parts) != 3 || issued != parts[0]+"~"+parts[1]+"~" {
		t.Fatalf("a mandate of %d parts, issued as %s: %s", len(parts), issued, whole)
	}
	key, err := PlatformJWK()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := json.Marshal(map[string][]JWK{"keys": {key}})
	if err != nil {
		t.Fatal(err)
	}
	platform, err := publicKey(keys, PlatformKeyID)
	if err != nil {
		t.Fatal(err)
	}
	var header map[string]string
	var claims struct {
		Iss, VCT    string
		Iat, Exp    int64
		Hash        string `json:"checkout_hash"`
		Alg         string `json:"_sd_alg"`
		SD          []string
		CheckoutJWT string `json:"checkout_jwt"`
		CNF         struct {
			JWK struct{ KTY, CRV, X, Y, D string }
		}
	}
	openJWT(t, parts[0], platform, &header, &claims)
	if fmt.Sprint(header) != fmt.Sprint(map[string]string{"alg": "ES256", "kid": PlatformKeyID, "typ": "dc+sd-jwt"}) {
		t.Errorf("header %v", header)
	}
	if claims.Iss != "http://platform.test" || claims.VCT != "mandate.checkout.1" || claims.Iat != now.Unix() || claims.Exp != now.Unix()+600 || claims.Hash != hashOf(checkoutJWT) {
		t.Errorf("claims %+v", claims)
	}
	if claims.CheckoutJWT != "" {
		t.Error("the checkout stands in the clear")
	}
	var digests struct {
		SD []string `json:"_sd"`
	}
	if err := json.Unmarshal(unbase64(strings.Split(parts[0], ".")[1]), &digests); err != nil {
		t.Fatal(err)
	}
	var disclosed []string
	if err := json.Unmarshal(unbase64(parts[1]), &disclosed); err != nil {
		t.Fatal(err)
	}
	if len(disclosed) != 3 || disclosed[0] == "" || disclosed[1] != "checkout_jwt" || disclosed[2] != checkoutJWT {
		t.Errorf("disclosed: %q", disclosed)
	}
	if claims.Alg != "sha-256" || !slices.Equal(digests.SD, []string{hashOf(parts[1])}) {
		t.Errorf("digests %v by %q are not those of the disclosure", digests.SD, claims.Alg)
	}

	cnf := claims.CNF.JWK
	if cnf.KTY != "EC" || cnf.CRV != "P-256" || cnf.D != "" {
		t.Fatalf("cnf %+v", cnf)
	}
	device, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{4}, unbase64(cnf.X), unbase64(cnf.Y)))
	if err != nil {
		t.Fatal(err)
	}
	var proofHeader, proof map[string]any
	openJWT(t, parts[2], device, &proofHeader, &proof)
	if fmt.Sprint(proofHeader) != fmt.Sprint(map[string]any{"alg": "ES256", "typ": "kb+jwt"}) {
		t.Errorf("proof's header %v", proofHeader)
	}
	want := map[string]any{"aud": audience, "nonce": nonce, "iat": float64(now.Unix() + 60), "sd_hash": hashOf(issued)}
	if fmt.Sprint(proof) != fmt.Sprint(want) {
		t.Errorf("proof %v, want %v", proof, want)
	}
	if device.Equal(platform) {
		t.Error("the platform proves its own mandates")
	}
}

// The demo would not notice a fault of the server in code that both share.
func TestSharesNoCode(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if read++; strings.HasPrefix(i.Path.Value, `"balcao`) {
				t.Errorf("%s imports %s", e.Name(), i.Path.Value)
			}
		}
	}
	if read == 0 {
		t.Fatal("no import was read")
	}
}
