// Package emailtest is a mail server for tests: it speaks SMTP with STARTTLS or TLS and AUTH,
// keeps what it gets, and fails as it is told to.
package emailtest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Server is a mail server on a port of this machine.
type Server struct {
	Host string
	Port int
	// User and Password are what it knows.
	User, Password string
	// Authority is the PEM file's content with which its certificate is checked.
	Authority []byte

	mu      sync.Mutex
	got     []Mail
	fail    func(step, value string) error
	arrived chan struct{}
}

// Mail is a mail that was taken, or whose taking was told to have failed.
type Mail struct {
	From, To string
	// TLS and AsUser say how it came.
	TLS    bool
	AsUser string
	Raw    []byte
}

// Message parses the mail.
func (m Mail) Message(t testing.TB) *mail.Message {
	t.Helper()
	parsed, err := mail.ReadMessage(bytes.NewReader(m.Raw))
	if err != nil {
		t.Fatalf("not a message: %v\n%s", err, m.Raw)
	}
	return parsed
}

// Options say what kind of server it is.
type Options struct {
	// Implicit is TLS from the first byte, Plain no TLS at all.
	Implicit, Plain bool
}

// Start starts a server that ends with the test. It wants a user.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{Host: "127.0.0.1", User: "loja", Password: "correct horse", arrived: make(chan struct{}, 1000)}
	certificate := s.certificate(t)
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	server := smtp.NewServer(smtp.BackendFunc(s.session))
	server.Domain, server.ErrorLog = "sink.example", log.New(io.Discard, "", 0)
	server.ReadTimeout, server.WriteTimeout = time.Minute, time.Minute
	server.MaxMessageBytes, server.MaxLineLength = 1<<20, 1000
	if !o.Plain && !o.Implicit {
		server.TLSConfig = config
	}
	server.AllowInsecureAuth = o.Plain
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Port = listener.Addr().(*net.TCPAddr).Port
	if o.Implicit {
		listener = tls.NewListener(listener, config)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }()
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close() // which a server that has not begun to serve does not know
		<-done
	})
	return s
}

func (s *Server) certificate(t testing.TB) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	s.Authority = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// Roots are the authorities by which its certificate is good.
func (s *Server) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(s.Authority)
	return pool
}

// Fail has the server ask what to answer, with the address or the content, at the steps "from",
// "to", "refuse" (before it takes a mail) and "data" (after that). Nil lets all pass.
func (s *Server) Fail(f func(step, value string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = f
}

// Reply is an answer that refuses.
func Reply(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 0, 0}, Message: text}
}

// Got is what was taken so far.
func (s *Server) Got() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.got...)
}

// Wait waits until so many mails were taken, and returns all.
func (s *Server) Wait(t testing.TB, count int) []Mail {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		if got := s.Got(); len(got) >= count {
			return got
		}
		select {
		case <-s.arrived:
		case <-timeout:
			t.Fatalf("%d mails came in a minute, %d were awaited", len(s.Got()), count)
		}
	}
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	return &session{server: s, conn: c}, nil
}

func (s *Server) asked(step, value string) error {
	s.mu.Lock()
	fail := s.fail
	s.mu.Unlock()
	if fail == nil {
		return nil
	}
	return fail(step, value)
}

// session is one connection.
type session struct {
	server         *Server
	conn           *smtp.Conn
	user, from, to string
}

// AuthMechanisms implements smtp.AuthSession.
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

// Auth implements smtp.AuthSession.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.User || password != s.server.Password {
			return smtp.ErrAuthFailed
		}
		s.user = user
		return nil
	}), nil
}

// Reset implements smtp.Session.
func (s *session) Reset() { s.from, s.to = "", "" }

// Logout implements smtp.Session.
func (s *session) Logout() error { return nil }

// Mail implements smtp.Session.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.user == "" {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return s.server.asked("from", from)
}

// Rcpt implements smtp.Session.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return s.server.asked("to", to)
}

// Data implements smtp.Session. A mail is kept also if its taking is then told to have failed.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	_, secured := s.conn.TLSConnectionState()
	if err := s.server.asked("refuse", string(raw)); err != nil {
		return err
	}
	s.server.mu.Lock()
	s.server.got = append(s.server.got, Mail{From: s.from, To: s.to, TLS: secured, AsUser: s.user, Raw: raw})
	s.server.mu.Unlock()
	s.server.arrived <- struct{}{}
	return s.server.asked("data", string(raw))
}
