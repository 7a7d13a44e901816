package httpsig

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"
)

// replaceIn changes a header, and fails the test if there is nothing to change.
func replaceIn(t *testing.T, r *Request, name, from, to string) {
	t.Helper()
	old := r.Header.Get(name)
	if !strings.Contains(old, from) {
		t.Fatalf("%s has no %q: %s", name, from, old)
	}
	r.Header.Set(name, strings.Replace(old, from, to, 1))
}

// TestTampered changes a good request in one way each, after it was signed.
func TestTampered(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	other := newES256(t)
	set := func(name, value string) func(*testing.T, *Request) {
		return func(_ *testing.T, r *Request) { r.Header.Set(name, value) }
	}
	del := func(name string) func(*testing.T, *Request) {
		return func(_ *testing.T, r *Request) { r.Header.Del(name) }
	}
	input := func(from, to string) func(*testing.T, *Request) {
		return func(t *testing.T, r *Request) { replaceIn(t, r, "Signature-Input", from, to) }
	}
	value := func(change func(raw []byte) []byte) func(*testing.T, *Request) {
		return func(t *testing.T, r *Request) {
			raw := decode64(t, strings.Trim(strings.TrimPrefix(r.Header.Get("Signature"), "sig1="), ":"))
			r.Header.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(change(raw))+":")
		}
	}
	for _, test := range []struct {
		name   string
		change func(t *testing.T, r *Request)
		want   Code
	}{
		{"method", func(_ *testing.T, r *Request) { r.Method = "PUT" }, SignatureInvalid},
		{"method in lower case", func(_ *testing.T, r *Request) { r.Method = "post" }, SignatureInvalid},
		{"authority", func(_ *testing.T, r *Request) { r.Authority = "evil.example" }, SignatureInvalid},
		{"port", func(_ *testing.T, r *Request) { r.Authority += ":8443" }, SignatureInvalid},
		{"path", func(_ *testing.T, r *Request) { r.Path = "/bcp/a2a" }, SignatureInvalid},
		{"path written otherwise", func(_ *testing.T, r *Request) { r.Path = "/bcp/%6dcp" }, SignatureInvalid},
		{"no path", func(_ *testing.T, r *Request) { r.Path = "" }, SignatureInvalid},
		{"query", func(_ *testing.T, r *Request) { r.Query = "?trace=2" }, SignatureInvalid},
		{"query taken away", func(_ *testing.T, r *Request) { r.Query = "" }, SignatureInvalid},
		{"body", func(_ *testing.T, r *Request) { r.Body = append(r.Body, ' ') }, DigestMismatch},
		{"body taken away", func(_ *testing.T, r *Request) { r.Body = nil }, DigestMismatch},
		{"body and digest", func(_ *testing.T, r *Request) {
			r.Body = []byte("{}")
			r.Header.Set("Content-Digest", Digest(r.Body))
		}, SignatureInvalid},
		{"digest taken away", del("Content-Digest"), SignatureInvalid},
		{"digest of no known algorithm", set("Content-Digest", "md5=:CY9rzUYh03PK3k6DJie09g==:"), DigestMismatch},
		{"digest that is no dictionary", set("Content-Digest", "sha-256"), DigestMismatch},
		{"content type", set("Content-Type", "text/plain"), SignatureInvalid},
		{"content type taken away", del("Content-Type"), SignatureInvalid},
		{"identity", set("BCP-Agent", `profile="https://evil.example/"`), SignatureInvalid},
		{"identity taken away", del("BCP-Agent"), SignatureInvalid},
		{"a second identity", func(_ *testing.T, r *Request) {
			r.Header.Add("BCP-Agent", `profile="https://evil.example/"`)
		}, SignatureInvalid},
		{"idempotency key", set("Idempotency-Key", "another"), SignatureInvalid},
		{"idempotency key taken away", del("Idempotency-Key"), SignatureInvalid},
		{"idempotency key emptied", set("Idempotency-Key", ""), SignatureInvalid},
		{"signature agent that is not covered", set("Signature-Agent", `sig1="https://bot.example"`), SignatureInvalid},

		{"no signature", del("Signature"), SignatureMissing},
		{"no input", del("Signature-Input"), SignatureMissing},
		{"neither", func(_ *testing.T, r *Request) {
			r.Header.Del("Signature")
			r.Header.Del("Signature-Input")
		}, SignatureMissing},
		{"empty signature", set("Signature", ""), SignatureInvalid},
		{"empty input", set("Signature-Input", ""), SignatureInvalid},
		{"signature that is no dictionary", set("Signature", "sig1=:"), SignatureInvalid},
		{"signature that is text", set("Signature", `sig1="abc"`), SignatureInvalid},
		{"input that is no list", set("Signature-Input", `sig1="@method"`), SignatureInvalid},
		{"other label", func(t *testing.T, r *Request) { replaceIn(t, r, "Signature", "sig1=", "sig2=") }, SignatureInvalid},
		{"a label too much", func(_ *testing.T, r *Request) { r.Header.Add("Signature", "sig2=:AAAA:") }, SignatureInvalid},
		{"long input", func(_ *testing.T, r *Request) { r.Header.Add("Signature-Input", strings.Repeat(" ", maxField)) }, SignatureInvalid},

		{"key that is not published", input(`keyid="platform-2026"`, `keyid="platform-2025"`), KeyNotFound},
		{"key id in another case", input(`keyid="platform-2026"`, `keyid="Platform-2026"`), KeyNotFound},
		{"no key id", input(`;keyid="platform-2026"`, ``), SignatureInvalid},
		{"key id that is a token", input(`keyid="platform-2026"`, `keyid=platform-2026`), SignatureInvalid},
		{"long key id", input(`platform-2026`, strings.Repeat("k", maxText+1)), SignatureInvalid},
		{"algorithm that the key is not", input(`;keyid`, `;alg="ed25519";keyid`), SignatureInvalid},
		{"algorithm that needs no key", input(`;keyid`, `;alg="none";keyid`), SignatureInvalid},
		{"right algorithm that was not signed", input(`;keyid`, `;alg="ecdsa-p256-sha256";keyid`), SignatureInvalid},
		{"tag for somebody else", input(`;keyid`, `;tag="other";keyid`), SignatureInvalid},
		{"tag for bots under a key with a name", input(`;keyid`, `;tag="web-bot-auth";keyid`), SignatureInvalid},
		{"parameter added", input(`;keyid`, `;x=1;keyid`), SignatureInvalid},
		{"nonce added", input(`;keyid`, `;nonce="1";keyid`), SignatureInvalid},

		{"created moved", input("created=17", "created=16"), SignatureInvalid},
		{"created that is text", input("created=", `created="`+`1";x=`), SignatureInvalid},
		{"created below zero", input("created=", "created=-"), SignatureInvalid},
		{"created with a fraction", input(";keyid", ";created=1764504000.5;keyid"), SignatureInvalid},
		{"expired", input(";keyid", ";expires=1764503999;keyid"), SignatureInvalid},

		{"component taken away", input(` "idempotency-key"`, ""), SignatureInvalid},
		{"component twice", input(`"@method"`, `"@method" "@method"`), SignatureInvalid},
		{"order", input(`"@method" "@authority"`, `"@authority" "@method"`), SignatureInvalid},
		{"component in upper case", input(`"bcp-agent"`, `"BCP-Agent"`), SignatureInvalid},
		{"component that is a token", input(`"bcp-agent"`, `bcp-agent`), SignatureInvalid},
		{"derived component that is none", input(`"@query"`, `"@fragment"`), SignatureInvalid},
		{"status of a request", input(`"@query"`, `"@query" "@status"`), SignatureInvalid},
		{"header that was not sent", input(`"bcp-agent"`, `"bcp-agent" "x-other"`), SignatureInvalid},
		{"seed's name of the header", input(`"bcp-agent"`, `"ucp-agent"`), SignatureInvalid},
		{"parameter sf", input(`"content-digest"`, `"content-digest";sf`), SignatureInvalid},
		{"parameter bs", input(`"content-digest"`, `"content-digest";bs`), SignatureInvalid},
		{"parameter key", input(`"content-digest"`, `"content-digest";key="sha-256"`), SignatureInvalid},
		{"parameter tr", input(`"content-digest"`, `"content-digest";tr`), SignatureInvalid},
		{"parameter req", input(`"@method"`, `"@method";req`), SignatureInvalid},
		{"query parameter", input(`"@query"`, `"@query" "@query-param";name="trace"`), SignatureInvalid},
		{"the line of parameters", input(`"@query"`, `"@query" "@signature-params"`), SignatureInvalid},
		{"many components", input(`"@query"`, `"@query"`+manyComponents(maxComponents)), SignatureInvalid},

		{"a bit of the signature", value(func(raw []byte) []byte { raw[5] ^= 1; return raw }), SignatureInvalid},
		{"a byte less", value(func(raw []byte) []byte { return raw[:63] }), SignatureInvalid},
		{"a byte more", value(func(raw []byte) []byte { return append(raw, 0) }), SignatureInvalid},
		{"zeros", value(func([]byte) []byte { return make([]byte, size) }), SignatureInvalid},
		{"ones", value(func([]byte) []byte { return []byte(strings.Repeat("\xff", size)) }), SignatureInvalid},
		{"r and s exchanged", value(func(raw []byte) []byte { return append(raw[size/2:], raw[:size/2]...) }), SignatureInvalid},
		{"the same in ASN.1", value(func(raw []byte) []byte {
			der, err := asn1.Marshal(struct{ R, S *big.Int }{
				new(big.Int).SetBytes(raw[:size/2]), new(big.Int).SetBytes(raw[size/2:]),
			})
			if err != nil {
				t.Fatal(err)
			}
			return der
		}), SignatureInvalid},
		{"by another key", func(t *testing.T, r *Request) { mustSign(t, other, *r, Options{Created: now}) }, SignatureInvalid},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := mustSign(t, key, newRequest(), Options{Created: now})
			v := verifierOf(t, Policy{})
			if _, err := v.Request(t.Context(), r, key.lookup); err != nil {
				t.Fatalf("before the change: %v", err)
			}
			test.change(t, &r)
			_, err := v.Request(t.Context(), r, key.lookup)
			if got := codeOf(err); got != test.want {
				t.Errorf("got %q (%v), want %q", got, err, test.want)
			}
		})
	}
}

