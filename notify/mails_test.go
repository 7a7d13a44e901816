package notify

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/notify/email"
	"balcao/notify/email/emailtest"
	"balcao/order"
)

// book is a book of one order.
type book struct{ o *order.Order }

// Order returns the order.
func (b book) Order(_ context.Context, id ids.Order) (*order.Order, error) {
	if b.o == nil || b.o.ID != id {
		return nil, order.ErrNotFound
	}
	return b.o, nil
}

// mailing is a shop that has something to tell a buyer.
type mailing struct {
	*Mails
	sink  *emailtest.Server
	clock *clock.Fake
	log   *bytes.Buffer
	ref   string
}

func newMailing(t *testing.T) *mailing {
	t.Helper()
	sink := emailtest.Start(t, emailtest.Options{})
	composer, err := email.NewComposer(email.Shop{Name: "Balcão", Permalink: func(id, key string) string { return "https://loja.example/" + id + key }})
	if err != nil {
		t.Fatal(err)
	}
	now := clock.NewFake(time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC))
	o := &order.Order{ID: "ord_1", Label: "Pedido 1", Language: "pt-BR", Buyer: order.Buyer{Name: "Ana", Email: "ana@example.com"}}
	m := &mailing{sink: sink, clock: now, log: new(bytes.Buffer), ref: o.OweMail(order.MailPlaced, now.Now())[0].Ref}
	m.Mails = &Mails{
		Orders: book{o}, Composer: composer, Clock: now, Jitter: func() float64 { return 0.5 }, Log: slog.New(slog.NewTextHandler(m.log, nil)),
		Server: &email.Server{
			Host: sink.Host, Port: sink.Port, User: sink.User, Password: sink.Password, TLS: email.StartTLS,
			From: mail.Address{Name: "Balcão", Address: "vendas@loja.example"}, Roots: sink.Roots(),
		},
	}
	return m
}

// fails has the server answer the step with a code, as often as said.
func (m *mailing) fails(step string, code, times int) {
	m.sink.Fail(func(now, _ string) error {
		if now != step || times == 0 {
			return nil
		}
		times--
		return emailtest.Reply(code, "<ana@example.com>: no")
	})
}

func TestMailDelivered(t *testing.T) {
	t.Parallel()
	m := newMailing(t)
	if again, err := m.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() {
		t.Fatal(again, err)
	}
	got := m.sink.Got()
	if len(got) != 1 || got[0].To != "ana@example.com" || !got[0].TLS || m.log.Len() > 0 {
		t.Errorf("%+v, log %s", got, m.log)
	}
}

// A server that lets the unknown wait is asked again after minutes, and then takes it.
func TestGreylisting(t *testing.T) {
	t.Parallel()
	m := newMailing(t)
	m.fails("to", 450, 3)
	for i, want := range []time.Duration{75 * time.Second, 93750 * time.Millisecond, 210937500 * time.Microsecond} {
		again, err := m.Deliver(t.Context(), m.ref)
		if pause := again.Sub(m.clock.Now()); err != nil || pause != want {
			t.Fatalf("try %d: again after %v, want %v: %v", i, pause, want, err)
		}
		m.clock.Advance(want)
	}
	if again, err := m.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() || len(m.sink.Got()) != 1 {
		t.Fatal(again, err)
	}
	if log := m.log.String(); strings.Contains(log, "@") || strings.Count(log, "code=450") != 3 || !strings.Contains(log, "ord_1") {
		t.Errorf("log: %s", log)
	}
}

// What the server refuses for good is given up at once and told without the address.
func TestMailRefused(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"to", "refuse"} {
		m := newMailing(t)
		m.fails(step, 550, 1)
		again, err := m.Deliver(t.Context(), m.ref)
		var gaveUp *MailGaveUp
		if !errors.As(err, &gaveUp) || gaveUp.Order != "ord_1" || gaveUp.Kind != order.MailPlaced || !again.IsZero() {
			t.Fatalf("%s: %v, %v", step, again, err)
		}
		if strings.Contains(err.Error()+gaveUp.Err.Error(), "@") {
			t.Errorf("%s tells the address: %v", step, err)
		}
		if until := m.holds.until(m.Server.Address(), m.clock.Now()); !until.IsZero() {
			t.Errorf("%s: other mails wait until %v", step, until)
		}
	}
}

