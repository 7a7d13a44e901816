package fakepsp

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
	"balcao/payment/pix"
)

// ErrClosed is what a Bank answers after Close.
var ErrClosed = errors.New("fakepsp: the bank is closed")

// Config is what a Bank is made of.
type Config struct {
	// PayeeName and City are whom BR Codes name; they are folded to ASCII and cut.
	PayeeName, City string
	// CNPJ is the receiver's, as registered webhooks show it.
	CNPJ string
	// Key is the receiver's Pix key. If it is empty every key is taken for theirs.
	Key string
	// Host is where charges are said to live, such as pix.balcao.example. Nothing answers
	// there: no other bank can pay a charge of this one.
	Host string
	// SettleAfter is how long after its creation a charge is paid by itself, 0 for never.
	SettleAfter time.Duration
	// RefundAfter is how long a refund takes.
	RefundAfter time.Duration
	// JournalPath is the book's file; empty keeps it in memory.
	JournalPath string
	// Switches are the faults; nil has none.
	Switches *Switches
	// Clock and Random are the system's if nil.
	Clock  clock.Clock
	Random io.Reader
	// Deliver brings a callback to a registered address, "/pix" appended. An error, or ten
	// seconds without an answer, make it come again. It may call the bank's methods, but
	// Close. Nil announces nothing.
	Deliver func(ctx context.Context, url string, body []byte) error
	// OnError hears what went wrong inside Run, which goes on. It may be nil.
	OnError func(error)
	// After is the timer; nil means time.After.
	After func(time.Duration) <-chan time.Time
}

// Bank keeps the book of a Pix provider: it makes charges, lets them be paid, gives money
// back and announces what happened to the registered addresses.
//
// What it has confirmed or announced outlives the process (see package journal). Charges
// settle at their time whether Run runs or not, and even while the process is down, as
// they would at a bank; Run is what announces them. Methods may be called from several
// goroutines.
type Bank struct {
	config Config
	ids    *ids.Source

	wake chan struct{} // tells Run that the schedule changed

	mu       sync.Mutex
	book     *journal.Journal
	charges  map[ids.TXID]charge
	payments map[string]ids.TXID // by endToEndId
	hooks    map[string]hook     // by Pix key
	schedule schedule
	batchAt  time.Time // when the announcements that are being gathered go out
	closed   bool
	running  *run // nil while Run does not run
}

// Open opens the book and takes up what is owed by it. It fails if the book cannot be read
// or the payee's name or city has nothing that a BR Code can hold (pix.ErrCodeRule).
func Open(config Config) (*Bank, error) {
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
	b := &Bank{
		config:   config,
		ids:      ids.NewSource(config.Random),
		wake:     make(chan struct{}, 1),
		charges:  make(map[ids.TXID]charge),
		payments: make(map[string]ids.TXID),
		hooks:    make(map[string]hook),
	}
	if _, _, err := b.newCode(); err != nil {
		return nil, err
	}
	if err := b.openBook(); err != nil {
		return nil, fmt.Errorf("fakepsp: %w", err)
	}
	return b, nil
}

// newCode makes the location of a new charge and the BR Code that leads to it.
func (b *Bank) newCode() (location, code string, err error) {
	location = b.config.Host + "/qr/v2/" + b.ids.New("")
	code, err = pix.BuildDynamic(pix.Payee{Name: b.config.PayeeName, City: b.config.City}, location)
	return location, code, err
}

// Close ends Run, waits for it and closes the book. A second call does nothing.
func (b *Bank) Close() error {
	b.mu.Lock()
	b.closed = true
	running := b.running
	b.mu.Unlock()
	if running != nil {
		running.cancel()
		<-running.done
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.book.Close()
}

// begin locks the bank for one call and returns the time. The caller unlocks unless there
// is an error.
func (b *Bank) begin(ctx context.Context) (time.Time, error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, err
	}
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return time.Time{}, ErrClosed
	}
	return b.config.Clock.Now(), nil
}
