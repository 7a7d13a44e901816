package jsonrpc

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{}`: "", ` { "a" : 1.0 , "b":{"c":[1, 2]},"A":null } `: `A=null a=1.0 b={"c":[1, 2]}`,
		`{"\u0061":"\u00e9"}`: `a="\u00e9"`, `[]`: "-", `"x"`: "-", `null`: "-", `{`: "-", `{"a"}`: "-", ``: "-",
	} {
		got := "-"
		if members, ok := Members(json.RawMessage(raw)); ok {
			var parts []string
			for _, name := range slices.Sorted(maps.Keys(members)) {
				parts = append(parts, name+"="+string(members[name]))
			}
			got = strings.Join(parts, " ")
		}
		if got != want {
			t.Errorf("Members(%s) = %s, want %s", raw, got, want)
		}
	}
}

// Canonical and the library that signs agree on the canonical form, byte for byte.
func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`{}`, `{"b":1.0,"a":[true,null,"\u00e9\/<&>\u2028\n"]}`, `{"\ud83d\ude00":1,"\ufb33":2,"é":-0.0,"1":0.1}`,
		`{"n":[123456789012345,0.000001,1.50,100,-7]}`, `{"a":{"z":1,"y":{"x":"\u0007"}}}`, `{"\r":1,"\u0080":2,"ö":3,"€":4}`,
	} {
		want, err := jcs.Transform([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Canonical(json.RawMessage(raw)); !ok || string(got) != string(want) {
			t.Errorf("Canonical(%s) = %s, want %s", raw, got, want)
		}
	}
	for _, raw := range []string{`{"n":9007199254740993}`, `{"n":1e21}`, `{"n":1E2}`, `{"n":0.1234567890123456}`, `{`, `{"a":1,"a":2}`, `{"\\u":9007199254740993}`, `{"\"":9007199254740993}`} {
		if got, ok := Canonical(json.RawMessage(raw)); ok {
			t.Errorf("Canonical(%s) = %s, want none", raw, got)
		}
	}
}
