package httpsig

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestRoundTrips signs and verifies often enough that r or s is short: one number in 256 has a
// byte less, and must keep its place.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	short := 0
	key := newES256(t)
	v := verifierOf(t, Policy{Window: time.Minute, Replays: NewMemory(testNow, 3000)})
	for i := range 2000 {
		r := newRequest()
		r.Body = fmt.Appendf(nil, `{"n":%d}`, i)
		r = mustSign(t, key, r, Options{Created: now})
		if _, err := v.Request(t.Context(), r, key.lookup); err != nil {
			t.Fatalf("round %d: %v", i, err)
		}
		attempts, _ := parseSignatures(r.Header)
		if value := attempts[0].value; value[0] == 0 || value[size/2] == 0 {
			short++
		}
	}
	if short == 0 {
		t.Error("no short number in 2,000 signatures: is it left-padded at all?")
	}
}

// TestSignedRequest pins what is covered, and in which order.
func TestSignedRequest(t *testing.T) {
	t.Parallel()
	for _, key := range []testKey{newES256(t), newEd25519(t)} {
		r := newRequest()
		r.Header.Set("Webhook-Id", "evt_1")
		r = mustSign(t, key, r, Options{
			Created: now, Expires: now.Add(time.Minute), Nonce: "n-1", Cover: []string{"webhook-id", "bcp-agent"},
		})
		want := `sig1=("@method" "@authority" "@path" "@query" "content-digest" "content-type" "bcp-agent" "idempotency-key" "webhook-id")` +
			fmt.Sprintf(`;created=%d;expires=%d;keyid="%s";nonce="n-1"`, now.Unix(), now.Unix()+60, key.id)
		if got := r.Header.Get("Signature-Input"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		got, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup)
		if err != nil || got.Nonce != "n-1" || !got.Created.Equal(now) || !got.Expires.Equal(now.Add(time.Minute)) || !got.Covers("webhook-id") ||
			got.Covers("user-agent") || len(got.Components) != 9 {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

// TestSignedRead is a request without body, query, identity and idempotency key.
func TestSignedRead(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	r := mustSign(t, key, Request{Method: "GET", Authority: "shop.example", Path: "/orders/1", Header: http.Header{}}, Options{Created: now})
	if got := r.Header.Get("Signature-Input"); !strings.HasPrefix(got, `sig1=("@method" "@authority" "@path");created=`) {
		t.Error(got)
	}
	if r.Header.Get("Content-Digest") != "" {
		t.Error("a digest of nothing")
	}
	if _, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup); err != nil {
		t.Error(err)
	}
}

func TestSignedResponse(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	v := verifierOf(t, Policy{Window: time.Minute})
	request := mustSign(t, newEd25519(t), newRequest(), Options{})
	answer := func(request *Request) Response {
		r := Response{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"result":1}`), Request: request}
		if err := SignResponse(key, r, Options{Created: now}); err != nil {
			t.Fatal(err)
		}
		return r
	}
	plain := answer(nil)
	if got := plain.Header.Get("Signature-Input"); !strings.HasPrefix(got, `sig1=("@status" "content-digest" "content-type");created=`) {
		t.Error(got)
	}
	if _, err := v.Response(t.Context(), plain, key.lookup); err != nil {
		t.Error(err)
	}
	bound := answer(&request)
	want := `"@method";req "@authority";req "@path";req "@query";req "content-digest";req "bcp-agent";req "idempotency-key";req)`
	if got := bound.Header.Get("Signature-Input"); !strings.Contains(got, want) {
		t.Error(got)
	}
	if _, err := v.Response(t.Context(), bound, key.lookup); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(r *Response, q *Request){
		"status":          func(r *Response, _ *Request) { r.Status = 201 },
		"type":            func(r *Response, _ *Request) { r.Header.Set("Content-Type", "text/html") },
		"method":          func(_ *Response, q *Request) { q.Method = "PUT" },
		"query":           func(_ *Response, q *Request) { q.Query = "?trace=2" },
		"key of request":  func(_ *Response, q *Request) { q.Header.Set("Idempotency-Key", "other") },
		"body of request": func(_ *Response, q *Request) { q.Header.Set("Content-Digest", Digest(nil)) },
	} {
		q := request
		q.Header = request.Header.Clone()
		r := answer(&q)
		change(&r, &q)
		if _, err := v.Response(t.Context(), r, key.lookup); codeOf(err) != SignatureInvalid {
			t.Errorf("another %s: %v", name, err)
		}
	}
	empty := Response{Status: 204, Header: http.Header{}}
	if err := SignResponse(key, empty, Options{Created: now}); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Response(t.Context(), empty, key.lookup); err != nil {
		t.Error(err)
	}
}

// derSigner signs as ASN.1 has it, which is longer.
type derSigner struct{ testKey }

func (derSigner) Sign([]byte) ([]byte, error) { return make([]byte, 71), nil }

func TestSignRefuses(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	for _, test := range []struct {
		name   string
		signer Signer
		change func(r *Request)
		o      Options
	}{
		{"ASN.1", derSigner{key}, func(*Request) {}, Options{}},
		{"no key id", testKey{"", key.private}, func(*Request) {}, Options{}},
		{"a body without a type", key, func(r *Request) { r.Header.Del("Content-Type") }, Options{}},
		{"a header that is not there", key, func(*Request) {}, Options{Cover: []string{"webhook-id"}}},
		{"a line break", key, func(r *Request) { r.Header.Set("Idempotency-Key", "a\nb") }, Options{}},
		{"not ASCII", key, func(r *Request) { r.Path = "/maçã" }, Options{}},
		{"no method", key, func(r *Request) { r.Method = "" }, Options{}},
		{"no header", key, func(r *Request) { r.Header = nil }, Options{}},
		{"a bad label", key, func(*Request) {}, Options{Label: "Sig 1"}},
		{"a bad nonce", key, func(*Request) {}, Options{Nonce: "é"}},
	} {
		r := newRequest()
		test.change(&r)
		if err := SignRequest(test.signer, r, test.o); err == nil {
			t.Errorf("%s: signed", test.name)
		}
		if r.Header.Get("Signature") != "" {
			t.Errorf("%s: a signature is set", test.name)
		}
	}
}
