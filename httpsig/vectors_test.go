package httpsig

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
	"testing"
	"time"

	"github.com/dunglas/httpsfv"
)

// The keys of RFC 9421, B.1.3 and B.1.4.
const rfcKeys = `[
	{"kty":"EC","crv":"P-256","kid":"test-key-ecc-p256","x":"qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA","y":"Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0"},
	{"kty":"OKP","crv":"Ed25519","kid":"test-key-ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}]`

const (
	rfcRequestDigest  = "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
	rfcResponseDigest = "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:"
)

func rfcLookup(t *testing.T) Lookup {
	t.Helper()
	keys, err := ParseKeys([]byte(rfcKeys))
	if err != nil {
		t.Fatal(err)
	}
	return keys.Lookup
}

// rfcRequest is test-request of RFC 9421, B.2.
func rfcRequest() Request {
	return Request{
		Method: http.MethodPost, Scheme: "https", Authority: "example.com", Path: "/foo", Query: "?param=Value&Pet=dog",
		Header: http.Header{
			"Date":           {"Tue, 20 Apr 2021 02:07:55 GMT"},
			"Content-Type":   {"application/json"},
			"Content-Digest": {rfcRequestDigest},
			"Content-Length": {"18"},
		},
		Body: []byte(`{"hello": "world"}`),
	}
}

// rfcResponse is test-response of RFC 9421, B.2, with the signature of B.2.4.
func rfcResponse() Response {
	return Response{
		Status: 200,
		Header: http.Header{
			"Date":            {"Tue, 20 Apr 2021 02:07:56 GMT"},
			"Content-Type":    {"application/json"},
			"Content-Digest":  {rfcResponseDigest},
			"Content-Length":  {"23"},
			"Signature-Input": {`sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"`},
			"Signature":       {"sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:"},
		},
		Body: []byte(`{"message": "good dog"}`),
	}
}

