package httpsig

import (
	"net/http"
	"strings"
	"testing"
)

func TestDigest(t *testing.T) {
	t.Parallel()
	// RFC 9530, appendix B.
	const world = "{\"hello\": \"world\"}\n"
	const sum256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"
	if got := Digest([]byte(world)); got != sum256 {
		t.Errorf("got %s", got)
	}
	const body = `{"hello": "world"}`
	const good = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
	const bad = "sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:"
	for _, test := range []struct {
		name   string
		values []string
		want   Code
	}{
		{"sha-256", []string{good}, ""},
		{"sha-512", []string{rfcRequestDigest}, ""},
		{"both", []string{good + ", " + rfcRequestDigest}, ""},
		{"both, in two lines", []string{good, rfcRequestDigest}, ""},
		{"beside one that is not known", []string{"md5=:AAAA:, " + good + ", x=1"}, ""},
		{"with a parameter", []string{good + ";x"}, ""},
		{"one of two is wrong", []string{bad + ", " + rfcRequestDigest}, DigestMismatch},
		{"the other is wrong", []string{good + ", sha-512=:AAAA:"}, DigestMismatch},
		{"last of one name counts", []string{good, bad}, DigestMismatch},
		{"none", nil, DigestMismatch},
		{"empty", []string{""}, DigestMismatch},
		{"not known", []string{"sha-1=:AAAA:"}, DigestMismatch},
		{"cut", []string{"sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBA==:"}, DigestMismatch},
		{"base64url", []string{strings.ReplaceAll(rfcRequestDigest, "/", "_")}, DigestMismatch},
		{"text", []string{`sha-256="X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="`}, DigestMismatch},
		{"without colons, as Digest was", []string{"sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="}, DigestMismatch},
		{"upper case", []string{strings.Replace(good, "sha", "SHA", 1)}, DigestMismatch},
		{"list", []string{strings.Replace(good, "=:", "=(:", 1) + ")"}, DigestMismatch},
		{"long", []string{good, strings.Repeat(" ", maxField)}, DigestMismatch},
	} {
		if err := VerifyDigest(test.values, []byte(body)); codeOf(err) != test.want {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if err := VerifyDigest([]string{Digest(nil)}, nil); err != nil {
		t.Error(err)
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	texts := map[string]bool{}
	for code, status := range map[Code]int{
		SignatureMissing: http.StatusUnauthorized, SignatureInvalid: http.StatusUnauthorized, KeyNotFound: http.StatusUnauthorized,
		DigestMismatch: http.StatusBadRequest, AlgorithmUnsupported: http.StatusBadRequest, Unavailable: http.StatusServiceUnavailable,
	} {
		err := refuse(code, "secret %s", strings.Repeat("é", maxDetail))
		if code.HTTPStatus() != status || strings.Contains(err.Error(), "secret") || len(err.Detail) > maxDetail+3 {
			t.Errorf("%s: %d, %v, %q", code, code.HTTPStatus(), err, err.Detail)
		}
		texts[code.Text()] = true
	}
	if len(texts) != 6 {
		t.Errorf("texts: %v", texts)
	}
}
