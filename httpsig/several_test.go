package httpsig

import (
	"context"
	"crypto"
	"fmt"
	"strings"
	"testing"
)

// joinSignatures puts the signatures of several signings of one request into it.
func joinSignatures(r Request, signed ...Request) Request {
	var inputs, values []string
	for _, s := range signed {
		inputs = append(inputs, s.Header.Get("Signature-Input"))
		values = append(values, s.Header.Get("Signature"))
	}
	r.Header.Set("Content-Digest", Digest(r.Body))
	r.Header["Signature-Input"] = inputs
	r.Header["Signature"] = []string{strings.Join(values, ", ")}
	return r
}

// TestSeveral: one good signature is enough, wherever it stands. Without one, the fault that
// is told is that of the signature that got furthest.
func TestSeveral(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	stranger := newES256(t)
	stranger.id = "stranger"
	label := func(name string) Options { return Options{Label: name, Created: now} }
	good := mustSign(t, key, newRequest(), label("good"))
	unknown := mustSign(t, stranger, newRequest(), label("unknown"))
	forged := mustSign(t, testKey{key.id, stranger.private}, newRequest(), label("forged"))
	tagged := mustSign(t, key, newRequest(), Options{Label: "tagged", Tag: "other", Created: now})
	broken := newRequest()
	broken.Header.Set("Signature-Input", "broken=1")
	broken.Header.Set("Signature", "broken=:AAAA:")
	// Two labels of one message that name the same key in another way.
	bodyless := mustSign(t, key, func() Request { r := newRequest(); r.Body = nil; return r }(), label("bodyless"))

	for _, test := range []struct {
		name   string
		signed []Request
		want   Code
		label  string
	}{
		{"first", []Request{good, forged, unknown}, "", "good"},
		{"last", []Request{broken, forged, unknown, good}, "", "good"},
		{"behind one for somebody else", []Request{tagged, good}, "", "good"},
		{"unknown key alone", []Request{unknown}, KeyNotFound, ""},
		{"unknown key goes further than a broken form", []Request{broken, unknown}, KeyNotFound, ""},
		{"and than one for somebody else", []Request{unknown, tagged}, KeyNotFound, ""},
		{"what covers too little goes further than an unknown key", []Request{unknown, bodyless}, SignatureInvalid, ""},
		{"a forgery goes furthest", []Request{unknown, forged}, SignatureInvalid, ""},
		{"too many", []Request{good, forged, unknown, tagged, broken}, SignatureInvalid, ""},
	} {
		r := joinSignatures(newRequest(), test.signed...)
		got, err := verifierOf(t, Policy{}).Request(t.Context(), r, key.lookup)
		if codeOf(err) != test.want || got.Label != test.label {
			t.Errorf("%s: got %+v, %v; want %q, %q", test.name, got, err, test.label, test.want)
		}
	}
}

// TestFewLookups: a message cannot have the shop look for many keys.
func TestFewLookups(t *testing.T) {
	t.Parallel()
	var inputs, values []string
	for i := range 200 {
		inputs = append(inputs, fmt.Sprintf(`s%d=();keyid="%d"`, i, i))
		values = append(values, fmt.Sprintf("s%d=::", i))
	}
	for n, want := range map[int]int{1: 1, maxSignatures: maxSignatures, maxSignatures + 1: 0, 200: 0} {
		r := newRequest()
		r.Header["Signature-Input"], r.Header["Signature"] = inputs[:n], values[:n]
		looked := 0
		_, err := verifierOf(t, Policy{}).Request(t.Context(), r, func(context.Context, string) (crypto.PublicKey, error) {
			looked++
			return nil, ErrNoKey
		})
		if err == nil || looked != want {
			t.Errorf("%d signatures: %d lookups, %v; want %d", n, looked, err, want)
		}
	}
}

