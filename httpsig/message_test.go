package httpsig

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

func TestAuthority(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ scheme, host, want string }{
		{"https", "Shop.Example", "shop.example"},
		{"https", "shop.example:443", "shop.example"},
		{"HTTPS", "shop.example:443", "shop.example"},
		{"http", "shop.example:443", "shop.example:443"},
		{"http", "shop.example:80", "shop.example"},
		{"https", "shop.example:", "shop.example"},
		{"https", "[::1]:443", "[::1]"},
		{"https", "[::1]:8443", "[::1]:8443"},
		{"https", "[::1]", "[::1]"},
	} {
		if got := authority(test.scheme, test.host); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.scheme, test.host, got, test.want)
		}
	}
}

// TestOverTheWire signs as a client, sends, and verifies as a server behind a proxy that
// changes host and path: what the server thinks its address is does not count.
func TestOverTheWire(t *testing.T) {
	t.Parallel()
	key := newES256(t)
	v := verifierOf(t, Policy{Now: time.Now, Window: time.Minute, Skew: time.Minute})
	public, err := url.Parse("https://Shop.example:443/loja/")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil {
			t.Error(err)
		}
		request := Received(r, public, body)
		if _, err := v.Request(r.Context(), request, key.lookup); err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		out := []byte(`{"ok":true}`)
		w.Header().Set("Content-Type", "application/json")
		if err := SignResponse(key, Response{Status: 200, Header: w.Header(), Body: out, Request: &request}, Options{Created: time.Now()}); err != nil {
			t.Error(err)
		}
		_, _ = w.Write(out) // a client that is gone shows below
	}))
	defer server.Close()
	for _, target := range []string{"/bcp/mcp", "/bcp/mcp?a=b%20c&d", "/ma%C3%A7%C3%A3/%2F/a;b", "/x?", ""} {
		for _, body := range []string{"", `{"a":1}`} {
			r, err := http.NewRequest(http.MethodPost, "https://shop.example/loja"+target, bytes.NewReader([]byte(body)))
			if err != nil {
				t.Fatal(err)
			}
			if body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			r.Header.Set("BCP-Agent", `profile="https://platform.example/"`)
			sent := Outgoing(r, []byte(body))
			if err := SignRequest(key, sent, Options{Created: time.Now()}); err != nil {
				t.Fatal(err)
			}
			proxied, err := http.NewRequest(http.MethodPost, server.URL+target, bytes.NewReader([]byte(body)))
			if err != nil {
				t.Fatal(err)
			}
			proxied.Header = r.Header
			answer, err := server.Client().Do(proxied)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(answer.Body)
			if err := answer.Body.Close(); err != nil {
				t.Error(err)
			}
			if target == "" { // the proxy asks for "/", which is another path than the one signed
				if answer.StatusCode != http.StatusUnauthorized {
					t.Errorf("%q: %s", target, answer.Status)
				}
				continue
			}
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Errorf("%q with %q: %s, %v", target, body, answer.Status, err)
				continue
			}
			response := Response{Status: answer.StatusCode, Header: answer.Header, Body: got, Request: &sent}
			if _, err := v.Response(t.Context(), response, key.lookup); err != nil {
				t.Errorf("%q: the answer: %v", target, err)
			}
		}
	}
}

// TestReceivedForms: what a server gets as the target.
func TestReceivedForms(t *testing.T) {
	t.Parallel()
	public := &url.URL{Scheme: "http", Host: "127.0.0.1:8080"}
	for target, want := range map[string][2]string{
		"/a?b":                   {"/a", "?b"},
		"/a?":                    {"/a", "?"},
		"/a?b?c":                 {"/a", "?b?c"},
		"//a/../b":               {"//a/../b", ""},
		"http://evil.example/a":  {"/a", ""},
		"http://evil.example?x":  {"/", "?x"},
		"http://evil.example/a?": {"/a", "?"},
	} {
		r := httptest.NewRequest(http.MethodPost, target, nil)
		got := Received(r, public, nil)
		if got.Path != want[0] || got.Query != want[1] || got.Authority != "127.0.0.1:8080" || got.Scheme != "http" {
			t.Errorf("%s: %+v", target, got)
		}
	}
	if got := Outgoing(&http.Request{URL: public, Host: "Shop.example:80"}, nil); got.Authority != "shop.example" || got.Method != "GET" ||
		got.Header == nil || got.path() != "/" {
		t.Errorf("%+v", got)
	}
}

// TestValues pins how values are written.
func TestValues(t *testing.T) {
	t.Parallel()
	r := newRequest()
	r.Header["X-Lines"] = []string{" a ", "\tb, c\t", ""}
	r.Header["X-Empty"] = []string{""}
	r.Header["X-Bad"] = []string{"a\r\nb"}
	for name, want := range map[string]string{
		"x-lines":         "a, b, c, ",
		"x-empty":         "",
		"@path":           "/bcp/mcp",
		"@query":          "?trace=1",
		"@target-uri":     "https://business.example.com/bcp/mcp?trace=1",
		"@request-target": "/bcp/mcp?trace=1",
		"@scheme":         "https",
	} {
		if got, err := (message{request: &r}).value(component{name: name}); err != nil || got != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if got, err := (message{request: &r}).value(component{name: "x-bad"}); err == nil {
		t.Errorf("got %q", got)
	}
	if got := (&Request{}).query(); got != "?" {
		t.Errorf("got %q", got)
	}
}
