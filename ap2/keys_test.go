package ap2

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParseKeys(t *testing.T) {
	t.Parallel()
	k := newTestKey(t, "k")
	good := k.jwk()
	with := func(member string) string { return strings.TrimSuffix(good, "}") + "," + member + "}" }
	set := func(old, replacement string) string { return strings.Replace(good, old, replacement, 1) }
	for _, tt := range []struct {
		name, in string
		usable   int // -1: an error
	}{
		{"one", "[" + good + "]", 1},
		{"none", "[]", 0},
		{"beside others", `[7,null,{},{"kid":"o","kty":"OKP"},` + good + `]`, 1},
		{"without use and alg", "[" + strings.NewReplacer(`"use":"sig",`, "", `,"alg":"ES256"`, "", `"alg":"ES256",`, "").Replace(good) + "]", 1},
		{"may verify", "[" + with(`"key_ops":["sign","verify"]`) + "]", 1},
		{"may not verify", "[" + with(`"key_ops":["sign"]`) + "]", 0},
		{"odd key_ops", "[" + with(`"key_ops":"verify"`) + "]", 0},
		{"private", "[" + with(`"d":"AAAA"`) + "]", 0},
		{"for encryption", "[" + set(`"use":"sig"`, `"use":"enc"`) + "]", 0},
		{"other algorithm", "[" + set(`"ES256"`, `"ES384"`) + "]", 0},
		{"other type", "[" + set(`"kty":"EC"`, `"kty":"oct"`) + "]", 0},
		{"other curve", "[" + set(`"P-256"`, `"P-384"`) + "]", 0},
		{"no id", "[" + set(`"kid":"k"`, `"kid":""`) + "]", 0},
		{"longest id", "[" + set(`"kid":"k"`, `"kid":"`+strings.Repeat("k", 256)+`"`) + "," + good + "]", 2},
		{"id too long", "[" + set(`"kid":"k"`, `"kid":"`+strings.Repeat("k", 257)+`"`) + "," + good + "]", 1},
		{"id twice", "[" + good + "," + good + "]", 0},
		{"id three times", "[" + good + "," + good + "," + good + "]", 0},
		{"id shared with an unusable key", "[" + good + "," + set(`"use":"sig"`, `"use":"enc"`) + "]", 0},
		{"off the curve", `[{"kty":"EC","crv":"P-256","kid":"k","x":"` + strings.Repeat("A", 42) + `E","y":"` + strings.Repeat("A", 42) + `E"}]`, 0},
		{"long coordinate", `[{"kty":"EC","crv":"P-256","kid":"k","x":"` + strings.Repeat("A", 44) + `","y":"` + strings.Repeat("A", 43) + `"}]`, 0},
		{"a set instead of its list", `{"keys":[` + good + `]}`, -1},
		{"duplicate member", "[" + with(`"kid":"k"`) + "]", -1},
		{"too many", "[" + strings.Repeat("{},", 64) + "{}]", -1},
		{"most", "[" + strings.Repeat("{},", 63) + "{}]", 0},
		{"nothing", "", -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			keys, err := ParseKeys([]byte(tt.in))
			if (err != nil) != (tt.usable < 0) || err == nil && len(keys.byID) != tt.usable {
				t.Errorf("%d keys, %v; want %d", len(keys.byID), err, tt.usable)
			}
		})
	}
}

// What is written is what was read, without what verifies nothing.
func TestKeysAsTheyVerify(t *testing.T) {
	t.Parallel()
	b, a := newTestKey(t, "b"), newTestKey(t, `a"<é`)
	parse := func(text string) Keys {
		keys, err := ParseKeys([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	known := func(k testKey) string {
		kid, err := json.Marshal(k.member(t, "kid"))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(`{"alg":"ES256","crv":"P-256","kid":%s,"kty":"EC","use":"sig","x":"%s","y":"%s"}`, kid, k.member(t, "x"), k.member(t, "y"))
	}
	keys := parse("[7," + strings.TrimSuffix(b.jwk(), "}") + `,"x-junk":["junk"]},{"kid":"o","kty":"OKP"},` + a.jwk() + "]")
	want := "[" + known(a) + "," + known(b) + "]"
	if got := string(keys.JWKs()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if again := parse(want); !reflect.DeepEqual(again, keys) {
		t.Errorf("read again: %v, want %v", again, keys)
	}
	for name, none := range map[string]Keys{"zero": {}, "empty list": parse("[]"), "none that verifies": parse(`[{"kid":"k"}]`)} {
		if got := string(none.JWKs()); got != "[]" {
			t.Errorf("%s: %s, want []", name, got)
		}
	}
}

// TestThumbprint is the example of what RFC 7638 hashes, for a key on P-256.
func TestThumbprint(t *testing.T) {
	t.Parallel()
	k := newTestKey(t, "k")
	want := digest(fmt.Sprintf(`{"crv":"P-256","kty":"EC","x":"%s","y":"%s"}`, k.member(t, "x"), k.member(t, "y")))
	if got := thumbprint(&k.private.PublicKey); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func (k testKey) member(tb testing.TB, name string) string {
	tb.Helper()
	var jwk map[string]string
	if err := json.Unmarshal([]byte(k.jwk()), &jwk); err != nil {
		tb.Fatal(err)
	}
	return jwk[name]
}
