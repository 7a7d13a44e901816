package httpd_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"balcao/httpd"
)

// pages are routes of a test.
type pages map[string]echo.HandlerFunc

func (p pages) Register(e *echo.Echo) {
	for path, h := range p {
		e.GET(path, h)
		e.HEAD(path, h)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	page := func(c echo.Context, status int) error { return c.HTML(status, "<p>page</p>") }
	failing := pages{
		"/orders/:id": func(echo.Context) error { return errors.New("secret detail") },
		"/sandbox/x":  func(echo.Context) error { return errors.New("secret detail") },
		"/boom":       func(echo.Context) error { panic("secret detail") },
	}
	const problemType = "application/problem+json"
	cases := []struct {
		name, method, path string
		page               httpd.ErrorPage
		status             int
		contentType, body  string
	}{
		{"api, not found", "GET", "/bcp/nowhere", page, 404, problemType, `{"title":"Not Found","status":404}`},
		{"api, failed", "GET", "/sandbox/x", page, 500, problemType, `{"title":"Internal Server Error","status":500}`},
		{"page, not found", "GET", "/nowhere", page, 404, "text/html; charset=UTF-8", "<p>page</p>"},
		{"page, failed", "GET", "/orders/1?key=k", page, 500, "text/html; charset=UTF-8", "<p>page</p>"},
		{"page, panic", "GET", "/boom", page, 500, "text/html; charset=UTF-8", "<p>page</p>"},
		{"text, panic", "GET", "/boom", nil, 500, "text/plain; charset=UTF-8", "Internal Server Error\n"},
		{"text, method", "POST", "/boom", nil, 405, "text/plain; charset=UTF-8", "Method Not Allowed\n"},
		{"head", "HEAD", "/orders/1", page, 500, "", ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := httpd.New(quiet(), httpd.Routes{Pages: []httpd.Registrar{failing}, ErrorPage: tc.page})
			r := ask(t, s, tc.method, tc.path, "")
			if got := bodyOf(t, r); r.StatusCode != tc.status || got != tc.body {
				t.Errorf("status %d, body %q; want %d, %q", r.StatusCode, got, tc.status, tc.body)
			}
			wantHeaders(t, r, "Content-Type", tc.contentType)
		})
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	config := quiet()
	config.NewID = func() string { return "req_1" }
	s := httpd.New(config, httpd.Routes{Pages: []httpd.Registrar{pages{
		"/": func(c echo.Context) error { return c.HTML(200, "hi") },
	}}})
	r := ask(t, s, "GET", "/", "")
	wantHeaders(t, r,
		"Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		"X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer", "X-Request-Id", "req_1", "Server", "")
	for given, want := range map[string]string{"abc-123": "abc-123", "a b": "req_1", strings.Repeat("a", 65): "req_1"} {
		wantHeaders(t, ask(t, s, "GET", "/", "", "X-Request-Id", given), "X-Request-Id", want)
	}
}

func TestLogHoldsNoSecrets(t *testing.T) {
	t.Parallel()
	var book logBook
	config := httpd.Config{Logger: book.logger()}
	s := httpd.New(config, httpd.Routes{
		Pages: []httpd.Registrar{pages{
			"/orders/:id": func(c echo.Context) error { return c.NoContent(http.StatusNoContent) },
			"/boom":       func(echo.Context) error { panic("it broke") },
		}},
		Webhook: &httpd.Webhook{Secret: "HOOK"},
	})
	ask(t, s, "GET", "/orders/ORDER?key=KEY", "", "Authorization", "Bearer TOKEN")
	ask(t, s, "POST", "/webhooks/pix/HOOKX", "{}")
	ask(t, s, "GET", "/nowhere/PATH?key=KEY", "")
	ask(t, s, "BREW-METHOD", "/healthz", "")
	ask(t, s, "GET", "/boom", "")
	log := book.String()
	for _, secret := range []string{"KEY", "TOKEN", "HOOK", "ORDER", "PATH", "BREW", "192.0.2.1"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %s:\n%s", secret, log)
		}
	}
	for _, fact := range []string{
		`"route":"/orders/:id","status":204,`, `"route":"/webhooks/pix/:secret","status":401,`, `"route":"none","status":404,`,
		`"msg":"panic"`, `"value":"it broke"`, `middleware_test.go`,
	} {
		if !strings.Contains(log, fact) {
			t.Errorf("the log lacks %s:\n%s", fact, log)
		}
	}
}

// A panic after the answer began must not leave half an answer that looks whole.
func TestPanicAfterTheAnswerBegan(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(httpd.New(quiet(), httpd.Routes{Pages: []httpd.Registrar{pages{
		"/": func(c echo.Context) error {
			c.Response().WriteHeader(http.StatusOK)
			c.Response().Flush()
			panic("late")
		},
	}}}))
	defer s.Close()
	r, err := http.Get(s.URL)
	if err != nil {
		return // cut before the headers came through
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err == nil {
		t.Error("the answer looks whole")
	}
}

// A panic in a binding is answered in its own terms, if it has any, and logged.
func TestPanicInBinding(t *testing.T) {
	t.Parallel()
	var book logBook
	boom := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("A2A-Extensions", "urn:x")
		panic("it broke")
	})
	s := httpd.New(httpd.Config{Logger: book.logger()}, httpd.Routes{RPC: []httpd.RPC{
		{Path: "/bcp/a2a", Handler: boom, Failed: func() (int, []byte) { return http.StatusOK, []byte(`{"error":-32603}`) }},
		{Path: "/bcp/mcp", Handler: boom},
	}})
	for _, path := range []string{"/bcp/a2a", "/bcp/a2a/"} {
		r := ask(t, s, "POST", path, "{}")
		if body := bodyOf(t, r); r.StatusCode != 200 || body != `{"error":-32603}` {
			t.Errorf("%s: status %d, body %s", path, r.StatusCode, body)
		}
		wantHeaders(t, r, "Content-Type", "application/json", "Cache-Control", "no-store")
	}
	if r := ask(t, s, "POST", "/bcp/mcp", "{}"); r.StatusCode != 500 {
		t.Errorf("binding without a body of its own: status %d", r.StatusCode)
	}
	if n := strings.Count(book.String(), `"msg":"panic"`); n != 3 {
		t.Errorf("%d panics were logged, want 3:\n%s", n, book.String())
	}
}

func TestRPC(t *testing.T) {
	t.Parallel()
	s := httpd.New(quiet(), httpd.Routes{RPC: []httpd.RPC{{Path: "/bcp/a2a", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(w, io.MultiReader(strings.NewReader(r.Method+" "), r.Body))
	})}}})
	for _, method := range []string{"POST", "GET", "DELETE", "OPTIONS", "PUT", "PURGE"} {
		for _, path := range []string{"/bcp/a2a", "/bcp/a2a/", "/bcp/a2a?x=1"} {
			r := ask(t, s, method, path, "body")
			if got := bodyOf(t, r); r.StatusCode != 200 || got != method+" body" {
				t.Errorf("%s %s: status %d, body %q", method, path, r.StatusCode, got)
			}
		}
	}
	if r := ask(t, s, "POST", "/bcp/a2a/more", ""); r.StatusCode != 404 {
		t.Errorf("longer path: status %d", r.StatusCode)
	}
}
