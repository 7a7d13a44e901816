package agent

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// What the sender is given of a message.
func TestMessage(t *testing.T) {
	t.Parallel()
	h := newHarness()
	w := h.post(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m1","contextId":"c1","role":1,
		"parts":[{"text":"um"},{"data":{"n":9007199254740993}},{"text":"dois"},{"data":null},{"data":"x","mediaType":"application/json"}]}}}`, nil)
	if w.Body.String() != `{"jsonrpc":"2.0","id":1,"result":{"sent":true}}` || len(h.sent) != 1 {
		t.Fatalf("answered %s, sent %d", w.Body, len(h.sent))
	}
	m := h.sent[0]
	if m.ID != "m1" || m.Context != "c1" || m.Task != "" || m.Extension != "" {
		t.Errorf("ids are %q, %q, %q, extension %q", m.ID, m.Context, m.Task, m.Extension)
	}
	if m.Text != "um\ndois" {
		t.Errorf("text is %q", m.Text)
	}
	var data []string
	for _, d := range m.Data {
		data = append(data, string(d))
	}
	if want := []string{`{"n":9007199254740993}`, "null", `"x"`}; !slices.Equal(data, want) {
		t.Errorf("data is %q, want %q", data, want)
	}
}

// How the extension comes to be active, the strongest first.
func TestActivation(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, header, members, want string }{
		{"nothing", "", `"parts":[{"text":"oi"}]`, ""},
		{"header", latestURI, `"parts":[{"text":"oi"}]`, latestURI},
		{"message", "", `"extensions":["urn:x","` + latestURI + `"],"parts":[{"text":"oi"}]`, latestURI},
		{"header before message", draftURI, `"extensions":["` + latestURI + `"],"parts":[{"text":"oi"}]`, draftURI},
		{"action", "", `"parts":[{"text":"oi"},{"data":{"action":"help"}}]`, draftURI},
		{"message before action", "", `"extensions":["` + latestURI + `"],"parts":[{"data":{"action":"help"}}]`, latestURI},
		{"action null", "", `"parts":[{"data":{"action":null}}]`, draftURI},
		{"action in a list", "", `"parts":[{"data":[{"action":"help"}]}]`, ""},
		{"action inside", "", `"parts":[{"data":{"x":{"action":"help"}}}]`, ""},
		{"ACTION", "", `"parts":[{"data":{"ACTION":"help"}}]`, ""},
		{"checkout", "", `"parts":[{"data":{"a2a.bcp.checkout":{}}}]`, draftURI},
		{"unknown extension", "", `"extensions":["urn:x"],"parts":[{"text":"oi"}]`, ""},
	}
	for _, tt := range tests {
		h := newHarness()
		w := h.post(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m1",`+tt.members+`}}}`,
			func(r *http.Request) { r.Header.Set("A2A-Extensions", tt.header) })
		if len(h.sent) != 1 || h.sent[0].Extension != tt.want || w.Header().Get("A2A-Extensions") != tt.want {
			t.Errorf("%s: sent %+v, header %q, want %q", tt.name, h.sent, w.Header().Get("A2A-Extensions"), tt.want)
		}
	}
}

// The fingerprint is of what a message says, not of how it is written.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	of := func(members string) [32]byte {
		h := newHarness()
		if w := h.say(members); len(h.sent) != 1 {
			t.Fatalf("%s is answered %s", members, w.Body)
		}
		return h.sent[0].Fingerprint
	}
	const first = `"contextId":"c","parts":[{"data":{"a":1,"b":"é"}}]`
	want := of(first)
	for _, same := range []string{
		` "parts" : [ {"data":{"b":"\u00e9","a":1.0}} ] , "contextId":"c"`,
		`"parts":[{"data":{"a":10e-1,"b":"é"}}],"contextId":"\u0063"`,
	} {
		if of(same) != want {
			t.Errorf("%s has another fingerprint", same)
		}
	}
	for _, other := range []string{
		`"contextId":"c","parts":[{"data":{"a":2,"b":"é"}}]`,
		`"contextId":"c","parts":[{"data":{"a":"1","b":"é"}}]`,
		`"contextId":"d","parts":[{"data":{"a":1,"b":"é"}}]`,
		`"parts":[{"data":{"a":1,"b":"é"}}]`,
		`"contextId":"c","parts":[{"data":{"a":1}},{"data":{"b":"é"}}]`,
		`"contextId":"c","metadata":{},"parts":[{"data":{"a":1,"b":"é"}}]`,
		`"contextId":"c","parts":[{"data":{"a":1,"b":"e\u0301"}}]`,
	} {
		if of(other) == want {
			t.Errorf("%s has the same fingerprint", other)
		}
	}
	// Numbers that a double would make the same are not.
	if big := `"parts":[{"data":{"a":900719925474099N}}]`; of(strings.Replace(big, "N", "3", 1)) == of(strings.Replace(big, "N", "2", 1)) {
		t.Error("9007199254740993 and 9007199254740992 have the same fingerprint")
	}
	of(`"parts":[{"data":{"a":1e999}}]`)
}

// A message that belongs to a task is never taken as a new one.
func TestMessageOfTask(t *testing.T) {
	t.Parallel()
	h := newHarness()
	w := h.say(`"taskId":"t1","parts":[{"text":"oi"}]`)
	if e := errorIn(t, w); e.Error.Code != -32001 || len(h.sent) != 0 {
		t.Errorf("answered %s", w.Body)
	}
}

func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"},{"data":{"action":"x"}}]}}}`,
		`{"jsonrpc":"2.0","id":"1","method":"SendMessage","params":{"message":{"role":1,"message_id":"m","parts":[{"raw":"aGk="},{"url":null}]},"configuration":{"historyLength":1e0}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":10,"statusTimestampAfter":"2026-01-01T00:00:00Z"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":null}}`,
		`[1]`, `{"id":{}}`, "", "\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		h := newHarness()
		w := h.post(string(body), nil)
		if !json.Valid(w.Body.Bytes()) || !strings.HasPrefix(w.Body.String(), `{"jsonrpc":"2.0","id":`) {
			t.Errorf("answered %q", w.Body)
		}
		if strings.Contains(w.Body.String(), "-32603") {
			t.Errorf("an internal error for %q: %s\n%s", body, w.Body, &h.log)
		}
	})
}
