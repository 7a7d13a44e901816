package httpsig

import (
	"context"
	"crypto"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/dunglas/httpsfv"
)

// FuzzSignatures parses what strangers send. What is taken is written again in one form, which
// reads as the same.
func FuzzSignatures(f *testing.F) {
	f.Add(`sig1=("@method" "bcp-agent");created=1;expires=2;keyid="k";nonce="n";alg="ed25519";tag="t"`, "sig1=:AAAA:")
	f.Add(`a=("@status" "signature-agent";key="a" "@path";req);keyid="k", b=();keyid="k"`, "a=:AAAA:, b=::")
	f.Add(`sig1=("x";sf);keyid="k"`, "sig1=:AAAA:")
	f.Add(`sig1=( "x"  );keyid="k";x=@1;y=%"a%c3%bc";z=1.50`, "sig1=:AAAA:;p")
	f.Fuzz(func(t *testing.T, input, value string) {
		attempts, fault := parseSignatures(http.Header{"Signature-Input": {input}, "Signature": {value}})
		if (fault == nil) != (len(attempts) > 0) || len(attempts) > maxSignatures {
			t.Fatalf("%d signatures, %v", len(attempts), fault)
		}
		for _, a := range attempts {
			if a.fault != nil {
				continue
			}
			if a.keyID == "" || len(a.components) > maxComponents || strings.ContainsAny(a.params, "\r\n") {
				t.Fatalf("taken: %+v", a.signature)
			}
			written, err := httpsfv.Marshal(httpsfv.NewItem(a.value))
			if err != nil {
				t.Fatal(err)
			}
			again, fault := parseSignatures(http.Header{"Signature-Input": {a.label + "=" + a.params}, "Signature": {a.label + "=" + written}})
			if fault != nil || !reflect.DeepEqual(again[0], a) {
				t.Fatalf("read again: %+v, %v\nfirst: %+v", again, fault, a)
			}
		}
	})
}

// FuzzVerify gives a verifier whatever may stand in a request. Nothing that this key has not
// signed may pass.
func FuzzVerify(f *testing.F) {
	key := newES256(f)
	good := mustSign(f, key, newRequest(), Options{Created: now})
	f.Add(good.Header.Get("Signature-Input"), good.Header.Get("Signature"), good.Header.Get("Content-Digest"), "/bcp/mcp", good.Body)
	f.Add(`s=();keyid="platform-2026"`, "s=:"+strings.Repeat("A", 86)+"==:", "", "", []byte(nil))
	f.Add(`s=("@method" "@authority" "@path" "@query" "bcp-agent" "idempotency-key");keyid="platform-2026"`, "s=:"+strings.Repeat("A", 86)+"==:", "", "", []byte(nil))
	v := verifierOf(f, Policy{})
	signed := map[string]bool{} // what this process's key has signed, as the input of the seed
	signed[good.Header.Get("Signature")] = true
	f.Fuzz(func(t *testing.T, input, value, digest, path string, body []byte) {
		r := newRequest()
		r.Path, r.Body = path, body
		r.Header.Set("Signature-Input", input)
		r.Header.Set("Signature", value)
		r.Header.Set("Content-Digest", digest)
		got, err := v.Request(t.Context(), r, func(ctx context.Context, id string) (crypto.PublicKey, error) {
			return key.lookup(ctx, key.id) // whatever it is called
		})
		if err == nil && !(signed[value] && path == good.Path && string(body) == string(good.Body)) {
			t.Fatalf("verified: %+v", got)
		}
		if err != nil && codeOf(err) == "" {
			t.Fatalf("an error without a code: %v", err)
		}
	})
}

// FuzzDigest holds the parser to the digest it would write.
func FuzzDigest(f *testing.F) {
	f.Add("sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:", []byte("{\"hello\": \"world\"}\n"))
	f.Add(rfcRequestDigest, []byte(`{"hello": "world"}`))
	f.Add("sha-256=::, md5=1", []byte(nil))
	f.Fuzz(func(t *testing.T, field string, body []byte) {
		if err := VerifyDigest([]string{field}, body); err != nil && codeOf(err) != DigestMismatch {
			t.Fatal(err)
		}
		if err := VerifyDigest([]string{Digest(body)}, body); err != nil {
			t.Fatal(err)
		}
		if VerifyDigest([]string{field}, body) == nil && VerifyDigest([]string{field}, append(body[:len(body):len(body)], 'x')) == nil {
			t.Fatalf("%q fits two bodies", field)
		}
	})
}

// FuzzParseKeys reads what a profile may hold.
func FuzzParseKeys(f *testing.F) {
	f.Add([]byte(rfcKeys))
	f.Add([]byte(`[{"kid":"a","kty":"OKP","crv":"Ed25519","x":"AA"},7,null,[]]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		keys, err := ParseKeys(raw)
		if err == nil && len(keys.byID) > maxKeys {
			t.Fatalf("%d keys", len(keys.byID))
		}
		for id, key := range keys.byID {
			if id == "" || len(id) > maxKeyID {
				t.Fatalf("id %q", id)
			}
			if algorithm, raw, ok := algorithmOf(key); ok && len(thumbprint(algorithm, raw)) != 43 {
				t.Fatalf("key %q", id)
			}
			verifyRaw(key, []byte("x"), make([]byte, size))
		}
	})
}
