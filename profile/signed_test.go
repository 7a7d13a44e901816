package profile

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"balcao/httpsig"
	"balcao/platform"
)

// messageKey is a platform's key.
type messageKey struct {
	id      string
	private *ecdsa.PrivateKey
}

func newMessageKey(t *testing.T, id string) messageKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return messageKey{id, key}
}

func (k messageKey) KeyID() string { return k.id }

func (k messageKey) Sign(message []byte) ([]byte, error) {
	hash := sha256.Sum256(message)
	r, s, err := ecdsa.Sign(rand.Reader, k.private, hash[:])
	if err != nil {
		return nil, err
	}
	out := make([]byte, 64)
	r.FillBytes(out[:32])
	s.FillBytes(out[32:])
	return out, nil
}

// published is a profile with these keys.
func (k messageKey) document(t *testing.T, more string) *Document {
	t.Helper()
	raw, err := k.private.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	enc := base64.RawURLEncoding
	jwk := fmt.Sprintf(`{"kty":"EC","crv":"P-256","kid":%q,"x":%q,"y":%q}`, k.id, enc.EncodeToString(raw[1:33]), enc.EncodeToString(raw[33:]))
	doc, err := parse([]byte(`{"ucp":{"version":"2026-07-28","services":{},"payment_handlers":{},"capabilities":{` +
		`"br.dev.bcp.shopping.checkout":[{"version":"2026-07-28","spec":"https://bcp.dev.br/x","schema":"https://bcp.dev.br/x"}]}},"keys":[` + jwk + more + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// signedRequest is a request of the agent at agentURL, signed by the key.
func signedRequest(t *testing.T, key messageKey, change func(*http.Request)) *http.Request {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://inside:8080/bcp/mcp", nil)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("BCP-Agent", fmt.Sprintf("profile=%q", agentURL))
	if change != nil {
		change(r)
	}
	public, err := url.Parse(testShop().PublicURL)
	if err != nil {
		t.Fatal(err)
	}
	if err := httpsig.SignRequest(key, httpsig.Received(r, public, []byte("body")), httpsig.Options{Created: start}); err != nil {
		t.Fatal(err)
	}
	return r
}

// A signature by a key of the profile that BCP-Agent names authenticates; one that is not good
// refuses the request, whatever else was shown.
func TestSignedRequests(t *testing.T) {
	t.Parallel()
	key, other := newMessageKey(t, "platform-1"), newMessageKey(t, "platform-2")
	text, issued := issue(t, "a", platform.RightOrder)
	keys := issuedKeys{keys: map[[32]byte]platform.APIKey{issued.Hash: issued}}
	verifier, err := httpsig.NewVerifier(httpsig.Policy{Now: func() time.Time { return start }, Skew: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		request *http.Request
		body    string
		bearer  bool
		fresh   *Document
		code    string
	}{
		{"good", signedRequest(t, key, nil), "body", false, nil, ""},
		{"good, with a key of ours", signedRequest(t, key, nil), "body", true, nil, ""},
		{"another body", signedRequest(t, key, nil), "other", false, nil, CodeDigestMismatch},
		{"another body, with a key of ours", signedRequest(t, key, nil), "other", true, nil, CodeDigestMismatch},
		{"key that is not published", signedRequest(t, other, nil), "body", false, nil, CodeKeyNotFound},
		{"key that is new", signedRequest(t, other, nil), "body", false, other.document(t, ""), ""},
		{"another's key under that id", signedRequest(t, messageKey{key.id, other.private}, nil), "body", false, nil, CodeSignatureInvalid},
		{"key of another kind", signedRequest(t, messageKey{"rsa", key.private}, nil), "body", false, nil, CodeAlgorithm},
		{"Signature alone", without(signedRequest(t, key, nil), "Signature-Input"), "body", false, nil, CodeSignatureMissing},
		{"Signature-Input alone", without(signedRequest(t, key, nil), "Signature"), "body", false, nil, CodeSignatureMissing},
		{"no BCP-Agent", signedRequest(t, key, func(r *http.Request) { r.Header.Del("BCP-Agent") }), "body", false, nil, CodeInvalidProfileURL},
		{"another BCP-Agent", with(signedRequest(t, key, nil), "BCP-Agent", `profile="https://evil.example/p"`), "body", false, nil, CodeProfileUnreachable},
		{"another key of retries", with(signedRequest(t, key, nil), "Idempotency-Key", "550e8400-e29b-41d4-a716-446655440000"), "body", false, nil, CodeSignatureInvalid},
		{"not signed", without(signedRequest(t, key, nil), "Signature", "Signature-Input"), "body", false, nil, "unauthenticated caller"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			profiles := &published{profiles: map[string]*Document{agentURL: key.document(t, `,{"kty":"RSA","kid":"rsa","n":"AQAB","e":"AQAB"}`)}}
			if tt.fresh != nil {
				profiles.fresh = map[string]*Document{agentURL: tt.fresh}
			}
			c := CredentialsOf(tt.request, []byte(tt.body))
			if tt.bearer {
				c.Authorization = "Bearer " + text
			}
			caller, err := NewIdentifier(testShop(), profiles, keys, verifier).Authenticate(t.Context(), c)
			var refused *Error
			switch {
			case tt.code == "" && (err != nil || !caller.Authenticated || caller.Profile != agentURL || !caller.Rights.Has(platform.RightCheckout|platform.RightOrder)):
				t.Errorf("got %+v, %v", caller, err)
			case tt.code == "unauthenticated caller" && (err != nil || caller.Authenticated):
				t.Errorf("got %+v, %v", caller, err)
			case tt.code == "" || tt.code == "unauthenticated caller":
			case !errors.As(err, &refused) || refused.Code != tt.code:
				t.Errorf("got %+v, %v, want %s", caller, err, tt.code)
			case httpsigCode(tt.code) && !errors.As(err, new(*httpsig.Error)):
				t.Errorf("%v: logs cannot say why", err)
			case strings.Contains(refused.Content, tt.request.Header.Get("Signature")) && tt.request.Header.Get("Signature") != "":
				t.Errorf("the text repeats the request: %s", refused.Content)
			}
			if profiles.refreshed > 1 {
				t.Errorf("refreshed %d times", profiles.refreshed)
			}
		})
	}
}

// httpsigCode reports whether a code is one of a signature.
func httpsigCode(code string) bool {
	return code == CodeSignatureMissing || code == CodeSignatureInvalid || code == CodeKeyNotFound || code == CodeDigestMismatch || code == CodeAlgorithm
}

func without(r *http.Request, names ...string) *http.Request {
	for _, name := range names {
		r.Header.Del(name)
	}
	return r
}

func with(r *http.Request, name, value string) *http.Request {
	r.Header.Set(name, value)
	return r
}