// TestRFCResponse is RFC 9421, B.2.4.
func TestRFCResponse(t *testing.T) {
	t.Parallel()
	v := verifierOf(t, Policy{})
	got, err := v.Response(t.Context(), rfcResponse(), rfcLookup(t))
	if err != nil || got.KeyID != "test-key-ecc-p256" || got.Algorithm != ES256 || got.Label != "sig-b24" || !got.Covers("content-length") ||
		got.Created.Unix() != 1618884473 {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, change := range map[string]func(r *Response){
		"status": func(r *Response) { r.Status = 201 },
		"length": func(r *Response) { r.Header.Set("Content-Length", "24") },
	} {
		r := rfcResponse()
		change(&r)
		if _, err := v.Response(t.Context(), r, rfcLookup(t)); codeOf(err) != SignatureInvalid {
			t.Errorf("another %s: %v", name, err)
		}
	}
	r := rfcResponse()
	r.Body = []byte(`{"message": "bad dog!"}`)
	if _, err := v.Response(t.Context(), r, rfcLookup(t)); codeOf(err) != DigestMismatch {
		t.Errorf("another body: %v", err)
	}
}

// TestRFCBoundResponse is the first example of RFC 9421, 2.4: an answer that is bound to its
// request.
func TestRFCBoundResponse(t *testing.T) {
	t.Parallel()
	request := rfcRequest()
	r := Response{
		Status: 503,
		Header: http.Header{
			"Content-Type":    {"application/json"},
			"Content-Digest":  {"sha-512=:0Y6iCBzGg5rZtoXS95Ijz03mslf6KAMCloESHObfwnHJDbkkWWQz6PhhU9kxsTbARtY2PTBOzq24uJFpHsMuAg==:"},
			"Signature-Input": {`reqres=("@status" "content-digest" "content-type" "@authority";req "@method";req "@path";req "content-digest";req);created=1618884479;keyid="test-key-ecc-p256"`},
			"Signature":       {"reqres=:dMT/A/76ehrdBTD/2Xx8QuKV6FoyzEP/I9hdzKN8LQJLNgzU4W767HK05rx1i8meNQQgQPgQp8wq2ive3tV5Ag==:"},
		},
		Body:    []byte(`{"busy": true, "message": "Your call is very important to us"}`),
		Request: &request,
	}
	v := verifierOf(t, Policy{})
	if _, err := v.Response(t.Context(), r, rfcLookup(t)); err != nil {
		t.Error(err)
	}
	request.Path = "/bar"
	if _, err := v.Response(t.Context(), r, rfcLookup(t)); codeOf(err) != SignatureInvalid {
		t.Errorf("the answer to another request: %v", err)
	}
	r.Request = nil
	if _, err := v.Response(t.Context(), r, rfcLookup(t)); codeOf(err) != SignatureInvalid {
		t.Errorf("the answer to no request: %v", err)
	}
}

// TestRFCRequestES256 is the second signature's input of RFC 9421, 4.3, by the client.
func TestRFCRequestES256(t *testing.T) {
	t.Parallel()
	r := rfcRequest()
	r.Query = "" // the example's signature does not cover it, as the protocol demands
	r.Header.Set("Signature-Input", `sig1=("@method" "@authority" "@path" "content-digest" "content-type" "content-length");created=1618884475;keyid="test-key-ecc-p256"`)
	r.Header.Set("Signature", "sig1=:X5spyd6CFnAG5QnDyHfqoSNICd+BUP4LYMz2Q0JXlb//4Ijpzp+kve2w4NIyqeAuM7jTDX+sNalzA8ESSaHD3A==:")
	v := verifierOf(t, Policy{})
	if _, err := v.Request(t.Context(), r, rfcLookup(t)); err != nil {
		t.Error(err)
	}
	r.Query = "?param=Value&Pet=dog"
	if _, err := v.Request(t.Context(), r, rfcLookup(t)); codeOf(err) != SignatureInvalid {
		t.Errorf("with a query that is not covered: %v", err)
	}
}

// TestRFCEd25519 is RFC 9421, B.2.6: signing it again gives the same bytes.
func TestRFCEd25519(t *testing.T) {
	t.Parallel()
	const wantInput = `("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`
	const wantValue = "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="
	seed, err := base64.RawURLEncoding.DecodeString("n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU")
	if err != nil {
		t.Fatal(err)
	}
	key := testKey{"test-key-ed25519", ed25519.NewKeyFromSeed(seed)}
	r := rfcRequest()
	list := []component{{name: "date"}, {name: "@method"}, {name: "@path"}, {name: "@authority"}, {name: "content-type"}, {name: "content-length"}}
	input, value, err := signComponents(key, message{request: &r}, list, Options{Created: time.Unix(1618884473, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := httpsfv.Marshal(input); err != nil || got != wantInput {
		t.Errorf("got %s, %v", got, err)
	}
	if got := base64.StdEncoding.EncodeToString(value); got != wantValue {
		t.Errorf("got %s", got)
	}
}

// TestRFCSignatures verifies examples that do not cover what the protocol demands, by their
// base alone: RFC 9421, B.2.6, B.3 and B.4.
func TestRFCSignatures(t *testing.T) {
	t.Parallel()
	proxied := rfcRequest()
	proxied.Authority = "service.internal.example"
	proxied.Header.Set("Client-Cert", ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBD"+
		"QTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXm"+
		"ckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8B"+
		"Af8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0"+
		"Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:")
	transformed := func(path, query string, accept ...string) Request {
		return Request{Method: "GET", Authority: "example.org", Path: path, Query: query, Header: http.Header{"Accept": accept}}
	}
	const transform = `transform=("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"`
	const transformValue = "transform=:ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==:"
	for _, test := range []struct {
		name         string
		request      Request
		input, value string
		want         bool
	}{
		{"B.2.6", rfcRequest(), `s=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`,
			"s=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:", true},
		{"B.3", proxied, `ttrp=("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"`,
			"ttrp=:xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==:", true},
		{"B.4", transformed("/demo", "?name1=Value1&Name2=value2", "application/json", "*/*"), transform, transformValue, true},
		{"B.4, query changed, lines joined", transformed("/demo", "?x", "application/json, */*"), transform, transformValue, true},
		{"B.4, lines exchanged", transformed("/demo", "", "*/*", "application/json"), transform, transformValue, false},
		{"B.4, other path", transformed("/demo/", "", "application/json", "*/*"), transform, transformValue, false},
	} {
		test.request.Header.Set("Signature-Input", test.input)
		test.request.Header.Set("Signature", test.value)
		attempts, fault := parseSignatures(test.request.Header)
		if fault != nil || attempts[0].fault != nil {
			t.Fatalf("%s: %v, %v", test.name, fault, attempts)
		}
		key, err := rfcLookup(t)(t.Context(), attempts[0].keyID)
		if err != nil {
			t.Fatal(err)
		}
		base, err := message{request: &test.request}.base(attempts[0].components, attempts[0].params)
		if err != nil {
			t.Fatal(err)
		}
		if got := verifyRaw(key, base, attempts[0].value); got != test.want {
			t.Errorf("%s: verified: %t\n%s", test.name, got, base)
		}
	}
}
