package email_test

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/mail"
	"strings"
	"testing"
	"time"

	"balcao/notify/email"
	"balcao/notify/email/emailtest"
)

// letter is one with letters beyond ASCII and a line that is longer than SMTP takes.
func letter() email.Letter {
	return email.Letter{
		ID: "abc", Date: time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC), To: "ana@example.com",
		Subject: "Compra confirmada: Pedido ÇÃO", Language: "pt-BR",
		Text: "Olá, Ana!\n.\n" + strings.Repeat("é", 3000), HTML: "<p>Olá</p>",
	}
}

// client is the shop's view of a server.
func client(s *emailtest.Server, mode email.TLS) *email.Server {
	return &email.Server{
		Host: s.Host, Port: s.Port, User: s.User, Password: s.Password, TLS: mode, Roots: s.Roots(),
		From: mail.Address{Name: "Balcão \"Loja\"", Address: "vendas@loja.example"},
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	for mode, options := range map[email.TLS]emailtest.Options{
		email.StartTLS: {}, email.Implicit: {Implicit: true}, email.NoTLS: {Plain: true},
	} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			sink := emailtest.Start(t, options)
			server := client(sink, mode)
			if err := server.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := server.Send(t.Context(), letter()); err != nil {
				t.Fatal(err)
			}
			got := sink.Got()
			if len(got) != 1 || got[0].TLS != (mode != email.NoTLS) || got[0].AsUser != "loja" ||
				got[0].From != "vendas@loja.example" || got[0].To != "ana@example.com" {
				t.Fatalf("%+v", got)
			}
			m := got[0].Message(t)
			for name, want := range map[string]string{
				"Message-Id": "<abc@loja.example>", "To": "<ana@example.com>", "Auto-Submitted": "auto-generated",
				"Content-Language": "pt-BR", "Date": "Mon, 03 Aug 2026 12:00:00 +0000", "User-Agent": "", "X-Mailer": "",
			} {
				if got := m.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			from, err := m.Header.AddressList("From")
			if err != nil || len(from) != 1 || from[0].Name != `Balcão "Loja"` {
				t.Errorf("From: %v, %v", from, err)
			}
			if subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil || subject != letter().Subject {
				t.Errorf("Subject: %q, %v", subject, err)
			}
			parts := emailtest.Parts(t, got[0])
			if plain := strings.ReplaceAll(parts["text/plain"], "\r\n", "\n"); plain != letter().Text {
				t.Errorf("text: %.40q", plain)
			}
			if parts["text/html"] != letter().HTML {
				t.Errorf("HTML: %q", parts["text/html"])
			}
		})
	}
}