// TestWebBotAuth: a signature may serve bot authentication as well, if its key is named by
// its thumbprint and it covers the Signature-Agent member with its own label.
func TestWebBotAuth(t *testing.T) {
	t.Parallel()
	for _, key := range []testKey{newES256(t), newEd25519(t)} {
		public, err := key.lookup(t.Context(), key.id)
		if err != nil {
			t.Fatal(err)
		}
		algorithm, raw, _ := algorithmOf(public)
		named := testKey{thumbprint(algorithm, raw), key.private}
		agent := func() Request {
			r := newRequest()
			r.Header.Set("Signature-Agent", `other="https://x.example", sig1="https://bot.example";a`)
			return r
		}
		o := Options{Created: now, Tag: tagWebBotAuth}
		v := verifierOf(t, Policy{})
		good := mustSign(t, named, agent(), o)
		if got := good.Header.Get("Signature-Input"); !strings.Contains(got, ` "signature-agent";key="sig1")`) {
			t.Error(got)
		}
		if _, err := v.Request(t.Context(), good, named.lookup); err != nil {
			t.Error(err)
		}
		replaceIn(t, &good, "Signature-Agent", "other=", "another=")
		if _, err := v.Request(t.Context(), good, named.lookup); err != nil {
			t.Errorf("another member changed: %v", err)
		}
		replaceIn(t, &good, "Signature-Agent", "bot.example", "evil.example")
		if _, err := v.Request(t.Context(), good, named.lookup); codeOf(err) != SignatureInvalid {
			t.Errorf("the member changed: %v", err)
		}
		if _, err := v.Request(t.Context(), mustSign(t, key, agent(), o), key.lookup); codeOf(err) != SignatureInvalid {
			t.Errorf("a key with a name: %v", err)
		}
		other := agent()
		other.Header.Set("Signature-Agent", `sig2="https://bot.example"`)
		if err := SignRequest(named, other, o); err == nil {
			t.Error("signed a member that is not there")
		}
	}
}

// TestLastMemberCounts: of two members with one name the last one counts, for the input and
// for the value, so that no two readers see another signature.
func TestLastMemberCounts(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	good := mustSign(t, key, newRequest(), Options{Created: now})
	v := verifierOf(t, Policy{})
	before := good
	before.Header = good.Header.Clone()
	before.Header["Signature-Input"] = []string{`sig1=();keyid="x"`, good.Header.Get("Signature-Input")}
	before.Header["Signature"] = []string{"sig1=:AAAA:", good.Header.Get("Signature")}
	if _, err := v.Request(t.Context(), before, key.lookup); err != nil {
		t.Error(err)
	}
	good.Header.Add("Signature", "sig1=:AAAA:")
	if _, err := v.Request(t.Context(), good, key.lookup); codeOf(err) != SignatureInvalid {
		t.Error(err)
	}
}

// TestBounds: what is covered is bounded as a whole, and a field that cannot be read, or that
// a response does not have, is no part of a signature.
func TestBounds(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	large := newRequest()
	large.Header.Set("X-Large", strings.Repeat("x", maxBase))
	if err := SignRequest(key, large, Options{Cover: []string{"x-large"}}); err == nil {
		t.Error("signed without bound")
	}
	signed := mustSign(t, key, newRequest(), Options{Created: now, Cover: []string{"user-agent"}})
	signed.Header.Set("User-Agent", strings.Repeat("x", maxBase))
	if _, err := verifierOf(t, Policy{}).Request(t.Context(), signed, key.lookup); codeOf(err) != SignatureInvalid {
		t.Error(err)
	}
	agent := newRequest()
	agent.Header.Set("Signature-Agent", `"https://bot.example"`)
	if err := SignRequest(key, agent, Options{}); err == nil {
		t.Error("signed a member of no dictionary")
	}
	request := newRequest()
	m := message{request: &request, response: &Response{Status: 200}}
	for _, c := range []component{{name: "@method"}, {name: status, req: true}, {name: "x-none", req: true}} {
		if got, err := m.value(c); err == nil {
			t.Errorf("%+v is %q", c, got)
		}
	}
}
