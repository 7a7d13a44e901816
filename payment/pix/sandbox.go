package pix

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"balcao/internal/clock"
	"balcao/internal/ids"
	"balcao/internal/journal"
)

// ErrClosed is what a Sandbox answers after Close.
var ErrClosed = errors.New("pix: the sandbox is closed")

// Config is what a Sandbox is made of.
type Config struct {
	// PayeeName and City are whom the BR Code names; they are folded to its ASCII and
	// cut to MaxName and MaxCity.
	PayeeName, City string
	// Host is where charges are said to live, such as pix.balcao.example. Nothing answers
	// there: no bank can pay a sandbox charge.
	Host string
	// SettleAfter is how long after its creation a charge is paid by itself, 0 for never.
	SettleAfter time.Duration
	// JournalPath is the sandbox's own book; empty keeps it in memory.
	JournalPath string
	// Clock and Random are the system's if nil.
	Clock  clock.Clock
	Random io.Reader
	// Deliver brings a callback to the shop. An error, or ten seconds without an answer,
	// make it come again. It may call the sandbox's methods, but Close. Nil announces
	// nothing.
	Deliver func(ctx context.Context, body []byte) error
	// OnError hears what went wrong inside Run, which goes on. It may be nil.
	OnError func(error)
	// After is the timer; nil means time.After.
	After func(time.Duration) <-chan time.Time
}

// Sandbox is a provider that behaves like a bank of its own, for development and demos: it
// keeps its own book, lets charges be paid and announces the payments by callbacks.
//
// What it has confirmed or announced outlives the process (see package journal). Charges
// settle at their time whether Run runs or not, and even while the process is down, as
// they would at a bank; Run is what announces them. Methods may be called from several
// goroutines.
type Sandbox struct {
	config Config
	ids    *ids.Source

	wake chan struct{} // tells Run that the schedule changed

	mu       sync.Mutex
	book     *journal.Journal
	charges  map[ids.TXID]bankCharge
	payments map[string]ids.TXID // by endToEndId
	schedule schedule
	closed   bool
	running  *run // nil while Run does not run
}

var _ Provider = (*Sandbox)(nil)

// NewSandbox opens the book and takes up what is owed by it. It fails if the book cannot
// be read or the payee's name or city has nothing that a BR Code can hold (ErrCodeRule).
func NewSandbox(config Config) (*Sandbox, error) {
	if config.Clock == nil {
		config.Clock = clock.System{}
	}
	if config.Random == nil {
		config.Random = rand.Reader
	}
	if config.After == nil {
		config.After = time.After
	}
	if config.OnError == nil {
		config.OnError = func(error) {}
	}
	s := &Sandbox{
		config:   config,
		ids:      ids.NewSource(config.Random),
		wake:     make(chan struct{}, 1),
		charges:  make(map[ids.TXID]bankCharge),
		payments: make(map[string]ids.TXID),
	}
	if _, err := s.newCode(); err != nil {
		return nil, err
	}
	if err := s.openBook(); err != nil {
		return nil, fmt.Errorf("pix: sandbox: %w", err)
	}
	return s, nil
}

// newCode makes the BR Code of a new charge.
func (s *Sandbox) newCode() (string, error) {
	payee := Payee{Name: s.config.PayeeName, City: s.config.City}
	return BuildDynamic(payee, s.config.Host+"/qr/v2/"+s.ids.New(""))
}

// Close ends Run, waits for it and closes the book. A second call does nothing.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	s.closed = true
	running := s.running
	s.mu.Unlock()
	if running != nil {
		running.cancel()
		<-running.done
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.Close()
}

// begin locks the sandbox for one call and returns the time. The caller unlocks unless
// there is an error.
func (s *Sandbox) begin(ctx context.Context) (time.Time, error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, err
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return time.Time{}, ErrClosed
	}
	return s.config.Clock.Now(), nil
}