// Whatever stands between the shop and its server: no letter goes, no connection stays, and
// the failure says what it was without a word of the server's.
func TestFailures(t *testing.T) {
	t.Parallel()
	at := func(step string, code int) func(*emailtest.Server, *email.Server) {
		return func(s *emailtest.Server, _ *email.Server) {
			s.Fail(func(now, value string) error {
				if now == step {
					return emailtest.Reply(code, "no, not to ana@example.com")
				}
				return nil
			})
		}
	}
	for name, c := range map[string]struct {
		set             func(*emailtest.Server, *email.Server)
		step            email.Step
		code            int
		permanent, down bool
	}{
		"unknown authority": {func(_ *emailtest.Server, c *email.Server) { c.Roots = nil }, email.StepConnect, 0, false, true},
		"another name":      {func(_ *emailtest.Server, c *email.Server) { c.Host = "localhost" }, email.StepConnect, 0, false, true},
		"nobody there":      {func(_ *emailtest.Server, c *email.Server) { c.Port = 1 }, email.StepConnect, 0, false, true},
		"wrong password":    {func(_ *emailtest.Server, c *email.Server) { c.Password = "x" }, email.StepAuth, 535, false, true},
		"no user":           {func(_ *emailtest.Server, c *email.Server) { c.User = "" }, email.StepSender, 502, false, true},
		"sender refused":    {at("from", 553), email.StepSender, 553, false, true},
		"greylisted":        {at("to", 450), email.StepRecipient, 450, false, false},
		"shutting down":     {at("to", 421), email.StepRecipient, 421, false, true},
		"unknown recipient": {at("to", 550), email.StepRecipient, 550, true, false},
		"content refused":   {at("refuse", 554), email.StepContent, 554, true, false},
		"content later":     {at("refuse", 451), email.StepContent, 451, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sink := emailtest.Start(t, emailtest.Options{})
			server := client(sink, email.StartTLS)
			c.set(sink, server)
			err := server.Send(t.Context(), letter())
			var f *email.Failure
			if !errors.As(err, &f) || f.Step != c.step || f.Code != c.code || f.Permanent() != c.permanent || f.ServerDown() != c.down {
				t.Fatalf("%+v, permanent %t, down %t", err, f.Permanent(), f.ServerDown())
			}
			if strings.Contains(err.Error(), "@") || strings.Contains(err.Error(), "no, ") {
				t.Errorf("the failure tells too much: %v", err)
			}
			if len(sink.Got()) > 0 {
				t.Error("the letter went")
			}
		})
	}
}

// A server that offers no TLS gets neither password nor letter, one that says nothing is not
// waited for without end.
func TestNotInTheClear(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{Plain: true})
	for _, mode := range []email.TLS{email.StartTLS, email.Implicit} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		err := client(sink, mode).Send(ctx, letter())
		cancel()
		var f *email.Failure
		if !errors.As(err, &f) || f.Step != email.StepConnect || len(sink.Got()) > 0 {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// An answer that is lost after the letter was taken leaves open whether it was: the next try
// has the same Message-ID, date and content.
func TestTwice(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	sink.Fail(func(step, _ string) error {
		if step == "data" {
			return emailtest.Reply(451, "lost")
		}
		return nil
	})
	server := client(sink, email.StartTLS)
	if err := server.Send(t.Context(), letter()); err == nil {
		t.Fatal("taken")
	}
	sink.Fail(nil)
	if err := server.Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	got := sink.Got()
	if len(got) != 2 {
		t.Fatalf("%d letters", len(got))
	}
	a, b := got[0].Message(t), got[1].Message(t)
	if a.Header.Get("Message-Id") != b.Header.Get("Message-Id") || a.Header.Get("Date") != b.Header.Get("Date") {
		t.Errorf("%v, %v", a.Header, b.Header)
	}
}

// Line breaks in what becomes a header make no header.
func TestHeaders(t *testing.T) {
	t.Parallel()
	sink := emailtest.Start(t, emailtest.Options{})
	server := client(sink, email.StartTLS)
	server.From.Name = "Loja\r\nBcc: eve@example.com"
	l := letter()
	l.Subject = "Pedido\r\nBcc: eve@example.com\r\n\r\n<script>"
	if err := server.Send(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	got := sink.Got()[0]
	m := got.Message(t)
	body, err := io.ReadAll(m.Body)
	if err != nil || m.Header.Get("Bcc") != "" || got.To != l.To || strings.Contains(string(body), "<script>") {
		t.Errorf("%v\n%s", m.Header, body)
	}
	l = letter()
	l.To = "ana@example.com\r\nRCPT TO:<eve@example.com>"
	var f *email.Failure
	if err := server.Send(t.Context(), l); !errors.As(err, &f) || !f.Permanent() || len(sink.Got()) != 1 {
		t.Errorf("a recipient of two lines: %v", err)
	}
}

// A test that is over before its server has begun to serve ends.
func TestServerEndsAtOnce(t *testing.T) {
	for range 200 {
		t.Run("", func(t *testing.T) { emailtest.Start(t, emailtest.Options{Plain: true}) })
	}
}
