package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/mail"
	"os"
	"regexp"

	"balcao/internal/brazil"
	"balcao/notify"
	"balcao/notify/email"
	"balcao/web"
)

// smtpSettings say which mail server takes what the shop writes to its buyers. The password is
// in a file: a command line is seen by everybody on the machine.
type smtpSettings struct {
	Host         string `name:"smtp-host" help:"Mail server that takes what the shop writes to its buyers; none by default." placeholder:"HOST" group:"mail"`
	Port         int    `name:"smtp-port" help:"Its port; 0 for 587, with --smtp-tls implicit 465, with none 25." default:"0" group:"mail"`
	User         string `name:"smtp-user" help:"The shop's user there; none where the server does not ask." placeholder:"USER" group:"mail"`
	PasswordFile string `name:"smtp-password-file" help:"File with that user's password, readable by its owner alone." placeholder:"FILE" group:"mail"`
	From         string `name:"smtp-from" help:"Who mail is from, such as vendas@loja.example or 'Loja <vendas@loja.example>'." placeholder:"ADDRESS" group:"mail"`
	TLS          string `name:"smtp-tls" help:"How the connection is protected: starttls, implicit, or none with a server on this machine." enum:"starttls,implicit,none" default:"starttls" group:"mail"`
	Authorities  string `name:"smtp-authorities" help:"PEM file with the authorities of the server's certificate; by default the system's." placeholder:"FILE" group:"mail"`
}

// none reports whether the shop writes no mail.
func (m smtpSettings) none() bool { return m.Host == "" }

// hostName is a host as a connection names it.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.:-]{1,253}$`)

// check refuses what cannot work before anything is opened.
func (m smtpSettings) check() error {
	wrong := func(name, why string) error { return settingError{fmt.Errorf("--%s %s", name, why)} }
	if m.none() {
		for _, g := range []struct{ flag, value string }{
			{"smtp-user", m.User}, {"smtp-password-file", m.PasswordFile}, {"smtp-from", m.From}, {"smtp-authorities", m.Authorities},
		} {
			if g.value != "" {
				return wrong(g.flag, "has no meaning without --smtp-host")
			}
		}
		if m.Port != 0 {
			return wrong("smtp-port", "has no meaning without --smtp-host")
		}
		return nil
	}
	if !hostName.MatchString(m.Host) {
		return wrong("smtp-host", "must be the name or address of a host, its port goes to --smtp-port")
	}
	if m.Port < 0 || m.Port > 65535 {
		return wrong("smtp-port", "must be 0 to 65535")
	}
	if _, err := m.from(""); err != nil {
		return err
	}
	if m.User == "" && m.PasswordFile != "" {
		return wrong("smtp-user", "is needed with --smtp-password-file")
	}
	if m.User != "" && m.PasswordFile == "" {
		return wrong("smtp-password-file", "is needed with --smtp-user")
	}
	if email.TLS(m.TLS) == email.NoTLS && !loopbackHost(m.Host) {
		return wrong("smtp-tls", "can be none with a server on this machine alone: what buyers bought is not for others to read")
	}
	return nil
}

// from is who mail is from, by default under the shop's name.
func (m smtpSettings) from(shop string) (mail.Address, error) {
	parsed, err := mail.ParseAddress(m.From)
	if err != nil {
		return mail.Address{}, settingError{errors.New("--smtp-from must be an address, such as vendas@loja.example or 'Loja <vendas@loja.example>'")}
	}
	bare, ok := brazil.NormalizeEmail(parsed.Address)
	if !ok {
		return mail.Address{}, settingError{errors.New("--smtp-from must be an address at a domain, such as vendas@loja.example")}
	}
	if parsed.Name == "" {
		parsed.Name = shop
	}
	return mail.Address{Name: parsed.Name, Address: bare}, nil
}

// server is the mail server that is set.
func (m smtpSettings) server(shop string) (*email.Server, error) {
	from, err := m.from(shop)
	if err != nil {
		return nil, err
	}
	s := &email.Server{Host: m.Host, Port: m.Port, User: m.User, TLS: email.TLS(m.TLS), From: from}
	if s.Port == 0 {
		s.Port = map[email.TLS]int{email.StartTLS: 587, email.Implicit: 465, email.NoTLS: 25}[s.TLS]
	}
	if m.PasswordFile != "" {
		if s.Password, err = readSecret(m.PasswordFile); err != nil {
			return nil, settingError{fmt.Errorf("--smtp-password-file: %w", err)}
		}
	}
	if m.Authorities != "" {
		raw, err := os.ReadFile(m.Authorities)
		if err != nil {
			return nil, settingError{fmt.Errorf("--smtp-authorities: %w", err)}
		}
		if s.Roots = x509.NewCertPool(); !s.Roots.AppendCertsFromPEM(raw) {
			return nil, settingError{errors.New("--smtp-authorities has no certificate in PEM")}
		}
	}
	return s, nil
}

// buyerMails is who tells buyers of their orders. Without a server it keeps what is owed from
// when there was one.
func (sh *shop) buyerMails() (*notify.Mails, error) {
	s := sh.settings
	composer, err := email.NewComposer(email.Shop{
		Name: s.ShopName, Permalink: sh.encoder.Permalink, ReturnsURL: sh.profile.PublicURL + web.PathReturns, Sandbox: !s.Pix.production(),
	})
	if err != nil {
		return nil, err
	}
	mails := &notify.Mails{Orders: sh.store, Composer: composer, Clock: sh.clock, Jitter: rand.Float64, Log: sh.log}
	if s.SMTP.none() {
		return mails, nil
	}
	server, err := s.SMTP.server(s.ShopName)
	if err != nil {
		return nil, err
	}
	mails.Server = server
	return mails, nil
}

// doctorEmailCmd tries the mail server of the settings. It sends nothing.
type doctorEmailCmd struct{ settings }

func (c *doctorEmailCmd) run(ctx context.Context, m *Main) error {
	r := &report{out: m.Stdout}
	if err := c.check(); err != nil {
		r.wrong("settings", err.Error())
		return r.err()
	}
	if c.SMTP.none() {
		r.note("settings", "no mail server: buyers are told nothing by e-mail. docs/EMAIL.md tells how one is connected")
		return r.err()
	}
	server, err := c.SMTP.server(c.ShopName)
	if err != nil {
		r.wrong("settings", err.Error())
		return r.err()
	}
	r.good("settings", fmt.Sprintf("server %s, %s", server.Address(), map[email.TLS]string{
		email.StartTLS: "TLS after STARTTLS", email.Implicit: "TLS from the start", email.NoTLS: "without TLS, on this machine",
	}[server.TLS]))
	var failure *email.Failure
	switch err := server.Check(ctx); {
	case err == nil && server.User == "":
		r.good("server", "it answers; no user is set, so none was asked for")
	case err == nil:
		r.good("server", "it answers and knows the shop's user")
	case errors.As(err, &failure) && failure.Step == email.StepAuth:
		r.wrong("user", fmt.Sprintf("the server does not take the shop's user and password (%v)", failure.Err))
	default:
		r.wrong("server", fmt.Sprintf("it is not reached as it must be (%v); are host, port and --smtp-tls those of this server?", errors.Unwrap(err)))
	}
	return r.err()
}
