package safehttp

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// fakeResolver answers every question about a name of the table with its
// addresses, and any other with "no such name".
func fakeResolver(t *testing.T, names map[string][]string) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			var msg dnsmessage.Message
			if msg.Unpack(buf[:n]) != nil {
				continue
			}
			answer(&msg, names)
			if out, err := msg.Pack(); err == nil {
				server.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func answer(msg *dnsmessage.Message, names map[string][]string) {
	question := msg.Questions[0]
	msg.Response, msg.RecursionAvailable, msg.Additionals = true, true, nil
	addrs, known := names[strings.TrimSuffix(question.Name.String(), ".")]
	if !known {
		msg.RCode = dnsmessage.RCodeNameError
	}
	for _, text := range addrs {
		addr := netip.MustParseAddr(text)
		header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: question.Class, TTL: 1}
		switch {
		case addr.Is4() && question.Type == dnsmessage.TypeA:
			msg.Answers = append(msg.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && question.Type == dnsmessage.TypeAAAA:
			msg.Answers = append(msg.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
}

func TestNamesThatPointInside(t *testing.T) {
	t.Parallel()
	names := map[string][]string{
		"metadata.example":  {"169.254.169.254"},
		"loopback.example":  {"127.0.0.1", "::1"},
		"private.example":   {"10.0.0.7", "fd00::7"},
		"nat64.example":     {"64:ff9b::a9fe:a9fe"},
		"sixtofour.example": {"2002:a9fe:a9fe::1"},
		"mapped.example":    {"::ffff:192.168.0.1"},
	}
	c := New(Config{Resolver: fakeResolver(t, names)})
	for name := range names {
		if _, _, err := c.Get(t.Context(), "https://"+name+"/profile"); !errors.Is(err, ErrForbiddenAddress) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, _, err := c.Get(t.Context(), "https://nowhere.example/"); !errors.Is(err, ErrUnreachable) {
		t.Errorf("unknown name: got %v", err)
	}
}

func TestNameOnLoopback(t *testing.T) {
	t.Parallel()
	server := tlsServer(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) })
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	resolver := fakeResolver(t, map[string][]string{"example.com": {"127.0.0.1"}})

	c := trust(New(Config{AllowLoopback: true, Resolver: resolver}), server)
	body, _, err := c.Get(t.Context(), "https://example.com"+port+"/")
	if err != nil || string(body) != "example.com"+port {
		t.Errorf("got %q, %v", body, err)
	}
	c = trust(New(Config{Resolver: resolver}), server)
	if _, _, err := c.Get(t.Context(), "https://example.com"+port+"/"); !errors.Is(err, ErrForbiddenAddress) {
		t.Errorf("without AllowLoopback: got %v", err)
	}
}

// TestProxyIsIgnored: a proxy on loopback would be dialled in place of the
// forbidden address, and would dial that for us.
func TestProxyIsIgnored(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("the proxy was asked")
	}))
	defer proxy.Close()
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("https_proxy", proxy.URL)
	resolver := fakeResolver(t, map[string][]string{"metadata.example": {"169.254.169.254"}})
	c := New(Config{AllowLoopback: true, Resolver: resolver})
	if _, _, err := c.Get(t.Context(), "https://metadata.example/"); !errors.Is(err, ErrForbiddenAddress) {
		t.Errorf("got %v", err)
	}
}

// silentListener accepts connections and never writes to them.
func silentListener(t *testing.T) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
		}
	}()
	return listener.Addr().String()
}

func discardLog() *log.Logger { return log.New(io.Discard, "", 0) }
