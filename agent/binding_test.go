package agent

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"balcao/platform"
	"balcao/profile"
)

// The body is not read beyond the limit, and not at all where the method or the type is
// wrong.
func TestHowMuchIsRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		method      string
		contentType string
		status      int
		most        int
	}{
		{"endless", "POST", "application/json", 413, MaxBody + 64<<10},
		{"wrong method", "PUT", "application/json", 405, 0},
		{"wrong type", "POST", "text/plain", 415, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body := &endless{}
			r := httptest.NewRequest(tt.method, "/bcp/a2a", io.NopCloser(body))
			r.Header.Set("Content-Type", tt.contentType)
			r.Header.Set("A2A-Version", "1.0")
			w := httptest.NewRecorder()
			newHarness().ServeHTTP(w, r)
			if w.Code != tt.status || body.n > tt.most {
				t.Errorf("answered %d after %d bytes, want %d after at most %d", w.Code, body.n, tt.status, tt.most)
			}
		})
	}
}

// A result goes out as the sender gave it, byte for byte, under the request's id.
func TestResultIsVerbatim(t *testing.T) {
	t.Parallel()
	h := newHarness()
	const result = `{ "b":1.0,"a":"<&>\u2028", "n":9007199254740993 }`
	h.Sender = senderFunc(func(Message) ([]byte, error) { return []byte(result), nil })
	w := h.post(`{"id":"\u0061","jsonrpc":"2.0","method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}]}}}`, nil)
	if want := `{"jsonrpc":"2.0","id":"\u0061","result":` + result + `}`; w.Body.String() != want {
		t.Errorf("answered\n%s, want\n%s", w.Body, want)
	}
	for name, want := range map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store", "A2A-Extensions": ""} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// Who calls is found out from what the request says, and nobody gets no further with the
// extension active.
func TestIdentifying(t *testing.T) {
	t.Parallel()
	h := newHarness()
	var asked profile.Credentials
	h.Identifier = identifierFunc(func(c profile.Credentials) (profile.Identity, error) {
		asked = c
		return identity(platform.Caller{}), nil
	})
	body := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"role":"ROLE_USER","messageId":"m","parts":[{"text":"oi"}]}}}`
	w := h.post(body, func(r *http.Request) {
		r.Header["Bcp-Agent"] = []string{"a", "b"}
		r.Header.Set("Authorization", "Bearer k")
	})
	if strings.Join(asked.Agent, ",") != "a,b" || asked.Authorization != "Bearer k" {
		t.Errorf("the identifier was asked about %+v", asked)
	}
	if w.Code != 200 || len(h.sent) != 1 || !h.sent[0].Identity.Caller.Nobody() || h.sent[0].Extension != "" {
		t.Errorf("nobody without the extension: %d %s, sent %+v", w.Code, w.Body, h.sent)
	}
	w = h.post(body, func(r *http.Request) { r.Header.Set("A2A-Extensions", draftURI) })
	if e := errorIn(t, w); e.Error.Data[0].Reason != "invalid_profile_url" || len(h.sent) != 1 {
		t.Errorf("nobody with the extension: %s", w.Body)
	}
	if got := w.Header().Get("A2A-Extensions"); got != draftURI {
		t.Errorf("A2A-Extensions of an error is %q, want %q", got, draftURI)
	}
}

// What is wrong with the members is told before anybody is asked who calls: no profile is
// fetched for a request that cannot be served.
func TestMembersBeforeIdentity(t *testing.T) {
	t.Parallel()
	h := newHarness()
	h.Identifier = identifierFunc(func(profile.Credentials) (profile.Identity, error) {
		t.Error("the identifier was asked")
		return profile.Identity{}, nil
	})
	h.say(`"parts":[]`)
	h.post(`{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":1}}`, nil)
	h.post(`{"jsonrpc":"2.0","id":1,"method":"ListTasks","params":{"pageSize":0}}`, nil)
	h.post(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{}}`, nil)
	h.post(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{}}`, func(r *http.Request) { r.Header.Del("A2A-Version") })
}

func TestActivated(t *testing.T) {
	t.Parallel()
	b := &newHarness().Binding
	tests := []struct {
		name    string
		headers []string
		want    string
	}{
		{"none", nil, ""},
		{"empty", []string{"", " , ,"}, ""},
		{"one", []string{draftURI}, draftURI},
		{"list", []string{"urn:x,\t" + latestURI + " ,urn:y"}, latestURI},
		{"second header", []string{"urn:x", latestURI}, latestURI},
		{"first of two", []string{latestURI + "," + draftURI}, latestURI},
		{"prefix", []string{draftURI + "/more"}, ""},
		{"quoted", []string{`"` + draftURI + `"`}, ""},
	}
	for _, tt := range tests {
		if got := b.activated(tt.headers); got != tt.want {
			t.Errorf("%s: activated(%q) = %q, want %q", tt.name, tt.headers, got, tt.want)
		}
	}
}
