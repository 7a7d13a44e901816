package ap2

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"
)

// testKey signs as the shop's key ring does, and what no honest party would sign.
type testKey struct {
	kid     string
	private *ecdsa.PrivateKey
}

func newTestKey(tb testing.TB, kid string) testKey {
	tb.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	return testKey{kid: kid, private: private}
}

func (k testKey) Sign(header map[string]string, payload []byte) (protected, signature string, err error) {
	options := new(jose.SignerOptions)
	for name, value := range header {
		options.WithHeader(jose.HeaderKey(name), value)
	}
	key := jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: k.private, KeyID: k.kid}}
	signer, err := jose.NewSigner(key, options)
	if err != nil {
		return "", "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", "", err
	}
	detached, err := signed.DetachedCompactSerialize()
	protected, signature, _ = strings.Cut(detached, "..")
	return protected, signature, err
}

func (k testKey) jwk() string {
	raw, err := jose.JSONWebKey{Key: k.private.Public(), KeyID: k.kid, Algorithm: "ES256", Use: "sig"}.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func (k testKey) keys(tb testing.TB) Keys { return keysOf(tb, []byte("["+k.jwk()+"]")) }

func keysOf(tb testing.TB, raw []byte) Keys {
	tb.Helper()
	keys, err := ParseKeys(raw)
	if err != nil {
		tb.Fatal(err)
	}
	return keys
}

func TestDetachedVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Cases []struct {
			Name, Token, Payload string
			KeySet               json.RawMessage `json:"key_set"`
			Expect               string          `json:"strict_expect"`
		}
	}
	readJSON(t, "detached-jws", &file)
	if len(file.Cases) != 41 {
		t.Fatalf("%d cases, want 41", len(file.Cases))
	}
	for _, tt := range file.Cases {
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			keys, err := ParseKeys(tt.KeySet)
			if err == nil {
				err = Seal{Payload: []byte(tt.Payload), Authorization: tt.Token}.Verify(keys)
				if err != nil && !errors.Is(err, ErrSeal) {
					t.Errorf("error %v does not wrap ErrSeal", err)
				}
			}
			if got := map[bool]string{true: "accept", false: "reject"}[err == nil]; got != tt.Expect {
				t.Errorf("%s, want %s (%v)", got, tt.Expect, err)
			}
		})
	}
}

func readJSON(tb testing.TB, name string, into any) {
	tb.Helper()
	raw, err := os.ReadFile("../testdata/vectors/ap2-extra/" + name + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		tb.Fatal(err)
	}
}

type workedExample struct {
	PublicJWK     json.RawMessage `json:"public_jwk"`
	PrivateJWK    jose.JSONWebKey `json:"private_jwk_test_only"`
	Checkout      json.RawMessage `json:"checkout_with_ap2"`
	Payload       string          `json:"jcs_payload"`
	Header        string          `json:"protected_header"`
	HeaderB64     string          `json:"protected_header_b64"`
	Authorization string          `json:"merchant_authorization"`
	JWT           string          `json:"checkout_jwt_reattached"`
	Hash          string          `json:"checkout_hash"`
}

func loadExample(tb testing.TB) workedExample {
	tb.Helper()
	var w workedExample
	readJSON(tb, "worked-merchant-authorization", &w)
	return w
}

func (w workedExample) key(tb testing.TB) testKey {
	tb.Helper()
	private, ok := w.PrivateJWK.Key.(*ecdsa.PrivateKey)
	if !ok {
		tb.Fatal("no private key")
	}
	return testKey{kid: w.PrivateJWK.KeyID, private: private}
}

func (w workedExample) keys(tb testing.TB) Keys {
	return keysOf(tb, []byte("["+string(w.PublicJWK)+"]"))
}

