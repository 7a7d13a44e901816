package httpd_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"balcao/httpd"
)

const (
	profilePath = "/.well-known/bcp"
	profileBody = `{"ucp":{"version":"2026-07-28"}}`
	lastChange  = "Mon, 30 Nov 2026 12:00:00 GMT"
)

func documents() *httpd.Server {
	doc := httpd.Document{Body: []byte(profileBody), Modified: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	return httpd.New(quiet(), httpd.Routes{Documents: map[string]httpd.Document{
		profilePath:                    doc,
		"/.well-known/ucp.json":        doc,
		profilePath + "/2026-04-08":    {Body: []byte(`{}`), MaxAge: time.Hour},
		"/sandbox/platform.json":       {Body: []byte(`{}`), MaxAge: time.Second, ContentType: "application/x"},
		"/.well-known/agent-card.json": doc,
	}})
}

func TestDocument(t *testing.T) {
	t.Parallel()
	s := documents()
	first := ask(t, s, "GET", profilePath, "")
	etag := first.Header.Get("ETag")
	if len(etag) != 45 || etag[0] != '"' {
		t.Fatalf("ETag = %s, want a strong one of a SHA-256", etag)
	}
	if first.StatusCode != 200 || bodyOf(t, first) != profileBody {
		t.Fatalf("GET: status %d", first.StatusCode)
	}
	wantHeaders(t, first, "Content-Type", "application/json", "Cache-Control", "public, max-age=300",
		"Last-Modified", lastChange, "Access-Control-Allow-Origin", "*", "Access-Control-Allow-Credentials", "",
		"X-Content-Type-Options", "nosniff", "Location", "", "Set-Cookie", "")

	cases := []struct {
		name, method string
		headers      []string
		status       int
		body         string
	}{
		{"head", "HEAD", nil, 200, ""},
		{"same etag", "GET", []string{"If-None-Match", etag}, 304, ""},
		{"weak etag", "GET", []string{"If-None-Match", "W/" + etag}, 304, ""},
		{"in a list", "GET", []string{"If-None-Match", `"a", W/"b", ` + etag}, 304, ""},
		{"any", "GET", []string{"If-None-Match", "*"}, 304, ""},
		{"head not modified", "HEAD", []string{"If-None-Match", etag}, 304, ""},
		{"other etag", "GET", []string{"If-None-Match", `"a"`}, 200, profileBody},
		{"other etag beats the date", "GET", []string{"If-None-Match", `"a"`, "If-Modified-Since", lastChange}, 200, profileBody},
		{"not modified since", "GET", []string{"If-Modified-Since", lastChange}, 304, ""},
		{"modified since", "GET", []string{"If-Modified-Since", "Mon, 30 Nov 2026 11:59:59 GMT"}, 200, profileBody},
		{"a range is not served", "GET", []string{"Range", "bytes=0-0"}, 200, profileBody},
		{"nor are many", "GET", []string{"Range", "bytes=0-0" + strings.Repeat(",1-1", 1000)}, 200, profileBody},
		{"nor one beyond the end", "GET", []string{"Range", "bytes=9999-"}, 200, profileBody},
		{"nor one on a condition", "GET", []string{"Range", "bytes=0-0", "If-Range", etag}, 200, profileBody},
		{"date that is none", "GET", []string{"If-Modified-Since", "yesterday"}, 200, profileBody},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			got := ask(t, s, tc.method, profilePath, "", tc.headers...)
			if got.StatusCode != tc.status || bodyOf(t, got) != tc.body {
				t.Fatalf("status %d, want %d with body %q", got.StatusCode, tc.status, tc.body)
			}
			wantHeaders(t, got, "ETag", etag, "Cache-Control", "public, max-age=300", "Access-Control-Allow-Origin", "*", "Accept-Ranges", "")
		})
	}
}

func TestDocumentMethods(t *testing.T) {
	t.Parallel()
	s := documents()
	preflight := ask(t, s, "OPTIONS", profilePath, "", "Origin", "https://a.example", "Access-Control-Request-Method", "GET")
	if preflight.StatusCode != http.StatusNoContent {
		t.Errorf("OPTIONS: status %d", preflight.StatusCode)
	}
	wantHeaders(t, preflight, "Access-Control-Allow-Origin", "*", "Access-Control-Allow-Methods", "GET, HEAD",
		"Access-Control-Allow-Credentials", "", "Access-Control-Max-Age", "86400",
		"Access-Control-Allow-Headers", "A2A-Extensions, A2A-Version, BCP-Agent, Content-Type, If-Modified-Since, If-None-Match")
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH"} {
		got := ask(t, s, method, profilePath, "{}")
		if got.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, got.StatusCode)
		}
		wantHeaders(t, got, "Allow", "GET, HEAD, OPTIONS", "Content-Type", "application/problem+json")
	}
}

func TestDocumentPaths(t *testing.T) {
	t.Parallel()
	s := documents()
	cases := []struct {
		path, caching, contentType string
		status                     int
	}{
		{"/.well-known/ucp.json", "public, max-age=300", "application/json", 200},
		{"/.well-known/agent-card.json", "public, max-age=300", "application/json", 200},
		{"/.well-known/bcp/2026-04-08", "public, max-age=3600", "application/json", 200},
		{"/sandbox/platform.json", "public, max-age=60", "application/x", 200}, // never below a minute
		{"/.well-known/bcp/2020-01-01", "no-store", "application/problem+json", 404},
		{"/.well-known/bcp/", "no-store", "application/problem+json", 404}, // and no redirect
	}
	for _, tc := range cases {
		got := ask(t, s, "GET", tc.path, "")
		if got.StatusCode != tc.status {
			t.Errorf("%s: status %d, want %d", tc.path, got.StatusCode, tc.status)
		}
		wantHeaders(t, got, "Cache-Control", tc.caching, "Content-Type", tc.contentType)
	}
}

// A document that changes is another one for those that have the old one.
func TestLiveDocument(t *testing.T) {
	t.Parallel()
	doc := httpd.Document{Body: []byte(`{"v":1}`), Modified: noon}
	s := httpd.New(quiet(), httpd.Routes{Live: map[string]func() httpd.Document{profilePath: func() httpd.Document { return doc }}})
	first := ask(t, s, "GET", profilePath, "")
	wantHeaders(t, first, "Last-Modified", lastChange, "Content-Type", "application/json", "Cache-Control", "public, max-age=300")
	etag := first.Header.Get("ETag")
	if got := ask(t, s, "GET", profilePath, "", "If-None-Match", etag); got.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged: status %d", got.StatusCode)
	}
	doc = httpd.Document{Body: []byte(`{"v":2}`), Modified: noon.Add(time.Minute)}
	for _, condition := range [][]string{{"If-None-Match", etag}, {"If-Modified-Since", lastChange}} {
		got := ask(t, s, "GET", profilePath, "", condition...)
		if got.StatusCode != http.StatusOK || bodyOf(t, got) != `{"v":2}` || got.Header.Get("ETag") == etag {
			t.Errorf("changed, %v: status %d, ETag %s", condition, got.StatusCode, got.Header.Get("ETag"))
		}
	}
	if got := ask(t, s, "POST", profilePath, "{}"); got.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", got.StatusCode)
	}
}
