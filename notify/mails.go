package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/notify/email"
	"balcao/order"
)

const (
	// mailPatience is how long a mail is tried (RFC 5321, 4.5.4.1, wants four to five days of
	// who relays mail; a shop's news of an order is old before).
	mailPatience = 72 * time.Hour
	// A mail that was not taken is tried again when it has waited for as long again, within
	// these bounds, and up to half as long by chance: servers that let the unknown wait
	// (greylisting) take it after minutes.
	firstMailPause   = time.Minute
	longestMailPause = time.Hour
	// mailsAtOnce leaves the worker places for jobs about money.
	mailsAtOnce = 2
	// serverPause is how long mails wait where no server is set.
	serverPause = time.Hour
)

// MailServer takes letters; it is *email.Server.
type MailServer interface {
	// Send hands a letter over. The error is an *email.Failure.
	Send(ctx context.Context, l email.Letter) error
	// Address is host and port.
	Address() string
}

// Mails tells buyers of their orders. All members but Server are needed.
//
// Delivery is at least once: what the server took just before a crash is sent again, under
// the same Message-ID.
type Mails struct {
	Orders interface {
		// Order returns an order, order.ErrNotFound if there is none.
		Order(ctx context.Context, id ids.Order) (*order.Order, error)
	}
	Composer *email.Composer
	// Server is nil in a shop that has none any more: what it owed before waits for one.
	Server MailServer
	Clock  clock.Clock
	// Jitter returns a number from 0 up to 1, so that those who wait do not all come at once.
	Jitter func() float64
	Log    *slog.Logger

	lanes lanes
	holds holds
}

// MailGaveUp says that a mail will not reach its buyer: people must look. It tells no address.
type MailGaveUp struct {
	Order ids.Order
	Kind  order.MailKind
	// Err is why.
	Err error
}

func (e *MailGaveUp) Error() string {
	return fmt.Sprintf("notify: mail %s of order %s given up: %v", e.Kind, e.Order, e.Err)
}

// Unwrap returns the cause.
func (e *MailGaveUp) Unwrap() error { return e.Err }

// Deliver does a job.MailBuyer: one try of one mail. A time says when it wants to run again.
// The error is a *MailGaveUp, with which the job ends, or a failure of ours.
func (m *Mails) Deliver(ctx context.Context, ref string) (again time.Time, err error) {
	mail, ok := order.ParseMail(ref)
	if !ok {
		return time.Time{}, &MailGaveUp{Err: errors.New("the job names no mail")}
	}
	now := m.Clock.Now()
	if m.Server == nil {
		if m.late(mail) {
			m.Log.WarnContext(ctx, "a buyer was not told: the shop has no mail server", "order", mail.Order, "mail", mail.Kind)
			return time.Time{}, nil
		}
		return now.Add(serverPause), nil
	}
	if until := m.holds.until(m.Server.Address(), now); !until.IsZero() {
		if m.late(mail) {
			return time.Time{}, &MailGaveUp{mail.Order, mail.Kind, errors.New("the mail server was not reached for long")}
		}
		return until, nil
	}
	wait, ok := m.lanes.begin(m.Server.Address(), mailsAtOnce, mailsAtOnce)
	if !ok {
		return now.Add(wait), nil
	}
	defer m.lanes.end(m.Server.Address())
	o, err := m.Orders.Order(ctx, mail.Order)
	if errors.Is(err, order.ErrNotFound) {
		return time.Time{}, nil // what it was about is gone
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("notify: read order: %w", err)
	}
	letter, err := m.Composer.Compose(o, mail)
	if err != nil {
		return time.Time{}, &MailGaveUp{mail.Order, mail.Kind, err}
	}
	return m.try(ctx, mail, letter)
}

// try sends a letter once.
func (m *Mails) try(ctx context.Context, mail order.Mail, letter email.Letter) (again time.Time, err error) {
	err = m.Server.Send(ctx, letter)
	now := m.Clock.Now()
	failure := new(email.Failure)
	switch {
	case err == nil:
		m.holds.reached(m.Server.Address())
		return time.Time{}, nil
	case !errors.As(err, &failure):
		failure = &email.Failure{Step: email.StepConnect, Err: err}
	}
	if failure.ServerDown() {
		m.holds.missed(m.Server.Address(), now)
	} else {
		m.holds.reached(m.Server.Address())
	}
	if failure.Permanent() || m.late(mail) {
		return time.Time{}, &MailGaveUp{mail.Order, mail.Kind, failure}
	}
	m.Log.InfoContext(ctx, "a mail was not taken yet", "order", mail.Order, "mail", mail.Kind, "step", failure.Step, "code", failure.Code)
	pause := min(max(now.Sub(mail.Owed), firstMailPause), longestMailPause)
	return now.Add(pause + time.Duration(m.Jitter()*float64(pause/2))), nil
}

// late reports whether a mail has been tried for long enough.
func (m *Mails) late(mail order.Mail) bool { return m.Clock.Now().Sub(mail.Owed) > mailPatience }