func TestWorkedExample(t *testing.T) {
	t.Parallel()
	w := loadExample(t)
	payload, err := SealPayload(w.Checkout)
	if err != nil || string(payload) != w.Payload || len(payload) != 443 {
		t.Fatalf("payload %s, %v\nwant %s", payload, err, w.Payload)
	}
	seal := Seal{Payload: payload, Authorization: w.Authorization}
	if err := seal.Verify(w.keys(t)); err != nil {
		t.Error(err)
	}
	if seal.JWT() != w.JWT || seal.Hash() != w.Hash {
		t.Errorf("JWT %s\nhash %s, want %s", seal.JWT(), seal.Hash(), w.Hash)
	}

	own, err := NewSeal(w.key(t), w.Checkout)
	if err != nil {
		t.Fatal(err)
	}
	if err := own.Verify(w.keys(t)); err != nil {
		t.Errorf("own seal: %v", err)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+$`).MatchString(own.Authorization) || len(own.Authorization) != 138 {
		t.Errorf("authorization %q", own.Authorization)
	}
	if header, _, _ := strings.Cut(own.Authorization, ".."); header != w.HeaderB64 {
		t.Errorf("header %s, want %s", header, w.HeaderB64)
	}
	if own.Authorization == w.Authorization || string(own.Payload) != w.Payload {
		t.Error("the seal is not randomised, or of other bytes")
	}
}

func TestSealCoversEverything(t *testing.T) {
	t.Parallel()
	w := loadExample(t)
	seal, err := NewSeal(w.key(t), w.Checkout)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{"599900", "Pixel 10 Pro", "BRL", "terms_of_service", "ready_for_complete"} {
		changed := seal
		changed.Payload = []byte(strings.Replace(string(seal.Payload), change, "1", 1))
		if err := changed.Verify(w.keys(t)); !errors.Is(err, ErrSeal) {
			t.Errorf("%s changed: %v", change, err)
		}
	}
	stranger := newTestKey(t, w.key(t).kid)
	if err := seal.Verify(stranger.keys(t)); !errors.Is(err, ErrSeal) {
		t.Errorf("another's key of the same id: %v", err)
	}
	withType := func(header map[string]string) Seal {
		protected, signature, err := w.key(t).Sign(header, seal.Payload)
		if err != nil {
			t.Fatal(err)
		}
		return Seal{Payload: seal.Payload, Authorization: protected + ".." + signature}
	}
	if err := withType(map[string]string{"typ": "JWT"}).Verify(w.keys(t)); !errors.Is(err, ErrSeal) {
		t.Errorf("a JWT of ours passes as a seal: %v", err)
	}
	if err := withType(nil).Verify(w.keys(t)); err != nil {
		t.Error(err)
	}
	protected, signature, err := w.key(t).Sign(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := (Seal{Authorization: protected + ".." + signature}).Verify(w.keys(t)); !errors.Is(err, ErrSeal) {
		t.Errorf("a signature over nothing: %v", err)
	}
}

func TestSealPayload(t *testing.T) {
	t.Parallel()
	deep := func(levels int) string {
		return `{"x":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	for _, tt := range []struct{ name, in, want string }{
		{"alone", `{"ap2":{"merchant_authorization":"x"}}`, `{}`},
		{"first", `{ "ap2" : {"a":[1]} , "b":1}`, `{"b":1}`},
		{"first, spaces before the comma", "{\"ap2\":1\n\t ,\"b\":1}", `{"b":1}`},
		{"middle", `{"a":1, "ap2" : null, "b":2}`, `{"a":1,"b":2}`},
		{"last", `{"a":{"b":"{"} ,"ap2":"x" }`, `{"a":{"b":"{"}}`},
		{"none", `{"b":1,"a":"ap2"}`, `{"a":"ap2","b":1}`},
		{"nested stays", `{"a":{"ap2":1},"b":[{"ap2":2}]}`, `{"a":{"ap2":1},"b":[{"ap2":2}]}`},
		{"other case stays", `{"AP2":1}`, `{"AP2":1}`},
		{"escaped name", `{"\u0061p2":1,"b":2}`, `{"b":2}`},
		{"as a value before", `{"a":"ap2","ap2":"ap2","c":"ap2"}`, `{"a":"ap2","c":"ap2"}`},
		{"nothing is normalised", `{"a":"Sa\u0303o","b":"S\u00e3o"}`, "{\"a\":\"Sa\u0303o\",\"b\":\"São\"}"},
		{"ap2 twice", `{"ap2":1,"a":1,"ap2":2}`, ""},
		{"duplicate inside ap2", `{"a":1,"ap2":{"b":1,"b":2}}`, ""},
		{"duplicate total", `{"total":1,"total":2}`, ""},
		{"inexact number inside ap2", `{"ap2":9007199254740993}`, ""},
		{"depth 32", deep(32), deep(32)},
		{"depth 33", deep(33), ""},
		{"array", `[{"a":1}]`, ""},
		{"null", `null`, ""},
		{"two", `{} {}`, ""},
		{"cut short", `{"ap2":1`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := SealPayload([]byte(tt.in))
			if string(got) != tt.want || (err != nil) != (tt.want == "") || err != nil && !errors.Is(err, ErrNotCanonical) {
				t.Errorf("%s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// brokenSigner cannot reach its key.
type brokenSigner struct{}

var errBroken = errors.New("no key")

func (brokenSigner) Sign(map[string]string, []byte) (string, string, error) { return "", "", errBroken }

func TestSealFails(t *testing.T) {
	t.Parallel()
	if _, err := NewSeal(brokenSigner{}, []byte(`{}`)); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	if _, err := NewSeal(newTestKey(t, "k"), []byte(`{"a":1,"a":2}`)); !errors.Is(err, ErrNotCanonical) {
		t.Errorf("error %v", err)
	}
	for _, text := range []string{"", "a.b", "a.b.c", "a..b.c", "a..b..c"} {
		if jwt := (Seal{Payload: []byte("{}"), Authorization: text}).JWT(); jwt != "" {
			t.Errorf("%q becomes %q", text, jwt)
		}
	}
}

func TestSealKeyID(t *testing.T) {
	t.Parallel()
	w := loadExample(t)
	seal, err := NewSeal(w.key(t), w.Checkout)
	if err != nil {
		t.Fatal(err)
	}
	for authorization, want := range map[string]string{seal.Authorization: "merchant_2026", "": "", "a..b": "", "e30..e30": ""} {
		if got := (Seal{Payload: seal.Payload, Authorization: authorization}).KeyID(); got != want {
			t.Errorf("%q: key %q, want %q", authorization, got, want)
		}
	}
}

// A receipt names the presentation: the holder's proof after it does not count, all before it
// does.
func TestReference(t *testing.T) {
	t.Parallel()
	if got := Reference("a.b.c~d~"); got != digest("a.b.c~d~") || got != Reference("a.b.c~d~k.b.t") || got == Reference("a.b.c~e~k.b.t") {
		t.Errorf("reference %s", got)
	}
	if Reference("a.b.c") != digest("a.b.c") || Reference("") != digest("") {
		t.Error("what is no presentation is not named as it is")
	}
}