// A server that is not there, or does not know the shop, is tried for three days, by few: the
// other mails wait meanwhile.
func TestServerDown(t *testing.T) {
	t.Parallel()
	for name, breakIt := range map[string]func(*email.Server){
		"not there":      func(s *email.Server) { s.Port = 1 },
		"wrong password": func(s *email.Server) { s.Password = "x" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailing(t)
			server := m.Server.(*email.Server)
			good := *server
			breakIt(server)
			tries := 0
			for start := m.clock.Now(); m.clock.Now().Sub(start) < mailPatience-2*time.Hour; tries++ {
				again, err := m.Deliver(t.Context(), m.ref)
				if err != nil || again.Before(m.clock.Now().Add(time.Second)) || again.After(m.clock.Now().Add(2*time.Hour)) {
					t.Fatal(again, err)
				}
				other, err := m.Deliver(t.Context(), m.ref)
				if err != nil || other.After(m.clock.Now().Add(longestHold)) {
					t.Fatalf("another mail: %v, %v", other, err)
				}
				m.clock.Advance(again.Sub(m.clock.Now()))
			}
			if tries < 40 || tries > 80 {
				t.Errorf("%d tries", tries)
			}
			*server = good
			if again, err := m.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() || len(m.sink.Got()) != 1 {
				t.Errorf("it is back: %v, %v", again, err)
			}
			breakIt(server)
			m.clock.Advance(3 * time.Hour)
			var gaveUp *MailGaveUp
			if _, err := m.Deliver(t.Context(), m.ref); !errors.As(err, &gaveUp) {
				t.Errorf("after three days: %v", err)
			}
			if _, err := m.Deliver(t.Context(), m.ref); !errors.As(err, &gaveUp) {
				t.Errorf("after three days, left alone: %v", err)
			}
		})
	}
}

// The answer was lost, or the shop was, after the server took the mail: it comes again, and
// can be told by its Message-ID.
func TestMailTwice(t *testing.T) {
	t.Parallel()
	m := newMailing(t)
	m.fails("data", 451, 1)
	again, err := m.Deliver(t.Context(), m.ref)
	if err != nil || again.IsZero() {
		t.Fatal(again, err)
	}
	m.clock.Advance(again.Sub(m.clock.Now()))
	anew := newMailing(t) // the shop after a restart knows but the job and the order
	anew.Server, anew.sink = m.Server, m.sink
	if again, err = anew.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() {
		t.Fatal(again, err)
	}
	got := m.sink.Got()
	if len(got) != 2 || got[0].Message(t).Header.Get("Message-Id") != got[1].Message(t).Header.Get("Message-Id") {
		t.Errorf("%d mails", len(got))
	}
}

// Where there is no server any more a mail waits for one, and is told of when it is too late.
func TestNoServer(t *testing.T) {
	t.Parallel()
	m := newMailing(t)
	server := m.Server
	m.Server = nil
	if again, err := m.Deliver(t.Context(), m.ref); err != nil || again.Sub(m.clock.Now()) != serverPause {
		t.Fatal(again, err)
	}
	m.Server = server
	if again, err := m.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() || len(m.sink.Got()) != 1 {
		t.Fatal(again, err)
	}
	m.Server = nil
	m.clock.Advance(mailPatience + time.Second)
	if again, err := m.Deliver(t.Context(), m.ref); err != nil || !again.IsZero() || !strings.Contains(m.log.String(), "no mail server") {
		t.Errorf("%v, %v, log %s", again, err, m.log)
	}
}

// No more than a few go at a time, and a job that cannot be done ends.
func TestMailsAtOnce(t *testing.T) {
	t.Parallel()
	m := newMailing(t)
	var waiting, most int
	var mu sync.Mutex
	release := make(chan struct{})
	m.sink.Fail(func(step, _ string) error {
		if step != "to" {
			return nil
		}
		mu.Lock()
		waiting++
		most = max(most, waiting)
		mu.Unlock()
		<-release
		return nil
	})
	var all sync.WaitGroup
	postponed := make(chan time.Time, 10)
	for range 10 {
		all.Go(func() {
			again, err := m.Deliver(context.Background(), m.ref)
			if err != nil {
				t.Error(err)
			}
			postponed <- again
		})
	}
	for range 10 - mailsAtOnce {
		if again := <-postponed; !again.After(m.clock.Now()) {
			t.Errorf("again %v", again)
		}
	}
	close(release)
	all.Wait()
	if most > mailsAtOnce || len(m.sink.Got()) != mailsAtOnce {
		t.Errorf("%d at once, %d sent", most, len(m.sink.Got()))
	}
	var gaveUp *MailGaveUp
	if _, err := m.Deliver(t.Context(), "nonsense"); !errors.As(err, &gaveUp) {
		t.Errorf("nonsense: %v", err)
	}
	if again, err := m.Deliver(t.Context(), strings.Replace(m.ref, "ord_1", "ord_2", 1)); err != nil || !again.IsZero() {
		t.Errorf("an order that is gone: %v, %v", again, err)
	}
}
