package email

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	stdmail "net/mail"
	"net/textproto"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"
)

// TLS says how the connection to the server is protected.
type TLS string

// The ways.
const (
	// StartTLS begins in the clear and goes on only under TLS (RFC 3207).
	StartTLS TLS = "starttls"
	// Implicit is TLS from the first byte (RFC 8314).
	Implicit TLS = "implicit"
	// NoTLS is for a server on this machine.
	NoTLS TLS = "none"
)

// Server is a mail server that takes the shop's letters.
type Server struct {
	Host string
	Port int
	// User is empty where the server does not ask who sends.
	User, Password string
	TLS            TLS
	// From is who the letters are from; its domain is that of their Message-IDs.
	From stdmail.Address
	// Roots are the authorities of the server's certificate, nil for the system's.
	Roots *x509.CertPool
}

const (
	// stepTime bounds the wait for one answer, sendTime the whole of one letter.
	stepTime = 30 * time.Second
	sendTime = time.Minute
)

// Address is host and port.
func (s *Server) Address() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Send hands a letter over. The error is a *Failure. If it came after the letter was whole,
// the server may have taken it, and another try sends it a second time under the same
// Message-ID.
func (s *Server) Send(ctx context.Context, l Letter) error {
	message, err := s.message(l)
	if err != nil {
		return &Failure{Step: StepLetter, Err: err}
	}
	return s.dial(ctx, func(c *mail.Client) error {
		if err := c.Send(message); err != nil && !message.IsDelivered() {
			return failed(err)
		}
		return nil
	})
}

// Check connects as for a letter, identifies itself and leaves. The error is a *Failure.
func (s *Server) Check(ctx context.Context) error {
	return s.dial(ctx, func(c *mail.Client) error {
		if err := c.Reset(); err != nil {
			return &Failure{Step: StepConnect, Err: err}
		}
		return nil
	})
}

// dial does something with a connection.
func (s *Server) dial(ctx context.Context, do func(*mail.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	config := &tls.Config{ServerName: s.Host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
	// The library leaves a connection open that fails while it is being set up, and looks at
	// the context no more afterwards: so it is ours to close.
	var conn net.Conn
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		var d interface {
			DialContext(ctx context.Context, network, address string) (net.Conn, error)
		} = new(net.Dialer)
		if s.TLS == Implicit {
			d = &tls.Dialer{Config: config}
		}
		var err error
		conn, err = d.DialContext(ctx, network, address)
		return conn, err
	}
	client, err := mail.NewClient(s.Host, append(s.options(), mail.WithTLSConfig(config), mail.WithDialContextFunc(dial))...)
	if err != nil {
		return &Failure{Step: StepConnect, Err: err}
	}
	err = client.DialWithContext(ctx)
	if conn != nil {
		defer conn.Close()
		defer context.AfterFunc(ctx, func() { conn.Close() })()
	}
	if err != nil {
		step := StepConnect
		var answer *textproto.Error
		if errors.As(err, &answer) && answer.Code >= 530 && answer.Code <= 538 {
			step = StepAuth
		}
		return &Failure{Step: step, Code: code(err), Err: err}
	}
	if err := do(client); err != nil {
		return err
	}
	_ = client.Close() // the letter was taken: how they part does not matter
	return nil
}

func (s *Server) options() []mail.Option {
	policy := mail.TLSMandatory
	if s.TLS != StartTLS {
		policy = mail.NoTLS
	}
	out := []mail.Option{
		mail.WithPort(s.Port), mail.WithTimeout(stepTime), mail.WithHELO(domain(s.From.Address)), mail.WithTLSPolicy(policy),
	}
	if s.TLS == Implicit {
		out = append(out, mail.WithSSL())
	}
	if s.User != "" {
		// PLAIN and LOGIN refuse by themselves to go in the clear to another machine.
		out = append(out, mail.WithUsername(s.User), mail.WithPassword(s.Password), mail.WithOpportunisticSMTPAuth(
			mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthPlain, mail.SMTPAuthLogin, mail.SMTPAuthCramMD5,
		))
	}
	return out
}

// message is a letter in the form of RFC 5322.
func (s *Server) message(l Letter) (*mail.Msg, error) {
	m := mail.NewMsg(mail.WithNoDefaultUserAgent())
	from := s.From
	from.Name = clean(from.Name, maxName)
	m.FromMailAddress(&from)
	if err := m.To(l.To); err != nil {
		return nil, fmt.Errorf("email: recipient: %w", err)
	}
	m.Subject(clean(l.Subject, maxTitle))
	m.SetMessageIDWithValue(l.ID + "@" + domain(from.Address))
	m.SetDateWithValue(l.Date)
	m.SetGenHeader(mail.HeaderContentLang, l.Language)
	m.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: nobody is to answer by machine
	m.SetBodyString(mail.TypeTextPlain, l.Text)
	m.AddAlternativeString(mail.TypeTextHTML, l.HTML)
	return m, nil
}
