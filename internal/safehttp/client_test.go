package safehttp

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// trust makes c accept the certificate of server, which is for 127.0.0.1 and
// example.com.
func trust(c *Client, server *httptest.Server) *Client {
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	c.transport.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	c.transport.TLSClientConfig.RootCAs = pool
	return c
}

func tlsServer(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = discardLog()
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func TestGet(t *testing.T) {
	t.Parallel()
	var seen *http.Request
	server := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r
		w.Header().Set("Cache-Control", "max-age=60")
		io.WriteString(w, `{"ucp":{}}`)
	})
	c := trust(New(Config{AllowLoopback: true}), server)
	body, header, err := c.Get(t.Context(), server.URL+"/profile.json?v=1")
	if err != nil {
		t.Fatal(err)
	}
	if string(body) != `{"ucp":{}}` || header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("body %q, header %v", body, header)
	}
	if seen.Method != "GET" || seen.RequestURI != "/profile.json?v=1" ||
		seen.Header.Get("Accept") != "application/json" || seen.UserAgent() != "balcao" {
		t.Errorf("request %s %s %v", seen.Method, seen.RequestURI, seen.Header)
	}
}

func TestGetPlainLoopback(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "ok")
	}))
	defer server.Close()
	body, _, err := New(Config{AllowLoopback: true}).Get(t.Context(), server.URL)
	if err != nil || string(body) != "ok" {
		t.Errorf("got %q, %v", body, err)
	}
	if _, _, err := New(Config{}).Get(t.Context(), server.URL); !errors.Is(err, ErrForbiddenAddress) {
		t.Errorf("without AllowLoopback: %v", err)
	}
}

func TestGetRefusesAnswers(t *testing.T) {
	t.Parallel()
	big := bytes.Repeat([]byte("x"), 5<<20)
	server := tlsServer(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/302":
			http.Redirect(w, r, "/ok", http.StatusFound)
		case "/308":
			http.Redirect(w, r, "https://example.com/", http.StatusPermanentRedirect)
		case "/304":
			w.WriteHeader(http.StatusNotModified)
		case "/404":
			http.NotFound(w, r)
		case "/500":
			w.WriteHeader(http.StatusInternalServerError)
		case "/5MB":
			w.Header().Set("Content-Length", "5242880")
			w.Write(big)
		case "/5MB-chunked":
			w.(http.Flusher).Flush()
			w.Write(big)
		case "/1001":
			w.(http.Flusher).Flush()
			w.Write(big[:1001])
		case "/1000":
			w.(http.Flusher).Flush()
			w.Write(big[:1000])
		case "/cut":
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, "short")
		case "/header":
			w.Header().Set("X-Big", strings.Repeat("x", 100<<10))
		case "/hang":
			<-r.Context().Done()
		case "/hang-body":
			io.WriteString(w, "begin")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	})
	tests := []struct {
		path string
		want error
	}{
		{"/1000", nil},
		{"/302", ErrRedirect},
		{"/308", ErrRedirect},
		{"/304", ErrRedirect},
		{"/404", ErrStatus},
		{"/500", ErrStatus},
		{"/5MB", ErrTooLarge},
		{"/5MB-chunked", ErrTooLarge},
		{"/1001", ErrTooLarge},
		{"/cut", ErrUnreachable},
		{"/header", ErrUnreachable},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			t.Parallel()
			c := trust(New(Config{AllowLoopback: true, MaxBytes: 1000}), server)
			body, _, err := c.Get(t.Context(), server.URL+tt.path)
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if err != nil && body != nil {
				t.Error("a body beside an error")
			}
		})
	}
	for _, path := range []string{"/hang", "/hang-body"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			c := trust(New(Config{AllowLoopback: true, TotalTimeout: 200 * time.Millisecond}), server)
			_, _, err := c.Get(t.Context(), server.URL+path)
			if !errors.Is(err, ErrUnreachable) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestGetUnreachable(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	unknownCA := tlsServer(t, func(http.ResponseWriter, *http.Request) {})
	c := New(Config{AllowLoopback: true})
	for name, url := range map[string]string{
		"refused":    gone.URL,
		"no TLS":     strings.Replace(plain.URL, "http:", "https:", 1),
		"unknown CA": unknownCA.URL,
	} {
		if _, _, err := c.Get(t.Context(), url); !errors.Is(err, ErrUnreachable) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.Get(canceled, plain.URL); !errors.Is(err, ErrUnreachable) || !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: got %v", err)
	}
}

// TestTLSHandshakeHangs has a peer that accepts and then says nothing.
func TestTLSHandshakeHangs(t *testing.T) {
	t.Parallel()
	listener := silentListener(t)
	c := New(Config{AllowLoopback: true, ConnectTimeout: 100 * time.Millisecond, TotalTimeout: time.Minute})
	if _, _, err := c.Get(t.Context(), "https://"+listener+"/"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("got %v", err)
	}
}
