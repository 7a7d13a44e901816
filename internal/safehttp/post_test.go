package safehttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestPost(t *testing.T) {
	t.Parallel()
	var seen *http.Request
	var got string
	server := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen, got = r, string(body)
		w.WriteHeader(http.StatusAccepted)
	})
	c := trust(New(Config{AllowLoopback: true}), server)
	header := http.Header{"Content-Type": {"application/json"}, "x-token": {"t"}, "User-Agent": {"other"}}
	status, err := c.Post(t.Context(), server.URL+"/push?k=1", header, []byte(`{"a":1}`))
	if err != nil || status != http.StatusAccepted {
		t.Fatalf("got %d, %v", status, err)
	}
	if got != `{"a":1}` || seen.Method != "POST" || seen.RequestURI != "/push?k=1" || seen.ContentLength != 7 ||
		seen.Header.Get("Content-Type") != "application/json" || seen.Header.Get("X-Token") != "t" || seen.UserAgent() != "balcao" {
		t.Errorf("request %s %s %v: %s", seen.Method, seen.RequestURI, seen.Header, got)
	}
	if len(header) != 3 || header.Get("User-Agent") != "other" {
		t.Errorf("the caller's header became %v", header)
	}
}

// Every answer is told by its status: no redirect is followed, and a body without an end
// does not hold the caller.
func TestPostAnswers(t *testing.T) {
	t.Parallel()
	followed := false
	server := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/307":
			http.Redirect(w, r, "/followed", http.StatusTemporaryRedirect)
		case "/bad-location":
			w.Header().Set("Location", "://%zz")
			w.WriteHeader(http.StatusFound)
		case "/followed":
			followed = true
		case "/410":
			w.WriteHeader(http.StatusGone)
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 32<<10)); err != nil {
					return
				}
			}
		case "/hang":
			<-r.Context().Done()
		}
	})
	c := trust(New(Config{AllowLoopback: true, TotalTimeout: 5 * time.Second}), server)
	for path, want := range map[string]int{"/": 200, "/307": 307, "/bad-location": 302, "/410": 410, "/endless": 200} {
		if status, err := c.Post(t.Context(), server.URL+path, nil, []byte("{}")); err != nil || status != want {
			t.Errorf("%s: got %d, %v, want %d", path, status, err, want)
		}
	}
	if followed {
		t.Error("a redirect was followed")
	}
	impatient := trust(New(Config{AllowLoopback: true, TotalTimeout: 100 * time.Millisecond}), server)
	if status, err := impatient.Post(t.Context(), server.URL+"/hang", nil, nil); !errors.Is(err, ErrUnreachable) || !errors.Is(err, context.DeadlineExceeded) || status != 0 {
		t.Errorf("hang: got %d, %v", status, err)
	}
}

// What Get refuses, Post refuses, and nothing is sent.
func TestPostRefuses(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the server was asked") }))
	defer server.Close()
	c := New(Config{Resolver: fakeResolver(t, map[string][]string{"inside.example": {"127.0.0.1"}, "metadata.example": {"169.254.169.254"}})})
	for url, want := range map[string]error{
		server.URL:                        ErrForbiddenAddress,
		"https://inside.example/":         ErrForbiddenAddress,
		"https://metadata.example/":       ErrForbiddenAddress,
		"https://10.0.0.1/":               ErrForbiddenAddress,
		"http://platform.example/":        ErrInvalidURL,
		"https://user@platform.example/":  ErrInvalidURL,
		"https://nowhere.example/missing": ErrUnreachable,
	} {
		if status, err := c.Post(t.Context(), url, nil, nil); !errors.Is(err, want) || status != 0 {
			t.Errorf("%s: got %d, %v, want %v", url, status, err, want)
		}
	}
}

// Errors go to logs: what is secret in a URL or a header is not in them.
func TestErrorsKeepSecrets(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	c := New(Config{AllowLoopback: true, TotalTimeout: 5 * time.Second})
	header := http.Header{"Authorization": {"Bearer s3cret"}}
	for _, url := range []string{
		gone.URL + "/s3cret?k=s3cret", "https://platform.example/s3cret\x7f", "https://s3cret:s3cret@platform.example/", "ftp://platform.example/s3cret",
	} {
		_, err := c.Post(t.Context(), url, header, nil)
		_, _, getErr := c.Get(t.Context(), url)
		for _, err := range []error{err, getErr, c.CheckURL(url)} {
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%q: %v", url, err)
			}
		}
		if err == nil {
			t.Errorf("%q was called", url)
		}
	}
	broken := http.Header{"Authorization": {"Bearer s3cret\n"}}
	if _, err := c.Post(t.Context(), "https://platform.example/", broken, nil); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("a header that cannot be sent: %v", err)
	}
}