func manyComponents(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(` "x-` + rand.Text() + `"`)
	}
	return strings.ToLower(b.String())
}

// TestCoverage refuses requests whose signature is mathematically good, and leaves out
// something or covers what it may not.
func TestCoverage(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	const full = `"@method" "@authority" "@path" "@query" "content-digest" "content-type" "bcp-agent" "idempotency-key"`
	const params = `;keyid="platform-2026"`
	verify := func(r Request) error {
		_, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup)
		return err
	}
	for _, good := range []string{full, full + ` "user-agent"`, full + ` "@target-uri" "@scheme" "@request-target"`} {
		if err := verify(signOver(t, key, newRequest(), good, params)); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, left := range strings.Split(full, " ") {
		components := strings.TrimSpace(strings.Replace(full, left, "", 1))
		if err := verify(signOver(t, key, newRequest(), components, params)); codeOf(err) != SignatureInvalid {
			t.Errorf("without %s: %v", left, err)
		}
	}
	// What is covered must be what is understood: none of these may be taken for the bare name.
	for _, more := range []string{
		`"@method";req`, `"content-digest";sf`, `"content-digest";bs`, `"content-digest";key="sha-256"`, `"@query-param";name="trace"`, `"@status"`,
		`"x-missing"`, `"@unknown"`, `"@method";req=?0`, `"signature-agent";key`, `"bcp-agent";key="profile"`, `"@method"`,
		`"user-agent";sf`, `"user-agent";bs`, `"user-agent";tr`, `"user-agent";key="a"`, `"user-agent";req`, `"user-agent";x`,
	} {
		if err := verify(signOver(t, key, newRequest(), full+" "+more, params)); codeOf(err) != SignatureInvalid {
			t.Errorf("with %s: %v", more, err)
		}
	}
	for bad, signed := range map[string]string{
		"without a key id":      "",
		"of another algorithm":  `;alg="ed25519"` + params,
		"of one that is none":   `;alg="hmac-sha256"` + params,
		"with a token for alg":  `;alg=ecdsa-p256-sha256` + params,
		"for somebody else":     `;tag="other"` + params,
		"with a text for times": `;created="1"` + params,
	} {
		if err := verify(signOver(t, key, newRequest(), full, signed)); codeOf(err) != SignatureInvalid {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if err := verify(signOver(t, key, newRequest(), full, `;alg="ecdsa-p256-sha256";x=1`+params)); err != nil {
		t.Errorf("with its algorithm, and a parameter that means nothing here: %v", err)
	}
}

// TestAgentHeader: a signature covers the header that was sent. The name in a sample of the
// protocol is not that of any header there, and stands for nothing.
func TestAgentHeader(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	const rest = `"@method" "@authority" "@path" "@query" "content-digest" "content-type" "idempotency-key"`
	const params = `;keyid="platform-2026"`
	both := newRequest()
	both.Header.Set("UCP-Agent", `profile="https://platform.example/"`)
	for _, test := range []struct {
		name       string
		request    Request
		components string
		want       Code
	}{
		{"as sent", newRequest(), ` "bcp-agent"`, ""},
		{"as in the sample", newRequest(), ` "ucp-agent"`, SignatureInvalid},
		{"both covered, one sent", newRequest(), ` "bcp-agent" "ucp-agent"`, SignatureInvalid},
		{"both covered, both sent", both, ` "bcp-agent" "ucp-agent"`, ""},
		{"the other covered, both sent", both, ` "ucp-agent"`, SignatureInvalid},
	} {
		r := signOver(t, key, test.request, rest+test.components, params)
		if _, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup); codeOf(err) != test.want {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// TestKeyFaults: what the signer's keys have to say.
func TestKeyFaults(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	r := mustSign(t, key, newRequest(), Options{Created: now})
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	down := errors.New("the profile cannot be fetched")
	for _, test := range []struct {
		name  string
		key   crypto.PublicKey
		err   error
		want  Code
		wraps error
	}{
		{"none", nil, ErrNoKey, KeyNotFound, nil},
		{"of another curve", &p384.PublicKey, nil, AlgorithmUnsupported, nil},
		{"of no kind", unsupported{}, nil, AlgorithmUnsupported, nil},
		{"nothing at all", nil, nil, AlgorithmUnsupported, nil},
		{"no ECDSA key", (*ecdsa.PublicKey)(nil), nil, AlgorithmUnsupported, nil},
		{"of the other kind", newEd25519(t).private.(interface{ Public() crypto.PublicKey }).Public(), nil, SignatureInvalid, nil},
		{"nobody knows", nil, down, "", down},
	} {
		_, err := verifierOf(t, Policy{}).Request(t.Context(), r, func(context.Context, string) (crypto.PublicKey, error) {
			return test.key, test.err
		})
		if err == nil || codeOf(err) != test.want || test.wraps != nil && !errors.Is(err, test.wraps) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// TestTimes moves the clock over what a signature says.
func TestTimes(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	const skew, window = 30 * time.Second, 5 * time.Minute
	for _, test := range []struct {
		name   string
		o      Options
		window time.Duration
		at     time.Duration
		want   Code
	}{
		{"old, any age", Options{Created: now}, 0, 1000 * time.Hour, ""},
		{"no created, any age", Options{}, 0, 0, ""},
		{"no created, window", Options{}, window, 0, SignatureInvalid},
		{"last moment", Options{Created: now}, window, window + skew, ""},
		{"too late", Options{Created: now}, window, window + skew + 1, SignatureInvalid},
		{"clock behind", Options{Created: now}, window, -skew, ""},
		{"clock too far behind", Options{Created: now}, 0, -skew - 1, SignatureInvalid},
		{"before it expires", Options{Created: now, Expires: now.Add(time.Minute)}, 0, time.Minute + skew - 1, ""},
		{"expired", Options{Created: now, Expires: now.Add(time.Minute)}, 0, time.Minute + skew, SignatureInvalid},
		{"expires alone", Options{Expires: now.Add(time.Minute)}, 0, 0, ""},
		{"expired before it was made", Options{Created: now, Expires: now.Add(-time.Second)}, 0, 0, SignatureInvalid},
	} {
		r := mustSign(t, key, newRequest(), test.o)
		v := verifierOf(t, Policy{Now: func() time.Time { return now.Add(test.at) }, Window: test.window, Skew: skew})
		if _, err := v.Request(t.Context(), r, key.lookup); codeOf(err) != test.want {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	memory := NewMemory(testNow, 1)
	for _, p := range []Policy{
		{}, {Now: testNow, Skew: MaxSkew + 1}, {Now: testNow, Skew: -1}, {Now: testNow, Window: -1}, {Now: testNow, Replays: memory},
	} {
		if _, err := NewVerifier(p); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}
