package httpsig

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/dunglas/httpsfv"
)

// testKey signs with a key of either kind.
type testKey struct {
	id      string
	private crypto.PrivateKey
}

func (k testKey) KeyID() string { return k.id }

func (k testKey) Sign(message []byte) ([]byte, error) {
	private, ok := k.private.(*ecdsa.PrivateKey)
	if !ok {
		return ed25519.Sign(k.private.(ed25519.PrivateKey), message), nil
	}
	hash := sha256.Sum256(message)
	r, s, err := ecdsa.Sign(rand.Reader, private, hash[:])
	if err != nil {
		return nil, err
	}
	out := make([]byte, size)
	r.FillBytes(out[:size/2])
	s.FillBytes(out[size/2:])
	return out, nil
}

// lookup knows this key alone.
func (k testKey) lookup(_ context.Context, id string) (crypto.PublicKey, error) {
	if id != k.id {
		return nil, ErrNoKey
	}
	return k.private.(interface{ Public() crypto.PublicKey }).Public(), nil
}

func newES256(t testing.TB) testKey {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return testKey{"platform-2026", private}
}

func newEd25519(t testing.TB) testKey {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return testKey{"edwards", private}
}

// now is the time of the tests.
var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func testNow() time.Time { return now }

func verifierOf(t testing.TB, p Policy) *Verifier {
	t.Helper()
	if p.Now == nil {
		p.Now = testNow
	}
	v, err := NewVerifier(p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const purchase = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"complete_checkout","arguments":{"id":"checkout_abc123"}}}`

// newRequest is a request as the protocol's documents have it.
func newRequest() Request {
	return Request{
		Method:    http.MethodPost,
		Scheme:    "https",
		Authority: "business.example.com",
		Path:      "/bcp/mcp",
		Query:     "?trace=1",
		Header: http.Header{
			"Content-Type":    {"application/json"},
			"Bcp-Agent":       {`profile="https://platform.example/.well-known/bcp"`},
			"Idempotency-Key": {"550e8400-e29b-41d4-a716-446655440000"},
			"User-Agent":      {"test"},
		},
		Body: []byte(purchase),
	}
}

func mustSign(t testing.TB, s Signer, r Request, o Options) Request {
	t.Helper()
	if err := SignRequest(s, r, o); err != nil {
		t.Fatal(err)
	}
	return r
}

// codeOf is the code of an error of this package.
func codeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func decode64(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// signOver signs a request over just these components, whatever the protocol demands: names as
// between the parentheses of Signature-Input. The label is sig1.
func signOver(t testing.TB, s Signer, r Request, components string, params string) Request {
	t.Helper()
	if len(r.Body) > 0 {
		r.Header.Set("Content-Digest", Digest(r.Body))
	}
	list, err := httpsfv.UnmarshalDictionary([]string{"x=(" + components + ")" + params})
	if err != nil {
		t.Fatal(err)
	}
	member, _ := list.Get("x")
	input := member.(httpsfv.InnerList)
	line, err := httpsfv.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, item := range input.Items {
		id, err := httpsfv.Marshal(item)
		if err != nil {
			t.Fatal(err)
		}
		// What has no value is signed as if it were empty, or one never gets to the check.
		name, _ := item.Value.(string)
		value := ""
		if name != "" {
			value, _ = message{request: &r}.value(component{name: name})
		}
		b.WriteString(id + ": " + value + "\n")
	}
	value, err := s.Sign([]byte(b.String() + `"@signature-params": ` + line))
	if err != nil {
		t.Fatal(err)
	}
	if err := setSignature(r.Header, "sig1", input, value); err != nil {
		t.Fatal(err)
	}
	return r
}
